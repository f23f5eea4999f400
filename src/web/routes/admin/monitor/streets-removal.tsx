import { Refusal } from '#domain/refusal.ts'
import { removeStreets } from '#features/positions/streets/commands.server.ts'
import { findFile } from '#features/positions/streets/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/streets-removal.ts'

export const loader = shows(async () => {
  const file = await findFile()
  if (file === null) throw new Refusal('record.not-found')
  return { file }
})

export const action = confirms('position.remove-streets', async (change) => {
  await removeStreets(change)
  return withDone('/admin/monitor/streets', 'removed')
})

export default function RemoveStreetsScreen({ loaderData: { file } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={file.name}
      from={t('page.monitor.streets.title')}
      facts={{}}
      question={t('page.monitor.streets.removeAsks', { name: file.name })}
      effect={t('page.monitor.streets.removeEffect')}
      buttonWords={t('page.monitor.streets.remove')}
      unchanged={t('page.monitor.streets.removeStays')}
    />
  )
}
