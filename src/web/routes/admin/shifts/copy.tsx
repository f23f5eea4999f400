import { nextWeek, readWeek, weekName } from '#domain/week.ts'
import { copyWeek } from '#features/fleet/shifts/commands.server.ts'
import { noFields } from '#features/fleet/shifts/schema.ts'
import { listShifts } from '#features/fleet/shifts/queries.server.ts'
import { formatWeek, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/copy.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  const { shifts } = await listShifts(week)
  return {
    week,
    next: nextWeek(week),
    count: shifts.filter(({ patternId, driverId }) => patternId === null && driverId !== null).length,
  }
})

export const action = saves('shift.copy', noFields, async (change, _, { params }: Route.ActionArgs) => {
  const week = readWeek(params.week)
  const { copied, left } = await copyWeek(change, week)
  return `/admin/vehicles/week/${weekName(nextWeek(week))}?done=copied&count=${copied}&left=${left.length}&at=${change.now.toString()}`
})

export default function CopyWeekScreen({ loaderData: { week, next, count } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={formatWeek(week, t.language)}
      from={t('page.shifts.title')}
      facts={{ week: formatWeek(week, t.language) }}
      question={t('page.shifts.copy.title', { number: weekNumber(next) })}
      effect={t('page.shifts.copy.text', { count })}
      buttonWords={t('page.shifts.copy.submit')}
      kind="primary"
      unchanged={t('page.shifts.copy.stays')}
      {...(count === 0 ? { barred: t('page.shifts.copy.nothing') } : {})}
    />
  )
}
