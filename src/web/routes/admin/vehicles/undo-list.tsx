import { undoCarList } from '#features/roster/car-lists/commands.server.ts'
import { getTakenList } from '#features/roster/car-lists/queries.server.ts'
import type { TakenList } from '#features/roster/car-lists/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { Bullets } from '#web/ui/layout.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/undo-list.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({ list: await getTakenList(params.list) }))

export const action = confirms('fleet.undo-car-list', async (change, { params }: Route.ActionArgs) => {
  await undoCarList(change, params.list)
  return `/admin/vehicles/list/${params.list}`
})

/** What taking a list of cars back does, before it is done. */
export default function UndoListScreen({ loaderData: { list } }: Route.ComponentProps) {
  const t = useT()
  const at = formatInstant(list.at, t.language)
  return (
    <SmallAct
      record={t('page.carList.of', { at })}
      from={t('page.fleet.vehicles.title')}
      facts={{ at, by: list.by }}
      question={t('page.carList.undo.question')}
      effect={<Effects list={list} />}
      buttonWords={t('page.carList.undo.link')}
      unchanged={t('page.carList.undo.stays')}
      barred={list.undone ? t('errors.car-list.undone') : null}
    />
  )
}

function Effects({ list }: { list: TakenList }) {
  const t = useT()
  const counts = { created: list.created.length, changed: list.changed.length, papers: list.papers }
  return (
    <Bullets>
      {(['created', 'changed', 'papers'] as const).map((what) =>
        counts[what] > 0 ? <li key={what}>{t(`page.carList.undo.${what}`, { count: counts[what] })}</li> : null,
      )}
    </Bullets>
  )
}
