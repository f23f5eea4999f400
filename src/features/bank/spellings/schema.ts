import { z } from 'zod'
import type { Bank } from '#domain/bank-statement.ts'
import { oneOfList } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** Which account a spelling means; `other` for a new account. */
export const spellingAnswer = record(
  { account: oneOfList(z.union([z.uuid(), z.literal('other')], 'field.choice'), { open: true }) },
  () => 'page.bank.columns.account',
)

export type NamedAccount = { id: string; bank: Bank; label: string }

/** A file's spelling of an account; `account` is `null` for a new account, and until somebody answers. */
export type SpellingView = {
  id: string
  bank: Bank
  label: string
  /** `null` when the command line answered. */
  fileName: string | null
  account: NamedAccount | null
  /** Whether nobody has answered yet. */
  isWaiting: boolean
  at: string
  by: string | null
}
