import type { z } from 'zod'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { listOfficePeople } from './queries.server.ts'
import type { taskInput } from './schema.ts'

/**
 * Adds a task until a day, for one person or for anybody. Refuses `record.not-found` for an unknown application or
 * person.
 */
export async function addTask(
  change: Change,
  application: string,
  { what, dueOn, person }: z.output<typeof taskInput>,
): Promise<string> {
  if (person !== '' && !(await listOfficePeople(change.tx)).some(({ uid }) => uid === person))
    throw new Refusal('record.not-found')
  const row = await change.tx
    .selectFrom('applications')
    .select('id')
    .where('id', '=', readRecordId(application))
    .where('state', '<>', 'started')
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  const { id } = await change.tx
    .insertInto('application_tasks')
    .values({
      application_id: row.id,
      what,
      due_on: dueOn,
      person_uid: person || null,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({ subject: `application:${row.id}`, after: { task: 'open', until: dueOn } })
  return id
}

/** Ends a task; answers its application. A task that is done already stays as it was. Refuses `record.not-found`. */
export async function finishTask(change: Change, task: string): Promise<string> {
  return markTask(change, task, { done_at: change.now.toString(), done_by: change.actor.uid })
}

/** Opens a finished task again. Refuses `record.not-found`. */
export async function reopenTask(change: Change, task: string): Promise<string> {
  return markTask(change, task, { done_at: null, done_by: null })
}

async function markTask(
  change: Change,
  task: string,
  done: { done_at: string | null; done_by: string | null },
): Promise<string> {
  const row = await change.tx
    .selectFrom('application_tasks')
    .select(['id', 'application_id', 'done_at', 'due_on'])
    .where('id', '=', readRecordId(task))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  if ((row.done_at === null) !== (done.done_at === null)) {
    await change.tx.updateTable('application_tasks').set(done).where('id', '=', row.id).execute()
    const after = { task: done.done_at === null ? 'open' : 'done', until: row.due_on }
    change.note({ subject: `application:${row.application_id}`, after })
  }
  return row.application_id
}
