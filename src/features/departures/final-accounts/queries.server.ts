import { lastOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { type FinalFigures, finalFigures, finalState } from '#domain/departure.ts'
import { cents, minus, sum } from '#domain/money.ts'
import { depositFigures } from '#domain/plan.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE, nextWeek, previousWeek, weekAt, weekOf } from '#domain/week.ts'
import { getCurrentAccount, getDriverAccount } from '#features/ledger/current-accounts/queries.server.ts'
import { findDeparture } from '#features/departures/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { listDriverPlans } from '#features/plans/queries.server.ts'
import { type DepositView, type FinalAccount, type FinalMovement, isClosed, type LeaverRow } from './schema.ts'

/** The final account of a leaver. Refuses `record.not-found` for a driver who has not left. */
export async function getFinalAccount(
  driverId: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<FinalAccount> {
  const { id, name, ref, nif, language, startedOn } = await getDriver(driverId, on)
  const departure = await findDeparture(id, on)
  if (!departure) throw new Refusal('record.not-found')
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const [balance, current, plan, deposit, all, movements, expected, contested] = await Promise.all([
    readBalance(departure.id, on),
    getCurrentAccount(id, today, 1, on),
    getDriverAccount('plan', id, today, null, on),
    getDriverAccount('deposit', id, today, null, on),
    listDriverPlans(id, now, on),
    listMovements(departure.id, on),
    listExpected(id, departure.lastDay, startedOn, on),
    listContested(id, on),
  ])
  const live = all.filter(({ state }) => state === 'active' || state === 'paid')
  const { awaited } = balance
  const figures = finalFigures(sum([balance.current, minus(awaited)]), live)
  const closed = isClosed(movements)
  return {
    driver: { id, name, ref, nif, language: language === 'en' ? 'en' : 'pt' },
    departure,
    state: finalState(
      { figure: figures.figure, awaited },
      { closed, waitsUntil: departure.waitsUntil, today: today.toString() },
    ),
    figures,
    awaited,
    plans: live.flatMap(({ id: planId, kind, reason, agreed, remaining, awaitsAcceptance }) =>
      kind === 'deposit' ? [] : [{ id: planId, kind, reason, agreed, remaining, awaitsAcceptance }],
    ),
    deposits: depositsOf(live),
    expected,
    contested,
    movements,
    books: { current, plan, deposit },
  }
}

/** A driver's deposits with the amounts paid in, used and given back; the newest first. */
export async function listDeposits(
  driverId: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<DepositView[]> {
  const plans = await listDriverPlans(driverId, now, on)
  return depositsOf(plans.filter(({ state }) => state === 'active' || state === 'paid'))
}

function depositsOf(plans: Awaited<ReturnType<typeof listDriverPlans>>): DepositView[] {
  return plans.flatMap(({ id, kind, reason, agreed, remaining, taken, movements }) =>
    kind === 'deposit' ? [{ id, kind, reason, agreed, remaining, ...depositFigures(taken, movements) }] : [],
  )
}

async function listMovements(departureId: string, on: Kysely<DB>): Promise<FinalMovement[]> {
  const rows = await on
    .selectFrom('final_movements')
    .leftJoin('users', 'users.uid', 'created_by')
    .selectAll('final_movements')
    .select(personName().as('by'))
    .select(
      sql<boolean>`exists (select from final_movements later where later.takes_back = final_movements.id)`.as('gone'),
    )
    .where('departure_id', '=', departureId)
    .orderBy('ordinal')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as FinalMovement['kind'],
    isTakenBack: row.gone,
    amount: cents(row.amount_cents),
    figures: row.figures as FinalFigures | null,
    lastEntry: row.last_entry,
    reason: row.reason,
    file: row.file_name,
    at: row.created_at.toString(),
    by: row.by,
  }))
}

/** The contested lines of a driver that wait for an answer, by their weeks. */
async function listContested(driverId: string, on: Kysely<DB>): Promise<FinalAccount['contested']> {
  const rows = await on
    .selectFrom('disputes')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .select(['disputes.id', 'week'])
    .where('disputes.state', '=', 'open')
    .where(sql<string>`standing_record(driver_id)`, '=', driverId)
    .orderBy('week')
    .orderBy('opened_at')
    .execute()
  return rows.map(({ id, week }) => ({ id, week: week as Week }))
}

/**
 * The week whose statement pays the rest of a final account: the one that has just ended, or, when that has
 * statements, the first without.
 */
export async function findPayingWeek(now: Temporal.Instant, on: Kysely<DB> = db): Promise<Week> {
  const ended = previousWeek(weekAt(now))
  const { newest } = await on
    .selectFrom('settlements')
    .select(sql<Week | null>`max(week)`.as('newest'))
    .where('state', '<>', 'void')
    .executeTakeFirstOrThrow()
  return newest !== null && newest >= ended ? nextWeek(newest) : ended
}

/** Whether a week has statements: then no more are expected in it. */
export async function isIssued(week: Week, on: Kysely<DB> = db): Promise<boolean> {
  const statements = on.selectFrom('settlements').select('id').where('week', '=', week).where('state', '<>', 'void')
  return (await statements.limit(1).executeTakeFirst()) !== undefined
}

/** Maximum number of past weeks that are searched for a missing statement. */
const WEEKS_BACK = 8

/**
 * Weeks that should still get a statement: those from the driver's first statement to the last day, and later ones
 * that have an amount which the office accepted.
 */
async function listExpected(
  driverId: string,
  lastDay: string,
  startedOn: string | null,
  on: Kysely<DB>,
): Promise<Week[]> {
  const [settled, adjusted] = await Promise.all([
    on
      .selectFrom('settlements')
      .select('week')
      .where('driver_id', '=', driverId)
      .where('state', '<>', 'void')
      .orderBy('week')
      .execute(),
    on
      .selectFrom('adjustments')
      .select('week')
      .distinct()
      .where('driver_id', '=', driverId)
      .where('state', '=', 'accepted')
      .orderBy('week')
      .execute(),
  ])
  const known = new Set(settled.map(({ week }) => week))
  const last = weekOf(Temporal.PlainDate.from(lastDay))
  const started = startedOn === null ? null : weekOf(Temporal.PlainDate.from(startedOn))
  const first = lastOf([settled[0]?.week ?? started ?? last, previousWeek(last, WEEKS_BACK)].toSorted())
  const expected: Week[] = []
  for (let week = first as Week; week <= last; week = nextWeek(week)) if (!known.has(week)) expected.push(week)
  const later = adjusted.filter(({ week }) => week > last && !known.has(week))
  return [...expected, ...later.map(({ week }) => week as Week)]
}

/**
 * The leavers who have not come back, the newest first. The figure is the sum of all balances between the two sides
 * in the books, less the statements that wait to be paid; open parts of a deposit cancel out in it.
 */
export async function listLeavers(now: Temporal.Instant, on: Kysely<DB> = db): Promise<LeaverRow[]> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const rows = await on
    .selectFrom('departures')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['driver_id', 'name', 'ref', 'last_day', 'waits_until'])
    .select([BOOKS.as('books'), AWAITED.as('awaited')])
    .select(
      sql<boolean>`exists (select from final_movements m where m.departure_id = departures.id and kind = 'closed'
        and not exists (select from final_movements back where back.takes_back = m.id))`.as('closed'),
    )
    .where('returned_on', 'is', null)
    .orderBy('last_day', 'desc')
    .orderBy('name')
    .execute()
  return rows.map(({ driver_id, name, ref, last_day, waits_until, books, awaited, closed }) => {
    const figure = cents(books - awaited)
    const at = { closed, waitsUntil: waits_until, today }
    const state = finalState({ figure, awaited: cents(awaited) }, at)
    return { id: driver_id, name, ref, lastDay: last_day, waitsUntil: waits_until, state, figure }
  })
}

/** The balance of the current account, and the part of it that waits to be paid. */
async function readBalance(departureId: string, on: Kysely<DB>) {
  const { current, awaited } = await on
    .selectFrom('departures')
    .select([CURRENT.as('current'), AWAITED.as('awaited')])
    .where('id', '=', departureId)
    .executeTakeFirstOrThrow()
  return { current: cents(current), awaited: cents(awaited) }
}

const CURRENT = sql<number>`coalesce((select balance_cents from ledger_accounts a
  where a.driver_id = departures.driver_id and code = 'current'), 0)::bigint`
const BOOKS = sql<number>`coalesce((select sum(balance_cents) from ledger_accounts a
  where a.driver_id = departures.driver_id), 0)::bigint`
const AWAITED = sql<number>`coalesce((select sum(payable_cents) from settlements s
  where s.driver_id = departures.driver_id and s.state in ('approved', 'in-batch')), 0)::bigint`

/** The proof of a payment that the driver made. Refuses `record.not-found`, also for another driver's payment. */
export async function readMovementFile(driverId: string, movementId: string) {
  const row = await db
    .selectFrom('final_movements')
    .innerJoin('departures', 'departures.id', 'departure_id')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['file_sha256', 'file_name', 'media_type'])
    .where('final_movements.id', '=', readRecordId(movementId))
    .where('driver_id', '=', readRecordId(driverId))
    .executeTakeFirst()
  if (!row?.file_sha256) throw new Refusal('record.not-found')
  return { name: row.file_name ?? '', mediaType: row.media_type, bytes: await readKeptFile(row.file_sha256) }
}
