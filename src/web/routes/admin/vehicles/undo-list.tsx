import { undoCarList } from '#features/roster/car-lists/commands.server.ts'
import { getTakenList } from '#features/roster/car-lists/queries.server.ts'
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
  const effects = [
    list.created.length > 0 ? t('page.carList.undo.created', { count: list.created.length }) : null,
    list.changed.length > 0 ? t('page.carList.undo.changed', { count: list.changed.length }) : null,
    list.papers > 0 ? t('page.carList.undo.papers', { count: list.papers }) : null,
  ].filter((one) => one !== null)
  return (
    <SmallAct
      record={t('page.carList.of', { at: formatInstant(list.at, t.language) })}
      from={t('page.fleet.vehicles.title')}
      facts={{ at: formatInstant(list.at, t.language), by: list.by }}
      question={t('page.carList.undo.question')}
      effect={
        <Bullets>
          {effects.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </Bullets>
      }
      buttonWords={t('page.carList.undo.link')}
      unchanged={t('page.carList.undo.stays')}
      barred={list.undone ? t('errors.car-list.undone') : null}
    />
  )
}
