import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type Waiting, askAlone } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { hasPower, scopesFrom } from '#domain/access.ts'
import { OPEN_STATES } from '#domain/application.ts'
import type { OpenTask, Task } from './schema.ts'

/** The tasks of one application: open ones by their day, then finished ones. */
export async function listTasksOf(application: string, on: Kysely<DB> = db): Promise<Task[]> {
  const rows = await tasks(on)
    .where('t.application_id', '=', application)
    .orderBy(sql`t.done_at is not null`)
    .orderBy('t.due_on')
    .orderBy('t.created_at')
    .execute()
  return rows.map((row) => ({ ...taskOf(row), doneAt: row.done_at?.toString() ?? null }))
}

/** All open tasks, the oldest day first. */
export async function listOpenTasks(on: Kysely<DB> = db): Promise<OpenTask[]> {
  const rows = await tasks(on)
    .where('t.done_at', 'is', null)
    .where('a.state', 'in', WAITED_FOR)
    .orderBy('t.due_on')
    .orderBy('t.created_at')
    .execute()
  return rows.map((row) => ({ ...taskOf(row), application: { id: row.application_id, name: row.applicant } }))
}

/** Number of tasks due by a day, the day of the oldest, and the application when there is only one task. */
export const dueTasks = (today: string) => ({
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('application_tasks as t')
      .innerJoin('applications as a', 'a.id', 't.application_id')
      .select([
        sql<number>`count(*)`.as('count'),
        sql`min(t.due_on)`.as('since'),
        sql<string | null>`min(a.id::text)`.as('only'),
      ])
      .where('t.done_at', 'is', null)
      .where('a.state', 'in', WAITED_FOR)
      .where('t.due_on', '<=', today),
  read: ({ count, since, only }: Waiting): Waiting => ({ count, since, only: count === 1 ? only : null }),
})

export function countDueTasks(today: string, on: Kysely<DB> = db): Promise<Waiting> {
  return askAlone(dueTasks(today), on)
}

/** People to whom a task can be given: those of the office with an open account who may do one. */
export async function listOfficePeople(on: Kysely<DB> = db): Promise<{ uid: string; name: string }[]> {
  const rows = await on
    .selectFrom('users')
    .select(['uid', 'scopes', personName().$castTo<string>().as('name')])
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .orderBy('name')
    .execute()
  return rows
    .filter(({ scopes }) => hasPower({ role: 'admin', scopes: scopesFrom(scopes) }, 'operations'))
    .map(({ uid, name }) => ({ uid, name }))
}

const WAITED_FOR = [...OPEN_STATES, 'approved'] as const

function tasks(on: Kysely<DB>) {
  return on
    .selectFrom('application_tasks as t')
    .innerJoin('applications as a', 'a.id', 't.application_id')
    .leftJoin('users as u', 'u.uid', 't.person_uid')
    .selectAll('t')
    .select(['a.name as applicant', personName('u').$castTo<string>().as('person')])
}

type Row = Awaited<ReturnType<ReturnType<typeof tasks>['executeTakeFirstOrThrow']>>

function taskOf({ id, what, due_on, person_uid, person }: Row) {
  return { id, what, dueOn: due_on, person: person_uid === null ? null : { uid: person_uid, name: person } }
}
