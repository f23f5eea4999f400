import { removeCompanyGoal } from '#features/adjustments/company-goals/commands.server.ts'
import { getCompanyGoal, isOver } from '#features/adjustments/company-goals/queries.server.ts'
import { weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/remove-company-goal.ts'
import { versionName } from './company-goal-versions.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const version = await getCompanyGoal(params.goal)
  return { version, isBarred: isOver(version, now) }
})

export const action = confirms('company-goal.remove', async (change, { params }: Route.ActionArgs) => {
  await removeCompanyGoal(change, params.goal)
  return '/admin/goals?done=companyRemoved'
})

/** Removes a goal of the company that was typed wrong, while its first period is not over. */
export default function RemoveCompanyGoalScreen({ loaderData: { version, isBarred } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={versionName(version, t)}
      from={t('page.goals.title')}
      facts={{ week: weekNumber(version.from), reason: version.reason }}
      question={t('page.goals.company.removal.title')}
      effect={t('page.goals.company.removal.text')}
      buttonWords={t('page.goals.company.removal.submit')}
      barred={isBarred ? t('errors.goal.period-over') : null}
    />
  )
}
