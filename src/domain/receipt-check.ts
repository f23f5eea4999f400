import { type Cents, minus } from './money.ts'
import type { Week } from './week.ts'

/** A receipt that one of our drivers issued to us, as e-Fatura lists it. Days are ISO dates. */
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

/** A statement that asks for a receipt, with the document that counts as it, or the office's word that it is here. */
export type ExpectedReceipt = {
  settlement: string
  driver: string
  week: Week
  /** Day on which the statement was approved. */
  since: string
  value: Cents
  /** Agreed VAT; `null` where none was agreed. */
  vat: Cents | null
  isMarked: boolean
  /** Number of the receipt that the office noted without a document. */
  number: string | null
  paper: Pick<ListedReceipt, 'number' | 'atcud' | 'issuedOn' | 'base' | 'vat' | 'total'> | null
  /** Whether a document that the driver sent still waits for the office's answer, so that only this answer makes it count. */
  waits: boolean
}

/**
 * Results of the comparison. `matched`: the list has the very document we have, or one that we lack and that fits the
 * statement · `different`: the list says something else · `missing`: the list has none, or a credit note takes all of it
 * back · `unasked`: a receipt that no statement asks for, or a credit note.
 */
export const CHECK_OUTCOMES = ['different', 'missing', 'unasked', 'matched'] as const
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number]

export type CheckedReceipt = {
  outcome: CheckOutcome
  expected: ExpectedReceipt | null
  listed: ListedReceipt | null
  /** Whether somebody has to say what it means. */
  asks: boolean
}

/**
 * Matches a list of receipts with the statements that ask for them, each line and each statement once. A receipt that
 * is here already is recognised by its ATCUD or its number, and its statement takes no other. Of the rest, those that
 * agree in base and VAT are matched first; then those with an equal base, since one line may be mistyped, and last
 * those nearest in time, approved before the receipt if possible. A statement that still lacks its receipt comes before one that the office marked without a
 * number, and of several the one that was approved nearest to the day of the receipt (`rulings.md` K.10). A receipt
 * that may have been issued before the first day of the list, or after its last, is not missing. A receipt that a credit
 * note takes back whole is the receipt of no statement, and the two together ask nothing.
 */
export function checkReceipts(
  lines: readonly ListedReceipt[],
  expected: readonly ExpectedReceipt[],
  { first, last }: { first: string; last: string },
): CheckedReceipt[] {
  const inOrder = expected.toSorted((a, b) => (a.week < b.week ? -1 : 1))
  const undone = undoneBy(lines)
  const standing = lines.filter((line) => !undone.has(line))
  const left = new Set(standing.toSorted((a, b) => (a.issuedOn < b.issuedOn ? -1 : 1)))
  const linesOf = Map.groupBy(left, ({ driver }) => driver)
  const pairs = new Map<ExpectedReceipt, ListedReceipt>()
  const pair = (asks: (expectedReceipt: ExpectedReceipt) => boolean, fits: typeof isAsked) => {
    const nearest = inOrder
      .filter((receipt) => !pairs.has(receipt) && asks(receipt))
      .flatMap((receipt) =>
        (linesOf.get(receipt.driver) ?? [])
          .filter((line) => left.has(line) && fits(line, receipt))
          .map((line) => ({ receipt, line, days: daysBetween(line, receipt) })),
      )
      .toSorted((a, b) => a.days - b.days)
    for (const { receipt, line } of nearest)
      if (!pairs.has(receipt) && left.has(line)) {
        pairs.set(receipt, line)
        left.delete(line)
      }
  }
  pair(hasReceipt, isItsReceipt)
  for (const asks of [lacksReceipt, isMarkedAlone]) for (const fits of [isAsked, isOfBase]) pair(asks, fits)
  // Closeness in time alone never matches a receipt with a statement whose receipt, as the office said, is here.
  // A driver is told the value at the approval: an earlier statement is likelier than one that was approved afterwards.
  for (const fits of [isAfterApproval, mayBeReceiptOf]) pair(lacksReceipt, fits)

  const checked = inOrder.flatMap((receipt): CheckedReceipt[] => {
    const line = pairs.get(receipt) ?? null
    if (line) {
      const isSame = receipt.paper ? saysTheSame(line, receipt.paper) : isAsked(line, receipt)
      // A document that waits for an answer has its question already: the list asks it no second time.
      const isRight = isSame && (!receipt.waits || isAsked(line, receipt))
      return [{ outcome: isRight ? 'matched' : 'different', expected: receipt, listed: line, asks: !isSame }]
    }
    const day = receipt.paper?.issuedOn ?? receipt.since
    // A statement for which nobody sent a receipt has its own reminder already.
    return day < first || day > last
      ? []
      : [{ outcome: 'missing', expected: receipt, listed: line, asks: receipt.isMarked }]
  })
  return [
    ...checked,
    ...[...left].map((listed) => ({ outcome: 'unasked' as const, expected: null, listed, asks: true })),
    ...[...undone].map((listed) => ({ outcome: 'unasked' as const, expected: null, listed, asks: false })),
  ]
}

/**
 * Finds the receipts that a later credit note of the same driver takes back whole, and these notes. A list does not say
 * which receipt a note is about: where several would do, none is taken, and the note stays a question.
 */
function undoneBy(lines: readonly ListedReceipt[]): Set<ListedReceipt> {
  const undone = new Set<ListedReceipt>()
  for (const note of lines.filter(({ isCreditNote }) => isCreditNote)) {
    const [receipt, other] = lines.filter(
      (line) =>
        !line.isCreditNote &&
        !undone.has(line) &&
        line.driver === note.driver &&
        line.issuedOn <= note.issuedOn &&
        line.base === minus(note.base) &&
        line.vat === minus(note.vat),
    )
    if (receipt && !other) undone.add(receipt).add(note)
  }
  return undone
}

/** Counts the days between the approval of a statement and the day of a receipt, in either direction. */
function daysBetween({ issuedOn }: ListedReceipt, { since }: ExpectedReceipt): number {
  return Math.abs(Temporal.PlainDate.from(since).until(issuedOn, { largestUnit: 'days' }).days)
}

const hasReceipt = ({ paper, number }: ExpectedReceipt) => paper !== null || number !== null
const lacksReceipt = (receipt: ExpectedReceipt) => !hasReceipt(receipt) && !receipt.isMarked
const isMarkedAlone = (receipt: ExpectedReceipt) => !hasReceipt(receipt) && receipt.isMarked

function isItsReceipt(line: ListedReceipt, { paper, number }: ExpectedReceipt): boolean {
  if (paper && line.atcud !== null && paper.atcud !== null) return line.atcud === paper.atcud
  return line.number === (paper?.number ?? number)
}

function isAsked(line: ListedReceipt, expectedReceipt: ExpectedReceipt): boolean {
  return isOfBase(line, expectedReceipt) && (expectedReceipt.vat === null || line.vat === expectedReceipt.vat)
}

function isOfBase(line: ListedReceipt, expectedReceipt: ExpectedReceipt): boolean {
  return mayBeReceiptOf(line, expectedReceipt) && line.base === expectedReceipt.value
}

/** Whether a line may be the receipt for a week of the same driver: nobody issues one before the week begins. */
function mayBeReceiptOf(line: ListedReceipt, { week }: ExpectedReceipt): boolean {
  return !line.isCreditNote && line.issuedOn >= week
}

function isAfterApproval(line: ListedReceipt, expectedReceipt: ExpectedReceipt): boolean {
  return mayBeReceiptOf(line, expectedReceipt) && line.issuedOn >= expectedReceipt.since
}

function saysTheSame(line: ListedReceipt, paper: NonNullable<ExpectedReceipt['paper']>): boolean {
  return line.base === paper.base && line.vat === paper.vat && line.total === paper.total && !line.isCreditNote
}
