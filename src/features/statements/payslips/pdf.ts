import { type Statement, type StatementRow, drawStatement } from '#integrations/pdf/statement.ts'
import type { OwedTo } from '#domain/departure.ts'
import { maskIban } from '#domain/identifiers.ts'
import { type Cents, minus } from '#domain/money.ts'
import { FOLDS } from '#domain/settlement-folds.ts'
import type { Line, LineGroup, Settlement, StepNote, StepTerm } from '#domain/settlement-types.ts'
import type { Terms } from '#domain/terms.ts'
import { type Week, ZONE, bounds, isoWeek } from '#domain/week.ts'
import type { Translator } from '#messages/catalogue.ts'
import { daysOfWeek, formatDayShort, formatStripDay, formatWeek } from '#messages/dates.ts'
import { keptGoalReason } from '#messages/kept-goal-reason.ts'
import { lineLabel } from '#messages/line-label.ts'
import { HTML_LANG, type Language } from '#messages/language.ts'
import { formatMoney, formatNumber, formatPercent } from '#messages/numbers.ts'
import { translator } from '#messages/translate.ts'
import { cashKeptIn, tellApart, tellReceipt } from '#messages/receipt-words.ts'

/** All data of the PDF. The same value gives the same bytes, so the stored file is what was seen. */
export type PayslipDocument = {
  language: Language
  company: { name: string; nipc: string; licence: string | null; contact: string | null; logo?: Uint8Array | null }
  /** `iban` in full; the PDF shows only its ends. */
  driver: { name: string; ref: string; nif: string | null; iban: string | null }
  /**
   * The terms under which the week was settled. For an employee the statement only informs: payroll pays the salary, and
   * there is no receipt.
   */
  terms: Terms
  week: Week
  version: number
  state: 'draft' | 'issued' | 'approved' | 'in-batch' | 'paid'
  /** ISO day of the transfer, planned or made. */
  payDay: string | null
  settlement: Settlement
  /** The place to which a debt of the week goes. */
  owedTo: OwedTo
  /** The file and line of each row behind each line of the settlement, by the line's index. */
  sources: readonly (readonly SourceLine[])[]
  /** `null` while it is a draft. */
  issuedAt: Temporal.Instant | null
  vehicle: string | null
  yearToDate: YearToDate | null
}

/**
 * The year so far, in cents: `earnings`, `costs` and `adjustments` (without balances that only pass from week to week), `paid`,
 * and `awaited` for approved but not yet paid. `before` is what the year before left over; `outside` is what changed the
 * current account without a statement; `open` is the balance of the current account: the sum of the others, less the two
 * payments.
 */
export type YearToDate = Record<
  'before' | 'earnings' | 'costs' | 'adjustments' | 'outside' | 'paid' | 'awaited' | 'open',
  Cents
>

export type SourceLine = { file: string; line: number }

/** Draws the weekly statement of one driver as a tagged PDF of one page, or of more when there are many lines. */
export function renderPayslip(payslip: PayslipDocument): Promise<Uint8Array> {
  return drawStatement(payslipStatement(payslip))
}

/** The content of a weekly statement, to be drawn alone or among others. */
export function payslipStatement(payslip: PayslipDocument): Statement {
  const { language, company, week, settlement } = payslip
  const t = translator(language)
  const money = (amount: Cents) => formatMoney(amount, language)
  const period = formatWeek(week, language)
  const kind = t('payslip.kind')

  return {
    language: HTML_LANG[language],
    createdAt: payslip.issuedAt ?? bounds(week).end,
    issuer: { name: company.name, details: issuerDetails(company, t), logo: company.logo ?? null },
    kind,
    period,
    headline: headline(payslip, t),
    facts: facts(payslip, t),
    days: daysOfWeek(week).map((day) => formatStripDay(day, language)),
    groups: groups(settlement, t),
    total: { label: totalLabel(payslip, t), amount: money(settlement.net) },
    after: [...debtRows(payslip, t), ...receipt(payslip, t)],
    totals: yearToDate(payslip, t),
    sources: sources(payslip, t),
    closing: [t('payslip.notInvoice'), t('payslip.contest')],
    foot: {
      text: `${payslip.driver.name} · ${period} · ${t('payslip.notInvoice')}`,
      page: (page, pages) => t('payslip.page', { page, pages }),
    },
  }
}

export function issuerDetails({ nipc, licence, contact }: PayslipDocument['company'], t: Translator): string[] {
  return [
    t('payslip.company.nipc', { nipc }),
    ...(licence ? [t('payslip.company.licence', { licence })] : []),
    ...(contact ? [contact] : []),
  ]
}

function headline(payslip: PayslipDocument, t: Translator): Statement['headline'] {
  const { settlement, owedTo } = payslip
  const { carriedOver, payable } = settlement
  return {
    label: netLabel(payslip, t),
    amount: formatMoney(payable, t.language),
    debt: carriedOver < 0 ? t(`payslip.owes.${owedTo}`, { amount: formatMoney(minus(carriedOver), t.language) }) : null,
    state: t(`page.settlementStates.${payslip.state}`),
    note: paymentNote(payslip, t),
  }
}

function paymentNote({ state, payDay, settlement }: PayslipDocument, t: Translator): string | null {
  if (state === 'draft') return t('payslip.payment.provisional')
  if (settlement.payable === 0) return t('payslip.payment.nothing')
  if (payDay === null) return null
  const day = formatDayShort(payDay, t.language)
  return t(state === 'paid' ? 'payslip.payment.made' : 'payslip.payment.planned', { day })
}

function facts({ driver, vehicle, version, issuedAt, language }: PayslipDocument, t: Translator): Statement['facts'] {
  const issued = issuedAt ? formatDayShort(issuedAt.toZonedDateTimeISO(ZONE).toPlainDate(), language) : null
  return [
    { label: t('payslip.facts.driver'), value: driver.name },
    ...(driver.nif ? [{ label: t('payslip.facts.nif'), value: driver.nif }] : []),
    ...(driver.iban ? [{ label: t('payslip.facts.iban'), value: maskIban(driver.iban) }] : []),
    ...(vehicle ? [{ label: t('payslip.facts.vehicle'), value: vehicle }] : []),
    {
      label: t('payslip.facts.version'),
      value: issued ? t('payslip.facts.versionIssued', { version, day: issued }) : String(version),
    },
  ]
}

function groups({ lines, groups: sums }: Settlement, t: Translator): Statement['groups'] {
  return (['earnings', 'costs', 'adjustments'] as const).map((name) => {
    const members: readonly LineGroup[] = FOLDS[name]
    return {
      label: t(`payslip.groups.${name}`),
      amount: formatMoney(sums[name], t.language),
      rows: lines.filter((line) => members.includes(line.group)).map((line) => row(line, t)),
    }
  })
}

function row(line: Line, t: Translator): StatementRow {
  return {
    label: lineLabel(line, t),
    note: lineNote(line, t),
    amount: formatMoney(line.amount, t.language),
  }
}

/** The small line under a label that explains how the amount came about. The screens show the same. */
export function lineNote(line: Line, t: Translator): string | null {
  const money = (amount: Cents) => formatMoney(amount, t.language)
  switch (line.code) {
    case 'income.uber':
    case 'income.bolt': {
      const cash = cashKeptIn([line])
      return cash === 0 ? t('payslip.how.income') : t('payslip.how.incomeWithCash', { amount: money(cash) })
    }
    case 'vat.trips':
      return rateOf(line, t) ?? howContained(line, t)
    case 'fee.fixed':
      return t('payslip.how.fixed')
    case 'fee.percent':
      return rateOf(line, t)
    case 'fee.split': {
      const pot = amountOf(line, 'pot')
      const share = line.steps.find((step) => step.kind === 'rate')
      if (pot === null || !share) return rateOf(line, t)
      return t('payslip.how.split', { base: money(pot), rate: formatPercent(share.rate, t.language) })
    }
    case 'fee.employer':
      return t('payslip.how.employer')
    case 'vehicle.rent': {
      const days = line.steps.find((step) => step.kind === 'fraction')
      return days ? t('payslip.how.rentDays', { count: days.numerator }) : t('payslip.how.rentWeek')
    }
    case 'energy.fuel':
      return t('payslip.rows.fuel', { count: line.rows.length })
    case 'energy.charging':
      return t('payslip.rows.charging', { count: line.rows.length })
    case 'energy.adblue':
      return t('payslip.rows.adblue', { count: line.rows.length })
    case 'car.wash':
      return t('payslip.rows.wash', { count: line.rows.length })
    case 'parking':
      return t('payslip.rows.parking', { count: line.rows.length })
    case 'tolls':
      return howTolls(line, t)
    case 'balance.carried':
      return t(line.amount > 0 ? 'payslip.how.credited' : 'payslip.how.carried')
    case 'balance.deferred':
      return t('payslip.how.deferred')
    case 'vehicle.kilometres':
      return howDriven(line, t)
    case 'receipt.vat':
    case 'receipt.withholding':
      return rateOf(line, t)
    case 'adjustment.plan':
      return howInstalment(line, t)
    case 'adjustment.interest':
      return howCharge(line, t)
    case 'adjustment.late':
      return howLate(line, t)
    case 'adjustment.settled':
      return t('payslip.how.settled')
    case 'adjustment.fine':
    case 'adjustment.damage':
    case 'adjustment.advance':
    case 'adjustment.prize':
    case 'adjustment.referral':
    case 'adjustment.other':
      return line.adjustment?.reason ?? null
    case 'adjustment.goal': {
      const result = line.steps.find((step) => step.kind === 'goal')
      const kept = line.adjustment?.reason ?? null
      return kept === null || !result ? kept : keptGoalReason(kept, result, t)
    }
  }
}

/** How the VAT was worked out when a file leaves it out: `rate` parts of 100 + `rate`. */
function howContained({ steps }: Line, t: Translator): string {
  const part = steps.find((step) => step.kind === 'fraction')
  if (!part) return t('payslip.how.vat')
  return t('payslip.how.vatNotItemised', { rate: formatPercent(part.numerator * 100, t.language) })
}

/** The kilometres driven, those that the rent includes, and whether a reading was estimated from positions. */
function howDriven({ steps }: Line, t: Translator): string | null {
  const driven = steps.find((step) => step.kind === 'driven')
  if (!driven) return null
  const count = (kilometres: number) => formatNumber(kilometres, t.language)
  const kilometresText = t('payslip.how.kilometres', {
    driven: count(driven.kilometres),
    included: count(driven.included),
  })
  return driven.spans.some(({ isEstimate }) => isEstimate)
    ? `${kilometresText}. ${t('payslip.odometerEstimate')}`
    : kilometresText
}

/** The plan of an instalment, and what this week left of it. */
function howInstalment({ adjustment }: Line, t: Translator): string | null {
  if (!adjustment?.plan || adjustment.plan.left === 0) return adjustment?.reason ?? null
  const left = formatMoney(adjustment.plan.left, t.language)
  return t('payslip.how.instalmentLeft', { reason: adjustment.reason, amount: left })
}

/** The plan of a charge, and its rate on each instalment. */
function howCharge({ steps, adjustment }: Line, t: Translator): string {
  const charge = steps.find((step) => step.kind === 'rate')
  const rate = formatPercent(charge?.rate ?? 0, t.language)
  return t('payslip.how.interest', { reason: adjustment?.reason ?? '', rate })
}

/** The changes in the earlier week, line by line, and the office's reason. */
function howLate({ steps, adjustment }: Line, t: Translator): string {
  const changeTexts = steps.flatMap((step) =>
    step.kind === 'change' ? [`${t(`page.payLines.${step.term}`)} ${signedAmount(step.amount, t)}`] : [],
  )
  return [
    t('payslip.how.late', { changes: changeTexts.join(', ') }),
    ...(adjustment?.reason ? [adjustment.reason] : []),
  ].join('. ')
}

function signedAmount(amount: Cents, t: Translator): string {
  return (amount > 0 ? '+' : '') + formatMoney(amount, t.language)
}

/** By the steps of the policy: only the refund is taken back, or the passages are charged (`rulings.md` C.8). */
function howTolls(line: Line, t: Translator): string {
  if (noteOf(line, 'operator-bears-tolls')) return t('payslip.how.operatorTolls')
  if (amountOf(line, 'tolls-off-trip') !== null) return howOffTrip(line, t)
  if (noteOf(line, 'tolls-untold')) return t('payslip.how.tollsUntold')
  if (amountOf(line, 'tolls-charged') === null) return t('payslip.how.refundedMore')
  const rows = t('payslip.rows.tolls', { count: line.rows.length })
  const refunded = noteOf(line, 'refunds-already-in-income')?.amount
  return refunded ? t('payslip.how.refunded', { rows, amount: formatMoney(refunded, t.language) }) : rows
}

/** Tolls passed without a passenger, and what the platforms gave back for the others. */
function howOffTrip(line: Line, t: Translator): string {
  const money = (cents: number | null) => formatMoney(Math.abs(cents ?? 0), t.language)
  const amount = money(amountOf(line, 'tolls-off-trip'))
  const refunded = amountOf(line, 'tolls-refunded')
  return refunded
    ? t('payslip.how.tollsOffTripRefunded', { amount, refunded: money(refunded) })
    : t('payslip.how.tollsOffTrip', { amount })
}

function rateOf({ base, rate }: Line, t: Translator): string | null {
  if (base === null || rate === null) return null
  return t('payslip.how.rate', { rate: formatPercent(rate, t.language), base: formatMoney(base, t.language) })
}

function totalLabel(payslip: PayslipDocument, t: Translator): string {
  return payslip.settlement.net < 0 ? t('payslip.weekBalance') : netLabel(payslip, t)
}

/** An employee gets the salary separately: the week pays only tips and adjustments (`docs/decisions/044`). */
function netLabel({ state, terms: { regime } }: PayslipDocument, t: Translator): string {
  const label = t(state === 'paid' ? 'payslip.received' : 'payslip.receive')
  return regime === 'employee' ? t('payslip.besidesSalary', { label }) : label
}

/** The rows of a week that ends in debt: it pays nothing, and says what becomes of the debt. */
function debtRows({ settlement, owedTo }: PayslipDocument, t: Translator): StatementRow[] {
  const { net, payable, carriedOver } = settlement
  if (net >= 0) return []
  return [
    { label: t('payslip.receive'), note: null, amount: formatMoney(payable, t.language) },
    { label: t(`payslip.carriedForward.${owedTo}`), note: null, amount: formatMoney(carriedOver, t.language) },
  ]
}

/** The rows of the driver's receipt and of the operator's invoice to the driver. */
function receipt({ terms, settlement }: PayslipDocument, t: Translator): StatementRow[] {
  const ownReceipt = tellReceipt(settlement, terms, t)
  const apart = tellApart(settlement, terms, t)
  return [
    ...(ownReceipt
      ? [{ label: t('payslip.receipt'), note: ownReceipt.words, amount: formatMoney(ownReceipt.value, t.language) }]
      : []),
    ...(apart ? [{ label: t('payslip.apart'), note: apart.words, amount: formatMoney(apart.total, t.language) }] : []),
  ]
}

function yearToDate({ yearToDate: figures, week }: PayslipDocument, t: Translator): Statement['totals'] {
  if (!figures) return null
  const money = (amount: Cents) => formatMoney(amount, t.language)
  const { before, earnings, costs, adjustments, outside, paid, awaited, open } = figures
  const sums = [
    ...(before === 0 ? [] : [{ label: t('payslip.yearBefore'), amount: money(before) }]),
    { label: t('payslip.groups.earnings'), amount: money(earnings) },
    { label: t('payslip.groups.costs'), amount: money(costs) },
    ...(adjustments === 0 ? [] : [{ label: t('payslip.groups.adjustments'), amount: money(adjustments) }]),
    ...(outside === 0 ? [] : [{ label: t('payslip.yearOutside'), amount: money(outside) }]),
    { label: t('payslip.yearPaid'), amount: money(paid) },
    ...(awaited === 0 ? [] : [{ label: t('payslip.yearAwaited'), amount: money(awaited) }]),
    ...(open === 0 ? [] : [{ label: t(open < 0 ? 'payslip.yearOwes' : 'payslip.yearOwed'), amount: money(open) }]),
  ]
  return { label: t('payslip.yearToDate', { year: isoWeek(week).year }), figures: sums }
}

/** For each file, which of its lines made which amounts; amounts with the same lines are named together. */
function sources({ settlement, sources: sourcesOfLine }: PayslipDocument, t: Translator): Statement['sources'] {
  const files = new Map<string, Map<string, { labels: string[]; count: number }>>()
  for (const [index, line] of settlement.lines.entries()) {
    for (const [file, numbers] of Map.groupBy(sourcesOfLine[index] ?? [], (source) => source.file)) {
      const lines = [...new Set(numbers.map((source) => source.line))].sort((one, other) => one - other)
      const entries = files.get(file) ?? new Map<string, { labels: string[]; count: number }>()
      const entry = entries.get(spans(lines)) ?? { labels: [], count: lines.length }
      entry.labels.push(lineLabel(line, t))
      files.set(file, entries.set(spans(lines), entry))
    }
  }
  if (files.size === 0) return null
  return {
    label: t('payslip.sources'),
    files: [...files].map(([name, entries]) => ({
      name,
      text: [...entries]
        .map(([lines, { labels, count }]) => t('payslip.sourceLines', { labels: labels.join(', '), lines, count }))
        .join('; '),
    })),
  }
}

/** Sorted line numbers as ranges: 5, 6, 9–12. */
function spans(lines: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const line of lines) {
    const open = ranges.at(-1)
    if (open?.last === line - 1) open.last = line
    else ranges.push({ first: line, last: line })
  }
  return ranges
    .map(({ first, last }) =>
      first === last ? `${first}` : last === first + 1 ? `${first}, ${last}` : `${first}–${last}`,
    )
    .join(', ')
}

function amountOf({ steps }: Line, term: StepTerm): Cents | null {
  const step = steps.find(
    (candidate) =>
      candidate.kind !== 'note' && candidate.kind !== 'driven' && candidate.kind !== 'goal' && candidate.term === term,
  )
  return step && 'amount' in step ? step.amount : null
}

function noteOf({ steps }: Line, note: StepNote) {
  return steps.filter((step) => step.kind === 'note').find(({ term }) => term === note) ?? null
}
