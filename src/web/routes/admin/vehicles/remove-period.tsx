import { href } from 'react-router'
import { z } from 'zod'
import { removeAssignment } from '#features/fleet/vehicles/commands.server.ts'
import { getAssignment } from '#features/fleet/vehicles/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/remove-period.ts'
import { periodOf } from './period.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const period = periodOf(await getAssignment(params.id, params.assignment))
  return { id: params.id, period }
})

export const action = saves(
  'vehicle.remove-assignment',
  z.object({}),
  async (deed, _, { params }: Route.ActionArgs) => {
    await removeAssignment(deed, params.id, params.assignment)
    return withDone(href('/admin/vehicles/:id/drivers', { id: params.id }), 'removed')
  },
)

export default function RemovePeriodScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { id, period } = loaderData
  const from = period.from ? formatInstant(period.from, t.language) : t('page.fleet.open.from')
  const to = period.to ? formatInstant(period.to, t.language) : t('page.fleet.open.to')
  return (
    <ConfirmForm
      title={t('page.fleet.periods.removeTitle')}
      text={t('page.fleet.periods.removeText', { driver: period.driver, period: t('page.fleet.period', { from, to }) })}
      submit={t('page.fleet.periods.removeSubmit')}
      back={`/admin/vehicles/${id}/drivers`}
    />
  )
}
