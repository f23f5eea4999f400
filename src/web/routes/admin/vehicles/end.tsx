import { href } from 'react-router'
import { readAlsoOn } from '#features/connections/acts/queries.server.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { endAssignment, requireAsSeen } from '#features/fleet/vehicles/commands.server.ts'
import { showAssignment, seenAs } from '#features/fleet/vehicles/queries.server.ts'
import { endInput, endRecord } from '#features/fleet/vehicles/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { saves, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/end.ts'
import { movesAlsoOn } from './also-on.server.ts'
import { AlsoOn } from './also-on.tsx'
import { MomentFields } from './period-form.tsx'
import { periodOf } from './period.ts'
import { RecordFields } from '#web/ui/form.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const found = await showAssignment(params.id, params.assignment)
  return { period: periodOf(found), seen: seenAs(found), at: typedMoment(now), also: await readAlsoOn() }
})

export const action = saves(
  'vehicle.end-assignment',
  endInput,
  async (change, { at, kilometres, seen, alsoOn: platforms }, { params }: Route.ActionArgs) => {
    await requireAsSeen(change, params.id, params.assignment, seen)
    await movesAlsoOn(change, params.id, { platforms, at }, () =>
      endAssignment(change, params.id, params.assignment, at),
    )
    if (kilometres !== null) await addReading(change, params.id, { at, kilometres, reason: '' })
    return withDone(href('/admin/vehicles/:id/drivers', { id: params.id }), 'ended')
  },
)

export default function EndPeriodScreen({ loaderData: { period, seen, at, also } }: Route.ComponentProps) {
  const t = useT()
  const { driver } = period
  const from = period.from === null ? null : formatInstant(period.from, t.language)
  return (
    <SmallAct
      facts={{ driver, since: from }}
      question={t('page.fleet.periods.endTitle')}
      effect={
        from ? t('page.fleet.periods.endText', { driver, from }) : t('page.fleet.periods.endTextOpen', { driver })
      }
      buttonWords={t('page.fleet.periods.endSubmit')}
      kind="primary"
    >
      <input type="hidden" name="seen" value={seen} />
      <RecordFields of={endRecord} drawn={{ at: <MomentFields at={at} />, also: <AlsoOn also={also} /> }} />
    </SmallAct>
  )
}
