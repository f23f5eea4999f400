import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Progress } from '#domain/progress.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Actor } from '#features/audit/commands.server.ts'
import { openKeptFile } from '#features/files/queries.server.ts'
import { streamOf } from '#platform/bytes.ts'
import type { RunKind } from './schema.ts'

export type Run = {
  id: string
  kind: RunKind
  subject: string
  input: unknown
  /** The person who ordered it, with the address and request. */
  orderedBy: Actor
  state: 'waiting' | 'running' | 'done' | 'cancelled' | 'refused' | 'failed'
  progress: Progress | null
  /** Somebody asked it to stop. */
  isStopping: boolean
  /** The result of a finished run; for a refused one, code and parameters of the refusal. */
  outcome: unknown
}

/** A run in its present state. Refuses `record.not-found`. */
export async function getRun(id: string, on: Kysely<DB> = db): Promise<Run> {
  const run = await on
    .selectFrom('runs')
    .selectAll()
    .select([sql<RunKind>`kind`.as('kind'), sql<Run['state']>`state`.as('state')])
    .select([sql<Progress['stage'] | null>`stage`.as('stage'), sql<Actor['role']>`ordered_as`.as('ordered_as')])
    .where('id', '=', readRecordId(id))
    .executeTakeFirst()
  if (!run) throw new Refusal('record.not-found')
  const { kind, subject, input, state, stage, done, goal, outcome, ordered_as: role } = run
  return {
    id,
    kind,
    subject,
    input,
    orderedBy: { uid: run.ordered_by, role, address: run.ordered_from, requestId: run.ordered_by_request },
    state,
    progress: stage && { stage, done, of: goal },
    isStopping: run.cancel_asked_at !== null,
    outcome,
  }
}

/** Whether the file of a run is still kept. */
export async function hasRunFile(id: string): Promise<boolean> {
  const file = await db.selectFrom('run_files').select('name').where('run_id', '=', readRecordId(id)).executeTakeFirst()
  return file !== undefined
}

export type RunFile = { name: string; byteLength: number; body: ReadableStream<Uint8Array> }

/** The file of a run, piece by piece. Refuses `record.not-found` when there is none, or it is no longer kept. */
export async function openRunFile(id: string): Promise<RunFile> {
  const file = await db
    .selectFrom('run_files')
    .select(['name', 'sha256'])
    .where('run_id', '=', readRecordId(id))
    .executeTakeFirst()
  if (!file) throw new Refusal('record.not-found')
  const source = await openKeptFile(file.sha256)
  return { name: file.name, byteLength: source.size, body: streamOf(source) }
}
