import type { z } from 'zod'
import type { Cents } from '#domain/money.ts'
import { MAX_INSTALMENTS } from '#domain/plan.ts'
import { count } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { typedAmount } from '#features/adjustments/schema.ts'

/**
 * The charge of a fine or damage to a driver, while it is in force. `personId`: the record that pays it, also after a
 * merge.
 */
export type Charge =
  | { by: 'adjustment'; id: string; driverId: string; personId: string; amount: Cents; week: string }
  | { by: 'plan'; id: string; driverId: string; personId: string; amount: Cents; week: string }

/** The amount, and over how many weeks; one week is a line of the next statement. */
export const chargeRecord = record(
  { amount: typedAmount, count: count(1, MAX_INSTALMENTS, 'field.instalments') },
  (name) => `page.fines.charge.${name}`,
)
export const chargeInput = chargeRecord.input.refine(({ amount, count: weeks }) => amount >= weeks, {
  path: ['count'],
  message: 'plan.too-many',
})
export type ChargeInput = z.output<typeof chargeInput>
