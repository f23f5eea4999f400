import { z } from 'zod'
import type { Bank } from '#domain/bank-statement.ts'

/** `other`: an account of its own. */
export const spellingAnswer = z.object({ account: z.union([z.uuid(), z.literal('other')], 'field.choice') })

export type NamedAccount = { id: string; bank: Bank; label: string }

/** How a file spells an account; `account` is `null` of one of its own, and until somebody said it. */
export type SpellingView = {
  id: string
  bank: Bank
  label: string
  /** `null`: the command line said it. */
  fileName: string | null
  account: NamedAccount | null
  /** Nobody has said yet which it is. */
  isWaiting: boolean
  at: string
  by: string | null
}
