import type { FileProblem, FileSummary, FileWarning, ReportKind, Source, SourceKey } from '#domain/import.ts'
import type { FileDoubt } from '#domain/imported-file.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'

/** The effect of importing a file. */
export type Effect =
  | { is: 'new' }
  /** The same content was imported before, or stands twice in the drop: nothing changes. */
  | { is: 'same'; importId: number; at: string }
  | { is: 'twice'; name: string }
  /**
   * The same content was imported for another week, `found`: it counts for one week only, so that import has to be
   * undone first.
   */
  | { is: 'elsewhere'; importId: number; at: string; week: Week; found: Week }
  /** The same content was imported before and replaced by another version: it can count again. */
  | { is: 'replaced'; importId: number; at: string; changes: readonly Change[]; unchanged: number }
  /** A newer version of a known weekly report, driver by driver. */
  | { is: 'replaces'; changes: readonly Change[]; unchanged: number }
  /**
   * The file's movements are added to the known ones: known ones are not added again, and a movement that the file
   * prints twice counts once.
   */
  | { is: 'joins'; added: number; present: number; printedTwice: number }
  /** Kept for reference; its money comes with another report. */
  | { is: 'reference' }

/**
 * The amounts of one driver in two versions of a report; `null` when the driver is not in that version. An amount is
 * what the row adds to a settlement.
 */
export type Change = { name: string; was: Cents | null; becomes: Cents | null; difference: Cents }

export type UnmatchedKey = { key: SourceKey; label: string; count: number; total: Cents }

export type ReadPreview = {
  source: Source
  kind: ReportKind
  account: string
  language: 'pt' | 'en'
  period: FileSummary['period']
  week: Week | null
  weeks: readonly Week[]
  rows: number
  drivers: number
  movements: number
  amount: Cents
  /** Sums by measure: cents, or counts if the measure's name says so. */
  totals: Readonly<Record<string, number>>
  warnings: readonly FileWarning[]
  strange: readonly FileDoubt[]
  unmatched: { count: number; total: Cents; keys: readonly UnmatchedKey[] }
  /** Approved statements of the file's weeks, which stay as they are. */
  closed: readonly { week: Week; count: number }[]
  effect: Effect
  /** When the import of the same content was undone, if none counts now. */
  undoneAt: string | null
}

export type PreviewFile = {
  id: string
  name: string
  archive: string | null
  size: number
  /** The week that somebody set for the file, when neither its name nor its content has one. */
  saidWeek: Week | null
} & (
  | { ok: true; read: ReadPreview }
  | {
      ok: false
      refusal: { code: string; params: Readonly<Record<string, string | number>>; problems: readonly FileProblem[] }
    }
)

export type DropPreview = {
  id: string
  week: Week | null
  importedAt: string | null
  /** The day after which the drop is deleted if nobody imports it. */
  keptUntil: string
  files: readonly PreviewFile[]
  versions: readonly ComparedVersions[]
}

/** Files of a drop that are versions of one report: somebody chooses the one that counts. */
export type ComparedVersions = {
  /** Ids of the files. */
  files: readonly string[]
  /** The file that was downloaded last, when the file names tell. */
  proposed: string | null
  /** The drivers on whom the versions differ, with the amount of each version, `null` when the driver is not in it. */
  drivers: readonly { name: string; amounts: readonly (Cents | null)[] }[]
  unchanged: number
}
