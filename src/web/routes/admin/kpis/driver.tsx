import { weekName } from '#domain/week.ts'
import type { ConnectedWork } from '#features/connections/collected/queries.server.ts'
import { FIGURES, type FigureName, type Ratio, isRatio } from '#domain/performance.ts'
import { cents } from '#domain/money.ts'
import { median } from '#domain/median.ts'
import { openPerformance } from '#features/weeks/performance/queries.server.ts'
import type { OpenedPerformance, ReportedRow } from '#features/weeks/performance/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { figureWords, figuresPeriodName, isMoney } from '#messages/figure-words.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { readPageFromStandby } from '#web/standby.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { OnlineDays } from '#web/parts/online-days.tsx'
import { PaidByHour } from '#web/parts/paid-by-hour.tsx'
import { BehindNote } from '#web/parts/behind-note.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Words } from '#web/ui/layout.tsx'
import { SmallLine } from '#web/ui/charts/small-line.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { figureWords as measureWords, measureName } from '../data/figure.ts'
import type { Route } from './+types/driver.ts'
import { Periods, periodWays } from './periods.tsx'
import { askedPeriod, lineWords } from './performance-list.tsx'

export const loader = shows(async ({ params, request, context }: Route.LoaderArgs, { now }) => {
  const period = askedPeriod(new URL(request.url))
  const { value: opened, behind } = await readPageFromStandby(context, (on) =>
    openPerformance(params.id, period, now, on),
  )
  return { opened, behind, ways: periodWays(opened, now) }
})

/** One driver's figures of a period, each with its parts, and the lines of files behind it. */
export default function OpenedScreen({ loaderData: { opened, behind, ways } }: Route.ComponentProps) {
  const t = useT()
  const { id, name, period, reportedRows } = opened
  const isEmpty = Object.values(opened.figures).every((value) => value === null)
  return (
    <>
      <PageHead
        title={name}
        subtitle={t(`page.kpis.opened.${period.kind === 'week' ? 'subtitle' : 'subtitleMonth'}`, {
          period: figuresPeriodName(period, t),
        })}
        back={{ to: `/admin/kpis?period=${period.name}`, label: t('page.kpis.title') }}
        actions={<LinkButton to={`/admin/drivers/${id}`}>{t('page.kpis.opened.record')}</LinkButton>}
      />
      <Stack>
        <BehindNote seconds={behind} />
        <Periods period={period} ways={ways} to={(asked) => `/admin/kpis/drivers/${id}?period=${asked}`} />
        {isEmpty ? (
          <EmptyState title={t('page.kpis.opened.nothing')}>{t('page.kpis.opened.nothingText')}</EmptyState>
        ) : (
          <Section title={t('page.kpis.opened.figures')}>
            <Card flush>
              {FIGURES.map((figure) => (
                <Opened key={figure} figure={figure} opened={opened} />
              ))}
            </Card>
          </Section>
        )}
        <PaidByHour hours={opened.hours} />
        <OnlineDays days={opened.days} />
        {reportedRows.length === 0 ? null : (
          <Section title={t('page.kpis.opened.lines')}>
            <Stack>
              <Words look="soft">{t('page.kpis.opened.linesText')}</Words>
              <Table
                caption={t('page.kpis.opened.lines')}
                rows={reportedRows}
                rowKey={({ id: row }) => row}
                columns={lineColumns(t)}
              />
            </Stack>
          </Section>
        )}
        {opened.connected.length === 0 ? null : (
          <Section title={t('page.kpis.opened.connected')}>
            <Stack>
              <Words look="soft">{t('page.kpis.opened.connectedText')}</Words>
              <Table
                caption={t('page.kpis.opened.connected')}
                rows={opened.connected}
                rowKey={({ source, week }) => `${source} ${week}`}
                columns={connectedColumns(t)}
              />
            </Stack>
          </Section>
        )}
      </Stack>
    </>
  )
}

function Opened({ figure, opened }: { figure: FigureName; opened: OpenedPerformance }) {
  const t = useT()
  const { figures, before, weeks } = opened
  const value = figures[figure]
  const words = (said: number | null) => (said === null ? t('page.kpis.unknown') : figureWords(figure, said, t))
  const known = weeks.map((week) => week[figure]).filter((said) => said !== null)
  const { uber, bolt } = opened.of
  const isOfTwo = uber[figure] !== null && bolt[figure] !== null
  return (
    <Disclosure level="line" summary={t(`page.kpis.long.${figure}`)} aside={<strong>{words(value)}</strong>}>
      <Stack>
        {value === null ? <Words>{t(`page.kpis.needs.${figure}`)}</Words> : null}
        {value !== null && isRatio(figure) && opened.parts[figure].over > 0 ? (
          <Words>{madeOf(figure, opened.parts[figure], t)}</Words>
        ) : null}
        {isOfTwo ? (
          <Words>{t('page.kpis.opened.said', { uber: words(uber[figure]), bolt: words(bolt[figure]) })}</Words>
        ) : null}
        <Words look="soft">{t(`page.kpis.formula.${figure}`)}</Words>
        <Words look="soft">
          {[
            t('page.kpis.opened.before', { value: words(before[figure]) }),
            known.length < 2 ? '' : t('page.kpis.opened.own', { median: words(median(known)) }),
          ].join(' ')}
        </Words>
        {known.length < 2 ? null : (
          <SmallLine look="own" values={weeks.map((week) => week[figure])} label={lineWords(figure, opened, t)} />
        )}
      </Stack>
    </Disclosure>
  )
}

/** The two sums whose ratio is the figure, with their units. */
function madeOf(figure: Ratio, { amount, over }: OpenedPerformance['parts'][Ratio], t: Translator): string {
  const hours = (minutes: number) => figureWords('minutes', minutes, t)
  const trips = (count: number) => t('page.kpis.opened.trips', { count })
  const by = {
    perHour: hours,
    perTrip: trips,
    perKilometre: (metres: number) =>
      t('page.kpis.opened.kilometres', { count: formatNumber(Math.round(metres / 1_000), t.language) }),
    tripsPerHour: hours,
    utilisation: hours,
  }[figure]
  const of = isMoney(figure)
    ? formatMoney(cents(amount), t.language)
    : figure === 'tripsPerHour'
      ? trips(amount)
      : hours(amount)
  return t(`page.kpis.opened.parts.${figure}`, { amount: of, over: by(over) })
}

function lineColumns(t: Translator): Column<ReportedRow>[] {
  return [
    {
      head: t('page.kpis.opened.columns.report'),
      phone: 'identity',
      cell: ({ report, importId, file }) => (
        <Link to={`/admin/data/imports/${importId}`} title={file}>
          {t.find(`errors.report.${report}`) ?? report}
        </Link>
      ),
    },
    { head: t('page.kpis.opened.columns.week'), phone: 'fact', cell: ({ week }) => weekNumber(week), number: true },
    { head: t('page.kpis.opened.columns.says'), phone: 'fact', cell: (row) => saysWords(row, t), wraps: true },
    {
      head: t('page.kpis.opened.columns.line'),
      phone: 'fact',
      cell: ({ line }) => formatNumber(line, t.language),
      number: true,
    },
    {
      head: t('page.kpis.opened.columns.read'),
      phone: 'fact',
      cell: ({ readAt }) => formatInstant(readAt, t.language),
    },
  ]
}

function connectedColumns(t: Translator): Column<ConnectedWork>[] {
  return [
    {
      head: t('page.kpis.opened.columns.report'),
      phone: 'identity',
      cell: ({ source, week }) => (
        <Link to={`/admin/data/connections/${source}/weeks/${weekName(week)}`}>
          {t('page.connections.asSource', { provider: t(`page.week.sourceNames.${source}`) })}
        </Link>
      ),
    },
    { head: t('page.kpis.opened.columns.week'), phone: 'fact', cell: ({ week }) => weekNumber(week), number: true },
    { head: t('page.kpis.opened.columns.says'), phone: 'fact', cell: (row) => saysWords(row, t), wraps: true },
    {
      head: t('page.kpis.opened.columns.said'),
      phone: 'fact',
      cell: ({ saidAt }) => formatInstant(saidAt, t.language),
    },
  ]
}

/** Values that figures take from a line, by the line's own names. */
const TAKEN = [
  ...['paid', 'payout', 'cash_collected', 'toll_refund', 'tolls', 'trips', 'online_minutes', 'on_trip_minutes'],
  ...['trip_metres', 'acceptance_rate', 'completion_rate', 'cancellation_rate', 'utilisation_rate'],
  ...['four_week_rating', 'average_rating'],
]

function saysWords({ measures }: Pick<ReportedRow, 'measures'>, t: Translator): string {
  return TAKEN.flatMap((name) => {
    const figure = measures[name]
    return figure === undefined ? [] : [`${measureName(t, name)} ${measureWords(t, name, figure)}`]
  }).join(' · ')
}
