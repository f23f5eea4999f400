import { z } from 'zod'
import { type Cents, cents } from '#domain/money.ts'
import type { Change } from '#domain/settlement-types.ts'
import { type Week, readDay } from '#domain/week.ts'
import { adjustmentReason } from '#features/adjustments/schema.ts'
import type { Evidence } from '#features/imports/evidence/schema.ts'
import type { DriverName } from '#domain/driver.ts'
import { record } from '#forms/record.ts'

/** A proposed adjustment as a page shows it: plain text and numbers. */
export type ProposalView = {
  driver: DriverName
  about: Week
  aboutName: string
  /** The net of the frozen statement; `null` where the week had none. */
  net: Cents | null
  amount: Cents
  changes: readonly Change[]
  came: readonly Evidence[]
  gone: readonly Evidence[]
}

const wholeCents = z
  .string()
  .regex(/^-?\d{1,12}$/, 'field.invalid')
  .transform((text) => cents(Number(text)))

const seen = {
  driver: z.guid('field.invalid'),
  about: z
    .string()
    .refine((text) => readDay(text)?.dayOfWeek === 1, 'field.invalid')
    .transform((text) => text as Week),
  amount: wholeCents,
}

/** One proposal, with the amount that was seen. */
export const acceptInput = z.object(seen)
export const declineRecord = record({ reason: adjustmentReason }, () => 'page.adjustments.proposed.reason', undefined, {
  besides: seen,
})
/** All proposals for a week, with the number and sum that were seen. */
export const acceptAllInput = z.object({ count: z.coerce.number().int().positive('field.invalid'), amount: wholeCents })
