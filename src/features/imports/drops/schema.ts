import { z } from 'zod'
import type { Source } from '#domain/import.ts'
import { type Week, readWeek } from '#domain/week.ts'

/** Limits of one drop over HTTP; a CSV is the largest kind (`rulings.md` D), XLSX and zip have their own limits. */
export const DROP_LIMITS = {
  files: 200,
  bytes: 100_000_000,
  /** Total bytes beyond which the queue imports a drop, because nobody should wait for it in a request. */
  atOnce: 5_000_000,
} as const

/** Days for which a drop is kept if nobody imports it. */
export const DROP_KEPT_DAYS = 30

/** Files that somebody dropped and looked at, but has not imported. */
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

/** The week of a file of a drop, in a field named after the file: `week-0-0`. */
export const fileWeekInput = (file: string) =>
  z.looseObject({ [`week-${file}`]: z.string() }).transform((fields) => readWeek(String(fields[`week-${file}`])))

/** The result of a drop, as a run stores it. */
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

/** The decisions about the files of a drop, by their ids; for each group of versions a field of its own has the chosen one. */
export const importDropInput = z
  .looseObject({
    /** Files accepted in spite of a doubt. */
    accept: fileIds,
    /** Files of another company that is ours too. */
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
  /** Files that were left out. */
  leave: readonly string[]
  /** The chosen file of each group of versions. */
  versions: readonly string[]
}

/** The prefix of the field for a group of versions. */
export const VERSION_FIELD = 'version-'
