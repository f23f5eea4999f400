import { type BasisPoints, type Cents, ZERO, basisPoints, fraction, minus, sum } from './money.ts'
import { total } from './settlement-lines.ts'
import type { DriverWeek, Line, LineGroup, OpenReceipt, Settlement, WeekCode } from './settlement-types.ts'
import type { ReceiptBase, Terms } from './terms.ts'

/** The normal rate (art. 18.º CIVA), until the law says otherwise. */
export const NORMAL_VAT = basisPoints(2_300)

/**
 * Works out the value of the driver's receipt of a week (`rulings.md` C.10, J.6), in cents: A…E + H (`lines`), the cash
 * already kept, what the statement corrects of earlier weeks' work, and what earlier weeks left open. Costs that the
 * operator invoices apart stay out. An employee writes no receipt, and what was open stays open.
 */
export function receiptOf(
  { earnings, adjustments, receiptCarried = [], terms: { regime, receiptBase } }: DriverWeek,
  lines: readonly Line[],
): Pick<Settlement, 'receiptValue' | 'receiptCarried'> {
  if (regime === 'employee') return { receiptValue: ZERO, receiptCarried: [] }
  const corrected = adjustments
    .flatMap(({ changes }) => changes)
    .filter(({ code }) => !isInvoicedSeparately(code, receiptBase))
    .flatMap(({ from, to, cash = ZERO }) => [to, minus(from), cash])
  const receiptValue = sum([
    total(lines.filter(({ code }) => !isInvoicedSeparately(code, receiptBase))),
    ...earnings.map(({ cashKept }) => cashKept),
    ...corrected,
    ...receiptCarried.map(({ amount }) => amount),
  ])
  return { receiptValue, receiptCarried }
}

/** Receipt value of one issued statement, in cents. */
export type StatementReceipt = Pick<OpenReceipt, 'week'> & Pick<Settlement, 'receiptValue' | 'receiptCarried'>

/**
 * Works out what the live statements of one driver leave to the next receipt, oldest week first. A value below zero
 * could not be invoiced, so it stays open until a later statement takes it. The total is always Σ earned − Σ invoiced,
 * whichever weeks were voided and issued again. All parts have one sign: parts of opposite signs cancel each other, the
 * oldest first.
 */
export function openReceipts(statements: readonly StatementReceipt[]): OpenReceipt[] {
  const open: OpenReceipt[] = []
  for (const { week, receiptValue, receiptCarried } of statements.toSorted((a, b) => (a.week < b.week ? -1 : 1))) {
    const carriedSum = sum((receiptCarried ?? []).map(({ amount }) => amount))
    let left = sum([receiptValue < 0 ? receiptValue : ZERO, minus(carriedSum)])
    while (open[0] && left !== 0 && open[0].amount > 0 !== left > 0) {
      const balance = sum([open[0].amount, left])
      const isUsedUp = balance === 0 || balance > 0 === left > 0
      left = isUsedUp ? balance : ZERO
      if (isUsedUp) open.shift()
      else open[0] = { ...open[0], amount: balance }
    }
    if (left !== 0) open.push({ week, amount: left })
  }
  return open
}

/** Fields of a line, and below of the terms, that decide what is invoiced apart. */
export type TakenLine = Pick<Line, 'code' | 'amount' | 'steps'>
export type ReceiptTerms = Pick<Terms, 'regime' | 'receiptBase' | 'normalVat'>

/** An invoice of the operator to the driver: the total with VAT, the taxed base and the VAT in cents, and the rate. */
export type SeparateInvoice = { total: Cents; base: Cents; vat: Cents; rate: BasisPoints }

/**
 * Works out what the operator invoices to the driver apart from the statement: the amount that the statement takes for
 * it, with the VAT that it contains at the normal rate of its terms. Below zero it is a credit note. `null` where
 * nothing is invoiced apart.
 */
export function separateInvoice(
  lines: readonly TakenLine[],
  { regime, receiptBase, normalVat = NORMAL_VAT }: ReceiptTerms,
): SeparateInvoice | null {
  if (regime === 'employee') return null
  const separateSum = takenFor(lines, (code) => isInvoicedSeparately(code, receiptBase))
  if (separateSum === 0) return null
  const whole = minus(separateSum)
  // 23 ÷ 123 at 23 %.
  const vat = fraction(whole, normalVat, 10_000 + normalVat)
  return { total: whole, base: sum([whole, minus(vat)]), vat, rate: normalVat }
}

/** Kinds of items that are invoiced apart. */
export const SEPARATE_INVOICE_KINDS = ['fee', 'rent', 'costs'] as const
export type SeparateInvoiceKind = (typeof SEPARATE_INVOICE_KINDS)[number]

/**
 * One kind of item invoiced apart: of the week itself, or of an earlier week that a line corrects (`correction`: the
 * index of that line).
 */
export type SeparateInvoicePart = SeparateInvoice & { kind: SeparateInvoiceKind; correction: number | null }

/**
 * Splits `separateInvoice` by kind, in the order of the lines. The parts sum to the whole, base and VAT to the cent: each
 * takes the VAT by which the running total rises with it. Below zero a part is a credit. Lines with `isOwn` correct the
 * week they stand on.
 */
export function separateInvoiceParts(
  lines: readonly (TakenLine & { isOwn?: boolean })[],
  { regime, receiptBase, normalVat = NORMAL_VAT }: ReceiptTerms,
): SeparateInvoicePart[] {
  if (regime === 'employee') return []
  const found = new Map<string, { kind: SeparateInvoiceKind; correction: number | null; total: Cents }>()
  const add = (code: string, amount: Cents, correction: number | null) => {
    const kind = isInvoicedSeparately(code, receiptBase) ? separateInvoiceKind(code) : null
    if (kind === null) return
    const key = `${kind} ${correction ?? ''}`
    found.set(key, { kind, correction, total: sum([found.get(key)?.total ?? ZERO, minus(amount)]) })
  }
  for (const [place, { code, amount, steps, isOwn = false }] of lines.entries()) {
    add(code, amount, null)
    for (const step of steps) if (step.kind === 'change') add(step.term, step.amount, isOwn ? null : place)
  }
  let [whole, vatSoFar] = [ZERO, ZERO]
  return [...found.values()].flatMap(({ total: part, ...of }) => {
    whole = sum([whole, part])
    const vatOfWhole = fraction(whole, normalVat, 10_000 + normalVat)
    const vat = sum([vatOfWhole, minus(vatSoFar)])
    vatSoFar = vatOfWhole
    return part === 0 && vat === 0 ? [] : [{ ...of, total: part, base: sum([part, minus(vat)]), vat, rate: normalVat }]
  })
}

function separateInvoiceKind(code: string): SeparateInvoiceKind | null {
  if (!isWeekCode(code)) return null
  return { A: null, B: null, C: 'fee', D: 'rent', E: 'costs' }[GROUP_OF[code]] as SeparateInvoiceKind | null
}

/**
 * Works out what the car costs a driver in a week inside the receipt, in cents: rent and kilometres that lower the
 * receipt, so that nothing is invoiced for them. 0 where they are invoiced apart, or where there is no receipt.
 */
export function rentInside(lines: readonly TakenLine[], { regime, receiptBase }: ReceiptTerms): Cents {
  if (regime === 'employee') return ZERO
  return minus(
    takenFor(lines, (code) => isWeekCode(code) && GROUP_OF[code] === 'D' && !isInvoicedSeparately(code, receiptBase)),
  )
}

/** Sums the lines whose code passes `isOne`, with what adjustments change of those codes. */
function takenFor(lines: readonly TakenLine[], isOne: (code: string) => boolean): Cents {
  return sum(
    lines.flatMap(({ code, amount, steps }) => [
      ...(isOne(code) ? [amount] : []),
      ...steps.flatMap((step) => (step.kind === 'change' && isOne(step.term) ? [step.amount] : [])),
    ]),
  )
}

const GROUP_OF = {
  'income.uber': 'A',
  'income.bolt': 'A',
  'vat.trips': 'B',
  'fee.fixed': 'C',
  'fee.percent': 'C',
  'fee.split': 'C',
  'fee.employer': 'C',
  'vehicle.rent': 'D',
  'vehicle.kilometres': 'D',
  'energy.fuel': 'E',
  'energy.charging': 'E',
  'energy.adblue': 'E',
  'car.wash': 'E',
  tolls: 'E',
  parking: 'E',
} as const satisfies Record<WeekCode, LineGroup>

const APART: Readonly<Record<ReceiptBase, readonly LineGroup[]>> = {
  result: [],
  'rent-apart': ['D'],
  'costs-apart': ['C', 'D', 'E'],
}

/**
 * Pairs of receipt base and line code that count in `separateInvoice`, as `rent-apart vehicle.rent`: for queries that sum
 * many statements at once.
 */
export const TAKEN_APART: readonly string[] = takenUnder((code, base) => isInvoicedSeparately(code, base))

/** Pairs of receipt base and line code that count in `rentInside`, written as in `TAKEN_APART`. */
export const TAKEN_INSIDE: readonly string[] = takenUnder(
  (code, base) => GROUP_OF[code] === 'D' && !isInvoicedSeparately(code, base),
)

function takenUnder(isOne: (code: WeekCode, base: ReceiptBase) => boolean): string[] {
  const codes = Object.keys(GROUP_OF) as WeekCode[]
  return (Object.keys(APART) as ReceiptBase[]).flatMap((base) =>
    codes.filter((code) => isOne(code, base)).map((code) => `${base} ${code}`),
  )
}

function isInvoicedSeparately(code: string, base: ReceiptBase = 'result'): boolean {
  return isWeekCode(code) && APART[base].includes(GROUP_OF[code])
}

function isWeekCode(code: string): code is WeekCode {
  return Object.hasOwn(GROUP_OF, code)
}
