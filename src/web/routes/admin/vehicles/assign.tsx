import { href } from 'react-router'
import { weekName } from '#domain/week.ts'
import { readAlsoOn } from '#features/connections/acts/queries.server.ts'
import { assignVehicle } from '#features/fleet/vehicles/commands.server.ts'
import { showAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { assignmentInput } from '#features/fleet/vehicles/schema.ts'
import { useT } from '#web/i18n.tsx'
import { askedWeek } from '#web/parts/asked-week.ts'
import { withDone } from '#web/parts/done-note.tsx'
import { NO_MOMENT, typedMoment } from '#web/parts/typed-moment.ts'
import { FirstNeeded } from '#web/parts/first-needed.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import type { Route } from './+types/assign.ts'
import { movesAlsoOn } from './also-on.server.ts'
import { HoldersLayout } from './holders-layout.tsx'
import { lookAtCorrection } from './corrected.server.ts'
import { driverOptions } from './driver-options.server.ts'
import { SeenMovers } from './movers.tsx'
import { PeriodForm } from './period-form.tsx'
import { periodOf } from './period.ts'

export const loader = shows(async ({ request, params, url }: Route.LoaderArgs, { now, t }) => {
  const assignments = await showAssignments(params.id)
  const week = askedWeek(request)
  return {
    periods: assignments.map(periodOf),
    also: await readAlsoOn(),
    // The first holder of a car also had it last week, so the field stays empty: last week's costs then find their
    // driver.
    from: typedMoment(assignments.length === 0 ? null : now),
    week: week && weekName(week),
    back: week ? `/admin/weekly/${weekName(week)}` : `/admin/vehicles/${params.id}/drivers`,
    drivers: await driverOptions(now, { withFormer: true, given: { vehicleId: params.id, t } }),
    looked: url.searchParams.has('driverId')
      ? await lookAtCorrection({ request, now, vehicleId: params.id }, assignmentInput, (change, input) =>
          assignVehicle(change, params.id, input),
        )
      : null,
  }
})

export const action = saves(
  'vehicle.assign',
  assignmentInput,
  async (change, { alsoOn: platforms, ...input }, { request, params }: Route.ActionArgs) => {
    // A period that is over changes nothing on the platforms.
    const isNow = input.to === null || Temporal.Instant.compare(input.to, change.now) > 0
    const at = input.from && Temporal.Instant.compare(input.from, change.now) > 0 ? input.from : change.now
    const assign = () => assignVehicle(change, params.id, input)
    if (isNow) await movesAlsoOn(change, params.id, { platforms, at }, assign)
    else await assign()
    const week = askedWeek(request)
    if (week) return `/admin/weekly/${weekName(week)}?done=held`
    return withDone(href('/admin/vehicles/:id/drivers', params), 'added')
  },
)

export default function AssignScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { from, week, drivers, back, looked, periods, also } = loaderData
  if (drivers.length === 0) return <FirstNeeded what="driver" />
  return (
    <Stack>
      <HoldersLayout periods={periods} title={t('page.fleet.periods.assignTitle')}>
        <PeriodForm
          drivers={drivers}
          also={also}
          from={from}
          to={NO_MOMENT}
          submit={looked?.preview ? null : t('page.fleet.periods.assignSubmit')}
          look={t(looked?.preview ? 'page.holders.lookAgain' : 'page.holders.look')}
          week={week}
          back={back}
          reply={reply ?? looked?.reply}
        />
      </HoldersLayout>
      <SeenMovers looked={looked} submit={t('page.fleet.periods.assignSubmit')} />
    </Stack>
  )
}
