import type { DayOrder, DecimalMark, Proof } from './mapping.ts'

/** Fields that a column of a bank's list may hold. `id` is the bank's own number of a movement, `sign` a D or C beside the amount. */
export const BANK_LIST_FIELDS = [
  'booked',
  'value',
  'text',
  'amount',
  'debit',
  'credit',
  'sign',
  'balance',
  'id',
  'party',
  'reference',
] as const
export type BankListField = (typeof BANK_LIST_FIELDS)[number]

/** Longest name of an account, which has room for "Bankinter, conta dos carregamentos". */
export const ACCOUNT_MAX = 60

/** How a bank's list is read: the index of each column, from 0, and how its figures and days are written. */
export type BankListMapping = {
  columns: Readonly<Partial<Record<BankListField, number>>>
  /** Whether money that went out is positive, as on a credit card bill. */
  isInverted: boolean
  /** Decimal mark; `null` if the first file did not show one: then each later file must show its own. */
  decimals: DecimalMark | null
  dates: DayOrder | null
}

export type BankListProofs = { decimals: Proof<DecimalMark>; dates: Proof<DayOrder> }

/** A field that is missing or contradictory. */
export type BankListProblem = {
  field: BankListField | 'decimals' | 'dates'
  code: 'missing' | 'repeated' | 'ambiguous'
}

/** Completes a mapping with what the cells prove; or lists everything that a person still has to say. */
export function completeBankList(
  draft: BankListMapping,
  proofs: BankListProofs,
): { ok: true; mapping: BankListMapping } | { ok: false; problems: readonly BankListProblem[] } {
  const decimals = settledAnswer(proofs.decimals, draft.decimals)
  const dates = settledAnswer(proofs.dates, draft.dates)
  const problems: BankListProblem[] = [
    ...draftProblems(draft.columns),
    ...(decimals === undefined ? [{ field: 'decimals', code: 'ambiguous' } as const] : []),
    ...(dates === undefined ? [{ field: 'dates', code: 'ambiguous' } as const] : []),
  ]
  if (problems.length > 0 || decimals === undefined || dates === undefined) return { ok: false, problems }
  return { ok: true, mapping: { ...draft, decimals, dates } }
}

/** Lists what a mapping lacks: it needs a day, a text and an amount, either one column with a sign, or separate columns for out and in. */
function draftProblems(columns: BankListMapping['columns']): BankListProblem[] {
  const missing = (field: BankListField, isMissing: boolean): BankListProblem[] =>
    isMissing ? [{ field, code: 'missing' }] : []
  const isSplit = columns.debit !== undefined || columns.credit !== undefined
  const claimed = new Set<number>()
  const repeated = BANK_LIST_FIELDS.flatMap((field): BankListProblem[] => {
    const column = columns[field]
    if (column === undefined) return []
    if (claimed.has(column)) return [{ field, code: 'repeated' }]
    claimed.add(column)
    return []
  })
  return [
    ...missing('booked', columns.booked === undefined),
    ...missing('text', columns.text === undefined),
    ...missing('amount', columns.amount === undefined && !isSplit),
    // With both ways at once, one movement would have two amounts.
    ...(columns.amount !== undefined && isSplit ? [{ field: 'amount', code: 'repeated' } as const] : []),
    ...repeated,
  ]
}

/** Answers what the cells prove, else what the person says; `null` when nothing depends on it, `undefined` when nobody has said. */
function settledAnswer<Answer extends string>(proof: Proof<Answer>, answer: Answer | null): Answer | null | undefined {
  if (proof === 'ambiguous') return answer ?? undefined
  if (proof === 'unneeded' || proof === 'mixed') return answer
  return proof
}
