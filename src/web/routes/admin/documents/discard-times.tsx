import { discardTimes } from '#features/weeks/time-lists/commands.server.ts'
import { getWaiting } from '#features/weeks/time-lists/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/discard-times.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => (await getWaiting(params.id)).waiting)

export const action = confirms('times.let-go', async (change, { params }: Route.ActionArgs) => {
  await discardTimes(change, params.id)
  return '/admin/documents/times?done=let-go'
})

/** Asks before a waiting file is discarded. */
export default function DiscardTimesScreen({ loaderData: { name, at, driver } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={name}
      from={t('page.times.files.give')}
      facts={{ file: name, driver: driver?.name, at: formatInstant(at, t.language) }}
      question={t('page.times.files.letGoQuestion', { name })}
      effect={t('page.times.files.letGoEffect')}
      buttonWords={t('page.times.files.letGo')}
    />
  )
}
