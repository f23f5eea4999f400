import { listLeavers } from '#features/departures/final-accounts/queries.server.ts'
import type { LeaverRow } from '#features/departures/final-accounts/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayNumeric } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { FinalState } from '#web/parts/departure-parts.tsx'
import { Money } from '#web/parts/money.tsx'
import { shows } from '#web/screen.server.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/leavers.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => listLeavers(now))

/** Everybody who left, with what is still to be settled: nobody is passed over. */
export default function LeaversScreen({ loaderData: leavers }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.departures.list.title')}
        subtitle={t('page.departures.list.subtitle')}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
      />
      <Table
        caption={t('page.departures.list.caption')}
        rows={leavers}
        rowKey={({ driverId }) => driverId}
        href={({ driverId }) => `/admin/drivers/${driverId}/departure`}
        empty={<p>{t('page.departures.list.empty')}</p>}
        columns={columns(t)}
      />
    </>
  )
}

function columns(t: Translator): Column<LeaverRow>[] {
  return [
    { head: t('page.departures.list.driver'), cell: ({ name, ref }) => `${name} · ${ref}` },
    { head: t('page.departures.list.state'), cell: ({ state }) => <FinalState state={state} /> },
    { head: t('page.departures.list.lastDay'), cell: ({ lastDay }) => formatDayNumeric(lastDay), wideOnly: true },
    { head: t('page.departures.list.waits'), cell: ({ waitsUntil }) => formatDayNumeric(waitsUntil), wideOnly: true },
    {
      head: t('page.departures.list.figure'),
      number: true,
      cell: ({ figure }) => <Money cents={figure} look="bare" owed />,
    },
  ]
}
