import { showPlate } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { endHold } from '#features/positions/rules/commands.server.ts'
import { listHolds } from '#features/positions/rules/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/end-hold.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const hold = (await listHolds(now)).find(({ id }) => id === Number(params.id))
  if (!hold) throw new Refusal('record.not-found')
  return { hold }
})

export const action = confirms('position.end-hold', async (change, { params }: Route.ActionArgs) => {
  await endHold(change, Number(params.id))
  return withDone('/admin/data/positions', 'removed')
})

export default function EndHoldScreen({ loaderData: { hold } }: Route.ComponentProps) {
  const t = useT()
  const plate = showPlate(hold.plate)
  return (
    <SmallAct
      record={plate}
      from={t('page.positions.title')}
      facts={{ since: <Moment at={hold.from} />, by: hold.by }}
      question={t('page.positions.holds.endAsks', { plate })}
      effect={t('page.positions.holds.endEffect')}
      buttonWords={t('page.positions.holds.end')}
    />
  )
}
