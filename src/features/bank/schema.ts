import type { Bank, IgnoredLine } from '#domain/bank-statement.ts'
import type { FileRefusal } from '#domain/import.ts'
import type { Cents } from '#domain/money.ts'

/** What a statement of an account brought; days are text, amounts cents. */
export type TakenStatement = {
  accountId: string
  bank: Bank
  label: string
  currency: string
  period: { from: string; to: string } | null
  opening: Cents | null
  closing: Cents | null
  /** The movements in it, oldest first: those that were there already too. */
  movements: readonly string[]
  /** Those that are new. */
  fresh: readonly string[]
  ignored: readonly IgnoredLine[]
}

/** What became of a file of a bank. `again`: the same file was imported before. */
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
  | { status: 'refused'; name: string; refusal: FileRefusal }

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
