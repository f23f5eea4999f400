import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getBreach } from './queries.server.ts'
import type { Breach, Whom } from './schema.ts'

type BreachFields = Pick<Breach, 'happened' | 'data' | 'peopleKinds' | 'peopleCount' | 'effects' | 'measures'> & {
  knownAt: Temporal.Instant
}

const columns = ({ knownAt, happened, data, peopleKinds, peopleCount, effects, measures }: BreachFields) => ({
  known_at: knownAt.toString(),
  happened,
  data,
  people_kinds: peopleKinds,
  people_count: peopleCount,
  effects,
  measures,
})

/** Records a breach; the hours run from the moment it was known. Refuses `breach.in-future`. */
export async function writeBreach(change: Change, written: BreachFields): Promise<string> {
  refuseFuture(change, written)
  const { id } = await change.tx
    .insertInto('data_breaches')
    .values({ ...columns(written), created_at: change.now.toString(), created_by: change.actor.uid })
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({ subject: `data-breach:${id}`, after: { ...written, knownAt: written.knownAt.toString() } })
  return id
}

/**
 * Changes an open breach as more is known about it. Refuses `record.not-found`, `breach.closed` and
 * `breach.in-future`.
 */
export async function changeBreach(change: Change, id: string, written: BreachFields): Promise<void> {
  refuseFuture(change, written)
  const before = await openBreach(change, id)
  await change.tx
    .updateTable('data_breaches')
    .set(({ eb }) => ({ ...columns(written), version: eb('version', '+', 1) }))
    .where('id', '=', before.id)
    .execute()
  const after = { ...written, knownAt: written.knownAt.toString() }
  change.note({
    subject: `data-breach:${before.id}`,
    before: { knownAt: before.knownAt, measures: before.measures },
    after,
  })
}

/**
 * Records that the authority or the people were notified now, or why they are not; it replaces what was recorded
 * before.
 */
export async function noteNotified(
  change: Change,
  id: string,
  { whom, told: isNotified, why }: { whom: Whom; told: boolean; why: string },
): Promise<void> {
  const { id: known } = await openBreach(change, id)
  const at = isNotified ? change.now.toString() : null
  await change.tx
    .updateTable('data_breaches')
    .set(whom === 'authority' ? { authority_told_at: at, authority_why: why } : { people_told_at: at, people_why: why })
    .where('id', '=', known)
    .execute()
  change.note({ subject: `data-breach:${known}`, after: { whom, told: isNotified, why } })
}

/**
 * Closes a breach. Refuses `breach.unsaid` until notification of both the authority and the people is recorded, or why
 * not.
 */
export async function closeBreach(change: Change, id: string): Promise<void> {
  const { id: known, authorityNotifiedAt, authorityWhy, peopleNotifiedAt, peopleWhy } = await openBreach(change, id)
  const isSaid = (at: string | null, why: string) => at !== null || why !== ''
  if (!isSaid(authorityNotifiedAt, authorityWhy) || !isSaid(peopleNotifiedAt, peopleWhy))
    throw new Refusal('breach.unsaid')
  await change.tx
    .updateTable('data_breaches')
    .set({ closed_at: change.now.toString(), closed_by: change.actor.uid })
    .where('id', '=', known)
    .execute()
  change.note({ subject: `data-breach:${known}`, after: { breachState: 'closed' } })
}

/** Opens a closed breach again, when there is more to record. Refuses `record.not-found`, also for an open one. */
export async function reopenBreach(change: Change, id: string): Promise<void> {
  const { id: known } = await change.tx
    .updateTable('data_breaches')
    .set({ closed_at: null, closed_by: null })
    .where('id', '=', readRecordId(id))
    .where('closed_at', 'is not', null)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Refusal('record.not-found'))
  change.note({ subject: `data-breach:${known}`, after: { breachState: 'open' } })
}

async function openBreach(change: Change, id: string): Promise<Breach> {
  const breach = await getBreach(id, change.now, change.tx)
  if (breach.closedAt !== null) throw new Refusal('breach.closed')
  return breach
}

function refuseFuture({ now }: Change, { knownAt }: BreachFields): void {
  if (Temporal.Instant.compare(knownAt, now) > 0) throw new Refusal('breach.in-future')
}
