import { firstOf } from '#domain/certain.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { openOf, sealedNif } from '#db/sealed-columns.server.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { giveBackTerms, takeOverTerms } from '#features/fleet/terms/commands.server.ts'
import { type FirstPaymentHold, holdFirstPayment, releaseFirstPayment } from '#features/fleet/keys/commands.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { voidInvitations } from '#features/sessions/one-time-links/commands.server.ts'
import {
  booksOf,
  findMergedInto,
  getMerge,
  isSettledSince,
  previewMerge,
  waitingAdjustments,
} from './queries.server.ts'
import { type MergeInput, type MovedThings, movedThings } from './schema.ts'

/**
 * Merges two records of one person: everything that continues moves from `goneId` to the record that stays; issued
 * statements and documents remain where they are. Returns the id of the merge. Refuses `merge.blocked` with the
 * obstacles of `previewMerge`, and `merge.choose-terms` and `merge.choose-account` when both records have one and
 * nobody chose.
 */
export async function mergeDrivers(
  change: Change,
  goneId: string,
  { into, reason, terms, account }: MergeInput,
): Promise<string> {
  const [gone, stays] = [readRecordId(goneId), readRecordId(into)]
  await lockBalances(change.tx)
  await lockDrivers(change.tx, [gone, stays])
  const preview = await previewMerge(gone, stays, change.tx)
  if (preview.obstacles.length > 0) throw new Refusal('merge.blocked', { driver: firstOf(preview.obstacles).driver })
  if (preview.terms === 'choose' && !terms) throw new Refusal('merge.choose-terms')
  if (preview.gone.account && preview.stays.account && !account) throw new Refusal('merge.choose-account')

  const { id } = await change.tx
    .insertInto('driver_merges')
    .values({
      gone_id: gone,
      stays_id: stays,
      reason,
      moved: '{}',
      merged_at: change.now.toString(),
      merged_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Write this notice before notices move, so that it moves with them.
  const hold = preview.waits ? await holdFirstPayment(change, stays, gone) : null
  const agreed = await takeOverTerms(change, { from: gone, to: stays, prefer: terms ?? 'stays', reason })
  const moved: MovedThings = {
    ...(await moveRecords(change.tx, gone, stays)),
    ...agreed,
    ...(await movePerson(change, gone, stays, account ?? 'stays')),
    balances: preview.balances,
    hold,
  }
  await moveNames(change.tx, gone, stays)
  await voidInvitations(change.tx, gone)
  await postMerge(change, `merge:${id}`, 'merge', gone, stays, preview.balances, null)
  await change.tx
    .updateTable('driver_merges')
    .set({ moved: JSON.stringify(moved), books: await booksOf([gone, stays], change.tx) })
    .where('id', '=', id)
    .execute()
  const after = { mergedInto: preview.stays.ref, ...preview.moves, statements: preview.statements, reason }
  change.note({ subject: `driver:${gone}`, after })
  change.note({ subject: `driver:${stays}`, after: { received: preview.gone.ref, reason } })
  return id
}

/**
 * Undoes a merge of two different persons: everything goes back as it was. Refuses `record.not-found`,
 * `record.changed-meanwhile` when it was undone already, `merge.undo-later-first` while the record that stayed is
 * itself merged into another, and `merge.settled-since` once either record has more statements or postings than at
 * the merge.
 */
export async function undoMerge(change: Change, staysId: string, mergeId: string, reason: string): Promise<string> {
  await lockBalances(change.tx)
  const { gone, stays, undone } = await getMerge(staysId, mergeId, change.tx)
  await lockDrivers(change.tx, [gone.id, stays.id])
  if (undone) throw new Refusal('record.changed-meanwhile')
  // A later merge moved the same things on: only undoing that one first brings them back here.
  const later = await findMergedInto(stays.id, change.tx)
  if (later) throw new Refusal('merge.undo-later-first', { stays: stays.name, later: later.name })
  if (await isSettledSince(mergeId, change.tx)) throw new Refusal('merge.settled-since')
  const { moved: stored } = await change.tx
    .updateTable('driver_merges')
    .set({ undone_at: change.now.toString(), undone_by: change.actor.uid, undo_reason: reason })
    .where('id', '=', mergeId)
    .where('undone_at', 'is', null)
    .returning('moved')
    .executeTakeFirstOrThrow()
  const moved = movedThings.parse(stored)
  await giveBackTerms(change, stays.id, moved, reason)
  await returnRecords(change.tx, gone.id, stays.id, moved)
  if (moved.hold) await endHold(change, stays.id, moved.hold)
  const reversed = moved.balances.map(({ account, amount }) => ({ account, amount: -amount }))
  await postMerge(change, `reversal:merge:${mergeId}`, 'reversal', gone.id, stays.id, reversed, `merge:${mergeId}`)
  change.note({ subject: `driver:${gone.id}`, after: { separatedFrom: stays.ref, reason } })
  change.note({ subject: `driver:${stays.id}`, after: { gaveBack: gone.ref, reason } })
  return gone.id
}

/**
 * Ends the wait of the first payment that this merge began. Undoing a later merge into the same record must not
 * restore it, so replace it there by the wait before it.
 */
async function endHold(change: Change, stays: string, hold: FirstPaymentHold) {
  await releaseFirstPayment(change, stays, hold)
  await change.tx
    .updateTable('driver_merges')
    .set({ moved: sql`jsonb_set(moved, '{hold,before}', ${JSON.stringify(hold.before)}::jsonb)` })
    .where('stays_id', '=', stays)
    .where('undone_at', 'is', null)
    .where(sql`moved #>> '{hold,before}'`, '=', hold.until)
    .execute()
}

async function lockDrivers(tx: Tx, ids: readonly string[]) {
  await tx.selectFrom('drivers').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

/** Moves names and cars. They keep their former owner in `was_of`, so that weeks with a statement keep their rows. */
async function moveNames(tx: Tx, gone: string, stays: string) {
  for (const table of ['source_keys', 'assignments', 'shift_patterns', 'shifts'] as const)
    await sql`update ${sql.table(table)} set driver_id = ${stays}, was_of = was_of || ${gone}::uuid where driver_id = ${gone}`.execute(
      tx,
    )
}

async function moveRecords(tx: Tx, gone: string, stays: string) {
  const [plans, recurring, applications, notices, waiting] = [
    await tx.updateTable('plans').set({ driver_id: stays }).where('driver_id', '=', gone).returning('id').execute(),
    await tx
      .updateTable('recurring_adjustments')
      .set({ driver_id: stays })
      .where('driver_id', '=', gone)
      .returning('id')
      .execute(),
    await tx
      .updateTable('applications')
      .set({ driver_id: stays })
      .where('driver_id', '=', gone)
      .returning('id')
      .execute(),
    await tx
      .updateTable('inbox_notices')
      .set({ driver_id: stays })
      .where('driver_id', '=', gone)
      .returning('id')
      .execute(),
    await waitingAdjustments(gone, tx).where('kind', '<>', 'late').select('id').execute(),
  ]
  const adjustments = waiting.map(({ id }) => id)
  await moveTo(tx, 'adjustments', adjustments, stays)
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  return {
    plans: ids(plans),
    recurring: ids(recurring),
    applications: ids(applications),
    notices: notices.map(({ id }) => id),
    adjustments,
  }
}

/** Moves the sign-in, and fills facts that the record that stays lacks; the other record leaves the fleet. */
async function movePerson(change: Change, gone: string, stays: string, account: 'gone' | 'stays') {
  const sides = await change.tx
    .selectFrom('drivers')
    .select(['id', 'uid', 'status', 'email', 'phone', 'nif'])
    .where('id', 'in', [gone, stays])
    .execute()
  // oxlint-disable-next-line typescript/no-non-null-assertion -- both sides were read
  const [from, to] = [sides.find(({ id }) => id === gone)!, sides.find(({ id }) => id === stays)!]
  const filled = (['email', 'phone', 'nif'] as const).filter((name) => to[name] === null && from[name] !== null)
  const uid = account === 'gone' || to.uid === null ? (from.uid ?? to.uid) : to.uid
  await change.tx
    .updateTable('drivers')
    .set({ uid: null, merged_into: stays, status: 'inactive' })
    .where('id', '=', gone)
    .execute()
  await change.tx
    .updateTable('drivers')
    .set({
      uid,
      ...(filled.includes('email') ? { email: from.email } : {}),
      ...(filled.includes('phone') ? { phone: from.phone } : {}),
      // The NIF is sealed for one record, so open it and seal it again for the other.
      ...(filled.includes('nif') ? sealedNif('drivers.nif', stays, openOf('drivers.nif', gone, from.nif)) : {}),
    })
    .set((of) => ({ version: of('version', '+', 1) }))
    .where('id', '=', stays)
    .execute()
  return { gone: { uid: from.uid, status: from.status }, stays: { uid: to.uid, after: uid }, filled: [...filled] }
}

async function returnRecords(tx: Tx, gone: string, stays: string, moved: MovedThings) {
  for (const table of ['source_keys', 'assignments', 'shift_patterns', 'shifts'] as const)
    await sql`update ${sql.table(table)} set driver_id = ${gone}, was_of = trim_array(was_of, 1)
      where driver_id = ${stays} and was_of[cardinality(was_of)] = ${gone}::uuid`.execute(tx)
  await moveTo(tx, 'plans', moved.plans, gone)
  await moveTo(tx, 'recurring_adjustments', moved.recurring, gone)
  await moveTo(tx, 'applications', moved.applications, gone)
  const waiting = await waitingAdjustments(stays, tx).select('id').execute()
  await moveTo(
    tx,
    'adjustments',
    moved.adjustments.filter((id) => waiting.some((adjustment) => adjustment.id === id)),
    gone,
  )
  if (moved.notices.length > 0)
    await tx.updateTable('inbox_notices').set({ driver_id: gone }).where('id', 'in', moved.notices).execute()
  await returnPerson(tx, gone, stays, moved)
}

/** Moves the person's facts back; facts that were corrected or linked since stay where they were entered. */
async function returnPerson(tx: Tx, gone: string, stays: string, moved: MovedThings) {
  const sides = await tx
    .selectFrom('drivers')
    .select(['id', 'uid', 'email', 'phone'])
    .select(sql<string | null>`encode(nif_index, 'hex')`.as('nif'))
    .where('id', 'in', [gone, stays])
    .execute()
  // oxlint-disable-next-line typescript/no-non-null-assertion -- both sides were read
  const [from, to] = [sides.find(({ id }) => id === gone)!, sides.find(({ id }) => id === stays)!]
  const filled = moved.filled.filter((name) => to[name] === from[name])
  const free = await freeAccounts(tx, [moved.gone.uid, moved.stays.uid], [gone, stays])
  const formerUidOfStays = moved.stays.uid !== null && free.has(moved.stays.uid) ? moved.stays.uid : null
  const uidOfStays = to.uid === moved.stays.after ? formerUidOfStays : to.uid
  const uidOfGone =
    moved.gone.uid !== null && free.has(moved.gone.uid) && moved.gone.uid !== uidOfStays ? moved.gone.uid : null
  await tx
    .updateTable('drivers')
    .set({ uid: uidOfStays, ...Object.fromEntries(filled.map((name) => [name, null])) })
    .$if(filled.includes('nif'), (query) => query.set({ nif_index: null }))
    .set((of) => ({ version: of('version', '+', 1) }))
    .where('id', '=', stays)
    .execute()
  await tx
    .updateTable('drivers')
    .set({ uid: uidOfGone, merged_into: null, status: moved.gone.status })
    .where('id', '=', gone)
    .execute()
}

/** Those of these accounts that still exist and belong to no other driver. */
async function freeAccounts(tx: Tx, uids: readonly (string | null)[], drivers: readonly string[]) {
  const known = uids.filter((uid) => uid !== null)
  if (known.length === 0) return new Set<string>()
  const free = await tx
    .selectFrom('users')
    .select('uid')
    .where('uid', 'in', known)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('drivers')
            .select('drivers.id')
            .whereRef('drivers.uid', '=', 'users.uid')
            .where('drivers.id', 'not in', drivers),
        ),
      ),
    )
    .execute()
  return new Set(free.map(({ uid }) => uid))
}

type Movable = 'plans' | 'adjustments' | 'recurring_adjustments' | 'applications'

async function moveTo(tx: Tx, table: Movable, ids: readonly string[], driverId: string) {
  if (ids.length === 0) return
  await sql`update ${sql.table(table)} set driver_id = ${driverId} where id = any(${[...ids]}::uuid[])`.execute(tx)
}

async function postMerge(
  change: Change,
  key: string,
  kind: 'merge' | 'reversal',
  gone: string,
  stays: string,
  balances: readonly { account: string; amount: number }[],
  reverses: string | null,
) {
  if (balances.length === 0) return
  await sql`select post_merge(${key}, ${kind}, ${gone}::uuid, ${stays}::uuid,
    ${balances.map(({ account }) => account)}::text[], ${balances.map(({ amount }) => amount)}::bigint[],
    ${change.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()}::date, ${change.actor.uid},
    (select id from journals where key = ${reverses}))`.execute(change.tx)
}
