import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getGivenUp, listGivenUp } from './queries.server.ts'

/** Work that was given up is done again from the start, now. Refuses `work.over` where it is not given up any more. */
export async function takeUp({ tx, note }: Change, id: string): Promise<void> {
  const { task } = await getGivenUp(id, tx)
  const { rows } = await sql<{ is: boolean }>`select take_up_work(${id}) as is`.execute(tx)
  if (!rows[0]?.is) throw new Refusal('work.over')
  note({ subject: `work:${task}` })
}

/** Does all work again that was given up and that nobody left; answers how much that is. */
export async function takeUpAll({ tx, note }: Change): Promise<number> {
  const { open } = await listGivenUp(tx)
  const tasks: string[] = []
  for (const { id, task } of open) {
    const { rows } = await sql<{ is: boolean }>`select take_up_work(${id}) as is`.execute(tx)
    if (rows[0]?.is) tasks.push(task)
  }
  note({ subject: 'work:all', after: { count: tasks.length, tasks: [...new Set(tasks)].toSorted() } })
  return tasks.length
}

/** Work that was given up stays undone, for a reason. Refuses `work.over` where it is left already or not given up any more. */
export async function leave({ tx, note }: Change, id: string, reason: string): Promise<void> {
  const { task } = await getGivenUp(id, tx)
  const { rows } = await sql<{ is: boolean }>`select leave_work(${id}) as is`.execute(tx)
  if (!rows[0]?.is) throw new Refusal('work.over')
  note({ subject: `work:${task}`, after: { reason } })
}
