import { z } from 'zod'
import type { KeyKind, Source } from '#domain/import.ts'
import type { Evidence } from '#features/imports/evidence/schema.ts'
import type { DriverName } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { InfoKind } from '#domain/anomaly.ts'
import { ROW_ANSWERS, type RowAnswer } from '#domain/row-answer.ts'
import type { AnomalyAnswer, ShownAnomaly } from '#features/weeks/radar/schema.ts'
import { chosen, text, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** An answer given in this week, as the same page shows it to be taken back. */
export type GivenAnswer = { id: string; at: string } &
  /** `label` is whom the file says it is. */
  (
    | {
        kind: 'key'
        source: Source
        key: { kind: KeyKind; value: string }
        label: string
        owner: string | null
        /** Nobody was asked: it came along with a record or a list. */
        isAlong: boolean
      }
    | { kind: 'passage'; isSame: boolean; row: Evidence | null }
    /** What was said with one press of so many rows that come to `total`; the first of them is shown. */
    | { kind: 'row'; says: RowAnswer; reason: string; count: number; total: Cents; row: Evidence }
    /** Of a question that only informs: it is right as it is, in this week or in every one. */
    | { kind: 'info'; about: InfoKind; driver: DriverName; isLasting: boolean }
    /** The week's rent was let go: no car was on record. */
    | { kind: 'rent'; driver: DriverName }
    /** Terms agreed from this week on, and a difference that was accepted or declined: each is taken back on its own page. */
    | { kind: 'terms'; driver: DriverName; termsId: number; isAlong: boolean }
    | {
        kind: 'adjustment'
        driver: DriverName
        adjustment: string
        about: Week
        amount: Cents
        said: 'accepted' | 'declined'
      }
    | { kind: 'anomaly'; said: AnomalyAnswer; driver: DriverName; anomaly: ShownAnomaly }
    | { kind: 'refused-file'; name: string }
    | {
        kind: 'holder'
        vehicleId: string
        plate: string
        driver: string
        from: string | null
        to: string | null
        isAlong: boolean
      }
  )

/** A time in which nobody had a car, and what fell into it. Instants as text; an open end is `null`. */
type Span = { from: string | null; to: string | null; rows: readonly Evidence[]; total: Cents }

/**
 * The time in which nobody had a car, and who may have had it: who drove it then by its trips, each for the own times
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

/** One imported row with what can be said of it, as its own page shows it. */
export type AnswerableRow = {
  row: Evidence
  source: Source
  /** Whether it counts as things stand. */
  counts: boolean
  /** The row it repeats, of one that is printed twice. */
  repeats: Evidence | null
  /** A driver's, in a week that is approved: what is said of it makes a difference in an open one. */
  isFrozen: boolean
  /** Who or what the row belongs to now; `null` is nobody. */
  owner: DriverName | 'company' | null
  original: string
  said: { id: string; says: RowAnswer; reason: string; count: number; at: string; by: string | null } | null
  /** What the office can say of it now. */
  can: readonly RowAnswer[]
}

/** Why a row does not count. */
export const rowReason = record({ reason: line() }, () => 'page.exceptions.row.reason')

/** What is said of one row; only what does not count needs a reason. */
export const rowInput = z
  .object({
    says: z.enum(ROW_ANSWERS, 'field.choice'),
    reason: text(200).default(''),
  })
  .refine(({ says, reason }) => says !== 'nothing' || reason !== '', { path: ['reason'], message: 'field.required' })

/** Of the rows of a file that are printed twice, or of a car that nobody had, all that the question is about. */
export const rowsInput = z.discriminatedUnion('about', [
  z.object({
    about: z.literal('printed-twice'),
    file: z.coerce.number<string>('field.choice').int('field.choice').positive('field.choice'),
    count: z.coerce.number<string>('field.choice').int('field.choice').positive('field.choice'),
    says: z.enum(['twice', 'once'], 'field.choice'),
  }),
  z.object({ about: z.literal('nobody'), row: z.string().regex(/^\d{1,15}$/, 'field.choice') }),
])

/** The answer that is taken back: `kind:id`, with the car for who had it. */
export const takeBackInput = z.object({
  answer: z
    .string()
    .regex(
      /^(?:(?:key|passage|anomaly|refused-file):\d{1,15}|row:[0-9a-f-]{36}|holder:[0-9a-f-]{36}:[0-9a-f-]{36})$/,
      'field.choice',
    ),
})

/** What becomes of a week's rent where no car is on record: it is let go, or charged after all. */
export const rentInput = z.object({ rent: z.enum(['waive', 'charge'], 'field.choice') })

/** The driver whose terms another is given. */
export const sameTermsInput = z.object({ like: z.guid('field.choice') })

/** The driver whose terms are given to everybody that the page showed without terms. */
export const allSameTermsInput = sameTermsInput.extend({
  drivers: chosen('field.choice'),
})
