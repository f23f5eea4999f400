import { requireValue } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askAlone, listQuestion, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { adviceFor } from '#domain/bank-statement.ts'
import { namesApart } from '#domain/driver.ts'
import { type Cents, cents, sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, weekName } from '#domain/week.ts'
import { listPayTargets, openIban } from '#features/fleet/ibans/queries.server.ts'
import { listStoppedPay } from '#features/papers/readiness/queries.server.ts'
import { listAwaited } from '#features/payments/receipts/queries.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import type { BatchView } from './schema.ts'

export type BlockReason =
  | 'iban-missing'
  | 'iban-invalid'
  | 'nothing-to-pay'
  | 'on-hold'
  | 'unchecked'
  | 'receipt-missing'
  | 'returned'
  | 'papers-missing'

export type Payee = {
  settlementId: string
  driverId: string
  ref: string
  name: string
  holder: string
  iban: string
  amount: Cents
  /** A payment to an employee, besides the salary; for anybody else it is a supplier's. */
  isWage: boolean
  /** The bank returned this payment without a reason that is known, and the account is still the same. */
  cameBack: boolean
}
export type BlockedPayee = {
  settlementId: string
  driverId: string
  ref: string
  name: string
  reason: BlockReason
  amount: Cents
}

/**
 * Drivers of a week whom the bank can pay now, and those it cannot, with why. Only approved settlements that are in no
 * live batch.
 */
export async function listPayees(
  week: Week,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ payees: Payee[]; blocked: BlockedPayee[] }> {
  const open = await on
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .select(['settlements.id', 'driver_id', 'ref', 'name', 'payable_cents'])
    .select(sql<boolean>`coalesce(terms ->> 'regime' = 'employee', false)`.as('is_wage'))
    .where('week', '=', week)
    .where('state', '=', 'approved')
    .orderBy('name')
    .orderBy('ref')
    .execute()
  if (open.length === 0) return { payees: [], blocked: [] }
  const targets = await listPayTargets(
    on,
    open.map(({ driver_id }) => driver_id),
  )

  const awaited = await listAwaited(week, on)
  const returned = await listReturned(
    open.map(({ id }) => id),
    on,
  )

  const stopped = await listStoppedPay(now, on)

  const payees: Payee[] = []
  const blocked: BlockedPayee[] = []
  for (const { id, driver_id, ref, name, payable_cents, is_wage } of open) {
    const target = targets.get(driver_id)
    const payment = { settlementId: id, driverId: driver_id, ref, name, amount: cents(payable_cents) }
    if (payable_cents <= 0) blocked.push({ ...payment, reason: 'nothing-to-pay' })
    else if (!target?.iban) blocked.push({ ...payment, reason: 'iban-missing' })
    else if (!target.valid) blocked.push({ ...payment, reason: 'iban-invalid' })
    else if (target.heldUntil && Temporal.Instant.compare(now, target.heldUntil) < 0)
      blocked.push({ ...payment, reason: 'on-hold' })
    else if (target.isUnchecked) blocked.push({ ...payment, reason: 'unchecked' })
    else if (returned.unpayable.has(`${driver_id} ${target.iban.index}`))
      blocked.push({ ...payment, reason: 'returned' })
    else if (awaited.has(id)) blocked.push({ ...payment, reason: 'receipt-missing' })
    else if (stopped.has(driver_id)) blocked.push({ ...payment, reason: 'papers-missing' })
    else
      payees.push({
        ...payment,
        holder: target.holder ?? name,
        iban: openIban({ driverId: driver_id, iban: target.iban }),
        isWage: is_wage,
        cameBack: returned.unexplained.has(`${id} ${target.iban.index}`),
      })
  }
  return { payees, blocked }
}

/** The number of payments of a settlement that were returned, or taken back. */
export async function countReturns(settlementId: string, on: Kysely<DB> = db): Promise<number> {
  const { count } = await on
    .selectFrom('payment_returns')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('settlement_id', '=', settlementId)
    .executeTakeFirstOrThrow()
  return count
}

type Returned = { unpayable: ReadonlySet<string>; unexplained: ReadonlySet<string> }

/**
 * Accounts from which banks returned money. Another IBAN is another account. `unpayable`: they cannot receive it, as
 * `driver index`; `unexplained`: the bank gave no reason that is known, as `settlement index`.
 */
async function listReturned(settlements: readonly string[], on: Kysely<DB>): Promise<Returned> {
  if (settlements.length === 0) return { unpayable: new Set(), unexplained: new Set() }
  const rows = await on
    .selectFrom('payment_returns')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .select(['settlement_id', 'driver_id', 'iban_index', 'reason'])
    .distinct()
    .where('driver_id', 'in', (of) =>
      of
        .selectFrom('settlements')
        .select('driver_id')
        .where('id', '=', sql<string>`any(${[...settlements]}::uuid[])`),
    )
    .where('kind', '=', 'returned')
    .where('undone_at', 'is', null)
    .where('iban_index', 'is not', null)
    .execute()
  const advised = rows.map(({ reason, iban_index, ...row }) => ({
    ...row,
    advice: adviceFor(reason),
    index: iban_index?.toString('hex') ?? '',
  }))
  const unpayable = advised.filter(({ advice }) => advice === 'iban')
  const unexplained = advised.filter(({ advice }) => advice === 'call')
  return {
    unpayable: new Set(unpayable.map(({ driver_id, index }) => `${driver_id} ${index}`)),
    unexplained: new Set(unexplained.map(({ settlement_id, index }) => `${settlement_id} ${index}`)),
  }
}

/** The batches of a week, newest first, each with its payments. */
export async function listBatches(week: Week, on: Kysely<DB> = db): Promise<BatchView[]> {
  return (await askAlone(batchesOf([week]), on))(week)
}

/** Whether a payment of a file that waits goes to another account than the one that its driver has now. */
const isOfOldIban = sql<boolean>`(paid.state = 'sent' and paid.iban_index <> (
  select newest.iban_index from driver_ibans newest where newest.driver_id = drivers.id order by newest.id desc limit 1)) is true`

/** The batches of some weeks, as one of several questions. */
export const batchesOf = (weeks: readonly Week[]) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('payment_batches')
        .select(['id', 'week', 'state', 'message_id', 'execution_on', 'payments', 'control_sum_cents'])
        .select(['created_at', 'closed_at', 'note'])
        .select(
          sql`(select coalesce(json_agg(json_build_object('settlementId', settlement_id, 'ref', ref, 'name', name,
              'amount', amount_cents, 'state', paid.state, 'reason', rejected_reason, 'refusedIn', refused_in, 'isOfOldIban', ${isOfOldIban}) order by name), '[]')
            from batch_payments paid join settlements on settlements.id = settlement_id join drivers on drivers.id = driver_id
            where batch_id = payment_batches.id)`.as('rows'),
        )
        .where('week', '=', sql<string>`any(${weeks}::date[])`)
        .orderBy('id', 'desc'),
    (batches: BatchRow[]) => {
      const ofWeek = Map.groupBy(batches, ({ week }) => week)
      return (week: Week) => batchesApart((ofWeek.get(week) ?? []).map(batchView))
    },
  )

type BatchRow = Pick<BatchView, 'id' | 'state' | 'payments' | 'note' | 'rows'> & {
  week: string
  message_id: string
  execution_on: string
  control_sum_cents: number
  created_at: string
  closed_at: string | null
}

function batchView(batch: BatchRow): BatchView {
  return {
    id: batch.id,
    state: batch.state,
    messageId: batch.message_id,
    executionOn: batch.execution_on,
    payments: batch.payments,
    total: cents(batch.control_sum_cents),
    createdAt: momentOf(batch.created_at),
    closedAt: momentOf(batch.closed_at),
    note: batch.note,
    waiting: waitingOf(batch.rows),
    rows: batch.rows,
  }
}

/** The batches of a week with drivers of one name told apart: the same names stand in several of its batches. */
function batchesApart(batches: readonly BatchView[]): BatchView[] {
  const distinctNames = new Map(namesApart(batches.flatMap(({ rows }) => rows)).map(({ ref, name }) => [ref, name]))
  return batches.map((batch) => ({
    ...batch,
    rows: batch.rows.map((row) => ({ ...row, name: requireValue(distinctNames, row.ref) })),
  }))
}

function waitingOf(rows: BatchView['rows']): BatchView['waiting'] {
  const waiting = rows.filter(({ state }) => state === 'sent')
  return { count: waiting.length, total: sum(waiting.map(({ amount }) => amount)) }
}

/** The bank file of a batch, byte for byte as it was exported. Refuses `record.not-found`. */
export async function readBatchFile(batchId: number): Promise<{ name: string; bytes: Uint8Array }> {
  const batch = await db
    .selectFrom('payment_batches')
    .select(['message_id', 'sha256'])
    .where('id', '=', Number.isSafeInteger(batchId) ? batchId : -1)
    .executeTakeFirst()
  if (!batch?.sha256) throw new Refusal('record.not-found')
  return { name: `${batch.message_id}.xml`, bytes: await readKeptFile(batch.sha256) }
}

/** A batch with its week, for the pages that act on it; `null` when there is none. */
export async function findBatch(
  id: number,
  on: Kysely<DB> = db,
): Promise<{ week: Week; name: string; batch: BatchView } | null> {
  if (!Number.isSafeInteger(id)) return null
  const head = await on.selectFrom('payment_batches').select('week').where('id', '=', id).executeTakeFirst()
  if (!head) return null
  const week = head.week as Week
  const batch = (await listBatches(week, on)).find((candidate) => candidate.id === id)
  return batch ? { week, name: weekName(week), batch } : null
}
