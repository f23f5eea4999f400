import type { Cents } from './money.ts'
import type { Week } from './week.ts'

/** A receipt of a driver as e-Fatura lists it: what one of our drivers issued to us. Days are ISO dates. */
export type ListedReceipt = {
  driver: string
  number: string
  atcud: string | null
  issuedOn: string
  isCreditNote: boolean
  base: Cents
  vat: Cents
  total: Cents
}

/** A statement that asks for a receipt, with the paper that counts as it, or the office's word that it is here. */
export type ExpectedReceipt = {
  settlement: string
  driver: string
  week: Week
  /** The day its statement was approved. */
  since: string
  value: Cents
  /** As agreed; `null` where nothing was agreed. */
  vat: Cents | null
  isMarked: boolean
  paper: Pick<ListedReceipt, 'number' | 'atcud' | 'issuedOn' | 'base' | 'vat' | 'total'> | null
}

/**
 * `matched`: the list has the very paper we have, or one we had no paper of with what the statement asks · `different`: the list
 * says something else · `missing`: it has none · `unasked`: a receipt that no statement asks for, or a credit note.
 */
export const CHECK_OUTCOMES = ['different', 'missing', 'unasked', 'matched'] as const
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number]

export type CheckedReceipt = {
  outcome: CheckOutcome
  expected: ExpectedReceipt | null
  listed: ListedReceipt | null
  /** Somebody has to say what it means. */
  asks: boolean
}

/**
 * Lays what a list tells beside what statements ask, each line and each statement once. A paper we have is known by its ATCUD, or
 * by its number; what we have no paper of by what the statement asks, the oldest first. A receipt that may have been issued
 * before the first day of the list, or after its last, is not missing.
 */
export function checkReceipts(
  lines: readonly ListedReceipt[],
  expected: readonly ExpectedReceipt[],
  { first, last }: { first: string; last: string },
): CheckedReceipt[] {
  const left = new Set(lines.toSorted((a, b) => (a.issuedOn < b.issuedOn ? -1 : 1)))
  const take = (holds: (line: ListedReceipt) => boolean): ListedReceipt | null => {
    const found = [...left].find(holds) ?? null
    if (found) left.delete(found)
    return found
  }
  const pairs = new Map<ExpectedReceipt, ListedReceipt | null>()
  const inOrder = expected.toSorted((a, b) => (a.week < b.week ? -1 : 1))
  for (const one of inOrder)
    if (one.paper)
      pairs.set(
        one,
        take((line) => isPaper(line, one)),
      )
  for (const one of inOrder)
    if (!one.paper)
      pairs.set(
        one,
        take((line) => isAsked(line, one)),
      )
  // What is left of a driver is more likely a slip of what is left to be issued than a receipt too many.
  for (const one of inOrder)
    if (!one.paper && !pairs.get(one))
      pairs.set(
        one,
        take((line) => mayBe(line, one)),
      )

  const asked = inOrder.flatMap((one): CheckedReceipt[] => {
    const listed = pairs.get(one) ?? null
    if (listed) {
      const isSame = one.paper ? saysTheSame(listed, one.paper) : isAsked(listed, one)
      return [{ outcome: isSame ? 'matched' : 'different', expected: one, listed, asks: !isSame }]
    }
    const day = one.paper?.issuedOn ?? one.since
    // Of a statement that nobody sent a receipt for, a reminder goes out already.
    return day < first || day > last ? [] : [{ outcome: 'missing', expected: one, listed, asks: one.isMarked }]
  })
  return [...asked, ...[...left].map((listed) => ({ outcome: 'unasked' as const, expected: null, listed, asks: true }))]
}

function isPaper(line: ListedReceipt, { driver, paper }: ExpectedReceipt): boolean {
  if (!paper || line.driver !== driver) return false
  return line.atcud !== null && paper.atcud !== null ? line.atcud === paper.atcud : line.number === paper.number
}

function isAsked(line: ListedReceipt, one: ExpectedReceipt): boolean {
  return mayBe(line, one) && line.base === one.value && (one.vat === null || line.vat === one.vat)
}

function mayBe(line: ListedReceipt, { driver, week }: ExpectedReceipt): boolean {
  return line.driver === driver && !line.isCreditNote && line.issuedOn >= week
}

function saysTheSame(line: ListedReceipt, paper: NonNullable<ExpectedReceipt['paper']>): boolean {
  return line.base === paper.base && line.vat === paper.vat && line.total === paper.total && !line.isCreditNote
}
