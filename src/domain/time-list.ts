import type { DayOrder, Proof } from './mapping.ts'
import { ACTIVITIES, type Activity } from './working-times.ts'

/**
 * Fields that a column of an export may hold. `from` and `to` are times of the day beside a `date`, or moments by
 * themselves; `driver` is a name, a reference or an e-mail.
 */
export const TIME_FIELDS = ['date', 'from', 'to', 'activity', 'driver', 'plate'] as const
export type TimeField = (typeof TIME_FIELDS)[number]

/** Activities that every line may have where no column names one. */
export const PLAIN_ACTIVITIES = ['driving', 'work'] as const satisfies readonly Activity[]
export type PlainActivity = (typeof PLAIN_ACTIVITIES)[number]

/** Longest name of an application or book. */
export const RECORD_NAME_MAX = 60

/**
 * How an export is read: the field of each column, the meaning of its words for activities (by `foldedWord`), and how
 * its days are written.
 */
export type TimeListMapping = {
  columns: Readonly<Partial<Record<TimeField, number>>>
  words: Readonly<Record<string, Activity>>
  plain: PlainActivity
  dates: DayOrder | null
}

/** Errors by field, for input that a person must still give; `words` where a word of the file has no meaning yet. */
export type TimeListProblem = {
  field: TimeField | 'dates' | 'words'
  code: 'missing' | 'repeated' | 'ambiguous'
}

/** Writes a word without case and accents, in which two files may differ. */
export function foldedWord(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** Beginnings of words that exports use for activities, in Portuguese and English. */
const USUAL: readonly (readonly [RegExp, Activity])[] = [
  [/^(conduc|conduz|driv)/, 'driving'],
  [/^(paus|break|interval|refeic)/, 'break'],
  [/^(descans|repous|rest)/, 'rest'],
  [/^(trabalh|outro|work|other|dispon|avail|service|servico)/, 'work'],
]

/** Answers what a word usually means; `null` for one that a person has to explain. */
export function usualActivity(word: string): Activity | null {
  const folded = foldedWord(word)
  return USUAL.find(([beginning]) => beginning.test(folded))?.[1] ?? null
}

/** Reads the words that a person gave for each activity, separated by commas. For a word given twice the last activity counts. */
export function readWords(typed: Readonly<Partial<Record<Activity, string>>>): Record<string, Activity> {
  return Object.fromEntries(
    ACTIVITIES.flatMap((activity) =>
      (typed[activity] ?? '')
        .split(/[,;\n]/)
        .map(foldedWord)
        .filter(Boolean)
        .map((word) => [word, activity] as const),
    ),
  )
}

/** Completes a draft with what the file's days prove; or lists everything that a person must still say. */
export function completeTimeList(
  draft: TimeListMapping,
  { dates, unknownWords }: { dates: Proof<DayOrder>; unknownWords: number },
): { ok: true; mapping: TimeListMapping } | { ok: false; problems: readonly TimeListProblem[] } {
  const { columns } = draft
  const order = dates === 'ambiguous' || dates === 'unneeded' || dates === 'mixed' ? draft.dates : dates
  const claimed = new Set<number>()
  const problems: TimeListProblem[] = (['from', 'to'] as const)
    .filter((field) => columns[field] === undefined)
    .map((field) => ({ field, code: 'missing' }))
  for (const field of TIME_FIELDS) {
    const column = columns[field]
    if (column === undefined) continue
    if (claimed.has(column)) problems.push({ field, code: 'repeated' })
    claimed.add(column)
  }
  if (dates === 'ambiguous' && order === null) problems.push({ field: 'dates', code: 'ambiguous' })
  if (unknownWords > 0) problems.push({ field: 'words', code: 'missing' })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, mapping: { ...draft, dates: order } }
}
