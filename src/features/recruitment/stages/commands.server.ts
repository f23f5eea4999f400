import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '#db/client.server.ts'
import { OPEN_STATES } from '#domain/application.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { countInStages, getStage, listStages } from './queries.server.ts'
import { MAX_STAGES, type Stage, type newStageInput, type stageInput, type stageOrderInput } from './schema.ts'

/** Locks the board: moves of applications and stages happen one after the other. */
export async function lockBoard(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('recruitment board'))`.execute(tx)
}

/** Adds a stage at the right. Refuses `stage.too-many`. */
export async function createStage(change: Change, input: z.output<typeof newStageInput>): Promise<string> {
  await lockBoard(change.tx)
  const stages = await listStages(change.tx)
  if (stages.length >= MAX_STAGES) throw new Refusal('stage.too-many')
  const { id } = await change.tx
    .insertInto('recruitment_stages')
    .values({
      ...columns(input),
      position: sql<number>`(select coalesce(max(position), 0) + 1 from recruitment_stages)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({ subject: `stage:${id}`, after: logFields(input) })
  return id
}

/**
 * Renames a stage, or changes its state, which then applies to all applications in it. Refuses `record.not-found`,
 * `record.changed-meanwhile`, and `stage.first` when no stage would be left for new applications.
 */
export async function saveStage(change: Change, id: string, input: z.output<typeof stageInput>): Promise<void> {
  await lockBoard(change.tx)
  const before = await getStage(id, change.tx)
  if (input.state !== 'received') await requireOtherFirstStage(change.tx, before)
  const saved = await change.tx
    .updateTable('recruitment_stages')
    .set({ ...columns(input), version: input.version + 1 })
    .where('id', '=', id)
    .where('version', '=', input.version)
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refusal('record.changed-meanwhile')
  if (input.state !== before.state)
    await change.tx
      .updateTable('applications')
      .set({ state: input.state })
      .where('stage_id', '=', id)
      .where('state', 'in', OPEN_STATES)
      .execute()
  change.note({ subject: `stage:${id}`, before: logFields(fieldsOf(before)), after: logFields(input) })
}

/** Moves a stage one place to the left or right; at the edge it stays. Refuses `record.not-found`. */
export async function orderStage(change: Change, { stage, way }: z.output<typeof stageOrderInput>): Promise<void> {
  await lockBoard(change.tx)
  const ids = (await listStages(change.tx)).map(({ id }) => id)
  const from = ids.indexOf((await getStage(stage, change.tx)).id)
  const to = Math.min(Math.max(from + (way === 'earlier' ? -1 : 1), 0), ids.length - 1)
  const ordered = ids.toSpliced(from, 1).toSpliced(to, 0, stage)
  await sql`
    update recruitment_stages set position = o.position
    from unnest(${ordered}::uuid[]) with ordinality as o(id, position) where recruitment_stages.id = o.id`.execute(
    change.tx,
  )
  change.note({ subject: `stage:${stage}`, before: { position: from + 1 }, after: { position: to + 1 } })
}

/** Removes a stage. Refuses `record.not-found`, `stage.in-use` while an application is in it, and `stage.first`. */
export async function removeStage(change: Change, id: string): Promise<void> {
  await lockBoard(change.tx)
  const stage = await getStage(id, change.tx)
  await requireOtherFirstStage(change.tx, stage)
  const count = (await countInStages(change.tx)).get(stage.id) ?? 0
  if (count > 0) throw new Refusal('stage.in-use', { count })
  await change.tx.deleteFrom('recruitment_stages').where('id', '=', stage.id).execute()
  change.note({ subject: `stage:${stage.id}`, before: logFields(fieldsOf(stage)) })
}

async function requireOtherFirstStage(tx: Tx, { id, state }: Stage): Promise<void> {
  if (state !== 'received') return
  const others = (await listStages(tx)).filter((stage) => stage.state === 'received' && stage.id !== id)
  if (others.length === 0) throw new Refusal('stage.first')
}

type StageFields = z.output<typeof newStageInput>

function columns({ namePt, nameEn, state }: StageFields) {
  return { name_pt: namePt, name_en: nameEn, state }
}

function fieldsOf({ name, state }: Stage): StageFields {
  return { namePt: name.pt, nameEn: name.en, state }
}

function logFields({ namePt, nameEn, state }: StageFields) {
  return { namePt, nameEn, state }
}
