import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Tx, db, inTransaction } from '#db/client.server.ts'
import { order } from '#db/queue.server.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { forgetApplications } from '#features/recruitment/forgotten/commands.server.ts'
import { MESSAGE_MARK, noteForgotten } from '#features/system/restores/jobs.ts'
import { identity, isIdentityEmbedded, vouchesForPeople } from '#integrations/identity/identity.ts'
import { twoPeopleSince } from '../second-person/queries.server.ts'
import { carryOutErasure, dayOf, listMatters, untilOf } from './erasure.server.ts'
import { forgetAccount } from './jobs.ts'
import { ACCOUNT_KEPT_DAYS } from './schema.ts'
import { type Subject, findSubject } from './subjects.server.ts'

/** Logs that all data of a person was exported: whose, by whom, and why where the office did it; never the data. */
export function noteExport(change: Change, driverId: string, reason: string | null): void {
  change.note({
    subject: `driver:${driverId}`,
    after: { revealed: 'everything', ...(reason === null ? {} : { reason }) },
  })
}

/**
 * Asks for the erasure of a person; nothing is erased before somebody confirms it. Refuses `record.not-found`,
 * `erasure.still-here` and `erasure.known`.
 */
export async function askErasure(change: Change, subject: string): Promise<string> {
  const { left } = await findSubject(subject, dayOf(change.now), change.tx)
  if (left === null) throw new Refusal('erasure.still-here')
  const { id } = await change.tx
    .insertInto('erasures')
    .values({ subject, asked_at: change.now.toString(), asked_by: change.actor.uid })
    .onConflict((conflict) =>
      conflict.column('subject').where('withdrawn_at', 'is', null).where('over_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirstOrThrow(() => new Refusal('erasure.known'))
  change.note({ subject, after: { erasure: 'asked' } })
  return id
}

/** Withdraws an erasure that was asked for by mistake. Refuses `record.not-found`, also for a confirmed one. */
export async function withdrawErasure(change: Change, id: string): Promise<void> {
  const { subject } = await change.tx
    .updateTable('erasures')
    .set({ withdrawn_at: change.now.toString(), withdrawn_by: change.actor.uid })
    .where('id', '=', readRecordId(id))
    .where('confirmed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('subject')
    .executeTakeFirstOrThrow(() => new Refusal('record.not-found'))
  change.note({ subject, after: { erasure: 'withdrawn' } })
}

/**
 * Confirms an erasure: all that no rule keeps is erased now, the rest when its time is over. Refuses
 * `record.not-found`, `erasure.words` when another name is typed, `two-people.own` for the person who asked while the
 * rule of two people is on, and `erasure.still-here`.
 */
export async function confirmErasure(change: Change, id: string, typed: string): Promise<void> {
  const row = await change.tx
    .selectFrom('erasures')
    .select(['subject', 'asked_by'])
    .where('id', '=', readRecordId(id))
    .where('confirmed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  const isTwo = (await twoPeopleSince(change.tx)) !== null
  if (isTwo && row.asked_by === change.actor.uid) throw new Refusal('two-people.own')
  const found = await findSubject(row.subject, dayOf(change.now), change.tx)
  if (!isSameName(found.name, typed)) throw new Refusal('erasure.words')
  if (found.left === null) throw new Refusal('erasure.still-here')
  await change.tx
    .updateTable('erasures')
    .set({ confirmed_at: change.now.toString(), confirmed_by: change.actor.uid })
    .where('id', '=', readRecordId(id))
    .execute()
  // The lock keeps approvals waiting: nobody is settled while they are erased.
  await lockBalances(change.tx)
  const rows = await forget(change.tx, readRecordId(id), found, { now: change.now, since: change.now })
  await noteForCopies(change.tx, found, change.now)
  change.note({ subject: row.subject, after: { erasure: 'confirmed', rows } })
}

const isSameName = (name: string, typed: string) => normalName(name) === normalName(typed)
const normalName = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('pt')

/**
 * Erases what a restored copy brought back of erased people, and what no rule keeps any longer; nothing of a driver who
 * came back to the company. Answers the number of rows.
 */
export async function carryOutErasures(now: Temporal.Instant): Promise<number> {
  const openErasures = await db
    .selectFrom('erasures')
    .select(['id', 'subject', 'confirmed_at'])
    .where('confirmed_at', 'is not', null)
    .where('over_at', 'is', null)
    .orderBy('ordinal')
    .execute()
  let rows = 0
  for (const { id, subject, confirmed_at } of openErasures)
    rows += await inTransaction(async (tx) => {
      await lockBalances(tx)
      const found = await findSubject(subject, dayOf(now), tx).catch((error: unknown) => {
        if (error instanceof Refusal) return null
        throw error
      })
      const isBack = found !== null && (await hasReturned(found, confirmed_at ?? now, tx))
      if (found !== null && !isBack) return forget(tx, id, found, { now, since: confirmed_at ?? now })
      await tx.updateTable('erasures').set({ over_at: now.toString() }).where('id', '=', id).execute()
      return 0
    })
  return rows
}

/**
 * Whether a driver came back after the erasure: what they give now belongs to a new time with the company, and needs an
 * erasure of its own.
 */
async function hasReturned({ kind, id }: Subject, since: Temporal.Instant, tx: Tx): Promise<boolean> {
  if (kind !== 'driver') return false
  const row = await tx
    .selectFrom('departures')
    .select('returned_on')
    .where('driver_id', '=', id)
    .orderBy('ordinal', 'desc')
    .executeTakeFirst()
  return row?.returned_on != null && row.returned_on >= dayOf(since).toString()
}

type ErasureMoments = { now: Temporal.Instant; /** Since when it is confirmed. */ since: Temporal.Instant }

async function forget(tx: Tx, id: string, found: Subject, { now, since }: ErasureMoments): Promise<number> {
  const { person, left } = found
  const today = dayOf(now)
  const context = {
    now,
    today,
    until: await untilOf(person, left ?? today, dayOf(since), tx),
    hasMatters: (await listMatters(person, tx)).length > 0,
  }
  // Write the marks before the messages go: only by them are the messages recognised in a restored copy.
  const { rows: messages } = await sql<{ mark: string }>`
    select ${sql.raw(MESSAGE_MARK)} as mark from contact_messages where lower(email) = any(${person.emails}::text[])`.execute(
    tx,
  )
  for (const { mark } of messages)
    await order(tx, noteForgotten, { at: now.toString(), table: 'contact_messages', id: mark })
  if (person.uid !== null) await orderAccount(tx, id, person.uid)
  const { rows, isOver } = await carryOutErasure(tx, id, person, context)
  if (found.kind === 'application') await forgetApplications(tx, [found.id], now)
  const erasedRows = rows + (found.kind === 'application' ? 1 : 0)
  // Running sites may hold data of the person in memory: tell each to forget what it keeps.
  if (erasedRows > 0) await sql`notify site_changed`.execute(tx)
  const ends = isOver || found.kind !== 'driver'
  // A pass that finds nothing writes nothing, as it runs each day.
  const { looked_at } = await tx
    .selectFrom('erasures')
    .select('looked_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (erasedRows === 0 && !ends && looked_at !== null) return 0
  await tx
    .updateTable('erasures')
    .set(({ eb }) => ({
      looked_at: now.toString(),
      rows_gone: eb('rows_gone', '+', erasedRows),
      ...(ends ? { over_at: now.toString() } : {}),
    }))
    .where('id', '=', id)
    .execute()
  return erasedRows
}

/**
 * Orders the removal of an account at a hosted service, once the erasure is stored; an account kept here goes with its
 * row.
 */
async function orderAccount(tx: Tx, id: string, uid: string): Promise<void> {
  if (isIdentityEmbedded()) return
  await tx.updateTable('erasures').set({ account_uid: uid, account_state: 'waiting' }).where('id', '=', id).execute()
  await order(tx, forgetAccount, { erasure: id })
}

/**
 * Removes the account from the hosted service. Without a service account that is not allowed: then a person does it there, as the
 * erasure shows. After any other failure the queue tries again.
 */
export async function eraseAccount(id: string): Promise<void> {
  const row = await db.selectFrom('erasures').select('account_uid').where('id', '=', id).executeTakeFirst()
  if (!row?.account_uid) return
  if (!isIdentityEmbedded() && !vouchesForPeople()) {
    await db
      .updateTable('erasures')
      .set({ account_state: 'by-hand' })
      .where('id', '=', id)
      .where('account_uid', 'is not', null)
      .execute()
    return
  }
  if (!isIdentityEmbedded()) await identity().remove(row.account_uid)
  await db.updateTable('erasures').set({ account_state: 'gone', account_uid: null }).where('id', '=', id).execute()
}

/**
 * Notes that a person removed the account at the identity service by hand. Its id is kept as long as that can be taken back.
 * Refuses `record.not-found` where no account is to be removed.
 */
export async function noteAccountRemoved(change: Change, id: string): Promise<void> {
  const { subject } = await change.tx
    .updateTable('erasures')
    .set({ account_said_at: change.now.toString(), account_said_by: change.actor.uid })
    .where('id', '=', readRecordId(id))
    .where('account_state', '=', 'by-hand')
    .where('account_said_at', 'is', null)
    .returning('subject')
    .executeTakeFirstOrThrow(() => new Refusal('record.not-found'))
  change.note({ subject, after: { erasure: 'account-gone' } })
}

/**
 * Takes that note back: the account still exists. Refuses `record.not-found` where there is no note, or the id is already
 * forgotten.
 */
export async function undoAccountRemoved(change: Change, id: string): Promise<void> {
  const { subject } = await change.tx
    .updateTable('erasures')
    .set({ account_said_at: null, account_said_by: null })
    .where('id', '=', readRecordId(id))
    .where('account_state', '=', 'by-hand')
    .where('account_said_at', 'is not', null)
    .returning('subject')
    .executeTakeFirstOrThrow(() => new Refusal('record.not-found'))
  change.note({ subject, before: { erasure: 'account-gone' } })
}

/** Forgets the ids of accounts that were removed by hand, once nobody has taken that back for `ACCOUNT_KEPT_DAYS`. */
export async function forgetRemovedAccounts(now: Temporal.Instant): Promise<void> {
  const before = now.subtract({ hours: 24 * ACCOUNT_KEPT_DAYS }).toString()
  await db
    .updateTable('erasures')
    .set({ account_state: 'gone', account_uid: null })
    .where('account_state', '=', 'by-hand')
    .where(sql<boolean>`account_said_at < ${before}::timestamptz`)
    .execute()
}

/**
 * Earlier copies still contain the person: a list stored beside them names whom a restored copy must not bring back.
 */
async function noteForCopies(tx: Tx, { kind, id }: Subject, now: Temporal.Instant): Promise<void> {
  const at = now.toString()
  if (kind === 'driver') await order(tx, noteForgotten, { at, table: 'drivers', id })
  if (kind === 'account')
    await order(tx, noteForgotten, { at, table: 'users', id: createHash('sha256').update(id).digest('hex') })
}
