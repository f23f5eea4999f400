import { driversApart } from '#domain/driver.ts'
import { listDependence, yearOf } from '#features/accounting/dependence/queries.server.ts'
import { listDeliveries } from '#features/accounting/month-deliveries/queries.server.ts'
import { type DriverYear, listNearLimit } from '#features/accounting/exemptions/queries.server.ts'
import { listMonths } from '#features/accounting/queries.server.ts'
import type { MonthRow } from '#features/accounting/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatMonth } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { More, Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Dependence } from './dependence.tsx'
import type { Route } from './+types/months.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const yearUntilNow = yearOf(now)
  const [months, deliveries, driversNearLimit, dependentDrivers] = await Promise.all([
    listMonths(now),
    listDeliveries(),
    listNearLimit(yearUntilNow.year),
    listDependence(yearUntilNow),
  ])
  return {
    months: months.map((month) => ({ ...month, delivery: deliveries.get(month.month) ?? null })),
    driversNearLimit: driversApart(driversNearLimit),
    dependentDrivers: driversApart(dependentDrivers),
    year: yearUntilNow.year,
  }
})

/** The first page for the accountant: one line for each month, which opens the month's documents. */
export default function MonthsScreen({
  loaderData: { months, driversNearLimit, dependentDrivers, year },
}: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.accounting.title')}
        subtitle={t('page.accounting.subtitle')}
        actions={
          <>
            <LinkButton to="/admin/accounting/duties">{t('page.duties.open')}</LinkButton>
            <LinkButton to="/admin/account">{t('page.accounts.open')}</LinkButton>
            <More label={t('common.more')}>
              <LinkButton to="/admin/accounting/codes" kind="text">
                {t('page.accounting.codes.open')}
              </LinkButton>
              <LinkButton to="/admin/accounting/signature" kind="text">
                {t('page.signature.open')}
              </LinkButton>
            </More>
          </>
        }
      />
      <Page width="middle">
        <Table
          caption={t('page.accounting.list.caption')}
          rows={months}
          rowKey={({ month }) => month}
          href={({ month }) => `/admin/accounting/${month}`}
          columns={columnsOf(t)}
        />
        <Words look="soft">{t('page.accounting.list.whatIs')}</Words>
        {driversNearLimit.length === 0 ? null : (
          <Section title={t('page.accounting.exemption.title', { year })}>
            <Stack>
              <Words look="soft">{t('page.accounting.exemption.text')}</Words>
              <Table
                caption={t('page.accounting.exemption.caption')}
                rows={driversNearLimit}
                rowKey={({ driver }) => driver.id}
                href={({ driver }) => `/admin/drivers/${driver.id}`}
                columns={limitColumns(t)}
              />
            </Stack>
          </Section>
        )}
        <Dependence year={year} drivers={dependentDrivers} />
      </Page>
    </>
  )
}

type Row = MonthRow & { delivery: { day: string; isChanged: boolean } | null }

function columnsOf(t: Translator): Column<Row>[] {
  return [
    { head: t('page.accounting.list.month'), cell: ({ month }) => formatMonth(month, t.language) },
    { head: t('page.accounting.list.weeks'), number: true, wideOnly: true, cell: ({ weeks }) => weeks },
    { head: t('page.accounting.list.statements'), number: true, cell: ({ statements }) => statements },
    {
      head: t('page.accounting.list.net'),
      number: true,
      first: true,
      cell: ({ net, statements }) => (statements === 0 ? '–' : <Money cents={net} look="bare" />),
    },
    {
      head: t('page.accounting.list.state'),
      quiet: true,
      cell: ({ isOpen, delivery }) => <MonthState isOpen={isOpen} delivery={delivery} />,
    },
  ]
}

function MonthState({ isOpen, delivery }: Pick<Row, 'isOpen' | 'delivery'>) {
  const t = useT()
  if (delivery?.isChanged) return <State tone="warn">{t('page.accounting.delivery.list.changed')}</State>
  if (isOpen) return <State tone="warn">{t('page.accounting.list.open')}</State>
  if (!delivery) return null
  return (
    <State tone="ok">{t('page.accounting.delivery.list.on', { day: formatDayShort(delivery.day, t.language) })}</State>
  )
}

function limitColumns(t: Translator): Column<DriverYear>[] {
  return [
    { head: t('page.accounting.exemption.driver'), cell: ({ driver }) => driver.name },
    {
      head: t('page.accounting.exemption.total'),
      number: true,
      first: true,
      cell: ({ total }) => <Money cents={total} look="bare" />,
    },
    {
      head: t('page.accounting.exemption.limit'),
      number: true,
      cell: ({ limit }) => <Money cents={limit} look="bare" />,
    },
    {
      head: t('page.accounting.exemption.state'),
      cell: ({ state }) =>
        state === 'below' ? null : <State tone="warn">{t(`page.accounting.exemption.states.${state}`)}</State>,
    },
  ]
}
