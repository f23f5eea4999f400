import { firstOf } from '#domain/certain.ts'
import { type Cents, cents, fraction, sum } from '#domain/money.ts'
import { weekName } from '#domain/week.ts'
import { listOwnActivity } from '#features/adjustments/activity/queries.server.ts'
import type { OwnActivity } from '#features/adjustments/activity/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { weekNumber } from '#messages/dates.ts'
import { goalFigure } from '#messages/goal-words.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { WeekChart } from '#web/parts/week-chart.tsx'
import { WeekName } from '#web/parts/week-name.tsx'
import { ownDriver } from '#web/session.server.ts'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/performance.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => ({ weeks: await listOwnActivity(ownDriver(context), context.get(requestContext).now) }))

/** The reader's own weeks: earnings, trips and hours as the platforms tell them, beside nobody else's. */
export default function PerformanceScreen({ loaderData: { weeks } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Page width="middle">
      <PageHead title={t('page.performance.title')} subtitle={t('page.performance.subtitle')} />
      {weeks.length === 0 ? (
        <EmptyState title={t('page.performance.empty')}>
          <p>{t('page.performance.emptyText')}</p>
        </EmptyState>
      ) : (
        <Stack>
          <InShort weeks={weeks} />
          <Why of={firstOf(weeks)} />
          <OverTheWeeks weeks={weeks} />
          <Section title={t('page.performance.weeks')}>
            <Table
              caption={t('page.performance.caption')}
              rows={weeks}
              rowKey={({ week }) => week}
              href={({ week, earnings }) => (earnings !== null ? `/dashboard/payslips/${weekName(week)}` : null)}
              columns={columns(t)}
            />
          </Section>
          <Words look="small">
            {[t('page.performance.sources'), t('page.performance.activity'), t('page.performance.open')].join(' ')}
          </Words>
        </Stack>
      )}
    </Page>
  )
}

/** The newest week, what a week brings on average, and the best of them. */
function InShort({ weeks }: { weeks: readonly OwnActivity[] }) {
  const t = useT()
  const last = firstOf(weeks)
  const best = weeks.reduce((so, one) => (one.income > so.income ? one : so), last)
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

/** What the newest week's amount is made of, and why the statement counts another. */
function Why({ of: { week, income, parts, earnings } }: { of: OwnActivity }) {
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

function columns(t: Translator): Column<OwnActivity>[] {
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
  ]
}
