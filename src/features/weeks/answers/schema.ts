import { z } from 'zod'
import type { KeyKind, Source } from '#domain/import.ts'
import type { Evidence } from '#features/imports/evidence/schema.ts'
import type { DriverName } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { InfoKind } from '#domain/anomaly.ts'
import { ROW_ANSWERS, type RowAnswer } from '#domain/row-answer.ts'
import type { AnomalyAnswer, ShownAnomaly } from '#features/weeks/radar/schema.ts'
import type { OverlapAnswer } from '#features/statements/overlaps/schema.ts'
import { chosenIds, text, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** An answer given in this week, as the same page shows it to be taken back. */
export type GivenAnswer = { id: string; at: string } & (
  | {
      kind: 'key'
      source: Source
      key: { kind: KeyKind; value: string }
      /** The person whom the file names. */
      label: string
      owner: string | null
      /** It came along with a new record or a list: nobody was asked. */
      isFromNewRecord: boolean
    }
  | { kind: 'passage'; isSame: boolean; row: Evidence | null }
  /** An answer that one press gave to `count` rows that come to `total`; the first of them is shown. */
  | { kind: 'row'; says: RowAnswer; reason: string; count: number; total: Cents; row: Evidence }
  /** The answer to a question that only informs: all is right as it is, in this week or in every one. */
  | { kind: 'info'; about: InfoKind; driver: DriverName; isLasting: boolean }
  /** The office let the week's rent go, because no car was on record. */
  | { kind: 'rent'; driver: DriverName }
  /**
   * Terms agreed from this week on and, below, a difference that was accepted or declined: each is taken back on its own
   * page.
   */
  | { kind: 'terms'; driver: DriverName; termsId: number; isFromNewRecord: boolean }
  | {
      kind: 'adjustment'
      driver: DriverName
      adjustment: string
      about: Week
      amount: Cents
      said: 'accepted' | 'declined'
    }
  | { kind: 'anomaly'; said: AnomalyAnswer; driver: DriverName; anomaly: ShownAnomaly }
  /** Whether a correction that the week makes again counts once or twice; `taken` was taken off. Changed on its own page. */
  | { kind: 'overlap'; driver: DriverName; dispute: string; said: OverlapAnswer; taken: Cents }
  | { kind: 'refused-file'; name: string }
  | {
      kind: 'holder'
      vehicleId: string
      plate: string
      driver: string
      from: string | null
      to: string | null
      isFromNewRecord: boolean
    }
)

/** A time in which nobody had a car, and the rows that fell into it. Instants as text; an open end is `null`. */
type Span = { from: string | null; to: string | null; rows: readonly Evidence[]; total: Cents }

/**
 * The time in which nobody had a car, and who may have had it: drivers whom its trips name, each for their own times
 * alone; who had it on either side; who else worked without a car.
 */
export type Gap = Span & {
  vehicle: { id: string; plate: string }
  holders: readonly (DriverName & Span & { side: 'trips' | 'before' | 'after' | 'free' })[]
  people: readonly DriverName[]
}

export const passageInput = z.object({
  kept: z.string().regex(/^\d{1,15}$/, 'field.choice'),
  other: z.string().regex(/^\d{1,15}$/, 'field.choice'),
  same: z.enum(['yes', 'no'], 'field.choice'),
})

/** One imported row with the answers that it allows, as its own page shows it. */
export type AnswerableRow = {
  row: Evidence
  source: Source
  /** Whether it counts as of now. */
  counts: boolean
  /** The row that it repeats, when it is printed twice. */
  repeats: Evidence | null
  /** It belongs to a driver in an approved week: an answer makes a difference in an open one. */
  isFrozen: boolean
  /** The present owner of the row; `null` is nobody. */
  owner: DriverName | 'company' | null
  original: string
  answer: { id: string; says: RowAnswer; reason: string; count: number; at: string; by: string | null } | null
  /** The answers that the office can give now. */
  can: readonly RowAnswer[]
}

/** The reason why a row does not count. */
export const rowReason = record({ reason: line() }, () => 'page.exceptions.row.reason')

/** The answer to one row; only a row that does not count needs a reason. */
export const rowInput = z
  .object({
    says: z.enum(ROW_ANSWERS, 'field.choice'),
    reason: text(200).default(''),
  })
  .refine(({ says, reason }) => says !== 'nothing' || reason !== '', { path: ['reason'], message: 'field.required' })

/** The rows that a card shows, at least one. */
const chosenIdsOfRows = z
  .array(z.string().regex(/^\d{1,15}$/, 'field.choice'), 'field.choice')
  .min(1, 'field.choice')
  .transform((ids) => [...new Set(ids)])

/** An answer to all rows of one question: printed twice in a file, or of a car that nobody had, or that stood in a workshop. */
export const rowsInput = z.discriminatedUnion('about', [
  z.object({
    about: z.literal('printed-twice'),
    file: z.coerce.number<string>('field.choice').int('field.choice').positive('field.choice'),
    count: z.coerce.number<string>('field.choice').int('field.choice').positive('field.choice'),
    says: z.enum(['twice', 'once'], 'field.choice'),
  }),
  z.object({ about: z.literal('workshop'), rows: chosenIdsOfRows }),
  z.object({ about: z.literal('nobody'), row: z.string().regex(/^\d{1,15}$/, 'field.choice') }),
])

/** The answer to take back, as `kind:id`; for a holder the car and the assignment. */
export const takeBackInput = z.object({
  answer: z
    .string()
    .regex(
      /^(?:(?:key|passage|anomaly|refused-file):\d{1,15}|row:[0-9a-f-]{36}|holder:[0-9a-f-]{36}:[0-9a-f-]{36})$/,
      'field.choice',
    ),
})

/** What becomes of the rent of a week in which no car is on record: it is let go, or charged after all. */
export const rentInput = z.object({ rent: z.enum(['waive', 'charge'], 'field.choice') })

/** The driver whose terms another driver is given. */
export const sameTermsInput = z.object({ like: z.guid('field.choice') })

/** The driver whose terms are given to everybody whom the page showed without terms. */
export const allSameTermsInput = sameTermsInput.extend({
  drivers: chosenIds('field.choice'),
})
