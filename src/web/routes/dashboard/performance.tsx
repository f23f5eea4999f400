import { firstOf } from '#domain/certain.ts'
import { type Cents, cents, fraction, sum } from '#domain/money.ts'
import { median } from '#domain/median.ts'
import { FIGURES, type FigureName, type Figures as WeekFigures, PLATFORMS, type Platform } from '#domain/performance.ts'
import { type Week, weekName } from '#domain/week.ts'
import { listOwnActivity } from '#features/adjustments/activity/queries.server.ts'
import type { OwnActivity } from '#features/adjustments/activity/schema.ts'
import { showOwnPerformance } from '#features/weeks/performance/queries.server.ts'
import { HOURS_TOGETHER, type OwnPerformance } from '#features/weeks/performance/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { SHORT_DAYS, formatInstant, weekNumber } from '#messages/dates.ts'
import { bareFigure, figureWords } from '#messages/figure-words.ts'
import { goalFigure } from '#messages/goal-words.ts'
import { formatAmount, formatMoney, formatNumber, formatRoundMoney } from '#messages/numbers.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { OnlineDays } from '#web/parts/online-days.tsx'
import { PaidByHour } from '#web/parts/paid-by-hour.tsx'
import { WeekChart } from '#web/parts/week-chart.tsx'
import { WeekName } from '#web/parts/week-name.tsx'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { LineChart } from '#web/ui/charts/line-chart.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/performance.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const [driver, { now }] = [ownDriver(context), context.get(requestContext)]
    const [weeks, own] = await Promise.all([listOwnActivity(driver, now), showOwnPerformance(driver, now)])
    return { weeks, own }
  })

/** The reader's own weeks: what the platforms paid, and how the driver worked. No other driver is shown. */
export default function PerformanceScreen({ loaderData: { weeks, own } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Page width="middle">
      <PageHead
        title={t('page.performance.title')}
        subtitle={t(`page.performance.${own.middle ? 'subtitleCompared' : 'subtitle'}`)}
      />
      {weeks.length === 0 ? (
        <EmptyState
          title={t('page.performance.empty')}
          action={<LinkButton to="/dashboard/payslips">{t('page.performance.emptyWay')}</LinkButton>}
        >
          <p>{t('page.performance.emptyText')}</p>
        </EmptyState>
      ) : (
        <Stack>
          <Summary weeks={weeks} />
          <IncomeParts of={firstOf(weeks)} />
          <OverTheWeeks weeks={weeks} />
          <OwnRate own={own} />
          <ByPlatform own={own} />
          <WhenDriven own={own} />
          <PaidByHour hours={own.hours} />
          <OnlineDays days={own.days} />
          <Section title={t('page.performance.weeks')}>
            <Stack>
              <Weeks weeks={weeks.slice(0, WEEKS_OPEN)} own={own} caption={t('page.performance.caption')} />
              {weeks.length > WEEKS_OPEN ? (
                <Card flush>
                  <Disclosure summary={t('page.performance.earlier')} aside={String(weeks.length - WEEKS_OPEN)}>
                    <Weeks weeks={weeks.slice(WEEKS_OPEN)} own={own} caption={t('page.performance.earlierCaption')} />
                  </Disclosure>
                </Card>
              ) : null}
            </Stack>
          </Section>
          <Words look="small">
            {[t('page.performance.sources'), t('page.performance.activity'), t('page.performance.open')].join(' ')}
          </Words>
        </Stack>
      )}
    </Page>
  )
}

/** Weeks shown open; the earlier ones are folded. */
const WEEKS_OPEN = 4

type WeeksProps = { weeks: readonly OwnActivity[]; own: OwnPerformance; caption: string }

function Weeks({ weeks, own, caption }: WeeksProps) {
  const t = useT()
  return (
    <Table
      caption={caption}
      rows={weeks}
      rowKey={({ week }) => week}
      href={({ week, earnings }) => (earnings !== null ? `/dashboard/payslips/${weekName(week)}` : null)}
      columns={columns(own, t)}
    />
  )
}

/** The newest week, the average of a week, and the best one. */
function Summary({ weeks }: { weeks: readonly OwnActivity[] }) {
  const t = useT()
  const last = firstOf(weeks)
  const best = weeks.reduce((highest, week) => (week.income > highest.income ? week : highest), last)
  const number = weekNumber(last.week)
  return (
    <Figures boxed>
      <Figure name={t('page.performance.last', { number })} note={t('page.performance.lastNote')}>
        <Money cents={last.income} />
      </Figure>
      {last.trips === null ? null : (
        <Figure name={t('page.performance.trips', { number })}>{formatNumber(last.trips, t.language)}</Figure>
      )}
      {last.perHour === null ? null : (
        <Figure name={t('page.performance.perHour', { number })} note={t('page.performance.perHourNote')}>
          <Money cents={cents(last.perHour)} />
        </Figure>
      )}
      <Figure name={t('page.performance.mean', { count: weeks.length })} note={t('page.performance.lastNote')}>
        <Money cents={fraction(sum(weeks.map(({ income }) => income)), 1, weeks.length)} />
      </Figure>
      <Figure
        name={t('page.performance.best')}
        note={t('page.performance.bestNote', { number: weekNumber(best.week) })}
      >
        <Money cents={best.income} />
      </Figure>
    </Figures>
  )
}

/** The parts of the newest week's amount, and why the statement has another one. */
function IncomeParts({ of: { week, income, parts, earnings } }: { of: OwnActivity }) {
  const t = useT()
  const money = (amount: Cents) => formatMoney(amount, t.language)
  return (
    <Disclosure level="line" summary={t('page.performance.why.title', { amount: money(income) })}>
      <Stack>
        <Facts>
          {(['paid', 'cash', 'refunds'] as const).map((part) =>
            parts[part] === 0 ? null : (
              <Fact key={part} name={t(`page.performance.why.${part}`)}>
                {money(parts[part])}
              </Fact>
            ),
          )}
        </Facts>
        {earnings === null ? null : (
          <p>
            {t('page.performance.why.earnings', { amount: money(earnings), number: weekNumber(week) })}{' '}
            <Link to={`/dashboard/payslips/${weekName(week)}`}>{t('page.performance.why.statement')}</Link>
          </p>
        )}
        <p>{t('page.performance.why.differs')}</p>
      </Stack>
    </Disclosure>
  )
}

function OverTheWeeks({ weeks }: { weeks: readonly OwnActivity[] }) {
  const t = useT()
  const inOrder = weeks.toReversed()
  if (inOrder.length < 2) return null
  return (
    <Card>
      <WeekChart
        title={t('page.performance.picture')}
        drawn="line"
        weeks={inOrder.map(({ week }) => week)}
        series={[{ name: t('page.goals.criteria.income'), values: inOrder.map(({ income }) => income) }]}
      />
    </Card>
  )
}

/** Euros an hour over the weeks, compared with the own past, and with the middle half of all drivers if the company wants that. */
function OwnRate({ own: { weeks, all, middle } }: { own: OwnPerformance }) {
  const t = useT()
  const until = all.findLastIndex(({ perHour }) => perHour !== null) + 1
  const values = all.slice(0, until).map(({ perHour }) => perHour)
  const measured = values.filter((value) => value !== null)
  if (measured.length < 2) return null
  const words = (value: number) => figureWords('perHour', value, t)
  return (
    <Card>
      <Stack>
        <LineChart
          title={t('page.performance.rate.title', { median: words(median(measured)) })}
          about={t('page.kpis.long.perHour')}
          says={t('page.kpis.lineSays', {
            count: measured.length,
            low: words(Math.min(...measured)),
            high: words(Math.max(...measured)),
            median: words(median(measured)),
          })}
          labels={weeks.slice(0, until).map((week) => String(weekNumber(week)))}
          values={values}
          words={words}
          axisWords={(value) => formatRoundMoney(value, t.language)}
          medianWords={(value) => t('page.kpis.median', { value: words(value) })}
          unit={100}
          {...(middle && { band: { ranges: middle.slice(0, until), words: t('page.performance.others.band') } })}
        />
        {middle ? <Others weeks={weeks} middle={middle} /> : null}
      </Stack>
    </Card>
  )
}

/** The newest week in which enough drivers were measured, in words, with the limits of that range. */
function Others({ weeks, middle }: { weeks: OwnPerformance['weeks']; middle: NonNullable<OwnPerformance['middle']> }) {
  const t = useT()
  const at = middle.findLastIndex((band) => band !== null)
  const [week, band] = [weeks[at], middle[at]]
  if (!week || !band) return <Words look="small">{t('page.performance.others.none')}</Words>
  const words = (rate: number) => formatMoney(cents(rate), t.language)
  return (
    <>
      <p>
        {t('page.performance.others.says', { number: weekNumber(week), low: words(band.low), high: words(band.high) })}
      </p>
      <Words look="small">{t('page.performance.others.what')}</Words>
    </>
  )
}

/** For each platform the newest week with an amount received, or else with any figure; and what each figure means. */
function ByPlatform({ own: { weeks, of, sources, connected } }: { own: OwnPerformance }) {
  const t = useT()
  const newest = (platform: Platform) => {
    // A week that was fetched before its file came has trips alone: its other figures would read as not measured.
    const received = of[platform].findLastIndex((week) => week.received !== null)
    return received === -1 ? of[platform].findLastIndex(hasFigures) : received
  }
  const platforms = PLATFORMS.flatMap((platform) => {
    const at = newest(platform)
    const [week, figures] = [weeks[at], of[platform][at]]
    return week && figures ? [{ platform, week, figures }] : []
  })
  const names = PLATFORM_FIGURES.filter((name) => platforms.some(({ figures }) => figures[name] !== null))
  if (platforms.length === 0) return null
  return (
    <Section title={t('page.performance.platforms.title')}>
      <Stack>
        <Table
          caption={t('page.performance.platforms.caption')}
          phone="columns"
          rows={names}
          rowKey={(name) => name}
          columns={platformColumns(platforms, t)}
        />
        <Disclosure level="line" summary={t('page.performance.platforms.what')}>
          <Stack>
            {names.map((name) => (
              <p key={name}>
                <b>{t(`page.performance.platforms.${name}`)}.</b> {t(`page.performance.formula.${name}`)}
              </p>
            ))}
          </Stack>
        </Disclosure>
        <Words look="small">
          {[
            ...sources.map(({ report, readAt }) => ({
              report: t.find(`errors.report.${report}`) ?? report,
              at: readAt,
            })),
            ...connected.map(({ source, saidAt }) => ({
              report: t('page.connections.asSource', { provider: t(`page.week.sourceNames.${source}`) }),
              at: saidAt,
            })),
          ]
            .map(({ report, at }) =>
              t('page.performance.platforms.read', { report, at: formatInstant(at, t.language) }),
            )
            .join(' ')}
        </Words>
      </Stack>
    </Section>
  )
}

type ShownWeek = { platform: Platform; week: Week; figures: WeekFigures }

function platformColumns(shown: readonly ShownWeek[], t: Translator): Column<PlatformFigure>[] {
  const unknown = <small>{t('page.performance.unknown')}</small>
  return [
    { head: t('page.performance.platforms.figure'), cell: (name) => t(`page.performance.platforms.${name}`) },
    ...shown.map(({ platform, week, figures }): Column<PlatformFigure> => ({
      head: t('page.performance.platforms.of', {
        platform: t(`errors.report.${platform}`),
        number: weekNumber(week),
      }),
      number: true,
      cell: (name) => {
        const value = figures[name]
        if (value === null) return unknown
        // The word for stars would push the second platform beyond the edge of a small phone.
        return name === 'rating' ? bareFigure(name, value, t) : figureWords(name, value, t)
      },
    })),
  ]
}

type PlatformFigure = Exclude<FigureName, 'net'>

/** The net is a figure of statements, not of platforms. */
const PLATFORM_FIGURES = FIGURES.filter((name): name is PlatformFigure => name !== 'net')

function hasFigures(figures: WeekFigures): boolean {
  return Object.entries(figures).some(([name, value]) => name !== 'net' && value !== null)
}

/** The days and hours at which trips began. */
function WhenDriven({ own: { trips } }: { own: OwnPerformance }) {
  const t = useT()
  if (trips.length === 0) return null
  const most = trips.reduce((highest, hour) => (hour.trips > highest.trips ? hour : highest), firstOf(trips))
  const hours = [...new Set(trips.map(({ from }) => from))].toSorted((a, b) => a - b)
  const countOf = (day: number, from: number) =>
    trips.find((trip) => trip.day === day && trip.from === from)?.trips ?? 0
  const hoursWords = (from: number) => t('page.performance.when.hours', { from, to: from + HOURS_TOGETHER })
  return (
    <Section title={t('page.performance.when.title')}>
      <Stack>
        <Words look="soft">
          {t('page.performance.when.most', {
            day: SHORT_DAYS[t.language][most.day - 1] ?? '',
            hours: hoursWords(most.from),
            count: most.trips,
          })}
        </Words>
        <Table
          caption={t('page.performance.when.caption')}
          phone="columns"
          rows={SHORT_DAYS[t.language].map((words, at) => ({ words, day: at + 1 }))}
          rowKey={({ words }) => words}
          columns={hourColumns(hours, { countOf, most: most.trips }, t)}
        />
        <Words look="small">{t('page.performance.when.note')}</Words>
      </Stack>
    </Section>
  )
}

type Day = { words: string; day: number }
type TripCounts = { countOf: (day: number, from: number) => number; most: number }

function hourColumns(hours: readonly number[], { countOf, most }: TripCounts, t: Translator): Column<Day>[] {
  return [
    { head: t('page.performance.when.day'), cell: ({ words }) => words },
    ...hours.map((from): Column<Day> => ({
      head: t('page.performance.when.hours', { from, to: from + HOURS_TOGETHER }),
      number: true,
      cell: ({ day }) => {
        const count = countOf(day, from)
        if (count === 0) return '–'
        return count === most ? <strong>{count}</strong> : count
      },
    })),
  ]
}

function columns({ weeks, middle }: OwnPerformance, t: Translator): Column<OwnActivity>[] {
  const others: Column<OwnActivity> = {
    head: t('page.performance.others.column'),
    number: true,
    cell: ({ week }) => {
      const band = middle?.[weeks.indexOf(week)]
      return band ? `${formatAmount(band.low, t.language)}–${formatAmount(band.high, t.language)}` : '–'
    },
  }
  const unknown = <small>{t('page.performance.unknown')}</small>
  return [
    {
      head: t('page.performance.columns.week'),
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
      head: t('page.performance.columns.income'),
      number: true,
      first: true,
      cell: ({ income }) => <Money cents={income} look="bare" />,
    },
    {
      head: t('page.performance.columns.trips'),
      number: true,
      cell: ({ trips }) => (trips === null ? unknown : formatNumber(trips, t.language)),
    },
    {
      head: t('page.performance.columns.hours'),
      number: true,
      cell: ({ onlineMinutes }) => (onlineMinutes === null ? unknown : goalFigure('online', onlineMinutes, t)),
    },
    {
      head: t('page.performance.columns.perHour'),
      number: true,
      cell: ({ perHour }) => (perHour === null ? unknown : <Money cents={cents(perHour)} look="bare" />),
    },
    ...(middle ? [others] : []),
  ]
}
