import { href } from 'react-router'
import { restoreAccident } from '#features/fleet/accidents/commands.server.ts'
import { getWithdrawnAccident } from '#features/fleet/accidents/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/restore-accident.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { happenedAt, place, reason } = await getWithdrawnAccident(params.id, params.accident)
  return { happenedAt, place, reason }
})

export const action = confirms('accident.restore', async (change, { params }: Route.ActionArgs) => {
  await restoreAccident(change, params.id, params.accident)
  return href('/admin/vehicles/:id/accidents/:accident', params)
})

/** Restores an accident that was withdrawn by mistake. */
export default function RestoreAccidentScreen({ loaderData: { happenedAt, place, reason } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      kind="primary"
      facts={{ at: formatInstant(happenedAt, t.language), place, reason }}
      question={t('page.accidents.restore.title')}
      effect={t('page.accidents.restore.text')}
      buttonWords={t('page.accidents.restore.submit')}
    />
  )
}
