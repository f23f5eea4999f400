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

/** A list that was set up, or a file that still waits for it (`account` is `null`). */
export type BankListView = { id: string; account: string | null; fileName: string; at: string }

/** The answers about a list in an address; one that is missing or wrong is still to be given. */
export type BankSetupInput = { account: string; headerLine: number | null; draft: BankListMapping }

/** Reads the address of the page: it has every answer of the form, so that looking at a list changes nothing. */
export function readBankSetupInput(asked: URLSearchParams): BankSetupInput {
  const pointed = BANK_LIST_FIELDS.flatMap((field) => {
    const place = column.safeParse(asked.get(field) || undefined)
    return place.success ? [[field, place.data] as const] : []
  })
  const line = Number(asked.get('headerLine') ?? '')
  return {
    account: (asked.get('account') ?? '').trim().slice(0, ACCOUNT_MAX),
    headerLine: Number.isSafeInteger(line) && line > 0 ? line : null,
    draft: {
      columns: Object.fromEntries(pointed),
      isInverted: asked.has('isInverted'),
      decimals: DECIMAL_MARKS.find((mark) => mark === asked.get('decimals')) ?? null,
      dates: DAY_ORDERS.find((order) => order === asked.get('dates')) ?? null,
    },
  }
}

/** The answers still missing, by field of the form, as codes of `errors.field`. */
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

/** The form that keeps the list, besides the address: somebody confirms that a list which proves nothing is complete. */
export const keepInput = z.object({ whole: z.literal('on').optional() })
