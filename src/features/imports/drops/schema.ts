import { z } from 'zod'
import type { Source } from '#domain/import.ts'
import { type Week, readWeek } from '#domain/week.ts'

/** What one drop may hold over HTTP; a CSV is the largest kind (`rulings.md` D), XLSX and zip have their own ceilings. */
export const DROP_LIMITS = {
  files: 200,
  bytes: 100_000_000,
  /** Beyond so many bytes in all, nobody waits in a request for what the queue does in a minute. */
  atOnce: 5_000_000,
} as const

/** Days a drop that nobody takes in is kept. */
export const DROP_KEPT_DAYS = 30

/** Files that somebody dropped and looked at, and that nobody took in so far. */
export type WaitingDrop = {
  id: string
  at: string
  by: string | null
  names: readonly string[]
  sources: readonly Source[]
  weeks: readonly Week[]
}

/** The week in the address of a drop (`?week=2026-W23`), if the office works on one. Refuses `week.unreadable`. */
export function readDropWeek(text: string | null) {
  return text ? readWeek(text) : null
}

/** The week that a file of a drop is of, in a field named after the file: `week-0-0`. */
export const fileWeekInput = (file: string) =>
  z.looseObject({ [`week-${file}`]: z.string() }).transform((fields) => readWeek(String(fields[`week-${file}`])))

/** What a drop brought, as a run keeps it. */
export const broughtOutcome = z.object({
  files: z.number(),
  rows: z.number(),
  same: z.number(),
  refused: z.number(),
  first: z.number().nullable().default(null),
  weeks: z.array(z.string().transform(readWeek)),
})

const fileIds = z
  .array(z.string().max(20))
  .max(DROP_LIMITS.files * 5)
  .default([])

/** What was decided of the files of a drop, by their ids; of each group of versions one is chosen in a field of its own. */
export const importDropInput = z
  .looseObject({
    /** Looked at and answered with "all the same". */
    accept: fileIds,
    /** Of a company that is ours too. */
    ours: fileIds,
    leave: fileIds,
    versions: fileIds,
  })
  .transform(({ accept, ours, leave, versions, ...fields }): DropChoices => {
    const chosen = Object.entries(fields).filter(([name]) => name.startsWith(VERSION_FIELD))
    return { accept, ours, leave, versions: [...versions, ...chosen.map(([, id]) => String(id))] }
  })

export type DropChoices = {
  accept: readonly string[]
  ours: readonly string[]
  /** Left out by whoever looked. */
  leave: readonly string[]
  /** The one that counts of each group of versions. */
  versions: readonly string[]
}

/** The name of the field of a group of versions begins with this. */
export const VERSION_FIELD = 'version-'
