import { z } from 'zod'

/** Work that asks services outside for long: done one after the other, so that those that hang keep one worker and no more. */
type Queue = 'outside'

/** A kind of work that can be ordered: its name, and the shape its payload must have when it is carried out. */
export type Job<Payload> = { name: string; queue?: Queue; parse: (payload: unknown) => Payload }

export function job<Payload>(name: string, payload: z.ZodType<Payload>, queue?: Queue): Job<Payload> {
  return { name, ...(queue ? { queue } : {}), parse: (raw) => payload.parse(raw) }
}

/** Of work that needs to be told nothing. */
export const NOTHING = z.object({})

/** Of long work that somebody waits for: its run. */
export const OF_RUN = z.object({ run: z.string() })
