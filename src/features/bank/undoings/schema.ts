import { z } from 'zod'
import type { Bank } from '#domain/bank-statement.ts'
import type { Cents } from '#domain/money.ts'
import { adjustmentReason } from '#features/adjustments/schema.ts'
import { record } from '#forms/record.ts'
import type { PaymentName } from '../matches/schema.ts'

/** The form that says why the import of a file is taken back. */
export const undoingBankFile = record({ reason: adjustmentReason }, () => 'page.bank.files.why')

/** What the form sends: the reason, and the effect as it was shown. */
export const undoingInput = undoingBankFile.input.extend({ expected: z.string() })

/** A file of statements that was imported. */
export type BankFileView = {
  id: string
  name: string
  accounts: readonly { bank: Bank; label: string }[]
  /** The days that its statements cover. */
  days: { from: string; to: string } | null
  /** Number of movements that were new with it. */
  fresh: number
  at: string
  by: string | null
  undone: { at: string; by: string | null; reason: string } | null
}

/** The effect of taking a file's import back. */
export type BankUndoing = BankFileView & {
  /** Movements that stop counting, and how many of them have an answer. */
  movements: number
  answered: number
  /** Movements of other files that are answered together with these, and wait again. */
  others: number
  /** Movements that stay, and the files from which they count then. */
  kept: number
  keptIn: readonly string[]
  /** Payments that wait again, those that count as paid again, and those that move back to the day they had. */
  unpaid: readonly PaymentName[]
  repaid: readonly PaymentName[]
  moved: readonly PaymentName[]
  /** Openings of accounts that are booked back, or booked anew (`amount` then). */
  openings: readonly { bank: Bank; label: string; day: string; amount: Cents }[]
  /** Somebody answered which account such files belong to. */
  isSpelled: boolean
  /** A file that came later and has these movements in another form: it is taken back first. */
  later: string | null
}
