import { endZone } from '#features/positions/zones/commands.server.ts'
import { getZone } from '#features/positions/zones/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/end-zone.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({ zone: await getZone(params.zone) }))

export const action = confirms('position.end-zone', async (change, { params }: Route.ActionArgs) => {
  await endZone(change, params.zone)
  return withDone('/admin/monitor/zones', 'removed')
})

export default function EndZoneScreen({ loaderData: { zone } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={zone.name}
      from={t('page.zones.title')}
      facts={{ since: <Moment at={zone.madeAt} /> }}
      question={t('page.zones.endAsks', { name: zone.name })}
      effect={t('page.zones.endEffect')}
      buttonWords={t('page.zones.end')}
      unchanged={t('page.zones.endStays')}
    />
  )
}
