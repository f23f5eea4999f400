import { readNumber } from '#domain/record-id.ts'
import { href } from 'react-router'
import { z } from 'zod'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { removeKey } from '#features/fleet/keys/commands.server.ts'
import { getKey } from '#features/fleet/keys/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/remove-key.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { id, name } = await getDriver(params.id)
  const { value } = await getKey(readNumber(params.key), { driverId: id })
  return { id, name, value }
})

export const action = saves('driver.remove-key', z.object({}), async (deed, _, { params }: Route.ActionArgs) => {
  await removeKey(deed, readNumber(params.key), { driverId: params.id })
  return withDone(href('/admin/drivers/:id/platforms', { id: params.id }), 'removed')
})

export default function RemoveKeyScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { id, name, value } = loaderData
  return (
    <ConfirmForm
      title={t('page.fleet.platforms.removeTitle')}
      text={t('page.fleet.platforms.removeText', { value, owner: name })}
      submit={t('page.fleet.platforms.removeSubmit')}
      back={`/admin/drivers/${id}/platforms`}
    />
  )
}
