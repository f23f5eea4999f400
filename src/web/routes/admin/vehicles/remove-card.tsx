import { href } from 'react-router'
import { z } from 'zod'
import { showPlate } from '#domain/identifiers.ts'
import { getVehicle } from '#features/vehicles/queries.server.ts'
import { removeKey } from '#features/keys/commands.server.ts'
import { getKey } from '#features/keys/queries.server.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/remove-card.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { id, plate } = await getVehicle(params.id)
    const { value } = await getKey(Number(params.key), { vehicleId: id })
    return { id, name: showPlate(plate), value, formKey: crypto.randomUUID() }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'vehicle.remove-key', z.object({}), async (_, deed) => {
    requireAdmin(context, 'operations')
    await removeKey(deed, Number(params.key), { vehicleId: params.id })
    return sameLanguage(request, withDone(href('/admin/vehicles/:id/cards', { id: params.id }), 'removed'))
  })

export default function RemoveCardScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { id, name, value, formKey } = loaderData
  return (
    <ConfirmForm
      title={t('page.fleet.cards.removeTitle')}
      text={t('page.fleet.platforms.removeText', { value, owner: name })}
      submit={t('page.fleet.platforms.removeSubmit')}
      back={`/admin/vehicles/${id}/cards`}
      formKey={formKey}
      reply={reply}
    />
  )
}
