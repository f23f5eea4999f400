import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { OPEN_STATES } from '#domain/application.ts'
import { firstOf } from '#domain/certain.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Stage } from './schema.ts'

/** The stages of the board, from left to right. */
export async function listStages(on: Kysely<DB> = db): Promise<Stage[]> {
  const rows = await on.selectFrom('recruitment_stages').selectAll().orderBy('position').execute()
  return rows.map(({ id, state, name_pt, name_en, version }) => ({
    id,
    version,
    name: { pt: name_pt, en: name_en },
    state: OPEN_STATES.find((known) => known === state) ?? firstOf(OPEN_STATES),
  }))
}

/** One stage. Refuses `record.not-found`. */
export async function getStage(id: string, on: Kysely<DB> = db): Promise<Stage> {
  const stage = (await listStages(on)).find((candidate) => candidate.id === readRecordId(id))
  if (!stage) throw new Refusal('record.not-found')
  return stage
}

/** The first stage of a state; the first of all where no stage has it. */
export async function firstStageOf(state: Stage['state'], on: Kysely<DB> = db): Promise<Stage> {
  const stages = await listStages(on)
  return stages.find((stage) => stage.state === state) ?? firstOf(stages)
}

/** Number of applications in each stage, by its id. */
export async function countInStages(on: Kysely<DB> = db): Promise<Map<string, number>> {
  const rows = await on
    .selectFrom('applications')
    .select(['stage_id', sql<number>`count(*)::int`.as('count')])
    .where('state', 'in', OPEN_STATES)
    .groupBy('stage_id')
    .execute()
  return new Map(rows.flatMap(({ stage_id, count }) => (stage_id === null ? [] : [[stage_id, count]])))
}
