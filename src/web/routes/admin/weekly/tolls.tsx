import { lastOf } from '#domain/certain.ts'
import { driversApart } from '#domain/driver.ts'
import { readWeek, weekName } from '#domain/week.ts'
import {
  type DriverTolls,
  type Passage,
  type TollWeek,
  getWeekTolls,
  listTollWeeks,
} from '#features/settlements/tolls/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, formatWeekDays, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { lineLink } from '#web/parts/line-link.ts'
import { Money } from '#web/parts/money.tsx'
import { WeekChart } from '#web/parts/week-chart.tsx'
import { shows } from '#web/screen.server.ts'
import { Card, Section } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/tolls.ts'
import { TollHours } from './toll-hours.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  const [tolls, history] = await Promise.all([getWeekTolls(week), listTollWeeks(week)])
  return { week, name: weekName(week), tolls: { ...tolls, drivers: driversApart(tolls.drivers) }, history }
})

/** Tolls charged, refunded and the difference, by driver and by passage. */
export default function TollsScreen({ loaderData: { week, name, tolls, history } }: Route.ComponentProps) {
  const t = useT()
  const language = useLanguage()
  const number = weekNumber(week)
  const shown = columns(t, tolls.drivers)
  const [policy, ...others] = new Set(tolls.drivers.map((driver) => driver.policy))
  return (
    <Page>
      <PageHead
        back={{ to: `/admin/weekly/${name}`, label: t('page.week.approval.back', { number }) }}
        title={t('page.tolls.title', { number })}
        detail={formatWeekDays(week, language)}
        subtitle={t('page.tolls.subtitle')}
      />
      {policy && others.length === 0 ? (
        <Words>{t('page.tolls.samePolicy', { policy: t(`page.tolls.policies.${policy}`) })}</Words>
      ) : null}
      <Table
        caption={t('page.tolls.caption', { number })}
        rows={tolls.drivers}
        rowKey={({ driver }) => driver.id}
        columns={shown}
        empty={<EmptyState title={t('page.tolls.none')} />}
        foot={shown.map(({ id }) => (id === 'driver' ? t('page.tolls.total') : footOf(id, tolls.total)))}
      />
      {history.length > 1 ? (
        <Card>
          <WeekChart
            title={t('page.pictures.tolls.title')}
            finding={findingOf(lastOf(history), t)}
            weeks={history.map((tollWeek) => tollWeek.week)}
            series={[
              { name: t('page.pictures.tolls.refunded'), values: history.map(({ refunded }) => refunded) },
              { name: t('page.pictures.tolls.charged'), values: history.map(({ charged }) => charged) },
            ]}
          />
        </Card>
      ) : null}
      <TollHours passages={tolls.drivers.flatMap(({ passages }) => passages)} />
      {tolls.drivers.length > 0 ? (
        <Section title={t('page.tolls.each')}>
          <Words look="small">{t('page.tolls.estimate')}</Words>
          <Card flush>
            {tolls.drivers
              .filter(({ passages }) => passages.length > 0)
              .map((driver) => (
                <Passages key={driver.driver.id} {...driver} />
              ))}
          </Card>
        </Section>
      ) : null}
    </Page>
  )
}

/** The sum of a column of amounts; empty for other columns. */
function footOf(id: string | undefined, total: Totals) {
  const figure = FIGURES.find((candidate) => candidate === id)
  return figure ? <Money key={figure} cents={total[figure]} look="bare" /> : null
}

type Totals = Awaited<ReturnType<typeof getWeekTolls>>['total']

const FIGURES = [
  'charged',
  'refundedByUber',
  'refundedByBolt',
  'difference',
  'borneByDriver',
  'borneByOperator',
] as const satisfies readonly (keyof Totals)[]

/** A value that is the same for all drivers has no column, but is named once above the table. */
function columns(t: Translator, drivers: readonly DriverTolls[]): Column<DriverTolls>[] {
  const money = (head: string, figure: keyof Totals): Column<DriverTolls> => ({
    id: figure,
    label: head,
    head,
    number: true,
    cell: ({ figures }) => <Money cents={figures[figure]} look="bare" />,
  })
  const isMixed = new Set(drivers.map(({ policy }) => policy)).size > 1
  const hasOperator = drivers.some(({ figures }) => figures.borneByOperator !== 0)
  return [
    { id: 'driver', head: t('page.tolls.driver'), cell: ({ driver }) => driver.name },
    money(t('page.tolls.charged'), 'charged'),
    money(t('page.tolls.uber'), 'refundedByUber'),
    money(t('page.tolls.bolt'), 'refundedByBolt'),
    { ...money(t('page.tolls.difference'), 'difference'), wideOnly: true },
    ...(isMixed
      ? [
          {
            id: 'policy',
            head: t('page.tolls.policy'),
            cell: ({ policy }: DriverTolls) => t(`page.tolls.policies.${policy}`),
          },
        ]
      : []),
    { ...money(t('page.tolls.byDriver'), 'borneByDriver'), first: true },
    ...(hasOperator ? [money(t('page.tolls.byOperator'), 'borneByOperator')] : []),
  ]
}

function Passages({ driver, passages }: DriverTolls) {
  const t = useT()
  return (
    <Disclosure level="line" summary={driver.name} aside={t('page.tolls.passages', { count: passages.length })}>
      <Table
        caption={t('page.tolls.passagesOf', { name: driver.name })}
        rows={passages}
        rowKey={({ id }) => id}
        columns={passageColumns(t, passages)}
      />
    </Disclosure>
  )
}

function passageColumns(t: Translator, passages: readonly Passage[]): Column<Passage>[] {
  const isAsked = passages.some(({ time }) => time !== null)
  return [
    { head: t('page.tolls.when'), cell: ({ at }) => (at ? formatInstant(at, t.language) : '–') },
    { head: t('page.tolls.place'), cell: ({ place }) => place },
    ...(isAsked
      ? [
          {
            head: t('page.tolls.passenger'),
            cell: ({ time }: Passage) => (time ? t(`page.tolls.times.${time}`) : '–'),
          },
        ]
      : []),
    { head: t('page.tolls.amount'), number: true, cell: ({ amount }) => <Money cents={amount} look="bare" /> },
    {
      head: t('common.actions'),
      quiet: true,
      cell: (passage) => <Link to={lineLink(passage)}>{t('page.tolls.line', { line: passage.line })}</Link>,
    },
  ]
}

/** Whether the platforms' refunds covered the newest week's tolls. */
function findingOf({ week, charged, refunded }: TollWeek, t: Translator): string | undefined {
  if (charged <= 0) return undefined
  return t(`page.pictures.tolls.${refunded > charged ? 'more' : 'less'}`, {
    number: weekNumber(week),
    amount: formatMoney(Math.abs(refunded - charged), t.language),
  })
}
