import { readNumber } from '#domain/record-id.ts'
import { href } from 'react-router'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { removeKey } from '#features/fleet/keys/commands.server.ts'
import { getKey } from '#features/fleet/keys/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/remove-key.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { id, name } = await getDriver(params.id)
  const { source, value } = await getKey(readNumber(params.key), { driverId: id })
  return { name, source, value }
})

export const action = confirms('driver.remove-key', async (change, { params }: Route.ActionArgs) => {
  await removeKey(change, readNumber(params.key), { driverId: params.id })
  return withDone(href('/admin/drivers/:id/platforms', { id: params.id }), 'removed')
})

export default function RemoveKeyScreen({ loaderData: { name, source, value } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      facts={{ source: t.find(`page.week.sourceNames.${source}`), key: value }}
      question={t('page.fleet.platforms.removeTitle')}
      effect={t('page.fleet.platforms.removeText', { value, owner: name })}
      buttonWords={t('page.fleet.platforms.removeSubmit')}
    />
  )
}
