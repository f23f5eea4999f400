import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { OPEN_STATES } from '#domain/application.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import type { moveInput, stepInput } from '#features/recruitment/schema.ts'
import { lockBoard } from '#features/recruitment/stages/commands.server.ts'
import { getStage } from '#features/recruitment/stages/queries.server.ts'
import type { z } from 'zod'
import {
  lockOpenApplications,
  putAllInStage,
  lockOpenApplication,
  writeNotes,
} from '#features/recruitment/commands.server.ts'

/**
 * Moves an application to the end of a stage, with an optional note. Refuses `record.not-found` and
 * `application.decided`.
 */
export async function moveApplication(change: Change, id: string, to: z.output<typeof moveInput>): Promise<void> {
  await moveSeveral(change, [id], to)
}

/**
 * Carries out one press on the board: moves a card to another stage, before a card there or to its end, or one place up or
 * down. Refuses `record.not-found`, `application.decided`, and `application.moved` when somebody moved it since the board
 * was drawn.
 */
export async function moveCard(
  change: Change,
  { application: id, from, to, before }: z.output<typeof stepInput>,
): Promise<void> {
  await lockBoard(change.tx)
  const application = await lockOpenApplication(change.tx, id)
  if (application.stage?.id !== from) throw new Refusal('application.moved', { name: application.name })
  if (to === 'up' || to === 'down') return moveByOne(change, { id, stage: from }, to)
  await moveApplication(change, id, { stage: to, text: '' })
  await arrange(change, { id, stage: to }, before)
}

/** Moves a card one place from where it is now: when two people press for the same card, it moves two places. */
async function moveByOne(change: Change, card: { id: string; stage: string }, way: 'up' | 'down'): Promise<void> {
  const cards = await cardsOf(change.tx, card.stage)
  const at = cards.indexOf(card.id)
  if (way === 'up' ? at === 0 : at === cards.length - 1) return
  await arrange(change, card, cards[way === 'up' ? at - 1 : at + 2] ?? '')
}

/** Puts a card before another of its stage; to the end where that one is not, or no longer, there. */
async function arrange(change: Change, { id, stage }: { id: string; stage: string }, before: string): Promise<void> {
  const others = (await cardsOf(change.tx, stage)).filter((card) => card !== id)
  const at = others.indexOf(before)
  const cards = others.toSpliced(at < 0 ? others.length : at, 0, id)
  await sql`
    update applications set place = o.place
    from unnest(${cards}::uuid[]) with ordinality as o(id, place)
    where applications.id = o.id and applications.place <> o.place`.execute(change.tx)
  change.note({ subject: `application:${id}`, after: { place: cards.indexOf(id) + 1 } })
}

/** The cards of a stage, from the top. */
async function cardsOf(tx: Tx, stage: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('applications')
    .select('id')
    .where('stage_id', '=', stage)
    .where('state', 'in', OPEN_STATES)
    .orderBy('place')
    .orderBy('sent_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Moves several applications, all of them or none. Refuses as `moveApplication`. */
export async function moveSeveral(
  change: Change,
  ids: readonly string[],
  { stage: to, text }: z.output<typeof moveInput>,
): Promise<void> {
  if (ids.length === 0) return
  await lockBoard(change.tx)
  const applications = await lockOpenApplications(change.tx, ids)
  const stage = await getStage(to, change.tx)
  const moved = applications.filter((application) => application.stage?.id !== stage.id)
  const movedIds = moved.map(({ id }) => id)
  if (moved.length > 0) {
    await putAllInStage(change.tx, movedIds, stage)
    await change.tx
      .updateTable('applications')
      .set({ changed_at: change.now.toString() })
      .where('id', '=', sql<string>`any(${movedIds}::uuid[])`)
      .execute()
  }
  const changed = text === '' ? moved : applications
  await writeNotes(
    change,
    changed.map(({ id }) => ({ id, stage: movedIds.includes(id) ? stage : null })),
    text,
  )
  for (const { id, state, stage: before } of changed)
    change.note({
      subject: `application:${id}`,
      before: { state, stage: before?.pt ?? null },
      after: { state: stage.state, stage: stage.name.pt },
    })
}
