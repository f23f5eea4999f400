import { text } from '#forms/fields.ts'
import type { Bank, IgnoredLine } from '#domain/bank-statement.ts'
import type { FileRefusal } from '#domain/import.ts'
import type { Cents } from '#domain/money.ts'
import type { GapView } from '#features/bank-gaps/schema.ts'

/** The account number for a statement that names none. */
export const accountNumber = text(60)

/** A statement that was imported, with its movements; days are text, amounts cents. */
export type TakenStatement = {
  id: string
  accountId: string
  bank: Bank
  label: string
  currency: string
  period: { from: string; to: string } | null
  opening: Cents | null
  closing: Cents | null
  /** All its movements, oldest first, including those that were known already. */
  movements: readonly string[]
  /** The ids of the movements that are new. */
  fresh: readonly string[]
  ignored: readonly IgnoredLine[]
  /** Gaps to the statements before and after, without accepted ones. */
  gaps: readonly GapView[]
}

/**
 * The outcome of importing a bank's file. `again`: it was imported before. `spelling`: the id of the question which
 * account the file means.
 */
export type BankFileOutcome =
  | { status: 'imported' | 'again'; name: string; is: 'statements'; statements: readonly TakenStatement[] }
  | {
      status: 'imported' | 'again'
      name: string
      is: 'answer'
      /** The id of the imported file. */
      fileId: string
      /** `null` when no payment file of ours has this name. */
      batch: { batchId: number; rejected: number } | null
      originalMessageId: string
      groupStatus: string | null
    }
  | { status: 'refused'; name: string; refusal: FileRefusal; spelling?: string }

/** The new movements of some statements, for a message: their ids and days, and how many others were known already. */
export type NewMovements = { fresh: readonly string[]; known: number; days: { from: string; to: string } | null }

export type BankAccountView = {
  id: string
  bank: Bank
  label: string
  currency: string
  /** The balance after the newest movement, when the bank gives it. */
  balance: Cents | null
  until: string | null
  waiting: number
}
