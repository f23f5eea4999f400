import { listActs } from '#features/connections/acts/queries.server.ts'
import { showAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { listBarredDriversWithCar } from '#features/papers/readiness/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { MayNotDrive } from '#web/parts/may-not-drive.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { TimesExport } from '#web/parts/times-export.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Items } from '#web/ui/items.tsx'
import { Links } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/drivers.ts'
import { ActItem } from '../platform-acts/act-item.tsx'
import { type Period, periodOf } from './period.ts'
import { Timeline } from './timeline.tsx'

/** The newest acts on platforms about this car that are shown. */
const ACTS_SHOWN = 6

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const periods = (await showAssignments(params.id)).map(periodOf)
  // The drivers who have the car now, or will.
  const holders = periods.filter(({ to }) => to === null || to > now.toString()).map(({ driverId }) => driverId)
  const names = new Map(periods.map(({ driverId, driver }) => [driverId, driver]))
  const barredDrivers = await listBarredDriversWithCar(params.id, holders, dayAt(now))
  return {
    id: params.id,
    periods,
    now: now.toString(),
    barredDrivers: barredDrivers.map((driver) => ({ ...driver, name: names.get(driver.id) ?? driver.name })),
    acts: await listActs({ vehicleId: params.id, most: ACTS_SHOWN }),
  }
})

export default function VehicleDriversScreen({
  loaderData: { id, periods, now, barredDrivers, acts },
}: Route.ComponentProps) {
  const t = useT()
  const base = `/admin/vehicles/${id}/drivers`
  if (periods.length === 0) {
    return (
      <EmptyState
        title={t('page.fleet.periods.empty')}
        action={
          <LinkButton to={`${base}/new`} icon="plus">
            {t('page.fleet.periods.assign')}
          </LinkButton>
        }
      >
        {t('page.fleet.periods.emptyText')}
      </EmptyState>
    )
  }
  return (
    <Section title={t('page.fleet.periods.title')}>
      <Stack>
        <Actions>
          <LinkButton to={`/admin/vehicles/${id}/handover?how=note`} kind="primary">
            {t('page.fleet.periods.handOver')}
          </LinkButton>
          <LinkButton to={`${base}/new`}>{t('page.fleet.periods.assign')}</LinkButton>
        </Actions>
        <MayNotDrive drivers={barredDrivers} />
        <Timeline periods={periods} now={now} />
        <Table
          caption={t('page.fleet.periods.caption')}
          rows={periods}
          rowKey={(period) => period.id}
          columns={columns(t, base, now)}
        />
        {acts.length > 0 ? (
          <Section title={t('page.platformActs.title')}>
            <Items>
              {acts.map((act) => (
                <ActItem key={act.id} act={act} />
              ))}
            </Items>
          </Section>
        ) : null}
        <TimesExport files={`/admin/vehicles/${id}/times/files`} now={now} isCar />
      </Stack>
    </Section>
  )
}

function columns(t: ReturnType<typeof useT>, base: string, now: string): Column<Period>[] {
  return [
    {
      head: t('page.fleet.periods.columns.driver'),
      cell: ({ driverId, driver }) => <Link to={`/admin/drivers/${driverId}`}>{driver}</Link>,
    },
    {
      head: t('page.fleet.periods.columns.from'),
      cell: ({ from }) => (from ? <Moment at={from} /> : t('page.fleet.open.from')),
    },
    {
      head: t('page.fleet.periods.columns.to'),
      cell: ({ to }) => (to ? <Moment at={to} /> : t('page.fleet.open.to')),
    },
    {
      head: t('page.fleet.periods.columns.actions'),
      leadsTo: '/admin/vehicles/0/drivers/0/end',
      quiet: true,
      cell: ({ id, driver, from, to }) => {
        const named = (verb: string) => `${verb}: ${driver}, ${from ?? t('page.fleet.open.from')}`
        const isEndable = to === null && (from === null || from < now)
        return (
          <Links>
            {isEndable ? (
              <ActLink to={`${base}/${id}/end`} aria-label={named(t('page.fleet.periods.end'))}>
                {t('page.fleet.periods.end')}
              </ActLink>
            ) : null}
            <ActLink to={`${base}/${id}`} aria-label={named(t('page.fleet.periods.correct'))}>
              {t('page.fleet.periods.correct')}
            </ActLink>
            <ActLink to={`${base}/${id}/removal`} aria-label={named(t('page.fleet.periods.remove'))}>
              {t('page.fleet.periods.remove')}
            </ActLink>
          </Links>
        )
      },
    },
  ]
}
