import { reopenGoal } from '#features/adjustments/goals/commands.server.ts'
import { getGoal, mayReopenGoal } from '#features/adjustments/goals/queries.server.ts'
import { weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { goalName } from '#web/parts/goal-words.ts'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/reopen.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => ({
  goal: await getGoal(params.id),
  isBarred: !(await mayReopenGoal(params.id, now)),
}))

export const action = confirms('goal.reopen', async (change, { params }: Route.ActionArgs) => {
  await reopenGoal(change, params.id)
  return `/admin/goals/${params.id}?done=reopened`
})

/** Takes back the end of a goal before it comes. */
export default function ReopenGoalScreen({ loaderData: { goal, isBarred } }: Route.ComponentProps) {
  const t = useT()
  const name = goalName(goal, t)
  return (
    <SmallAct
      record={name}
      from={t('common.back')}
      facts={{ week: weekNumber(goal.from), reason: goal.endReason }}
      question={t('page.goals.reopening.title')}
      effect={t('page.goals.reopening.text', { name })}
      buttonWords={t('page.goals.reopening.submit')}
      kind="primary"
      barred={isBarred ? t('errors.goal.end-stays') : null}
    />
  )
}
