import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import type { Route } from './+types/tasks.ts'
import { RecruitmentTabs } from './recruitment-tabs.tsx'
import { TASKS } from './task-list.tsx'
import { taskRows, waitingAt } from './waiting.server.ts'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const { uid } = requireUser(args.context)
  const [page, waiting] = await Promise.all([
    listPage(TASKS, taskRows(uid, asking.now), args, asking),
    waitingAt(asking.now),
  ])
  return { page, waiting }
})

/** The tasks about applicants, the earliest day first. */
export default function TasksScreen({ loaderData: { page, waiting } }: Route.ComponentProps) {
  return (
    <ListScreen of={TASKS} shown={page}>
      <RecruitmentTabs current="tasks" waiting={waiting} />
    </ListScreen>
  )
}
