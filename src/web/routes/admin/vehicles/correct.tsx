import { href } from 'react-router'
import type { z } from 'zod'
import type { Change } from '#features/audit/commands.server.ts'
import { correctAssignment, requireAsSeen } from '#features/fleet/vehicles/commands.server.ts'
import { getAssignment, showAssignments, seenAs } from '#features/fleet/vehicles/queries.server.ts'
import { correctionInput } from '#features/fleet/vehicles/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { saves, shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import type { Route } from './+types/correct.ts'
import { HoldersLayout } from './holders-layout.tsx'
import { lookAtCorrection } from './corrected.server.ts'
import { driverOptions } from './driver-options.server.ts'
import { SeenMovers } from './movers.tsx'
import { PeriodForm } from './period-form.tsx'
import { periodOf } from './period.ts'

export const loader = shows(async ({ request, params }: Route.LoaderArgs, { now, t }) => {
  const period = await getAssignment(params.id, params.assignment)
  const { driverId, from, to } = period
  const [drivers, assignments, looked] = await Promise.all([
    driverOptions(now, { withFormer: true, given: { vehicleId: params.id, t } }),
    showAssignments(params.id),
    lookAtCorrection({ request, now, vehicleId: params.id }, correctionInput, (change, input) =>
      correct(change, params, input),
    ),
  ])
  return {
    id: params.id,
    seen: seenAs(period),
    driverId,
    from: typedMoment(from),
    to: typedMoment(to),
    drivers,
    periods: assignments.map(periodOf),
    looked,
  }
})

export const action = saves(
  'vehicle.correct-assignment',
  correctionInput,
  async (change, input, { params }: Route.ActionArgs) => {
    await correct(change, params, input)
    return withDone(href('/admin/vehicles/:id/drivers', { id: params.id }), 'saved')
  },
)

async function correct(
  change: Change,
  { id, assignment }: Route.ActionArgs['params'],
  { seen, ...input }: z.output<typeof correctionInput>,
): Promise<void> {
  await requireAsSeen(change, id, assignment, seen)
  await correctAssignment(change, id, assignment, input)
}

/** Gives a period another driver or other times: first the page says who would move, then a button saves it. */
export default function CorrectPeriodScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { id, looked, periods, ...period } = loaderData
  return (
    <Stack>
      <HoldersLayout periods={periods} title={t('page.fleet.periods.correctTitle')}>
        <p>{t('page.fleet.periods.correctText')}</p>
        <PeriodForm
          {...period}
          submit={null}
          look={t(looked?.preview ? 'page.holders.lookAgain' : 'page.holders.look')}
          back={`/admin/vehicles/${id}/drivers`}
          reply={reply ?? looked?.reply}
        />
      </HoldersLayout>
      <SeenMovers looked={looked} submit={t('page.fleet.periods.correctSubmit')} />
    </Stack>
  )
}
