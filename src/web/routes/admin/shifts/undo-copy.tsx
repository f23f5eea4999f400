import { readWeek, weekName } from '#domain/week.ts'
import { undoCopy } from '#features/fleet/shifts/commands.server.ts'
import { listCopied } from '#features/fleet/shifts/queries.server.ts'
import { formatWeek } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/undo-copy.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  return { week, count: (await listCopied(week, params.at)).length }
})

export const action = confirms('shift.undo-copy', async (change, { params }: Route.ActionArgs) => {
  const week = readWeek(params.week)
  await undoCopy(change, week, params.at)
  return `/admin/vehicles/week/${weekName(week)}?done=undone`
})

/** Asks before the shifts that were copied to a week are taken away again. */
export default function UndoCopyScreen({ loaderData: { week, count } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={formatWeek(week, t.language)}
      from={t('page.shifts.title')}
      facts={{ week: formatWeek(week, t.language) }}
      question={t('page.shifts.undoCopy.title')}
      effect={t('page.shifts.undoCopy.text', { count })}
      buttonWords={t('page.shifts.undoCopy.submit')}
      barred={count === 0 ? t('errors.record.changed-meanwhile') : null}
    />
  )
}
