import { endDevice } from '#features/positions/devices/commands.server.ts'
import { getDevice } from '#features/positions/devices/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/end-device.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => ({
  device: await getDevice(Number(params.id), now),
}))

export const action = confirms('position.end-device', async (change, { params }: Route.ActionArgs) => {
  await endDevice(change, Number(params.id))
  return withDone('/admin/data/positions', 'removed')
})

export default function EndDeviceScreen({ loaderData: { device } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={device.name}
      from={t('page.positions.title')}
      facts={{ since: <Moment at={device.madeAt} /> }}
      question={t('page.positions.devices.endAsks', { name: device.name })}
      effect={t('page.positions.devices.endEffect')}
      buttonWords={t('page.positions.devices.end')}
      unchanged={t('page.positions.devices.endStays')}
    />
  )
}
