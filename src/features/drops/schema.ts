import { z } from 'zod'
import { readWeek } from '#domain/week.ts'

/** What one drop may hold over HTTP; a CSV is the largest kind (`rulings.md` D), XLSX and zip have their own ceilings. */
export const DROP_LIMITS = {
  files: 200,
  bytes: 100_000_000,
  /** Beyond so many bytes in all, nobody waits in a request for what the queue does in a minute. */
  atOnce: 5_000_000,
} as const

/** Days a drop that nobody takes in is kept. */
export const DROP_KEPT_DAYS = 30

/** The week in the address of a drop (`?week=2026-W23`), if the office works on one. Refuses `week.unreadable`. */
export function readDropWeek(text: string | null) {
  return text ? readWeek(text) : null
}

/** What a drop brought, as a run keeps it. */
export const broughtOutcome = z.object({
  files: z.number(),
  rows: z.number(),
  same: z.number(),
  refused: z.number(),
  weeks: z.array(z.string().transform(readWeek)),
})

/** The files whose doubt was looked at and answered with "all the same". */
export const importDropInput = z.object({
  accept: z
    .array(z.string().max(20))
    .max(DROP_LIMITS.files * 5)
    .default([]),
})
