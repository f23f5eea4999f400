import { z } from 'zod'
import { DAY_ORDERS } from '#domain/mapping.ts'
import {
  PLAIN_ACTIVITIES,
  RECORD_NAME_MAX,
  TIME_FIELDS,
  type TimeListMapping,
  type TimeListProblem,
  readWords,
} from '#domain/time-list.ts'
import { ACTIVITIES, type Activity } from '#domain/working-times.ts'
import type { FileProblem } from '#domain/import.ts'
import { givenFile, line, choiceOrEmpty, openChoice, referenceOrNone, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import type { DraftTimesSetup } from '#integrations/times/look.ts'

/** File types that an export of times may have. */
const LISTS = '.csv,.txt,.xlsx'

const MAX_COLUMNS = 1_000
const column = z.coerce.number().int().min(0).max(MAX_COLUMNS)

/** A mapping as the database keeps it. */
export const storedTimeList = z.object({
  columns: z.partialRecord(z.enum(TIME_FIELDS), column),
  words: z.record(z.string(), z.enum(ACTIVITIES)),
  plain: z.enum(PLAIN_ACTIVITIES),
  dates: z.enum(DAY_ORDERS).nullable(),
}) satisfies z.ZodType<TimeListMapping>

/** An export that somebody gives: of one driver, or of those whom its lines name. */
export const timesFileRecord = record(
  { driverId: referenceOrNone('page.times.files.asNamed'), file: givenFile(LISTS) },
  (name) => `page.times.files.fields.${name}`,
)
/** An export that drivers give of their own times. */
export const ownTimesFileRecord = record({ file: givenFile(LISTS) }, () => 'page.times.files.fields.file')

/** Outcome of a file: kept, known already, waiting to be taught, or refused because of these places. */
export type TimesTaken =
  | { is: 'kept'; lines: number }
  | { is: 'again' }
  | { is: 'waiting'; id: string }
  | { is: 'refused'; name: string; problems: readonly FileProblem[]; count: number }

/** A file that waits to be taught. */
export type WaitingTimes = {
  id: string
  name: string
  at: string
  fromDriver: boolean
  driver: { id: string; name: string } | null
}

/** A mapping with which exports are read. */
export type TimeListView = { id: string; source: string; at: string; by: string | null }

/** What the address of the page says of an export; the rest is still to be said. */
export type TimesSaid = { source: string } & DraftTimesSetup

const MAX_WORDING_LENGTH = 300
/** The fields of the form that say what the words of an export mean. */
export const WORD_FIELDS = {
  driving: 'wordsDriving',
  work: 'wordsWork',
  break: 'wordsBreak',
  rest: 'wordsRest',
} as const satisfies Record<Activity, string>

/** Questions of the form about an export besides its columns. */
export const timeListRecord = record(
  {
    source: line(RECORD_NAME_MAX),
    plain: openChoice(PLAIN_ACTIVITIES, (activity) => `page.times.activities.${activity}`),
    wordsDriving: text(MAX_WORDING_LENGTH),
    wordsWork: text(MAX_WORDING_LENGTH),
    wordsBreak: text(MAX_WORDING_LENGTH),
    wordsRest: text(MAX_WORDING_LENGTH),
    dates: choiceOrEmpty(
      DAY_ORDERS,
      (order) => `page.profiles.amounts.dayOrders.${order}`,
      'page.profiles.amounts.asProven',
    ),
  },
  (name) => `page.times.teach.fields.${name}`,
  ['source', 'plain', ['wordsDriving', 'wordsWork'], ['wordsBreak', 'wordsRest'], 'dates'],
)

/** Reads the address of the page: it holds every answer of the form, so that a look changes nothing. */
export function readTimesSetupInput(form: URLSearchParams): TimesSaid {
  const pointed = TIME_FIELDS.flatMap((field) => {
    const place = column.safeParse(form.get(field) || undefined)
    return place.success ? [[field, place.data] as const] : []
  })
  const headerLine = Number(form.get('headerLine') ?? '')
  const words = Object.fromEntries(ACTIVITIES.map((activity) => [activity, form.get(WORD_FIELDS[activity]) ?? '']))
  const saysWords = ACTIVITIES.some((activity) => (form.get(WORD_FIELDS[activity]) ?? '').trim() !== '')
  return {
    source: (form.get('source') ?? '').trim().slice(0, RECORD_NAME_MAX),
    headerLine: Number.isSafeInteger(headerLine) && headerLine > 0 ? headerLine : null,
    draft: {
      columns: Object.fromEntries(pointed),
      words: saysWords ? readWords(words) : null,
      plain: PLAIN_ACTIVITIES.find((activity) => activity === form.get('plain')) ?? 'driving',
      dates: DAY_ORDERS.find((order) => order === form.get('dates')) ?? null,
    },
  }
}

/** The missing answers by field of the form, as codes of `errors.field`. */
export function timesErrors(source: string, problems: readonly TimeListProblem[]): Record<string, string[]> {
  return Object.fromEntries([
    ...problems.map(({ field, code }): [string, string[]] => [field, [CODES[code]]]),
    ...(source === '' ? [['source', ['field.required']] satisfies [string, string[]]] : []),
  ])
}

const CODES: Record<TimeListProblem['code'], string> = {
  missing: 'field.required',
  repeated: 'field.column-repeated',
  ambiguous: 'field.not-proven',
}
