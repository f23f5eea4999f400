import { sql } from 'kysely'
import { firstOf } from '#domain/certain.ts'
import { mayBeAccount, refusedByAccount } from '#domain/bank-statement.ts'
import { type Cents, cents } from '#domain/money.ts'
import { paymentPostings, reversal } from '#domain/ledger.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { currentDriver, currentDrivers } from '#features/fleet/current-drivers/queries.server.ts'
import { currentIban } from '#features/fleet/ibans/queries.server.ts'
import { lockWeeks, postJournals } from '#features/ledger/commands.server.ts'
import { tellByMailToo } from '#features/mail/commands.server.ts'
import { writeNoticesOfEach } from '#features/mail/inbox/commands.server.ts'
import {
  closeBatches,
  readSecondPerson,
  requireSecondPerson,
  settleEach,
  settlePayments,
  tellOfRefusals,
} from '#features/payments/commands.server.ts'
import { listRefused } from './queries.server.ts'

/**
 * One payment that a bank statement shows as made or returned. `posted`: the statement brought it into the books. `paidOnBefore`:
 * the day it had in the books until then, where the bank gives another day or returned it.
 */
export type BankPayment = {
  settlementId: string
  batchId: number | null
  amount: Cents
  posted: boolean
  paidOnBefore: string | null
}

/** The effect of a bank movement: `act` is unique to its answer, `on` the day on which the bank booked it. */
export type BankAct = { act: string; on: Temporal.PlainDate }

/**
 * Records that the bank paid these settlements. Those in a file or approved alone are posted and paid on its day; those already
 * confirmed are moved to that day. Refuses `bank.not-payable` for any other, and `two-people.approved` for the person who
 * approved one of them while two people are needed.
 */
export async function payByBank(
  change: Change,
  act: BankAct,
  settlementIds: readonly string[],
): Promise<BankPayment[]> {
  const payableOf = await lockPayable(change, settlementIds)
  return firstOf(await payEachByBank(change, [{ ...act, found: payableOf(settlementIds) }]))
}

/**
 * Locks the settlements that several movements pay; answers a function that gives those of one movement, or refuses as
 * `payByBank` does.
 */
export async function lockPayable(
  change: Change,
  settlementIds: readonly string[],
): Promise<(own: readonly string[]) => Locked[]> {
  const locked = await lockSettlements(change, settlementIds)
  const unpaidOf = (some: readonly Locked[]) => some.filter(({ state }) => state !== 'paid')
  const requireSecond = await readSecondPerson(
    change,
    unpaidOf(locked).map(({ id }) => id),
  )
  return (own) => {
    const ids = new Set(own.map(readRecordId))
    const found = locked.filter(({ id }) => ids.has(id))
    const unpaid = unpaidOf(found)
    if (unpaid.some(({ state, payable }) => (state !== 'approved' && state !== 'in-batch') || payable <= 0))
      throw new Refusal('bank.not-payable')
    if (unpaid.length > 0) requireSecond(unpaid.map(({ id }) => id))
    return found
  }
}

/** Pays the settlements of several movements, in this order; answers the payments of each. */
export async function payEachByBank(
  change: Change,
  acts: readonly (BankAct & { found: readonly Locked[] })[],
): Promise<BankPayment[][]> {
  const payments = acts.flatMap(({ act, on, found }) => found.map((payment) => ({ ...payment, act, on })))
  const unpaid = payments.filter(({ state }) => state !== 'paid')
  for (const [week, own] of Map.groupBy(unpaid, (payment) => payment.week))
    await settleEach(
      change,
      week,
      own.map(({ id, payable, act, on }) => ({
        settlementId: id,
        amount: payable,
        key: `payment:bank-${act}`,
        paidOn: on,
      })),
      { note: null },
    )
  const moved = payments.flatMap((payment) =>
    payment.state === 'paid' && payment.paidOn !== null && payment.paidOn !== payment.on.toString()
      ? [{ ...payment, key: `payment:day-${payment.act}`, from: payment.paidOn, to: payment.on.toString() }]
      : [],
  )
  await moveDays(change, moved)
  await moveBatchPayments(change, unpaid, 'sent', 'confirmed')
  await closePaidBatches(change, unpaid)
  const movedFrom = new Map(moved.map(({ id, from }) => [id, from]))
  return acts.map(({ found }) =>
    found.map(({ id, batchId, payable, state }) => ({
      settlementId: id,
      batchId,
      amount: payable,
      posted: state !== 'paid',
      paidOnBefore: movedFrom.get(id) ?? null,
    })),
  )
}

/** A payment that moves from one day to another; `key` is unique to this act. */
type Moved = Pick<Locked, 'id' | 'driverId' | 'week' | 'payable'> & { key: string; from: string; to: string }

/** Moves postings from one day to another: reverses them on the first, and posts them on the second. */
async function moveDays(change: Change, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return
  await postJournals(
    change,
    moved.flatMap(({ id, key, driverId, week, payable, from, to }) => {
      const paid = paymentPostings(payable)
      const journal = { kind: 'payment', driverId, week } as const
      return [
        { ...journal, key: `${key}-from:${id}`, effectiveOn: Temporal.PlainDate.from(from), postings: reversal(paid) },
        { ...journal, key: `${key}-to:${id}`, effectiveOn: Temporal.PlainDate.from(to), postings: paid },
      ]
    }),
  )
  for (const [day, own] of Map.groupBy(moved, ({ to }) => to))
    await setPaidOn(
      change,
      own.map(({ id }) => id),
      day,
    )
}

async function setPaidOn({ tx }: Change, settlementIds: readonly string[], day: string): Promise<void> {
  await tx
    .updateTable('settlements')
    .set({ paid_on: day })
    .where('id', '=', sql<string>`any(${[...settlementIds]}::uuid[])`)
    .where('paid_on', 'is distinct from', day)
    .execute()
}

/**
 * Records that the bank did not pay these after all: reverses what that posted, and they wait as before, in their file
 * or approved alone. The caller tells their drivers (`tellUnpaid`) once it is done with all of them. Refuses `bank.moved-on` when one of them is no longer paid.
 */
export async function unpayByBank(
  change: Change,
  act: string,
  payments: readonly BankPayment[],
  reason: string,
): Promise<void> {
  const moved = new Map(
    payments.flatMap((payment) =>
      payment.paidOnBefore === null ? [] : [[payment.settlementId, payment.paidOnBefore]],
    ),
  )
  const locked = await lockSettlements(change, [...moved.keys()])
  await moveDays(
    change,
    locked.flatMap((payment) => {
      const to = moved.get(payment.id)
      const key = `payment:undo-day-${act}`
      return payment.paidOn === null || to === undefined ? [] : [{ ...payment, key, from: payment.paidOn, to }]
    }),
  )
  const posted = payments.filter((payment) => payment.posted)
  const found = await lockSettlements(
    change,
    posted.map(({ settlementId }) => settlementId),
  )
  if (found.some(({ state }) => state !== 'paid')) throw new Refusal('bank.moved-on')
  const batchOf = new Map(posted.map(({ settlementId, batchId }) => [settlementId, batchId]))
  await reversePayments(change, `payment:unpaid-${act}`, found, { kind: 'taken-back', reason, batchOf, on: null })
  await moveBatchPayments(change, found, 'confirmed', 'sent')
  for (const { id } of found)
    await change.tx
      .updateTable('settlements')
      .set({ ...UNPAID, state: batchOf.get(id) === null ? 'approved' : 'in-batch' })
      .where('id', '=', id)
      .execute()
  const batches = [...new Set(batchOf.values())].filter((id) => id !== null)
  if (batches.length > 0)
    await change.tx
      .updateTable('payment_batches')
      .set({ state: 'exported', closed_at: null, closed_by: null, note: '' })
      .where('id', 'in', batches)
      .execute()
}

/**
 * Tells drivers which of these statements are not paid after all, each driver once; `told` is what they read of it
 * besides, or empty.
 */
export async function tellUnpaid(change: Change, settlementIds: readonly string[], told: string): Promise<void> {
  const unpaid = await change.tx
    .selectFrom('settlements')
    .select(['driver_id', 'week'])
    .where('id', '=', sql<string>`any(${[...settlementIds]}::uuid[])`)
    .where('state', '<>', 'paid')
    .orderBy('week')
    .orderBy('driver_id')
    .execute()
  const currentOf = await currentDrivers(
    unpaid.map(({ driver_id }) => driver_id),
    change.tx,
  )
  const ofDriver = Map.groupBy(unpaid, ({ driver_id }) => currentOf(driver_id))
  await writeNoticesOfEach(
    change,
    'payment-undone',
    [...ofDriver].map(([driverId, own]) => {
      const weeks = [...new Set(own.map(({ week }) => week))]
      const facts = { week: firstOf(weeks), reason: told }
      return { driverId, facts: weeks.length === 1 ? facts : { ...facts, weeks } }
    }),
  )
}

/** Tells drivers that these statements are paid: their money was not returned after all. */
export async function tellPaid(change: Change, settlementIds: readonly string[]): Promise<void> {
  const paid = await change.tx
    .selectFrom('settlements')
    .select(['driver_id', 'week'])
    .where('id', '=', sql<string>`any(${[...settlementIds]}::uuid[])`)
    .orderBy('week')
    .orderBy('driver_id')
    .execute()
  const currentOf = await currentDrivers(
    paid.map(({ driver_id }) => driver_id),
    change.tx,
  )
  for (const [week, own] of Map.groupBy(paid, (payment) => payment.week)) {
    const drivers = new Set(own.map(({ driver_id }) => currentOf(driver_id)))
    await tellByMailToo(change, [...drivers], { kind: 'statement-paid', week })
  }
}

/** The statements among these that are paid. */
export async function paidAmong({ tx }: Change, settlementIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('settlements')
    .select('id')
    .where('id', '=', sql<string>`any(${[...settlementIds]}::uuid[])`)
    .where('state', '=', 'paid')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Records that a payment outside a bank file was not made: reverses what it posted, and the settlement is approved
 * alone.
 */
export async function unpayByHand(change: Change, act: string, settlementId: string, reason: string): Promise<void> {
  const found = await lockSettlements(change, [settlementId])
  const batchOf = new Map([[settlementId, null]])
  await reversePayments(change, `payment:unpaid-${act}`, found, { kind: 'taken-back', reason, batchOf, on: null })
  await change.tx
    .updateTable('settlements')
    .set({ ...UNPAID, state: 'approved' })
    .where('id', '=', settlementId)
    .execute()
}

/**
 * Records that a payment was returned: reverses it on the bank's day, and it is to be paid again; where the bank says
 * that the account cannot receive money, not to that account. Tells the driver, who alone knows whether the IBAN is
 * right; for a reason that is the company's, without asking that. Refuses `bank.not-paid` unless it is paid.
 */
export async function returnByBank(
  change: Change,
  { act, on }: BankAct,
  settlementId: string,
  reason: string,
): Promise<BankPayment> {
  const [found] = await lockSettlements(change, [settlementId])
  if (!found || found.state !== 'paid') throw new Refusal('bank.not-paid')
  const batchOf = new Map([[found.id, found.batchId]])
  await reversePayments(change, `payment:returned-${act}`, [found], { kind: 'returned', reason, batchOf, on })
  await moveBatchPayments(change, [found], 'confirmed', 'returned', reason)
  await change.tx
    .updateTable('settlements')
    .set({ ...UNPAID, state: 'approved' })
    .where('id', '=', found.id)
    .execute()
  const told = { kind: 'payment-returned', week: found.week } as const
  await tellByMailToo(
    change,
    [await currentDriver(found.driverId, change.tx)],
    mayBeAccount(reason) ? told : { ...told, how: 'company' },
  )
  return {
    settlementId: found.id,
    batchId: found.batchId,
    amount: found.payable,
    posted: true,
    paidOnBefore: found.paidOn,
  }
}

/**
 * Records that a payment was not returned after all; `on`: the day on which that was said. Refuses `bank.moved-on` once
 * it is being paid again. The caller tells its driver (`tellPaid`) once it is done with all of them.
 */
export async function unreturnByBank(change: Change, { act, on }: BankAct, payment: BankPayment): Promise<void> {
  const { settlementId, batchId, paidOnBefore } = payment
  const [found] = await lockSettlements(change, [settlementId])
  if (!found || found.state !== 'approved') throw new Refusal('bank.moved-on')
  await settlePayments(change, found.week, `payment:kept-${act}`, [{ settlementId: found.id, amount: found.payable }], {
    note: null,
    paidOn: on,
    tells: false,
  })
  if (paidOnBefore !== null) await setPaidOn(change, [found.id], paidOnBefore)
  await change.tx
    .updateTable('payment_returns')
    .set({ undone_at: change.now.toString() })
    .where('settlement_id', '=', found.id)
    .where('kind', '=', 'returned')
    .where('undone_at', 'is', null)
    .execute()
  if (batchId !== null) await moveBatchPayments(change, [{ id: found.id, batchId }], 'returned', 'confirmed')
}

/**
 * Records that the bank refused payments of a file before paying them (pain.002): they are approved again and may go into
 * another file, and drivers whose account is the reason are told. `rejected` has the reason by end-to-end id; `null` for all of them. `fileId`: the bank's file that says so.
 * Answers how many were refused; zero for a closed file.
 */
export async function rejectByBank(
  change: Change,
  fileId: string,
  { messageId, rejected, reason }: { messageId: string; rejected: ReadonlyMap<string, string> | null; reason: string },
): Promise<{ batchId: number; week: Week; rejected: number } | null> {
  const batch = await change.tx
    .selectFrom('payment_batches')
    .select(['id', 'week', 'payments'])
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (!batch) return null
  const week = batch.week as Week
  await lockWeeks(change.tx, [week])
  const sent = await change.tx
    .selectFrom('batch_payments')
    .select(['settlement_id', 'end_to_end_id'])
    .where('batch_id', '=', batch.id)
    .where('state', '=', 'sent')
    .execute()
  const rejectedPayments = sent.filter(({ end_to_end_id }) => rejected === null || rejected.has(end_to_end_id))
  for (const { settlement_id, end_to_end_id } of rejectedPayments) {
    await change.tx.updateTable('settlements').set({ state: 'approved' }).where('id', '=', settlement_id).execute()
    await change.tx
      .updateTable('batch_payments')
      .set({ state: 'rejected', rejected_reason: rejected?.get(end_to_end_id) ?? reason, refused_in: fileId })
      .where('batch_id', '=', batch.id)
      .where('settlement_id', '=', settlement_id)
      .execute()
  }
  if (rejectedPayments.length > 0) await closePaidBatches(change, [{ batchId: batch.id }])
  await tellOfRefusals(change, byAccountOf(rejectedPayments, rejected, batch.payments), 'refused')
  change.note({ subject: `batch:${batch.id}`, after: { messageId, rejected: rejectedPayments.length } })
  return { batchId: batch.id, week, rejected: rejectedPayments.length }
}

/** The statements whose payments the bank refused for the account's sake; a file refused as a whole has no reason of an account. */
function byAccountOf(
  payments: readonly { settlement_id: string; end_to_end_id: string }[],
  rejected: ReadonlyMap<string, string> | null,
  sent: number,
): string[] {
  const reasons = new Map(
    payments.flatMap(({ settlement_id, end_to_end_id }) => {
      const reason = rejected?.get(end_to_end_id)
      return reason === undefined ? [] : [[settlement_id, reason] as const]
    }),
  )
  return [...refusedByAccount(reasons, sent)]
}

/**
 * Records that the bank did not refuse these payments: they wait in their file again, which is open; in a voided file they
 * are void as its others. Refuses `batch.went-on` once one of them is in another file, paid or voided, and
 * `two-people.approved`.
 */
export async function unrejectByBank(change: Change, fileId: string, reason: string): Promise<void> {
  const known = await listRefused(fileId, change.tx)
  await lockWeeks(change.tx, [...new Set(known.map(({ week }) => week))].toSorted())
  const refusedPayments = await listRefused(fileId, change.tx)
  if (refusedPayments.some(({ wentOn }) => wentOn)) throw new Refusal('batch.went-on')
  const batches = await change.tx
    .selectFrom('payment_batches')
    .select(['id', 'state'])
    .where('id', '=', sql<number>`any(${refusedPayments.map(({ batchId }) => batchId)}::bigint[])`)
    .forUpdate()
    .execute()
  const told: string[] = []
  for (const { id, state } of batches) {
    const own = refusedPayments.flatMap(({ batchId, settlementId }) => (batchId === id ? [settlementId] : []))
    const ids = sql<string>`any(${own}::uuid[])`
    const isVoid = state === 'void'
    if (!isVoid) {
      await requireSecondPerson(change, own)
      told.push(...(await listToldOfRefusal(change, id, own)))
    }
    await change.tx
      .updateTable('batch_payments')
      .set({ state: isVoid ? 'void' : 'sent', rejected_reason: null, refused_in: null })
      .where('batch_id', '=', id)
      .where('settlement_id', '=', ids)
      .execute()
    if (!isVoid) {
      await change.tx.updateTable('settlements').set({ state: 'in-batch' }).where('id', '=', ids).execute()
      await change.tx
        .updateTable('payment_batches')
        .set({ state: 'exported', closed_at: null, closed_by: null, note: '' })
        .where('id', '=', id)
        .execute()
    }
    change.note({
      subject: `batch:${id}`,
      before: { state, rejected: own.length },
      after: { state: isVoid ? 'void' : 'exported', reason },
    })
  }
  await tellOfRefusals(change, told, 'waits')
}

/** The statements among these of a file whose drivers were told that the bank refused their payment. */
async function listToldOfRefusal({ tx }: Change, batchId: number, settlementIds: readonly string[]): Promise<string[]> {
  const payments = await tx
    .selectFrom('batch_payments')
    .select(['settlement_id', 'rejected_reason'])
    .where('batch_id', '=', batchId)
    .execute()
  const own = new Set(settlementIds)
  const reasons = payments.flatMap(({ settlement_id, rejected_reason }) =>
    own.has(settlement_id) && rejected_reason !== null ? [[settlement_id, rejected_reason] as const] : [],
  )
  return [...refusedByAccount(new Map(reasons), payments.length)]
}

const UNPAID = { paid_at: null, paid_by: null, paid_on: null, payment_note: null }

type Locked = {
  id: string
  driverId: string
  week: Week
  state: string
  payable: Cents
  paidOn: string | null
  /** The file that contains it, or by which it was paid. */
  batchId: number | null
}

/**
 * Locks settlements by the locks of their weeks, and answers them in the order of their ids. Refuses
 * `record.not-found`.
 */
async function lockSettlements({ tx }: Change, ids: readonly string[]): Promise<Locked[]> {
  if (ids.length === 0) return []
  const anyOfIds = sql<string>`any(${ids.map(readRecordId)}::uuid[])`
  const weeks = await tx.selectFrom('settlements').select('week').distinct().where('id', '=', anyOfIds).execute()
  await lockWeeks(
    tx,
    weeks.map(({ week }) => week as Week),
  )
  const rows = await tx
    .selectFrom('settlements')
    .leftJoin('batch_payments', (join) =>
      join.onRef('settlement_id', '=', 'settlements.id').on('batch_payments.state', 'in', ['sent', 'confirmed']),
    )
    .select(['settlements.id', 'driver_id', 'week', 'settlements.state', 'payable_cents', 'paid_on', 'batch_id'])
    .where('settlements.id', '=', anyOfIds)
    .orderBy('settlements.id')
    .forUpdate('settlements')
    .execute()
  if (rows.length !== new Set(ids).size) throw new Refusal('record.not-found')
  return rows.map(({ id, driver_id, week, state, payable_cents, paid_on, batch_id }) => ({
    id,
    driverId: driver_id,
    week: week as Week,
    state,
    payable: cents(payable_cents),
    paidOn: paid_on,
    batchId: batch_id,
  }))
}

type PaymentReversal = {
  kind: 'returned' | 'taken-back'
  reason: string
  batchOf: ReadonlyMap<string, number | null>
  /** The day of its return; `null` for a payment that was never made, which is reversed on the day it had. */
  on: Temporal.PlainDate | null
}

async function reversePayments(
  change: Change,
  key: string,
  found: readonly Locked[],
  { kind, reason, batchOf, on }: PaymentReversal,
) {
  for (const { id, driverId, payable } of found) {
    const target = kind === 'returned' ? await currentIban(change.tx, driverId) : null
    await change.tx
      .insertInto('payment_returns')
      .values({
        settlement_id: id,
        batch_id: batchOf.get(id) ?? null,
        amount_cents: payable,
        kind,
        reason,
        iban_index: target?.iban ? Buffer.from(target.iban.index, 'hex') : null,
        returned_at: change.now.toString(),
        returned_by: change.actor.uid,
      })
      .execute()
  }
  const today = change.now.toZonedDateTimeISO(ZONE).toPlainDate()
  await postJournals(
    change,
    found.map(({ id, driverId, week, payable, paidOn }) => ({
      key: `${key}:${id}`,
      kind: 'payment',
      driverId,
      week,
      effectiveOn: on ?? (paidOn === null ? today : Temporal.PlainDate.from(paidOn)),
      postings: reversal(paymentPostings(payable)),
    })),
  )
}

async function moveBatchPayments(
  { tx }: Change,
  found: readonly { id: string; batchId: number | null }[],
  from: 'sent' | 'confirmed' | 'returned',
  to: 'sent' | 'confirmed' | 'returned',
  reason: string | null = null,
) {
  const inBatches = found.flatMap(({ id, batchId }) => (batchId === null ? [] : [{ id, batchId }]))
  if (inBatches.length === 0) return
  await tx
    .updateTable('batch_payments')
    .set({ state: to, rejected_reason: reason })
    .where(
      sql<boolean>`(batch_id, settlement_id) in (
        select * from unnest(${inBatches.map(({ batchId }) => batchId)}::bigint[], ${inBatches.map(({ id }) => id)}::uuid[]))`,
    )
    .where('state', '=', from)
    .execute()
}

/** Closes files of which none of the payments is waiting: as paid, or as paid in part. */
async function closePaidBatches(change: Change, payments: readonly { batchId: number | null }[]) {
  const batches = [...new Set(payments.map(({ batchId }) => batchId))].filter((id) => id !== null)
  if (batches.length === 0) return
  const states = await change.tx
    .selectFrom('batch_payments')
    .select(['batch_id', 'state'])
    .distinct()
    .where('batch_id', '=', sql<number>`any(${batches}::bigint[])`)
    .execute()
  const has = (batch: number, state: string) =>
    states.some((payment) => payment.batch_id === batch && payment.state === state)
  const closed = batches.filter((batch) => !has(batch, 'sent'))
  const [partly, whole] = [
    closed.filter((batch) => has(batch, 'rejected')),
    closed.filter((batch) => !has(batch, 'rejected')),
  ]
  await closeBatches(change, partly, 'partly-rejected')
  await closeBatches(change, whole, 'confirmed')
}
