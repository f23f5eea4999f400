import { Refusal } from '#domain/refusal.ts'
import { retireTimeList } from '#features/weeks/time-lists/commands.server.ts'
import { listTimeLists } from '#features/weeks/time-lists/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/forget-times.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const list = (await listTimeLists()).find(({ id }) => id === params.id)
  if (!list) throw new Refusal('record.not-found')
  return list
})

export const action = confirms('times.forget', async (change, { params }: Route.ActionArgs) => {
  await retireTimeList(change, params.id)
  return '/admin/documents/times?done=forgotten'
})

/** Asks before the way to read an export is forgotten. */
export default function ForgetTimesScreen({ loaderData: { source, at, by } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={source}
      from={t('page.times.files.give')}
      facts={{ source, at: formatInstant(at, t.language), by }}
      question={t('page.times.files.forgetQuestion', { source })}
      effect={t('page.times.files.forgetEffect')}
      buttonWords={t('page.times.files.forget')}
    />
  )
}
