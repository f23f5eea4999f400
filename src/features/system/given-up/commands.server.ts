import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getGivenUp, listGivenUp } from './queries.server.ts'

/** Starts given-up work again from the beginning, now. Refuses `work.over` when it is no longer given up. */
export async function restartWork({ tx, note }: Change, id: string): Promise<void> {
  const { task } = await getGivenUp(id, tx)
  const { rows } = await sql<{ is: boolean }>`select take_up_work(${id}) as is`.execute(tx)
  if (!rows[0]?.is) throw new Refusal('work.over')
  note({ subject: `work:${task}` })
}

/** Starts all given-up work again that nobody has left undone; answers how much. */
export async function restartAllWork({ tx, note }: Change): Promise<number> {
  const { open } = await listGivenUp(tx)
  const tasks: string[] = []
  for (const { id, task } of open) {
    const { rows } = await sql<{ is: boolean }>`select take_up_work(${id}) as is`.execute(tx)
    if (rows[0]?.is) tasks.push(task)
  }
  note({ subject: 'work:all', after: { count: tasks.length, tasks: [...new Set(tasks)].toSorted() } })
  return tasks.length
}

/** Leaves given-up work undone, for a reason. Refuses `work.over` when it is left already, or no longer given up. */
export async function leaveUndone({ tx, note }: Change, id: string, reason: string): Promise<void> {
  const { task } = await getGivenUp(id, tx)
  const { rows } = await sql<{ is: boolean }>`select leave_work(${id}) as is`.execute(tx)
  if (!rows[0]?.is) throw new Refusal('work.over')
  note({ subject: `work:${task}`, after: { reason } })
}
