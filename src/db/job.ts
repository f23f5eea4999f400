import { z } from 'zod'

/** Queue for work that asks outside services and may take long: done one after the other, so that one that hangs blocks one worker only. */
type Queue = 'outside'

/** A kind of work that can be ordered: its name, and the shape that its payload must have when it is carried out. */
export type Job<Payload> = { name: string; queue?: Queue; parse: (payload: unknown) => Payload }

export function job<Payload>(name: string, payload: z.ZodType<Payload>, queue?: Queue): Job<Payload> {
  return { name, ...(queue ? { queue } : {}), parse: (raw) => payload.parse(raw) }
}

/** Payload of work that needs no details. */
export const NOTHING = z.object({})

/** Payload of long work that somebody waits for: the id of its run. */
export const RUN_PAYLOAD = z.object({ run: z.string() })
