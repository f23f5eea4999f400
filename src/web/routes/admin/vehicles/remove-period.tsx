import { href } from 'react-router'
import { z } from 'zod'
import { removeAssignment } from '#features/fleet/vehicles/commands.server.ts'
import { getAssignment } from '#features/fleet/vehicles/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/remove-period.ts'
import { periodOf } from './period.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const period = periodOf(await getAssignment(params.id, params.assignment))
    return { id: params.id, period }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'vehicle.remove-assignment', z.object({}), async (_, deed) => {
    await removeAssignment(deed, params.id, params.assignment)
    return sameLanguage(request, withDone(href('/admin/vehicles/:id/drivers', { id: params.id }), 'removed'))
  })

export default function RemovePeriodScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
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
      reply={reply}
    />
  )
}
