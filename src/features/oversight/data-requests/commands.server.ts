import type { OwnDriverId } from '#domain/access.ts'
import type { RequestKind } from '#domain/data-request.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { getRequest } from './queries.server.ts'
import type { Outcome } from './schema.ts'

type RequestFields = { kind: RequestKind; name: string; contact: string; askedOn: string; words: string }

/** Records a request that reached the office, from a driver or from anybody. Its words stay out of the log. */
export async function writeRequest(
  change: Change,
  { kind, name, contact, askedOn, words }: RequestFields,
  driverId: string | null,
) {
  return insertRequest(change, {
    kind,
    name,
    contact,
    words,
    asked_on: askedOn,
    driver_id: driverId === null ? null : readRecordId(driverId),
  })
}

/** Records a driver's own request; its days run from today. */
export async function askRequest(
  change: Change,
  driver: OwnDriverId,
  { kind, words }: Pick<RequestFields, 'kind' | 'words'>,
) {
  const asked_on = change.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return insertRequest(change, { kind, words, name: '', contact: '', asked_on, driver_id: driver })
}

async function insertRequest(
  change: Change,
  row: { kind: RequestKind; name: string; contact: string; words: string; asked_on: string; driver_id: string | null },
): Promise<string> {
  const { id } = await change.tx
    .insertInto('data_requests')
    .values({ ...row, created_at: change.now.toString(), created_by: change.actor.uid })
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({ subject: `data-request:${id}`, after: { kind: row.kind, askedOn: row.asked_on } })
  return id
}

/**
 * Answers a request with what was done, and tells the driver. Refuses `record.not-found`, and `data-request.closed` for
 * one that is answered or withdrawn.
 */
export async function answerRequest(
  change: Change,
  id: string,
  { outcome, answer }: { outcome: Outcome; answer: string },
) {
  await changeRequest(change, id, 'open', {
    answered_at: change.now.toString(),
    answered_by: change.actor.uid,
    outcome,
    answer,
  })
  change.note({ subject: `data-request:${readRecordId(id)}`, after: { outcome } })
  await notifyPerson(change, id, 'answered')
}

/**
 * Extends a request by two months, with the reason. Refuses `data-request.no-extension` after the first month, or when
 * it was extended before.
 */
export async function extendRequest(change: Change, id: string, reason: string): Promise<void> {
  const { canExtend } = await getRequest(id, change.now, change.tx)
  if (!canExtend) throw new Refusal('data-request.no-extension')
  await changeRequest(change, id, 'open', { extended_at: change.now.toString(), extended_why: reason })
  change.note({ subject: `data-request:${readRecordId(id)}`, after: { extended: reason } })
  await notifyPerson(change, id, 'extended')
}

/** Tells a driver in their area and on their phone; a person without a record is answered by the contact they gave. */
async function notifyPerson(change: Change, id: string, event: 'answered' | 'extended'): Promise<void> {
  const { driverId, kind } = await getRequest(id, change.now, change.tx)
  if (driverId === null) return
  await writeNotices(change, [await currentDriver(driverId, change.tx)], { kind: 'data-request', event, asked: kind })
}

/**
 * Withdraws a request that was a mistake, or that the person no longer makes. Drivers can withdraw only their own: for another's
 * it refuses `record.not-found`.
 */
export async function withdrawRequest(change: Change, id: string, driver: OwnDriverId | null): Promise<void> {
  const { driverId } = await getRequest(id, change.now, change.tx)
  if (driver !== null && driverId !== driver) throw new Refusal('record.not-found')
  await changeRequest(change, id, 'open', { withdrawn_at: change.now.toString(), withdrawn_by: change.actor.uid })
  change.note({ subject: `data-request:${readRecordId(id)}`, after: { state: 'withdrawn' } })
}

/** Opens an answered or withdrawn request again: its days run as before. Refuses `data-request.open`. */
export async function reopenRequest(change: Change, id: string): Promise<void> {
  const { answer, outcome } = await getRequest(id, change.now, change.tx)
  await changeRequest(change, id, 'closed', {
    answered_at: null,
    answered_by: null,
    outcome: null,
    answer: '',
    withdrawn_at: null,
    withdrawn_by: null,
  })
  change.note({
    subject: `data-request:${readRecordId(id)}`,
    before: { outcome, answer: answer === '' ? null : 'said' },
    after: { state: 'open' },
  })
}

async function changeRequest(
  { tx, now }: Change,
  id: string,
  from: 'open' | 'closed',
  values: Record<string, string | null>,
): Promise<void> {
  await getRequest(id, now, tx)
  const base = tx.updateTable('data_requests').set(values).where('id', '=', readRecordId(id))
  const query =
    from === 'open'
      ? base.where('answered_at', 'is', null).where('withdrawn_at', 'is', null)
      : base.where(({ or, eb }) => or([eb('answered_at', 'is not', null), eb('withdrawn_at', 'is not', null)]))
  await query
    .returning('id')
    .executeTakeFirstOrThrow(() => new Refusal(from === 'open' ? 'data-request.closed' : 'data-request.open'))
}
