import { nextWeek, weekAt } from '#domain/week.ts'
import { addGoal } from '#features/adjustments/goals/commands.server.ts'
import { type GoalDraft, goalInput, goalOutline } from '#features/adjustments/goals/schema.ts'
import { listOwners } from '#features/weeks/unmatched/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { saves, seesFirst, shows } from '#web/screen.server.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new.ts'
import { GoalForm } from './goal-form.tsx'
import { previewGoal } from './preview-goal.server.ts'
import { SaveGoal } from './save-goal.tsx'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now }) => ({
  first: nextWeek(weekAt(now)),
  drivers: (await listOwners()).drivers,
  preview: await previewGoal(request, now),
}))

const save = saves('goal.add', goalInput, async (change, input) => {
  await addGoal(change, input)
  return '/admin/goals?done=added'
})

export const action = seesFirst(goalOutline, async (goal) => goal, save)

/** Two steps: the goal and the drivers it is for; then what it would have cost, with the reason and the button that saves. */
export default function NewGoalScreen({ loaderData: { first, drivers, preview }, actionData }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead title={t('page.goals.form.title')} back={{ to: '/admin/goals', label: t('page.goals.title') }} />
      {preview?.planned ? (
        <SaveGoal planned={preview.planned} to="/admin/goals/new" cancel="/admin/goals" />
      ) : (
        <GoalForm
          first={first}
          drivers={drivers}
          cancel="/admin/goals"
          seen={actionData && 'seen' in actionData ? (actionData.seen as GoalDraft | null) : (preview?.typed ?? null)}
          reply={preview ? { ...preview.reply, refusal: actionData?.refusal ?? preview.reply.refusal } : actionData}
        />
      )}
    </>
  )
}
