import { href } from 'react-router'
import { z } from 'zod'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { removeKey } from '#features/fleet/keys/commands.server.ts'
import { getKey } from '#features/fleet/keys/queries.server.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/remove-key.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { id, name } = await getDriver(params.id)
    const { value } = await getKey(Number(params.key), { driverId: id })
    return { id, name, value }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'driver.remove-key', z.object({}), async (_, deed) => {
    await removeKey(deed, Number(params.key), { driverId: params.id })
    return sameLanguage(request, withDone(href('/admin/drivers/:id/platforms', { id: params.id }), 'removed'))
  })

export default function RemoveKeyScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { id, name, value } = loaderData
  return (
    <ConfirmForm
      title={t('page.fleet.platforms.removeTitle')}
      text={t('page.fleet.platforms.removeText', { value, owner: name })}
      submit={t('page.fleet.platforms.removeSubmit')}
      back={`/admin/drivers/${id}/platforms`}
      reply={reply}
    />
  )
}
