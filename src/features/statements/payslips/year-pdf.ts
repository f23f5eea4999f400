import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import { FOLDS } from '#domain/settlement-folds.ts'
import type { LineCode, LineGroup } from '#domain/settlement-types.ts'
import { type Statement, type StatementRow, drawStatements } from '#integrations/pdf/statement.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatWeekDays, formatWeekNumber } from '#messages/dates.ts'
import { HTML_LANG } from '#messages/language.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatMoney } from '#messages/numbers.ts'
import { translator } from '#messages/translate.ts'
import { type PayslipDocument, type YearToDate, issuerDetails, payslipStatement } from './pdf.ts'

type Papers = readonly [PayslipDocument, ...PayslipDocument[]]

/** A driver's year: one sheet that adds its statements up, then each of them. */
export function renderYear(year: number, papers: Papers, sums: YearToDate | null): Promise<Uint8Array> {
  return drawStatements([yearStatement(year, papers, sums), ...papers.map(payslipStatement)])
}

function yearStatement(year: number, papers: Papers, sums: YearToDate | null): Statement {
  const [{ language, company, driver }] = papers
  const t = translator(language)
  const money = (amount: Cents) => formatMoney(amount, t.language)
  const title = t('payslip.year.kind', { year })
  const left = sum(papers.map(({ settlement }) => settlement.payable))
  const result = sum([sums?.earnings ?? ZERO, sums?.costs ?? ZERO, sums?.adjustments ?? ZERO])
  const issuedAt = papers.flatMap((paper) => paper.issuedAt ?? []).toSorted(Temporal.Instant.compare)
  return {
    language: HTML_LANG[language],
    // Of the same statements the same bytes.
    createdAt: issuedAt.at(-1) ?? Temporal.Instant.fromEpochMilliseconds(0),
    issuer: { name: company.name, details: issuerDetails(company, t), logo: company.logo ?? null },
    kind: title,
    period: t('payslip.year.period', { count: papers.length }),
    headline: {
      label: t('payslip.year.result'),
      amount: money(result),
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
      ...(['earnings', 'costs', 'adjustments'] as const).flatMap((name) => codeGroup(name, papers, sums, t)),
      { label: t('payslip.year.weeks'), amount: money(left), rows: papers.map((paper) => weekRow(paper, t)) },
    ],
    total: { label: t('payslip.year.result'), amount: money(result) },
    after: sums ? whatBecameOfIt(sums, t) : [],
    totals: null,
    sources: null,
    closing: [t('payslip.notInvoice'), t('payslip.year.copy'), t('payslip.year.isoWeeks')],
    foot: {
      text: `${driver.name} · ${title} · ${t('payslip.notInvoice')}`,
      page: (page, pages) => t('payslip.page', { page, pages }),
    },
  }
}

/** What only passes from week to week is no part of a year. */
const PASSED_ON: ReadonlySet<LineCode> = new Set(['balance.carried', 'balance.deferred'])

function codeGroup(name: keyof typeof FOLDS, papers: Papers, sums: YearToDate | null, t: Translator) {
  const members: readonly LineGroup[] = FOLDS[name]
  const lines = papers
    .flatMap(({ settlement }) => settlement.lines)
    .filter(({ group, code }) => members.includes(group) && !PASSED_ON.has(code))
  if (lines.length === 0) return []
  const rows = [...Map.groupBy(lines, ({ code }) => code)].map(([code, own]): StatementRow => {
    const amount = sum(own.map((line) => line.amount))
    return {
      label: lineLabel({ code, adjustment: null }, t),
      note: t('payslip.year.lines', { count: own.length }),
      amount: formatMoney(amount, t.language),
    }
  })
  const amount = sums?.[name] ?? sum(lines.map((line) => line.amount))
  return [{ label: t(`payslip.groups.${name}`), amount: formatMoney(amount, t.language), rows }]
}

function weekRow({ week, state, payDay, settlement }: PayslipDocument, t: Translator): StatementRow {
  const told = [
    formatWeekDays(week, t.language),
    t(`page.settlementStates.${state}`),
    ...(state === 'paid' && payDay ? [formatDayShort(payDay, t.language)] : []),
  ]
  return {
    label: formatWeekNumber(week, t.language),
    note: told.join(' · '),
    amount: formatMoney(settlement.payable, t.language),
  }
}

/** From what the year came to, to what still stands on the account. */
function whatBecameOfIt({ before, outside, paid, awaited, open }: YearToDate, t: Translator): StatementRow[] {
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
