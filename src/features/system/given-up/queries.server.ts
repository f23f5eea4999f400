import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { Refusal } from '#domain/refusal.ts'
import { type GivenUp, rhythmOf } from './schema.ts'

type Row = {
  id: string
  task: string
  ordered_at: Temporal.Instant
  ended_at: Temporal.Instant
  tries: number
  error: string | null
  is_left: boolean
}

export type GivenUpWork = { open: GivenUp[]; left: GivenUp[] }

/** Given-up work that nobody has answered, and work that was left undone within a month; the last first. */
export async function listGivenUp(reader: Kysely<DB> = db): Promise<GivenUpWork> {
  const { rows } = await sql<Row>`select * from given_up_work()`.execute(reader)
  const of = (isLeft: boolean) => rows.filter((row) => row.is_left === isLeft).map(givenUpOf)
  return { open: of(false), left: of(true) }
}

function givenUpOf({ id, task, ordered_at, ended_at, tries, error }: Row): GivenUp {
  return {
    id,
    task,
    orderedAt: ordered_at.toString(),
    endedAt: ended_at.toString(),
    tries,
    error,
    comes: rhythmOf(task),
  }
}

/** One piece of given-up work. Refuses `work.over` when it is no longer given up, whoever ended that. */
export async function getGivenUp(id: string, reader: Kysely<DB> = db): Promise<GivenUp & { isLeft: boolean }> {
  const { open, left } = await listGivenUp(reader)
  const work = [...open, ...left].find((givenUp) => givenUp.id === id)
  if (!work) throw new Refusal('work.over')
  return { ...work, isLeft: left.includes(work) }
}
