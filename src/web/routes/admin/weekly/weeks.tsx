import { sourcesToShow } from '#domain/import.ts'
import { isStep } from '#domain/week-status.ts'
import { listWeekRows } from '#features/weeks/week-list/queries.server.ts'
import type { WeekRow } from '#features/weeks/week-list/schema.ts'
import { statusSentence, statusWords } from '#features/weeks/status/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeekDays, formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { readPageFromStandby } from '#web/standby.server.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { BehindNote } from '#web/parts/behind-note.tsx'
import { Money } from '#web/parts/money.tsx'
import { WeekChart } from '#web/parts/week-chart.tsx'
import { WeekName } from '#web/parts/week-name.tsx'
import { WeekStateWord } from '#web/parts/week-state.tsx'
import { shows } from '#web/screen.server.ts'
import { useMayFollow } from '#web/place-power.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { SideBySide, Page, WideOnly, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Road } from '#web/ui/road.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/weeks.ts'
import { DropZone } from '../data/drop-zone.tsx'
import { stateStops } from './week-stops.ts'

export const loader = shows(async ({ request, context }: Route.LoaderArgs, { now }) => {
  const year = new URL(request.url).searchParams.get('year')
  return listWeekRows(now, Number(year), (read) => readPageFromStandby(context, read))
})

/** Bars for half a year; the table has the other weeks. */
const MAX_BARS = 26

/** The weeks with data, a year at a time; the oldest open one on top as the thing to do. */
export default function WeeksScreen({ loaderData: { weeks, behind, next, years, year } }: Route.ComponentProps) {
  const t = useT()
  if (weeks.length === 0) {
    return (
      <>
        <PageHead title={t('page.week.list.title')} subtitle={t('page.week.list.subtitle')} />
        <SideBySide>
          <EmptyState title={t('page.week.list.empty.title')}>
            <p>{t('page.week.list.empty.text')}</p>
            <Facts>
              {sourcesToShow((source) => source !== 'other').map((source) => (
                <Fact key={source} name={t(`page.week.sourceNames.${source}`)}>
                  {t(`page.week.sources.where.${source}`)}
                </Fact>
              ))}
            </Facts>
          </EmptyState>
          <DropZone />
        </SideBySide>
      </>
    )
  }
  return (
    <>
      <PageHead
        title={t('page.week.list.title')}
        subtitle={t('page.week.list.subtitle')}
        actions={
          <>
            <LinkButton to="/admin/weekly/forecast">{t('page.forecast.link')}</LinkButton>
            <LinkButton to="/admin/accounting">{t('page.accounting.title')}</LinkButton>
            <LinkButton to="/admin/account">{t('page.accounts.open')}</LinkButton>
          </>
        }
      />
      <Page>
        <DropZone week={next && next.status.sources.length > 0 ? next.name : null} />
        {next ? <NextWeekCard week={next} /> : <Words>{t('page.week.list.finished')}</Words>}
        <Section title={t('page.week.list.all')}>
          {years.length > 1 ? (
            <Tabs
              label={t('page.week.list.years')}
              tabs={years.map((tabYear, place) => ({
                to: place === 0 ? '/admin/weekly' : `/admin/weekly?year=${tabYear}`,
                label: String(tabYear),
                current: tabYear === year,
              }))}
            />
          ) : null}
          <Stack>
            <BehindNote seconds={behind} />
            <NetOfWeeks weeks={weeks} />
            <WeekTable weeks={weeks} />
          </Stack>
        </Section>
      </Page>
    </>
  )
}

/** The oldest unfinished week. */
export function NextWeekCard({ week }: { week: WeekRow }) {
  const t = useT()
  const language = useLanguage()
  const { status } = week
  const { action, to } = statusWords(status, t)
  const mayAct = useMayFollow(to)
  // The form above takes its files.
  const isAct = isStep(status.word) && status.word !== 'files' && mayAct
  return (
    <Card
      title={formatWeekNumber(week.week, language)}
      aside={formatWeekDays(week.week, language)}
      acts={
        <LinkButton kind="primary" to={isAct ? to : `/admin/weekly/${week.name}`}>
          {isAct ? action : t('page.week.list.open', { number: weekNumber(week.week) })}
        </LinkButton>
      }
    >
      <Stack>
        <Words look={status.asks ? 'warn' : 'soft'}>{statusSentence(status, t)}</Words>
        <WideOnly>
          <Road stops={stateStops(status, t)} label={t('page.week.head.road')} />
        </WideOnly>
        {status.hasBegun ? (
          <Figures>
            <Figure name={t('page.overview.open.drivers')}>{status.drivers}</Figure>
            <Figure name={t('page.overview.open.toPay')}>
              <Money cents={status.toPay} />
            </Figure>
            <Figure name={t('page.overview.open.deciding')}>{status.toDecide}</Figure>
          </Figures>
        ) : null}
      </Stack>
    </Card>
  )
}

/** The sums of each week's statements; the table below repeats all of it. */
function NetOfWeeks({ weeks }: { weeks: readonly WeekRow[] }) {
  const t = useT()
  const shown = weeks
    .filter(({ status }) => status.hasBegun && status.net !== 0)
    .slice(0, MAX_BARS)
    .toReversed()
  if (shown.length < 2) return null
  return (
    <Card>
      <WeekChart
        title={t('page.pictures.weeks.title')}
        weeks={shown.map(({ week }) => week)}
        series={[{ name: t('page.pictures.weeks.name'), values: shown.map(({ status }) => status.net) }]}
      />
    </Card>
  )
}

function WeekTable({ weeks }: { weeks: readonly WeekRow[] }) {
  const t = useT()
  return (
    <Table
      caption={t('page.week.list.caption')}
      rows={weeks}
      rowKey={({ week }) => week}
      href={({ name }) => `/admin/weekly/${name}`}
      columns={columnsOf(t, weeks)}
      phone="columns"
    />
  )
}

/** Columns without any value are left out: missing sources, amounts to pay, open questions. */
function columnsOf(t: Translator, weeks: readonly WeekRow[]): Column<WeekRow>[] {
  const some = (is: (row: WeekRow) => boolean, column: Column<WeekRow>) => (weeks.some(is) ? [column] : [])
  return [
    {
      head: t('page.week.list.week'),
      cell: ({ week }) => (
        <>
          <WeekName week={week} part="number" />{' '}
          <small>
            <WeekName week={week} part="days" />
          </small>
        </>
      ),
    },
    {
      head: t('page.week.list.state'),
      cell: ({ status: { state, asks } }) => <WeekStateWord state={state} asks={asks} />,
    },
    ...some(({ status }) => status.sources.length > 0, {
      head: t('page.week.list.missing'),
      wideOnly: true,
      cell: ({ status: { sources } }) =>
        sources.length > 0 ? (
          <State tone="warn">{sources.map((source) => t(`page.week.sourceNames.${source}`)).join(', ')}</State>
        ) : null,
    }),
    {
      head: t('page.week.list.drivers'),
      number: true,
      wideOnly: true,
      cell: ({ status: { drivers } }) => drivers,
    },
    ...some(({ status: { hasBegun, toPay } }) => hasBegun && toPay !== 0, {
      head: t('page.week.list.toPay'),
      number: true,
      wideOnly: true,
      cell: ({ status: { hasBegun, toPay } }) => (hasBegun && toPay !== 0 ? <Money cents={toPay} look="bare" /> : null),
    }),
    ...some(({ status }) => status.toDecide > 0, {
      head: t('page.week.list.toDecide'),
      number: true,
      wideOnly: true,
      cell: ({ status: { toDecide } }) => (toDecide > 0 ? <State tone="warn">{toDecide}</State> : null),
    }),
    {
      head: t('page.week.list.net'),
      number: true,
      cell: ({ status: { hasBegun, net } }) =>
        hasBegun ? <Money cents={net} look="bare" owed /> : t('page.week.list.noFiles'),
    },
  ]
}
