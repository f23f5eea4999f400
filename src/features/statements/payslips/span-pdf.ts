import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import { FOLDS } from '#domain/settlement-folds.ts'
import type { LineCode, LineGroup } from '#domain/settlement-types.ts'
import { type Week, sunday } from '#domain/week.ts'
import { type Statement, type StatementRow, drawStatements } from '#integrations/pdf/statement.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatDays, formatWeekDays, formatWeekNumber } from '#messages/dates.ts'
import { HTML_LANG } from '#messages/language.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatMoney } from '#messages/numbers.ts'
import { translator } from '#messages/translate.ts'
import { type PayslipDocument, type YearToDate, issuerDetails, payslipStatement } from './pdf.ts'

type Papers = readonly [PayslipDocument, ...PayslipDocument[]]

/** A year with its sums, or a range of weeks, for which no balances before and after are known. */
export type Span = { year: number; sums: YearToDate | null } | { from: Week; to: Week }

/** Draws a driver's statements of a year or of several weeks: one sheet that adds them up, then each of them. */
export function renderSpan(span: Span, papers: Papers): Promise<Uint8Array> {
  return drawStatements([spanStatement(span, papers), ...papers.map(payslipStatement)])
}

function spanStatement(span: Span, papers: Papers): Statement {
  const [{ language, company, driver }] = papers
  const t = translator(language)
  const isYear = 'year' in span
  const title = isYear ? t('payslip.year.kind', { year: span.year }) : t('payslip.span.kind')
  const count = t('payslip.year.period', { count: papers.length })
  const left = sum(papers.map(({ settlement }) => settlement.payable))
  const result = sum([ZERO, ...GROUPS.flatMap((name) => linesOf(name, papers)).map(({ amount }) => amount)])
  const resultLabel = t(isYear ? 'payslip.year.result' : 'payslip.span.result')
  const issuedAt = papers.flatMap((paper) => paper.issuedAt ?? []).toSorted(Temporal.Instant.compare)
  return {
    language: HTML_LANG[language],
    // The time of the last statement, so that the same statements give the same bytes.
    createdAt: issuedAt.at(-1) ?? Temporal.Instant.fromEpochMilliseconds(0),
    issuer: { name: company.name, details: issuerDetails(company, t), logo: company.logo ?? null },
    kind: title,
    period: isYear
      ? count
      : `${formatDays({ from: span.from, to: sunday(span.to).toString() }, t.language)} · ${count}`,
    headline: {
      label: resultLabel,
      amount: formatMoney(result, t.language),
      debt: null,
      state: t('payslip.year.issued', { count: papers.length }),
      note: null,
    },
    facts: [
      { label: t('payslip.facts.driver'), value: driver.name },
      ...(driver.nif ? [{ label: t('payslip.facts.nif'), value: driver.nif }] : []),
    ],
    days: [],
    groups: [
      ...GROUPS.flatMap((name) => codeGroup(name, papers, t)),
      {
        label: t('payslip.year.weeks'),
        amount: formatMoney(left, t.language),
        rows: papers.map((paper) => weekRow(paper, t)),
      },
    ],
    total: { label: resultLabel, amount: formatMoney(result, t.language) },
    after: isYear && span.sums ? balanceRows(span.sums, t) : [],
    totals: null,
    sources: null,
    closing: [
      t('payslip.notInvoice'),
      ...(isYear ? [t('payslip.year.copy'), t('payslip.year.isoWeeks')] : [t('payslip.span.copy')]),
    ],
    foot: {
      text: `${driver.name} · ${title} · ${t('payslip.notInvoice')}`,
      page: (page, pages) => t('payslip.page', { page, pages }),
    },
  }
}

const GROUPS = ['earnings', 'costs', 'adjustments'] as const
type Group = (typeof GROUPS)[number]

/** Codes of balances that only pass from week to week, and are no income or cost of the weeks. */
const PASSED_ON: ReadonlySet<LineCode> = new Set(['balance.carried', 'balance.deferred'])

function linesOf(name: Group, papers: Papers) {
  const members: readonly LineGroup[] = FOLDS[name]
  return papers
    .flatMap(({ settlement }) => settlement.lines)
    .filter(({ group, code }) => members.includes(group) && !PASSED_ON.has(code))
}

function codeGroup(name: Group, papers: Papers, t: Translator) {
  const lines = linesOf(name, papers)
  if (lines.length === 0) return []
  const amountOf = (some: typeof lines) => formatMoney(sum(some.map(({ amount }) => amount)), t.language)
  const rows = [...Map.groupBy(lines, ({ code }) => code)].map(([code, linesOfCode]): StatementRow => ({
    label: lineLabel({ code, adjustment: null }, t),
    note: t('payslip.year.lines', { count: linesOfCode.length }),
    amount: amountOf(linesOfCode),
  }))
  return [{ label: t(`payslip.groups.${name}`), amount: amountOf(lines), rows }]
}

function weekRow({ week, state, payDay, settlement }: PayslipDocument, t: Translator): StatementRow {
  const texts = [
    formatWeekDays(week, t.language),
    t(`page.settlementStates.${state}`),
    ...(state === 'paid' && payDay ? [formatDayShort(payDay, t.language)] : []),
  ]
  return {
    label: formatWeekNumber(week, t.language),
    note: texts.join(' · '),
    amount: formatMoney(settlement.payable, t.language),
  }
}

/** The rows from the sums of the year to the balance that is open. */
function balanceRows({ before, outside, paid, awaited, open }: YearToDate, t: Translator): StatementRow[] {
  const rows: [label: string, amount: Cents][] = [
    [t('payslip.yearBefore'), before],
    [t('payslip.yearOutside'), outside],
    [t('payslip.yearPaid'), minus(paid)],
    [t('payslip.yearAwaited'), minus(awaited)],
    [t(open < 0 ? 'payslip.yearOwes' : 'payslip.yearOwed'), open],
  ]
  return rows.flatMap(([label, amount]) =>
    amount === 0 ? [] : [{ label, note: null, amount: formatMoney(amount, t.language) }],
  )
}
