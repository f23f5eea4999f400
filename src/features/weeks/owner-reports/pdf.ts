import { showPlate } from '#domain/identifiers.ts'
import type { Cents } from '#domain/money.ts'
import { ZONE } from '#domain/week.ts'
import { brandIn, readBrandLogo } from '#features/company/brand/queries.server.ts'
import { drawStatement } from '#integrations/pdf/statement.ts'
import { formatDayShort } from '#messages/dates.ts'
import { figuresPeriodName, figuresPeriodShort } from '#messages/figure-words.ts'
import { HTML_LANG, type Language } from '#messages/language.ts'
import { formatMoney } from '#messages/numbers.ts'
import { accountWords, destinationTitle, oddWords } from '#messages/report-words.ts'
import { translator } from '#messages/translate.ts'
import { downloadName } from '#platform/download-name.ts'
import { DESTINATIONS, type OwnerReport } from './schema.ts'

/** Of each end of a list as many as a page has room for. */
const ENDS = 5
const MOST_ODD = 12

/** The report as a PDF: the sums of the page, and of its lists the two ends. */
export async function drawReport(report: OwnerReport, now: Temporal.Instant, language: Language) {
  const t = translator(language)
  const { period, before, money, moneyBefore, drivers, cars, odd, open } = report
  const [brand, logo] = await Promise.all([brandIn(language), readBrandLogo()])
  const words = (amount: Cents) => formatMoney(amount, language)
  const then = (amount: Cents) =>
    t('page.reports.earlier', { period: figuresPeriodShort(before, t), amount: words(amount) })
  const ends = <Row>(rows: readonly Row[]) =>
    rows.length > 2 * ENDS ? [...rows.slice(0, ENDS), ...rows.slice(-ENDS)] : rows
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
    headline: {
      label: destinationTitle('kept', t),
      amount: words(money.went.kept.amount),
      debt: null,
      state: t(open.length > 0 ? 'page.reports.stateOpen' : 'page.reports.stateWhole'),
      note: then(moneyBefore.went.kept.amount),
    },
    facts: [
      { label: t('page.reports.statements'), value: String(report.statements) },
      { label: t('page.reports.made'), value: formatDayShort(now.toZonedDateTimeISO(ZONE).toPlainDate(), language) },
      ...(open.length > 0 ? [{ label: t('page.reports.openShort'), value: open.join(', ') }] : []),
    ],
    days: [],
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
      ...DESTINATIONS.filter((one) => money.went[one].amount !== 0).map((one) => ({
        label: destinationTitle(one, t),
        amount: words(money.went[one].amount),
        rows: money.went[one].lines.map(({ account, amount }) => ({
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
              rows: odd.slice(0, MOST_ODD).map((one) => ({
                label: one.driver.name,
                note: oddWords(one, t),
                amount: words(one.amount),
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
    after: [],
    totals: null,
    sources: null,
    closing: [t('page.reports.sums', { count: report.statements })],
    foot: {
      text: `${brand.legalName || brand.name} · ${t('page.reports.title')} · ${period.name}`,
      page: (page: number, pages: number) => t('page.accounting.cover.page', { page, pages }),
    },
  })
  return { name: downloadName(`${t('page.reports.file')}-${period.name}`, 'pdf'), bytes }
}
