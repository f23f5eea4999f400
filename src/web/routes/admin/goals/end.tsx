import { weekAt } from '#domain/week.ts'
import { endGoal } from '#features/adjustments/goals/commands.server.ts'
import { getGoal } from '#features/adjustments/goals/queries.server.ts'
import { endInput } from '#features/adjustments/goals/schema.ts'
import { useT } from '#web/i18n.tsx'
import { goalName } from '#web/parts/goal-words.ts'
import { ReasonField } from '#web/parts/money-fields.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/end.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const goal = await getGoal(params.id)
  return { goal, hasBegun: goal.from <= weekAt(now) }
})

export const action = saves('goal.end', endInput, async (deed, { reason }, { params }: Route.ActionArgs) => {
  await endGoal(deed, params.id, reason)
  return `/admin/goals?done=ended`
})

/** A goal that is not promised any more, with what still is paid of it. */
export default function EndGoalScreen({ loaderData: { goal, hasBegun } }: Route.ComponentProps) {
  const t = useT()
  const back = `/admin/goals/${goal.id}`
  return (
    <>
      <PageHead title={t('page.goals.ending.title')} back={{ to: back, label: t('page.goals.title') }} />
      <Form>
        <p>{t(`page.goals.ending.${hasBegun ? 'text' : 'never'}`, { name: goalName(goal, t) })}</p>
        <ReasonField />
        <Actions>
          <SubmitButton kind="danger">{t('page.goals.ending.submit')}</SubmitButton>
          <LinkButton to={back} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </>
  )
}
