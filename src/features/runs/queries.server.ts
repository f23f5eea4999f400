import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Progress } from '#domain/progress.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'

export type RunKind = 'drop-import'

export type Run = {
  id: string
  kind: RunKind
  subject: string
  input: unknown
  orderedBy: string | null
  state: 'waiting' | 'running' | 'done' | 'cancelled' | 'refused'
  progress: Progress | null
  /** Somebody asked it to stop. */
  isStopping: boolean
  /** What it brought when it is done; code and parameters of the refusal when it was refused. */
  outcome: unknown
}

/** A run as it stands. Refuses `record.not-found`. */
export async function getRun(id: string, on: Kysely<DB> = db): Promise<Run> {
  const run = await on
    .selectFrom('runs')
    .selectAll()
    .select([sql<RunKind>`kind`.as('kind'), sql<Run['state']>`state`.as('state')])
    .select(sql<Progress['stage'] | null>`stage`.as('stage'))
    .where('id', '=', readRecordId(id))
    .executeTakeFirst()
  if (!run) throw new Refusal('record.not-found')
  const { kind, subject, input, state, stage, done, goal, outcome } = run
  return {
    id,
    kind,
    subject,
    input,
    orderedBy: run.ordered_by,
    state,
    progress: stage && { stage, done, of: goal },
    isStopping: run.cancel_asked_at !== null,
    outcome,
  }
}
