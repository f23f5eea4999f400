import { endKey } from '#features/imports/deliveries/commands.server.ts'
import { getKey } from '#features/imports/deliveries/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/end-delivery-key.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({ way: await getKey(params.id) }))

export const action = confirms('delivery.end-key', async (change, { params }: Route.ActionArgs) => {
  await endKey(change, params.id)
  return withDone('/admin/data/deliveries', 'removed')
})

export default function EndDeliveryKeyScreen({ loaderData: { way } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={way.name}
      from={t('page.deliveries.title')}
      facts={{
        key: t('page.deliveries.ends', { ends: way.ends ?? '' }),
        since: <Moment at={way.madeAt} />,
        by: way.by,
      }}
      question={t('page.deliveries.endAsks', { name: way.name })}
      effect={t('page.deliveries.endEffect')}
      buttonWords={t('page.deliveries.end')}
      unchanged={t('page.deliveries.endStays')}
    />
  )
}
