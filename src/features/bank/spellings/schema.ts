import { z } from 'zod'
import type { Bank } from '#domain/bank-statement.ts'
import { listed } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** `other`: an account of its own. */
export const spellingAnswer = record(
  { account: listed(z.union([z.uuid(), z.literal('other')], 'field.choice'), { open: true }) },
  () => 'page.bank.columns.account',
)

export type NamedAccount = { id: string; bank: Bank; label: string }

/** How a file spells an account; `account` is `null` of one of its own, and until somebody said it. */
export type SpellingView = {
  id: string
  bank: Bank
  label: string
  /** `null`: the command line said it. */
  fileName: string | null
  account: NamedAccount | null
  /** Nobody has said yet what the spelling means. */
  isWaiting: boolean
  at: string
  by: string | null
}
