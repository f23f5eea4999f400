import type { CompanyView, PeriodFigures } from '#features/weeks/company-figures/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { figuresPeriodShort } from '#messages/figure-words.ts'
import { formatMoney, formatNumber, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Words } from '#web/ui/layout.tsx'

type Part = { company: CompanyView }
type Formula = keyof typeof import('#messages/pt/page/company-figures.ts').companyFigures.formula

/** A figure as a line: its name, its value in words, and the value before; unfolded, its meaning and where its rows are. */
type Line = {
  figure: Exclude<Formula, 'energy'>
  /** `null`: not measured. */
  value: string | null
  note?: string | null
  /** The address of its rows. */
  rows?: string
  /** The parts of the figure, in a sentence. */
  made?: string | null
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const t = useT()
  return (
    <Card flush>
      {lines.map(({ figure, value, note, rows, made }) => (
        <Disclosure
          key={figure}
          level="line"
          summary={t(`page.companyFigures.names.${figure}`)}
          aside={
            <>
              <strong>{value ?? t('page.companyFigures.unknown')}</strong>
              {note ? <small>{note}</small> : null}
            </>
          }
        >
          <Stack>
            {made ? <Words>{made}</Words> : null}
            <Words look="soft">{t(`page.companyFigures.formula.${figure}`)}</Words>
            {rows === undefined ? null : <Link to={rows}>{t('page.companyFigures.rows.see')}</Link>}
          </Stack>
        </Disclosure>
      ))}
    </Card>
  )
}

/** A figure of the period, with the one of the period before. */
function lineOf(
  figure: Line['figure'],
  { now, past, before }: CompanyView,
  of: (figures: PeriodFigures) => string | null,
  t: Translator,
): Line {
  const was = past === null ? null : of(past)
  const note = t('page.companyFigures.was', {
    before: figuresPeriodShort(before, t),
    value: was ?? t('page.companyFigures.unknown'),
  })
  return { figure, value: of(now), note }
}

/** The figures from the books: income, costs, and what is left. */
export function CompanyMoney({ company }: Part) {
  const t = useT()
  const money = (amount: number) => formatMoney(amount, t.language)
  const { counted, countedBefore, period, before, unclassified } = company
  const { income: earned, left: kept } = company.now
  const found =
    kept < 0
      ? t('page.companyFigures.lost', { income: money(earned), missing: money(-kept) })
      : t('page.companyFigures.kept', { income: money(earned), left: money(kept) })
  // Fewer weeks have smaller sums, so say that before comparing them.
  const isPart = counted.length < period.weeks.length
  const weeks = [
    isPart &&
      t('page.companyFigures.counted', { count: counted.length, all: formatNumber(period.weeks.length, t.language) }),
    countedBefore.length > 0 &&
      countedBefore.length !== counted.length &&
      t('page.companyFigures.countedBefore', {
        count: countedBefore.length,
        before: figuresPeriodShort(before, t),
      }),
  ].filter((sentence) => sentence !== false)
  const books = { rows: '/admin/account' }
  const lines: Line[] = [
    { ...lineOf('income', company, ({ income }) => money(income), t), ...books },
    { ...lineOf('fees', company, ({ fees }) => money(fees), t), ...books },
    { ...lineOf('rent', company, ({ rent }) => money(rent), t), ...books },
    { ...lineOf('costs', company, ({ costs, prizes }) => money(costs + prizes), t), ...books },
    { ...lineOf('left', company, ({ left }) => money(left), t), ...books },
    lineOf('margin', company, ({ margin }) => (margin === null ? null : formatPercent(margin, t.language)), t),
  ]
  return (
    <Section title={found}>
      <Stack>
        {weeks.length === 0 ? null : <Words look="soft">{weeks.join(' ')}</Words>}
        <Lines lines={lines} />
        {unclassified === 0 ? null : (
          <Words look="soft">{t('page.companyFigures.unclassified', { amount: money(unclassified) })}</Words>
        )}
      </Stack>
    </Section>
  )
}

/** Who drove, which cars stood still, the cost of tolls, and what drivers contested. */
export function CompanyFleet({ company }: Part) {
  const t = useT()
  const { turnover, now } = company
  const count = (number: number) => formatNumber(number, t.language)
  const money = (amount: number) => formatMoney(amount, t.language)
  const disputes = { rows: '/admin/weekly/disputes' }
  const ofDays = ({ carDays, emptyDays }: PeriodFigures) =>
    carDays === 0 ? null : t('page.companyFigures.ofDays', { days: count(emptyDays), all: count(carDays) })
  const answer = ({ disputes: { minutes } }: PeriodFigures) => (minutes === null ? null : hoursWords(minutes, t))
  const lines: Line[] = [
    { ...lineOf('active', company, ({ active }) => count(active), t), rows: '/admin/kpis' },
    {
      figure: 'turnover',
      value: turnover?.rate == null ? null : formatPercent(turnover.rate, t.language),
      note:
        turnover === null
          ? null
          : t('page.companyFigures.moved', { gone: count(turnover.gone), came: count(turnover.came) }),
      rows: '/admin/drivers',
    },
    { ...lineOf('emptyDays', company, ofDays, t), rows: `/admin/kpis/cars?period=${company.period.name}&view=empty` },
    {
      ...lineOf('tollGap', company, ({ tolls }) => (tolls === null ? null : money(tolls.gap)), t),
      rows: '/admin/weekly',
      made:
        now.tolls === null
          ? null
          : t('page.companyFigures.tolls', {
              charged: money(now.tolls.charged),
              taken: money(now.tolls.taken),
              refunded: money(now.tolls.refunded),
            }),
    },
    { ...lineOf('disputes', company, ({ disputes: { opened } }) => count(opened), t), ...disputes },
    { ...lineOf('answer', company, answer, t), ...disputes },
  ]
  return (
    <Section title={t('page.companyFigures.fleet')}>
      <Lines lines={lines} />
    </Section>
  )
}

/** "3 h", "2 dias": long times are given in days. */
function hoursWords(minutes: number, t: Translator): string {
  const hours = Math.round(minutes / 60)
  if (hours < 48) return t('page.companyFigures.hours', { hours: formatNumber(hours, t.language) })
  return t('page.companyFigures.days', { days: formatNumber(Math.round(hours / 24), t.language) })
}

/** The sum that statements owe now, and whether the bank account covers it. */
export function CompanyCash({ company: { cash } }: Part) {
  const t = useT()
  const money = (amount: number | null) => (amount === null ? null : formatMoney(amount, t.language))
  const lines: Line[] = [
    {
      figure: 'owed',
      value: money(cash.owed),
      note: t('page.companyFigures.cash.statements', { count: cash.statements }),
      rows: '/admin/weekly',
    },
    { figure: 'payDay', value: formatDayShort(cash.payDay, t.language) },
    { figure: 'bank', value: money(cash.bank), rows: '/admin/bank' },
    { figure: 'missing', value: money(cash.missing) },
  ]
  return (
    <Section title={t('page.companyFigures.cash.title')}>
      <Lines lines={lines} />
    </Section>
  )
}
