import { ZONE } from '#domain/week.ts'
import { countOpenApplications } from '#features/recruitment/queries.server.ts'
import { countDueTasks, listOpenTasks } from '#features/recruitment/tasks/queries.server.ts'
import { countNewMessages } from '#features/visitors/contact/queries.server.ts'
import type { TaskRow } from './task-list.tsx'

export function todayAt(now: Temporal.Instant): string {
  return now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}

/** The numbers of things that wait for the office, for the tabs of recruitment. */
export async function waitingAt(now: Temporal.Instant) {
  const [applications, messages, { count }] = await Promise.all([
    countOpenApplications(),
    countNewMessages(),
    countDueTasks(todayAt(now)),
  ])
  return { applications, messages, tasks: count }
}

/** The open tasks as one person sees them on a day. */
export async function taskRows(uid: string, now: Temporal.Instant): Promise<TaskRow[]> {
  const today = todayAt(now)
  const tasks = await listOpenTasks()
  return tasks.map((task) => ({ ...task, isMine: task.person?.uid === uid, isDue: task.dueOn <= today }))
}
