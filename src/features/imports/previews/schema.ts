import type { FileProblem, FileSummary, FileWarning, ReportKind, Source, SourceKey } from '#domain/import.ts'
import type { Strangeness } from '#domain/imported-file.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'

/** What will happen when a file goes in. */
export type Effect =
  | { is: 'new' }
  /** The same content was imported before, or stands twice in the drop: nothing changes. */
  | { is: 'same'; importId: number; at: string }
  | { is: 'twice'; name: string }
  /** The same content was imported for another week, `found`: it counts for one, so that import would have to go first. */
  | { is: 'elsewhere'; importId: number; at: string; week: Week; found: Week }
  /** The same content was imported before, and another version counts in its place: it can count again. */
  | { is: 'replaced'; importId: number; at: string; changes: readonly Change[]; unchanged: number }
  /** A newer version of a weekly report that is there, driver by driver. */
  | { is: 'replaces'; changes: readonly Change[]; unchanged: number }
  /** Movements are a union: those already there are not added again, and what the file prints twice is one movement. */
  | { is: 'joins'; added: number; present: number; printedTwice: number }
  /** Kept to be looked up; its money comes with another report. */
  | { is: 'reference' }

/** One driver between two versions of a report; `null` is not in it. Amounts are what the row adds to a settlement. */
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
  /** By measure: cents, or counts where the measure's name says so. */
  totals: Readonly<Record<string, number>>
  warnings: readonly FileWarning[]
  strange: readonly Strangeness[]
  unmatched: { count: number; total: Cents; keys: readonly UnmatchedKey[] }
  /** Statements of its weeks that are approved already: they stay as they are. */
  closed: readonly { week: Week; count: number }[]
  effect: Effect
  /** When the import of this very content was undone, where none counts now. */
  undoneAt: string | null
}

export type PreviewFile = {
  id: string
  name: string
  archive: string | null
  size: number
  /** The week that somebody said the file is of, where neither its name nor its content says one. */
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
  /** The day after which it is forgotten unless somebody takes it in. */
  keptUntil: string
  files: readonly PreviewFile[]
  versions: readonly ComparedVersions[]
}

/** Files of a drop that are versions of one report: somebody says which counts. */
export type ComparedVersions = {
  /** Ids of the files. */
  files: readonly string[]
  /** The one that was downloaded last, where the names tell. */
  proposed: string | null
  /** The drivers of whom the versions don't say the same: what each adds, `null` where the driver is not in it. */
  drivers: readonly { name: string; amounts: readonly (Cents | null)[] }[]
  unchanged: number
}
