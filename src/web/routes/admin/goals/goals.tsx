import { useSearchParams } from 'react-router'
import { listGoalViews } from '#features/adjustments/goals/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/goals.ts'
import { GOALS } from './promised.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) =>
  listPage(GOALS, listGoalViews(asking.now), args, asking),
)

/** What is promised for trips, income or hours, and how the running periods go. */
export default function GoalsScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.goals.done.${query.get('done') ?? ''}`)
  return (
    <ListScreen
      of={GOALS}
      shown={loaderData}
      subtitle={t('page.goals.subtitle')}
      actions={
        <LinkButton kind="primary" to="/admin/goals/new" icon="plus">
          {t('page.goals.add')}
        </LinkButton>
      }
    >
      {done ? <Done>{done}</Done> : null}
    </ListScreen>
  )
}
