import { href } from 'react-router'
import { removeAssignment, requireAsSeen } from '#features/fleet/vehicles/commands.server.ts'
import { showAssignment, seenAs } from '#features/fleet/vehicles/queries.server.ts'
import { seenAssignmentInput } from '#features/fleet/vehicles/schema.ts'
import { previewCorrection } from '#features/settlements/holder-corrections/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/remove-period.ts'
import { Movers } from './movers.tsx'
import { periodOf, periodWords } from './period.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const found = await showAssignment(params.id, params.assignment)
  const preview = await previewCorrection(now, params.id, (change) =>
    removeAssignment(change, params.id, params.assignment),
  )
  return { period: periodOf(found), seen: seenAs(found), preview }
})

export const action = saves(
  'vehicle.remove-assignment',
  seenAssignmentInput,
  async (change, { seen }, { params }: Route.ActionArgs) => {
    await requireAsSeen(change, params.id, params.assignment, seen)
    await removeAssignment(change, params.id, params.assignment)
    return withDone(href('/admin/vehicles/:id/drivers', { id: params.id }), 'removed')
  },
)

export default function RemovePeriodScreen({ loaderData: { period, seen, preview } }: Route.ComponentProps) {
  const t = useT()
  const { driver } = period
  const from = period.from ? formatInstant(period.from, t.language) : t('page.fleet.open.from')
  const to = period.to ? formatInstant(period.to, t.language) : t('page.fleet.open.to')
  return (
    <Stack>
      <SmallAct
        facts={{ driver, since: from, until: to }}
        question={t('page.fleet.periods.removeTitle')}
        effect={t('page.fleet.periods.removeText', { driver, period: periodWords(period, t) })}
        buttonWords={t('page.fleet.periods.removeSubmit')}
      >
        <input type="hidden" name="seen" value={seen} />
      </SmallAct>
      <Movers preview={preview} />
    </Stack>
  )
}
