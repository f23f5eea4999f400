import { z } from 'zod'
import type { Bank } from '#domain/bank-statement.ts'
import type { Cents } from '#domain/money.ts'
import { adjustmentReason } from '#features/adjustments/schema.ts'
import { record } from '#forms/record.ts'
import { toldOfPayment } from '#features/payments/schema.ts'
import type { PaymentName } from '../matches/schema.ts'

/** The form that says why the import of a file is taken back. */
export const undoingBankFile = record({ reason: adjustmentReason }, () => 'page.bank.files.why')

/** The same where drivers stop being paid: why for the office, and what they read. */
export const unpayingBankFile = record(
  { reason: adjustmentReason, told: toldOfPayment },
  (name) => `page.weekActs.unpaid.${name}`,
)

/** What the form sends: the reason, and the effect as it was shown. */
export const undoingInput = undoingBankFile.input.extend({ told: toldOfPayment.optional(), expected: z.string() })

/** An imported file: of statements, or a bank's answer to a payment file. */
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
  /** For a bank's answer to a payment file: the name of that file, and how many of its payments it refused. */
  answers: { messageId: string; refused: number } | null
}

/** The effect of taking a bank's answer to a payment file back: who waits in that file again, and whose payment went on. */
export type AnswerUndoing = BankFileView & {
  is: 'answer'
  again: readonly PaymentName[]
  wentOn: readonly PaymentName[]
}

/** The effect of taking a file's import back. */
export type BankUndoing = BankFileView & {
  is: 'statements'
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
  /** Payments that are neither returned nor paid any more, and wait in their file as before. */
  waiting: readonly PaymentName[]
  /** Openings of accounts that are booked back, or booked anew (`amount` then). */
  openings: readonly { bank: Bank; label: string; day: string; amount: Cents }[]
  /** Somebody answered which account such files belong to. */
  isSpelled: boolean
  /** A file that came later and has these movements in another form: it is taken back first. */
  later: string | null
}
