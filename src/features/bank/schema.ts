import { text } from '#forms/fields.ts'
import type { Bank, IgnoredLine } from '#domain/bank-statement.ts'
import type { FileRefusal } from '#domain/import.ts'
import type { Cents } from '#domain/money.ts'
import type { GapView } from '#features/bank-gaps/schema.ts'

/** The account of a statement that names none. */
export const accountNumber = text(60)

/** What a statement of an account brought; days are text, amounts cents. */
export type TakenStatement = {
  id: string
  accountId: string
  bank: Bank
  label: string
  currency: string
  period: { from: string; to: string } | null
  opening: Cents | null
  closing: Cents | null
  /** The movements in it, oldest first: those that were there already too. */
  movements: readonly string[]
  /** The ids of the movements that are new. */
  fresh: readonly string[]
  ignored: readonly IgnoredLine[]
  /** Where it does not meet the statement before it or after it, and nobody said that this is right. */
  gaps: readonly GapView[]
}

/** What became of a file of a bank. `again`: the same file was imported before; `spelling`: which account it is of is asked there. */
export type BankFileOutcome =
  | { status: 'imported' | 'again'; name: string; is: 'statements'; statements: readonly TakenStatement[] }
  | {
      status: 'imported' | 'again'
      name: string
      is: 'answer'
      /** `null`: no file of payments of ours has this name. */
      batch: { batchId: number; rejected: number } | null
      originalMessageId: string
      groupStatus: string | null
    }
  | { status: 'refused'; name: string; refusal: FileRefusal; spelling?: string }

/** What statements brought, as it is told: those that are new, how many were there already, and the days of the new ones. */
export type Brought = { fresh: readonly string[]; known: number; days: { from: string; to: string } | null }

export type BankAccountView = {
  id: string
  bank: Bank
  label: string
  currency: string
  /** Of the newest movement, where the bank says it. */
  balance: Cents | null
  until: string | null
  waiting: number
}
