import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { OPEN_STATES } from '#domain/application.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import type { moveInput, stepInput } from '#features/recruitment/schema.ts'
import { lockBoard } from '#features/recruitment/stages/commands.server.ts'
import { getStage } from '#features/recruitment/stages/queries.server.ts'
import type { z } from 'zod'
import { inOneOrder, setState, stand, stillOpen, writeNote } from '#features/recruitment/commands.server.ts'

/**
 * Moves an application to the end of a stage, with a note where there is one. Refuses `record.not-found` and
 * `application.decided`.
 */
export async function moveApplication(
  deed: Deed,
  id: string,
  { stage: to, text }: z.output<typeof moveInput>,
): Promise<void> {
  await lockBoard(deed.tx)
  const application = await stillOpen(deed.tx, id)
  const stage = await getStage(to, deed.tx)
  const moved = stage.id !== application.stage?.id
  if (!moved && text === '') return
  if (moved) {
    await setState(deed.tx, id, { changed_at: deed.now.toString() })
    await stand(deed.tx, id, stage)
  }
  await writeNote(deed, id, moved ? stage : null, text)
  const before = { state: application.state, stage: application.stage?.pt ?? null }
  deed.note({ subject: `application:${id}`, before, after: { state: stage.state, stage: stage.name.pt } })
}

/**
 * One press on the board: to another stage, before a card that stands there or at the end, or one place up or down. Refuses
 * `record.not-found`, `application.decided`, and `application.moved` when somebody moved it since the board was drawn.
 */
export async function moveCard(
  deed: Deed,
  { application: id, from, to, before }: z.output<typeof stepInput>,
): Promise<void> {
  await lockBoard(deed.tx)
  const application = await stillOpen(deed.tx, id)
  if (application.stage?.id !== from) throw new Refusal('application.moved', { name: application.name })
  if (to === 'up' || to === 'down') return shift(deed, { id, stage: from }, to)
  await moveApplication(deed, id, { stage: to, text: '' })
  await arrange(deed, { id, stage: to }, before)
}

/** By two presses in one place two people mean two places: the order is that of the last one. */
async function shift(deed: Deed, card: { id: string; stage: string }, way: 'up' | 'down'): Promise<void> {
  const cards = await cardsOf(deed.tx, card.stage)
  const at = cards.indexOf(card.id)
  if (way === 'up' ? at === 0 : at === cards.length - 1) return
  await arrange(deed, card, cards[way === 'up' ? at - 1 : at + 2] ?? '')
}

/** Puts a card before another of its stage; at the end where that one is not there, or gone meanwhile. */
async function arrange(deed: Deed, { id, stage }: { id: string; stage: string }, before: string): Promise<void> {
  const others = (await cardsOf(deed.tx, stage)).filter((card) => card !== id)
  const at = others.indexOf(before)
  const cards = others.toSpliced(at < 0 ? others.length : at, 0, id)
  await sql`
    update applications set place = o.place
    from unnest(${cards}::uuid[]) with ordinality as o(id, place)
    where applications.id = o.id and applications.place <> o.place`.execute(deed.tx)
  deed.note({ subject: `application:${id}`, after: { place: cards.indexOf(id) + 1 } })
}

/** What stands in a stage, from the top. */
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

/** All of them, or none. Refuses as `moveApplication`. */
export async function moveSeveral(deed: Deed, ids: readonly string[], to: z.output<typeof moveInput>): Promise<void> {
  for (const id of inOneOrder(ids)) await moveApplication(deed, id, to)
}
