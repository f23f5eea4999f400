import { line } from '#forms/fields.ts'
import { z } from 'zod'
import type { Cents } from '#domain/money.ts'

/** The sums that were looked at, and whether rows without an owner may stay behind. */
export const approvalInput = z.object({
  drivers: z.coerce.number().int(),
  net: z.coerce.number().int(),
  leaveUnmatched: z.literal('on').optional(),
})

export type ApprovalInput = z.output<typeof approvalInput>

/** The sums that were looked at, and the reason that the drivers will read. */
export const undoingInput = z.object({
  statements: z.coerce.number().int(),
  net: z.coerce.number().int(),
  reason: line(),
})

/**
 * The things that undoing an approval takes back: statements with their net, and which of their drivers were already told, by which
 * way.
 */
export type Undoing = {
  statements: number
  net: Cents
  at: string | null
  /** Why it can no longer be undone. */
  barred: 'in-bank-file' | 'paid' | null
  notified: { mailed: number; waiting: number; whatsApp: number; read: number; hasAccess: number }
}
