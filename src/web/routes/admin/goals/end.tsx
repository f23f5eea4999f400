import { weekAt } from '#domain/week.ts'
import { endGoal } from '#features/adjustments/goals/commands.server.ts'
import { getGoal } from '#features/adjustments/goals/queries.server.ts'
import { reasonRecord } from '#features/adjustments/schema.ts'
import { useT } from '#web/i18n.tsx'
import { goalName } from '#web/parts/goal-words.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { weekNumber } from '#messages/dates.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/end.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const goal = await getGoal(params.id)
  return { goal, hasBegun: goal.from <= weekAt(now) }
})

export const action = saves(
  'goal.end',
  reasonRecord.input,
  async (change, { reason }, { params }: Route.ActionArgs) => {
    await endGoal(change, params.id, reason)
    return `/admin/goals?done=ended`
  },
)

/** Ends a goal, and says what is still paid of it. */
export default function EndGoalScreen({ loaderData: { goal, hasBegun } }: Route.ComponentProps) {
  const t = useT()
  const name = goalName(goal, t)
  return (
    <SmallAct
      record={name}
      from={t('common.back')}
      facts={{ week: weekNumber(goal.from) }}
      question={t('page.goals.ending.title')}
      effect={t(`page.goals.ending.${hasBegun ? 'text' : 'never'}`, { name })}
      buttonWords={t('page.goals.ending.submit')}
      unchanged={t('page.goals.ending.stays')}
    >
      <RecordFields of={reasonRecord} />
    </SmallAct>
  )
}
