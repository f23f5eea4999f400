import { z } from 'zod'
import { ACCOUNT_MAX, BANK_LIST_FIELDS, type BankListMapping, type BankListProblem } from '#domain/bank-list.ts'
import { DAY_ORDERS, DECIMAL_MARKS } from '#domain/mapping.ts'

const MAX_COLUMNS = 1_000
const column = z.coerce.number().int().min(0).max(MAX_COLUMNS)
const columns = z.partialRecord(z.enum(BANK_LIST_FIELDS), column)

/** A mapping as the database keeps it. */
export const storedBankList = z.object({
  columns,
  isInverted: z.boolean(),
  decimals: z.enum(DECIMAL_MARKS).nullable(),
  dates: z.enum(DAY_ORDERS).nullable(),
}) satisfies z.ZodType<BankListMapping>

/** A list that was set up, or a file that waits to be (`account` is `null`). */
export type BankListView = { id: string; account: string | null; fileName: string; at: string }

/** The answers about a list that an address holds; one that is missing or wrong counts as not given yet. */
export type BankSetupInput = { account: string; headerLine: number | null; draft: BankListMapping }

/**
 * Reads the answers from the page's address. The address holds all of them, so that looking at a list changes
 * nothing.
 */
export function readBankSetupInput(query: URLSearchParams): BankSetupInput {
  const chosen = BANK_LIST_FIELDS.flatMap((field) => {
    const place = column.safeParse(query.get(field) || undefined)
    return place.success ? [[field, place.data] as const] : []
  })
  const line = Number(query.get('headerLine') ?? '')
  return {
    account: (query.get('account') ?? '').trim().slice(0, ACCOUNT_MAX),
    headerLine: Number.isSafeInteger(line) && line > 0 ? line : null,
    draft: {
      columns: Object.fromEntries(chosen),
      isInverted: query.has('isInverted'),
      decimals: DECIMAL_MARKS.find((mark) => mark === query.get('decimals')) ?? null,
      dates: DAY_ORDERS.find((order) => order === query.get('dates')) ?? null,
    },
  }
}

/** The problems by field of the form, as codes of `errors.field`. */
export function bankListErrors(account: string, problems: readonly BankListProblem[]): Record<string, string[]> {
  return Object.fromEntries([
    ...problems.toReversed().map(({ field, code }): [string, string[]] => [field, [CODES[code]]]),
    ...(account === '' ? [['account', ['field.required']] satisfies [string, string[]]] : []),
  ])
}

const CODES: Record<BankListProblem['code'], string> = {
  missing: 'field.required',
  repeated: 'field.column-repeated',
  ambiguous: 'field.not-proven',
}

/**
 * The form that saves the list together with the answers in the address: `whole` confirms that a list which proves
 * nothing is complete.
 */
export const keepInput = z.object({ whole: z.literal('on').optional() })
