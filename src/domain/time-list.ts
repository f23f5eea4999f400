import type { DayOrder, Proof } from './mapping.ts'
import { ACTIVITIES, type Activity } from './working-times.ts'

/**
 * What a column of a record's export may hold. `from` and `to` are times of the day beside a `date`, or moments by themselves; `driver` is a
 * name, a reference or an e-mail.
 */
export const TIME_FIELDS = ['date', 'from', 'to', 'activity', 'driver', 'plate'] as const
export type TimeField = (typeof TIME_FIELDS)[number]

/** What every line is where no column says it. */
export const PLAIN_ACTIVITIES = ['driving', 'work'] as const satisfies readonly Activity[]
export type PlainActivity = (typeof PLAIN_ACTIVITIES)[number]

/** Longest name of an application or book. */
export const RECORD_NAME_MAX = 60

/** How an export is read: which column is what, what its words for activities mean (by `foldedWord`), and how its days are written. */
export type TimeListMapping = {
  columns: Readonly<Partial<Record<TimeField, number>>>
  words: Readonly<Record<string, Activity>>
  plain: PlainActivity
  dates: DayOrder | null
}

/** What is still to be said, by field; `words` where a word of the file means nothing yet. */
export type TimeListProblem = {
  field: TimeField | 'dates' | 'words'
  code: 'missing' | 'repeated' | 'ambiguous'
}

/** A word without case and accents, as two files may write it. */
export function foldedWord(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** Beginnings of words by which exports call what somebody does, in Portuguese and English. */
const USUAL: readonly (readonly [RegExp, Activity])[] = [
  [/^(conduc|conduz|driv)/, 'driving'],
  [/^(paus|break|interval|refeic)/, 'break'],
  [/^(descans|repous|rest)/, 'rest'],
  [/^(trabalh|outro|work|other|dispon|avail|service|servico)/, 'work'],
]

/** What a word mostly means; `null` for one that a person has to explain. */
export function usualActivity(word: string): Activity | null {
  const folded = foldedWord(word)
  return USUAL.find(([beginning]) => beginning.test(folded))?.[1] ?? null
}

/** What a person said that words mean, each activity's words between commas. A word said twice is what it was said last. */
export function readWords(said: Readonly<Partial<Record<Activity, string>>>): Record<string, Activity> {
  return Object.fromEntries(
    ACTIVITIES.flatMap((activity) =>
      (said[activity] ?? '')
        .split(/[,;\n]/)
        .map(foldedWord)
        .filter(Boolean)
        .map((word) => [word, activity] as const),
    ),
  )
}

/** The mapping of a draft, with what the file's days prove filled in; or all that is still to be said. */
export function completeTimeList(
  draft: TimeListMapping,
  { dates, unknownWords }: { dates: Proof<DayOrder>; unknownWords: number },
): { ok: true; mapping: TimeListMapping } | { ok: false; problems: readonly TimeListProblem[] } {
  const { columns } = draft
  const order = dates === 'ambiguous' || dates === 'unneeded' || dates === 'mixed' ? draft.dates : dates
  const taken = new Set<number>()
  const problems: TimeListProblem[] = (['from', 'to'] as const)
    .filter((field) => columns[field] === undefined)
    .map((field) => ({ field, code: 'missing' }))
  for (const field of TIME_FIELDS) {
    const column = columns[field]
    if (column === undefined) continue
    if (taken.has(column)) problems.push({ field, code: 'repeated' })
    taken.add(column)
  }
  if (dates === 'ambiguous' && order === null) problems.push({ field: 'dates', code: 'ambiguous' })
  if (unknownWords > 0) problems.push({ field: 'words', code: 'missing' })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, mapping: { ...draft, dates: order } }
}
