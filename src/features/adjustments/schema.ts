import { z } from 'zod'
import { readTypedCents } from '#domain/amount.ts'
import { cents, minus } from '#domain/money.ts'
import { MANUAL_KINDS } from '#domain/settlement-types.ts'

/** The longest paper that is kept with an adjustment. */
export const MOST_BYTES = 10 * 1024 * 1024

/** Why money is added, taken or declined: always said, printed on the statement. */
export const adjustmentReason = z.string('field.required').trim().min(1, 'field.required').max(200, 'field.too-long')

/** A credit or debit as the form sends it; the amount comes out in cents, signed as the driver sees it. */
export const adjustmentInput = z
  .object({
    direction: z.enum(['debit', 'credit'], 'field.choice'),
    kind: z.enum(MANUAL_KINDS, 'field.choice'),
    amount: z.string('field.required').transform((typed, ctx) => {
      const amount = readTypedCents(typed)
      if (amount !== null && amount > 0) return amount
      ctx.addIssue({ code: 'custom', message: typed.trim() === '' ? 'field.required' : 'field.money' })
      return z.NEVER
    }),
    reason: adjustmentReason,
    attachment: z.instanceof(File).optional(),
  })
  .transform(({ direction, ...rest }) => ({
    ...rest,
    amount: direction === 'debit' ? minus(rest.amount) : cents(rest.amount),
  }))
