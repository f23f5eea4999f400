import { z } from 'zod'
import type { DriverName } from '#domain/driver.ts'
import {
  type Amounts,
  type DecidedKind,
  type InvoiceKind,
  type Invoiced,
  LINE_STATES,
  type LineState,
  type Treatment,
  treatmentsOf,
} from '#domain/invoicing.ts'
import { type Cents, ZERO, cents, sum } from '#domain/money.ts'
import { type Month, daysOfMonth } from '#domain/month.ts'
import { type Week, sunday } from '#domain/week.ts'
import { choice, givenDay, givenPaper, line, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import type { Platform } from '#features/accounting/schema.ts'

/** Whom an invoice is made out to. `slug` names it in addresses: `driver-…`, `platform-uber`, `buyer-…`. */
export type InvoiceParty =
  | { kind: 'driver'; slug: string; driver: DriverName; nif: string | null }
  | { kind: 'platform'; slug: string; platform: Platform }
  | { kind: 'buyer'; slug: string; name: string }

/** Where a line comes from, so that it can be opened. */
export type LineSource =
  | { kind: 'statement'; week: Week; driverId: string }
  | { kind: 'damage'; vehicleId: string; damageId: string }
  | { kind: 'fine'; fineId: string }
  | { kind: 'plan'; driverId: string; planId: string }
  | { kind: 'sale'; vehicleId: string }
  | { kind: 'reports' }

/**
 * The rule that makes a line: what was agreed with the driver, or what the accountant decided. `gone`: its statement has it no
 * longer; `redone`: its statement was voided and the next version is still to come.
 */
export type LineRule = 'rent-apart' | 'costs-apart' | 'gone' | 'redone' | Treatment

/** A note of a line: it was invoiced under a number on a day, or (`number` is `null`) needs no invoice. Days are ISO days. */
export type InvoiceNote = Amounts & {
  id: string
  number: string | null
  on: string | null
  reason: string
  by: string | null
}

/** One line of what the operator has to invoice in a month. */
export type InvoiceLine = {
  /** Identifies the line for good within its party: `2026-06-08.rent`, `charge.…`, `plan.…`, `sale.…`, `incentives`. */
  key: string
  party: InvoiceParty
  kind: InvoiceKind
  /**
   * The week of a line from a statement. Where it corrects an earlier week: that week (`about`), and the invoice number
   * of that week (`corrected`).
   */
  week: Week | null
  about: Week | null
  corrected: string | null
  /** The day on which a line without a week counts. */
  on: string | null
  /** The name that the statement or record gives the line; empty where the kind says it all. */
  what: string
  /** The line's current amount in cents; zero when its statement was voided. */
  total: Cents
  /** The amount with its VAT; `null` until somebody decides how its kind is invoiced. */
  invoiced: Invoiced | null
  /** The amount still to be invoiced, or credited when below zero; `null` while undecided. */
  left: Amounts | null
  rule: LineRule
  state: LineState
  sources: readonly LineSource[]
  notes: readonly InvoiceNote[]
}

/** A kind that was decided not to be invoiced: lines and sum, in cents. */
export type LeftOut = { kind: InvoiceKind; count: number; total: Cents }

/** What the operator has to invoice in a month. */
export type InvoiceMonth = {
  month: Month
  lines: readonly InvoiceLine[]
  leftOut: readonly LeftOut[]
  /** Number of drivers whose receipt the rent lessens: it is not invoiced. */
  inside: number
  /** Weeks of the month that lack issued statements: those are not in the lines. */
  missing: readonly { week: Week; missing: number }[]
}

/** The columns of the file, in their fixed order; a new one goes to the end (`docs/invoices-file.md`). */
export const INVOICE_COLUMNS = [
  ...(['line', 'month', 'document', 'customer', 'name', 'taxNumber', 'text', 'from', 'to', 'quantity'] as const),
  ...(['base', 'rate', 'vat', 'total', 'undecided', 'reason', 'state', 'left', 'number', 'day', 'corrects'] as const),
] as const

/**
 * The sums of some lines, in cents: their amounts with VAT, and what is to be invoiced, to be credited, was issued, and
 * waits for a decision.
 */
export function sumsOfLines(lines: readonly InvoiceLine[]) {
  const of = (amount: (line: InvoiceLine) => number | undefined) =>
    sum([ZERO, ...lines.map((invoiceLine) => cents(amount(invoiceLine) ?? 0))])
  const issued = lines.flatMap(({ notes }) => notes.filter(({ number }) => number !== null))
  const undecided = lines.filter(({ state }) => state === 'undecided')
  return {
    base: of(({ invoiced }) => invoiced?.base),
    vat: of(({ invoiced }) => invoiced?.vat),
    total: of(({ invoiced }) => invoiced?.total),
    left: of(({ left }) => Math.max(left?.total ?? 0, 0)),
    credit: of(({ left }) => Math.min(left?.total ?? 0, 0)),
    issued: sum([ZERO, ...issued.map(({ total }) => total)]),
    undecided: { count: undecided.length, total: sum([ZERO, ...undecided.map(({ total }) => total)]) },
  }
}

/** The state of several lines together: the one that needs the most attention. */
export function stateOfLines(lines: readonly InvoiceLine[]): LineState {
  return LINE_STATES.find((state) => lines.some((invoiceLine) => invoiceLine.state === state)) ?? 'none'
}

/** A line as a form carries it, with the amount that somebody saw: a note is refused once the amount is another. */
export function seenLine({ key, left }: Pick<InvoiceLine, 'key' | 'left'>): string {
  return `${key} ${left?.total ?? ''}`
}

/** The form that says that the billing program issued an invoice, or a credit note, of the chosen lines. */
export const invoiceNoteRecord = record(
  { number: line(60), issuedOn: givenDay('fleet', { until: 'today' }) },
  (name) => `page.invoices.note.${name}`,
  [['number', 'issuedOn']],
  {
    tells: { number: 'paper', issuedOn: 'time' },
    besides: { lines: z.array(z.string().max(140), 'field.nobody').min(1, 'field.nobody').max(2_000) },
  },
)

/** A PDF that somebody received, to be looked at. */
export const checkedInvoiceRecord = record({ paper: givenPaper() }, () => 'page.signature.paper')

/** Why a line needs no invoice. */
export const noInvoiceRecord = record({ reason: text(200, { required: true }) }, () => 'page.invoices.none.reason')

const treatmentChoice = (kind: DecidedKind) =>
  choice(treatmentsOf(kind), (treatment) => `page.invoices.treatments.${treatment}`)

/** How each kind is invoiced from a month on, as the accountant decided. */
export const invoiceRulesRecord = record(
  {
    damage: treatmentChoice('damage'),
    fine: treatmentChoice('fine'),
    other: treatmentChoice('other'),
    interest: treatmentChoice('interest'),
    sale: treatmentChoice('sale'),
    incentives: treatmentChoice('incentives'),
  },
  (name) => `page.invoices.kinds.${name}`,
  [
    ['damage', 'fine'],
    ['other', 'interest'],
    ['sale', 'incentives'],
  ],
)

/** A decision on a kind: who made it, on which day, and from which month it holds. */
export type InvoicingRule = {
  id: string
  kind: DecidedKind
  treatment: Treatment
  from: Month
  day: string
  by: string | null
}

/** Whether what was issued or is to be issued is a credit note. */
export function isCredit({ state, left, total }: Pick<InvoiceLine, 'state' | 'left' | 'total'>): boolean {
  return state === 'differs' ? (left?.total ?? total) < 0 : total < 0
}

/** The period of a line as ISO days: its week, the month for a platform, or the day on which it counts. */
export function periodOf({ week, on, kind }: Pick<InvoiceLine, 'week' | 'on' | 'kind'>, month: Month) {
  if (week !== null) return [week, sunday(week).toString()] as const
  const { first, last } = daysOfMonth(month)
  if (kind === 'incentives') return [first.toString(), last.toString()] as const
  return [on ?? first.toString(), on ?? last.toString()] as const
}
