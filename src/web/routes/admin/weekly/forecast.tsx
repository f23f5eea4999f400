import { readWeek } from '#domain/week.ts'
import type { Cents } from '#domain/money.ts'
import { showForecast } from '#features/weeks/forecasts/queries.server.ts'
import type { DriverForecast, ShownForecast } from '#features/weeks/forecasts/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, formatWeekDays, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Grid, Section, Stack } from '#web/ui/card.tsx'
import { RangeBar } from '#web/ui/charts/range-bar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/forecast.ts'

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const text = url.searchParams.get('week')
  return showForecast(text ? readWeek(text) : null, now)
})

/** An estimate of the open week for each driver and for the company, marked as one. */
export default function ForecastScreen({ loaderData: shown }: Route.ComponentProps) {
  const t = useT()
  const number = weekNumber(shown.week)
  return (
    <Page>
      <PageHead
        back={{ to: '/admin/weekly', label: t('page.week.list.title') }}
        title={t('page.forecast.title', { number })}
        detail={formatWeekDays(shown.week, t.language)}
        subtitle={t(`page.forecast.${shown.isCurrent ? 'subtitle' : 'ended'}`)}
      />
      {shown.open.length > 1 ? (
        <Tabs
          look="pills"
          label={t('page.forecast.weeks')}
          tabs={shown.open.map(({ week, name }) => ({
            to: `/admin/weekly/forecast?week=${name}`,
            label: t('page.goals.week', { number: weekNumber(week) }),
            current: week === shown.week,
          }))}
        />
      ) : null}
      {shown.drivers.length === 0 ? (
        <EmptyState
          title={t('page.forecast.empty')}
          action={<LinkButton to="/admin/weekly">{t('page.reports.toWeeks')}</LinkButton>}
        >
          <p>{t('page.forecast.emptyText')}</p>
        </EmptyState>
      ) : (
        <Stack>
          <Cash shown={shown} />
          <Drivers shown={shown} />
          <Grid>
            <Reported shown={shown} />
          </Grid>
        </Stack>
      )}
    </Page>
  )
}

/** The company's cash: what comes in, goes out and is left, each with its range. */
function Cash({ shown: { cash, issued } }: { shown: ShownForecast }) {
  const t = useT()
  return (
    <>
      <Figures boxed>
        {(['income', 'payable', 'spent', 'left'] as const).map((name) => (
          <Figure key={name} name={t(`page.forecast.cash.${name}`)} note={rangeWords(cash[name], t)}>
            {likelyWords(cash[name].likely, t)}
          </Figure>
        ))}
      </Figures>
      {issued > 0 ? <Words look="small">{t('page.forecast.issued', { count: issued })}</Words> : null}
    </>
  )
}

/** "entre 310,00 € e 420,00 €"; empty if both are the same. */
function rangeWords({ low, high }: { low: Cents; high: Cents }, t: Translator): string | null {
  if (low === high) return null
  return t('page.forecast.between', { low: formatMoney(low, t.language), high: formatMoney(high, t.language) })
}

/** An estimate has a mark before it, so that nobody takes it for an issued amount. */
function likelyWords(likely: Cents, t: Translator): string {
  return t('page.forecast.about', { amount: formatMoney(likely, t.language) })
}

function Drivers({ shown: { drivers } }: { shown: ShownForecast }) {
  const t = useT()
  const negative = drivers.filter(({ likely, isBlind }) => likely < 0 && !isBlind)
  const maybe = drivers.filter(({ likely, low, isBlind }) => likely >= 0 && low < 0 && !isBlind)
  const words = { count: negative.length, maybe: maybe.length }
  const from = Math.min(...drivers.map(({ low }) => low))
  const to = Math.max(...drivers.map(({ high }) => high))
  return (
    <Section
      title={t(`page.forecast.finding.${negative.length > 0 ? 'negative' : 'none'}`, words)}
      aside={maybe.length > 0 ? t('page.forecast.finding.maybe', { count: maybe.length }) : null}
    >
      <Table
        caption={t('page.forecast.caption')}
        rows={drivers}
        rowKey={({ driver }) => driver.id}
        href={({ driver }) => `/admin/drivers/${driver.id}`}
        columns={columns(from, to, t)}
        phone="columns"
      />
    </Section>
  )
}

function columns(from: number, to: number, t: Translator): Column<DriverForecast>[] {
  return [
    { head: t('page.forecast.columns.driver'), cell: ({ driver }) => driver.name },
    {
      head: t('page.forecast.columns.likely'),
      number: true,
      first: true,
      cell: ({ likely, known, isBlind, missing }) =>
        isBlind ? (
          <small>{t('page.forecast.blind')}</small>
        ) : missing.length === 0 ? (
          <Money cents={known} look="bare" owed />
        ) : likely < 0 ? (
          <State tone="bad">{likelyWords(likely, t)}</State>
        ) : (
          <em>{likelyWords(likely, t)}</em>
        ),
    },
    {
      head: t('page.forecast.columns.range'),
      quiet: true,
      wideOnly: true,
      cell: ({ low, likely, high, isBlind }) =>
        isBlind ? null : <RangeBar low={low} likely={likely} high={high} from={from} to={to} />,
    },
    {
      head: t('page.forecast.columns.between'),
      cell: ({ isBlind, ...forecast }) => (isBlind ? '–' : (rangeWords(forecast, t) ?? t('page.forecast.whole'))),
    },
    {
      head: t('page.forecast.columns.known'),
      wideOnly: true,
      number: true,
      cell: ({ known }) => <Money cents={known} look="bare" />,
    },
    {
      head: t('page.forecast.columns.missing'),
      wideOnly: true,
      cell: ({ missing, weeks }) =>
        missing.length === 0 ? (
          '–'
        ) : (
          <small>
            {missing.map(({ part }) => t(`page.forecast.parts.${part}`)).join(', ')}.{' '}
            {t('page.forecast.fromWeeks', { count: weeks })}
          </small>
        ),
    },
  ]
}

/** How much of the week the files cover, and the basis of the estimate. */
function Reported({ shown: { reported } }: { shown: ShownForecast }) {
  const t = useT()
  return (
    <Card title={t('page.forecast.told')}>
      <Stack>
        <Facts>
          {reported.map(({ part, days, cameAt }) => (
            <Fact key={part} name={t(`page.forecast.parts.${part}`)}>
              {cameAt === null
                ? t('page.forecast.nothing')
                : t('page.forecast.days', { count: days, at: formatInstant(cameAt, t.language) })}
            </Fact>
          ))}
        </Facts>
        <Words look="small">{t('page.forecast.how')}</Words>
      </Stack>
    </Card>
  )
}
