import { z } from 'zod'

/** A kind of work that can be ordered: its name, and the shape its payload must have when it is carried out. */
export type Job<Payload> = { name: string; parse: (payload: unknown) => Payload }

export function job<Payload>(name: string, payload: z.ZodType<Payload>): Job<Payload> {
  return { name, parse: (raw) => payload.parse(raw) }
}

/** Of work that needs to be told nothing. */
export const NOTHING = z.object({})

/** Of long work that somebody waits for: its run. */
export const OF_RUN = z.object({ run: z.string() })
