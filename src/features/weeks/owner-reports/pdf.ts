import { showPlate } from '#domain/identifiers.ts'
import type { Cents } from '#domain/money.ts'
import { ZONE, readWeek } from '#domain/week.ts'
import { brandIn, readBrandLogo } from '#features/company/brand/queries.server.ts'
import { type Statement, drawStatement } from '#integrations/pdf/statement.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatWeekNumber } from '#messages/dates.ts'
import { figuresPeriodName, figuresPeriodShort } from '#messages/figure-words.ts'
import { HTML_LANG, type Language } from '#messages/language.ts'
import { formatMoney } from '#messages/numbers.ts'
import { accountWords, destinationTitle, oddWords } from '#messages/report-words.ts'
import { translator } from '#messages/translate.ts'
import { downloadName } from '#platform/download-name.ts'
import { DESTINATIONS, type OwnerReport, hasNothing } from './schema.ts'

/** Rows from each end of a list, as a page has room for no more. */
const ENDS = 5
const MAX_ODD_ROWS = 12

/** Draws the report as a PDF: the sums of the page, and the two ends of its lists. */
export async function drawReport(report: OwnerReport, now: Temporal.Instant, language: Language) {
  const t = translator(language)
  const { period, open } = report
  const [brand, logo] = await Promise.all([brandIn(language), readBrandLogo()])
  const facts = [
    { label: t('page.reports.made'), value: formatDayShort(now.toZonedDateTimeISO(ZONE).toPlainDate(), language) },
    ...(open.length > 0
      ? [
          {
            label: t('page.reports.openShort'),
            value: open.map((name) => formatWeekNumber(readWeek(name), language)).join(', '),
          },
        ]
      : []),
  ]
  const bytes = await drawStatement({
    language: HTML_LANG[language],
    createdAt: now,
    issuer: {
      name: brand.legalName || brand.name,
      details: [[brand.phone, brand.email].filter(Boolean).join(' · ')],
      logo,
    },
    kind: t('page.reports.title'),
    period: figuresPeriodName(period, t),
    days: [],
    after: [],
    totals: null,
    sources: null,
    ...(hasNothing(report) ? emptyBlocks(facts, t) : sumBlocks(report, facts, t)),
    foot: {
      text: `${brand.legalName || brand.name} · ${t('page.reports.title')} · ${figuresPeriodName(period, t)}`,
      page: (page: number, pages: number) => t('page.accounting.cover.page', { page, pages }),
    },
  })
  return { name: downloadName(`${t('page.reports.file')}-${period.name}`, 'pdf'), bytes }
}

type ReportBlocks = Pick<Statement, 'headline' | 'facts' | 'groups' | 'total' | 'closing'>

/** The report of a period without statements: zeros would wrongly say that nothing came in. */
function emptyBlocks(facts: Statement['facts'], t: Translator): ReportBlocks {
  const state = t('page.reports.nothing')
  const headline = {
    label: destinationTitle('kept', t),
    amount: t('page.companyFigures.unknown'),
    debt: null,
    state,
    note: null,
  }
  return { headline, facts, groups: [], total: null, closing: [] }
}

function sumBlocks(report: OwnerReport, facts: Statement['facts'], t: Translator): ReportBlocks {
  const { language } = t
  const { before, money, moneyBefore, drivers, cars, odd, open } = report
  const words = (amount: Cents) => formatMoney(amount, language)
  const kept = moneyBefore.went.kept.amount
  // Where the period before counted nothing, there is nothing to compare with.
  const comparison =
    moneyBefore.in === 0 && kept === 0
      ? null
      : t('page.reports.earlier', { period: figuresPeriodShort(before, t), amount: words(kept) })
  const ends = <Row>(rows: readonly Row[]) =>
    rows.length > 2 * ENDS ? [...rows.slice(0, ENDS), ...rows.slice(-ENDS)] : rows
  return {
    headline: {
      label: destinationTitle('kept', t),
      amount: words(money.went.kept.amount),
      debt: null,
      state: t(open.length > 0 ? 'page.reports.stateOpen' : 'page.reports.stateWhole'),
      note: comparison,
    },
    facts: [{ label: t('page.reports.statements'), value: String(report.statements) }, ...facts],
    groups: [
      {
        label: t('page.reports.in'),
        amount: words(money.in),
        rows: money.came.map(({ account, amount }) => ({
          label: accountWords(account, t),
          note: null,
          amount: words(amount),
        })),
      },
      ...DESTINATIONS.filter((destination) => money.went[destination].amount !== 0).map((destination) => ({
        label: destinationTitle(destination, t),
        amount: words(money.went[destination].amount),
        rows: money.went[destination].lines.map(({ account, amount }) => ({
          label: accountWords(account, t),
          note: null,
          amount: words(amount),
        })),
      })),
      ...(odd.length === 0
        ? []
        : [
            {
              label: t('page.reports.odd'),
              amount: '',
              rows: odd.slice(0, MAX_ODD_ROWS).map((oddity) => ({
                label: oddity.driver.name,
                note: oddWords(oddity, t),
                amount: words(oddity.amount),
              })),
            },
          ]),
      {
        label: t('page.reports.drivers'),
        amount: '',
        rows: ends(drivers).map(({ name, net }) => ({ label: name, note: null, amount: words(net) })),
      },
      ...(cars.length === 0
        ? []
        : [
            {
              label: t('page.reports.cars'),
              amount: '',
              rows: ends(cars).map(({ plate, amount }) => ({
                label: showPlate(plate),
                note: null,
                amount: words(amount),
              })),
            },
          ]),
    ],
    total: { label: t('page.reports.paidShort'), amount: words(money.paid) },
    closing: [t('page.reports.sums', { count: report.statements })],
  }
}
