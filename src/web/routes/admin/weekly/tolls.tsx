import { readWeek, weekName } from '#domain/week.ts'
import { type DriverTolls, type Passage, getWeekTolls } from '#features/settlements/tolls/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, formatWeekDays, weekNumber } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { lineLink } from '#web/parts/line-link.ts'
import { Money } from '#web/parts/money.tsx'
import { shows } from '#web/screen.server.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/tolls.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  return { week, name: weekName(week), tolls: await getWeekTolls(week) }
})

/** Charged, refunded, difference: per driver, and passage by passage. */
export default function TollsScreen({ loaderData: { week, name, tolls } }: Route.ComponentProps) {
  const t = useT()
  const language = useLanguage()
  const number = weekNumber(week)
  return (
    <Page>
      <PageHead
        back={{ to: `/admin/weekly/${name}`, label: t('page.week.approval.back', { number }) }}
        title={t('page.tolls.title', { number })}
        detail={formatWeekDays(week, language)}
        subtitle={t('page.tolls.subtitle')}
      />
      <Table
        caption={t('page.tolls.caption', { number })}
        rows={tolls.drivers}
        rowKey={({ driver }) => driver.id}
        columns={columns(t)}
        empty={<EmptyState title={t('page.tolls.none')} />}
        foot={[
          t('page.tolls.total'),
          <Money key="charged" cents={tolls.total.charged} look="bare" />,
          <Money key="uber" cents={tolls.total.refundedByUber} look="bare" />,
          <Money key="bolt" cents={tolls.total.refundedByBolt} look="bare" />,
          <Money key="difference" cents={tolls.total.difference} look="bare" />,
          null,
          <Money key="driver" cents={tolls.total.borneByDriver} look="bare" />,
          <Money key="operator" cents={tolls.total.borneByOperator} look="bare" />,
        ]}
      />
      <Words look="small">{t('page.tolls.estimate')}</Words>
      {tolls.drivers
        .filter(({ passages }) => passages.length > 0)
        .map((one) => (
          <Passages key={one.driver.id} {...one} />
        ))}
    </Page>
  )
}

function columns(t: Translator): Column<DriverTolls>[] {
  const money = (head: string, figure: keyof DriverTolls['figures']): Column<DriverTolls> => ({
    head,
    number: true,
    cell: ({ figures }) => <Money cents={figures[figure]} look="bare" />,
  })
  return [
    { head: t('page.tolls.driver'), cell: ({ driver }) => driver.name },
    money(t('page.tolls.charged'), 'charged'),
    money(t('page.tolls.uber'), 'refundedByUber'),
    money(t('page.tolls.bolt'), 'refundedByBolt'),
    money(t('page.tolls.difference'), 'difference'),
    { head: t('page.tolls.policy'), cell: ({ policy }) => t(`page.tolls.policies.${policy}`) },
    { ...money(t('page.tolls.byDriver'), 'borneByDriver'), first: true },
    money(t('page.tolls.byOperator'), 'borneByOperator'),
  ]
}

function Passages({ driver, passages }: DriverTolls) {
  const t = useT()
  return (
    <Disclosure summary={`${driver.name}: ${t('page.tolls.passages', { count: passages.length })}`}>
      <Table
        caption={t('page.tolls.passagesOf', { name: driver.name })}
        rows={passages}
        rowKey={({ id }) => id}
        columns={passageColumns(t)}
      />
    </Disclosure>
  )
}

function passageColumns(t: Translator): Column<Passage>[] {
  return [
    { head: t('page.tolls.when'), cell: ({ at }) => (at ? formatInstant(at, t.language) : '–') },
    { head: t('page.tolls.place'), cell: ({ place }) => place },
    { head: t('page.tolls.amount'), number: true, cell: ({ amount }) => <Money cents={amount} look="bare" /> },
    {
      head: t('common.actions'),
      quiet: true,
      cell: (passage) => <Link to={lineLink(passage)}>{t('page.tolls.line', { line: passage.line })}</Link>,
    },
  ]
}
