import { text } from '#forms/fields.ts'
import { z } from 'zod'
import { USUAL_CODES, isAccountCode } from '#domain/account-codes.ts'
import { COMPANY_ACCOUNTS, DRIVER_ACCOUNTS } from '#domain/ledger.ts'

export const CODED_ACCOUNTS = [...DRIVER_ACCOUNTS, ...COMPANY_ACCOUNTS] as const
export type CodedAccount = (typeof CODED_ACCOUNTS)[number]

/** The number of an account, with its points. */
export const accountCode = text(20).refine((typed) => typed === '' || isAccountCode(typed), 'field.account-code')

/** A number for each account; an empty one gives the usual number back. */
export const accountCodesInput = z
  .object(
    Object.fromEntries(CODED_ACCOUNTS.map((account) => [account, accountCode])) as Record<
      CodedAccount,
      typeof accountCode
    >,
  )
  .transform((typed) => CODED_ACCOUNTS.map((account) => ({ account, code: typed[account] || USUAL_CODES[account] })))
