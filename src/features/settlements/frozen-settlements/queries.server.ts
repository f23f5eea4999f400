import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askAlone, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { requireValue } from '#domain/certain.ts'
import { inNumberedOrder } from '#domain/numbered.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { DriverName } from '#domain/driver.ts'
import { type Cents, cents, sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { type ReceiptTerms, type TakenLine, type StatementReceipt, openReceipts } from '#domain/settlement-receipt.ts'
import type { LineCode, OpenReceipt, Settlement, Step } from '#domain/settlement-types.ts'
import type { SettlementState } from '#domain/settlement-state.ts'
import { type Week, previousWeek } from '#domain/week.ts'
import { type LiveRow, listRows } from '#features/imports/rows/queries.server.ts'
import { type Issued, issuedStatements } from './issued.server.ts'

/** The car for which a week charged rent, and that rent. */
export type HeldCar = { vehicleId: string | null; rent: Cents }

/** A settlement as it was issued, with its terms, lines and rows, and its present state. */
export type FrozenSettlement = Omit<Issued, 'settlement'> & {
  settlement: Settlement
  state: SettlementState
  /** `null` for a settlement issued before this was stored. */
  held: HeldCar | null
  approvedAt: Temporal.Instant | null
  /** The day of its payment: the bank's day where the bank gave one. */
  paidOn: string | null
}

/** The live frozen settlements of a week, by driver. */
export async function listFrozen(week: Week, on: Kysely<DB> = db): Promise<Map<string, FrozenSettlement>> {
  return (await listFrozenIn([week], on))(week)
}

/** The live frozen settlements of several weeks, read together; with `only`, of these drivers. */
export async function listFrozenIn(
  weeks: readonly Week[],
  on: Kysely<DB> = db,
  only?: readonly string[],
): Promise<(week: Week) => Map<string, FrozenSettlement>> {
  const live = await liveStatements(on)
    .where('week', '=', sql<string>`any(${weeks}::date[])`)
    .$if(only !== undefined, (query) => query.where('driver_id', '=', sql<string>`any(${only}::uuid[])`))
    .execute()
  const frozen = Map.groupBy(await asIssued(live, on), ({ week }) => week)
  return (week) => new Map((frozen.get(week) ?? []).map((settlement) => [settlement.driverId, settlement]))
}

/** The weeks among these in which a statement was voided. */
export const voidedIn = (weeks: readonly Week[]) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('settlements')
        .select('week')
        .distinct()
        .where('week', '=', sql<string>`any(${weeks}::date[])`)
        .where('state', '=', 'void'),
    (rows: { week: Week }[]): ReadonlySet<Week> => new Set(rows.map(({ week }) => week)),
  )

/** The live statements, with the columns that may still change. */
function liveStatements(on: Kysely<DB>) {
  return on
    .selectFrom('settlements')
    .select(['id', 'state', 'receipt_carried', 'held_vehicle_id', 'vehicle_rent_cents', 'approved_at', 'paid_on'])
    .where('state', '<>', 'void')
}

type LiveStatement = Awaited<ReturnType<ReturnType<typeof liveStatements>['execute']>>[number]

/** Puts statements together exactly as they were issued. */
async function asIssued(live: readonly LiveStatement[], on: Kysely<DB>): Promise<FrozenSettlement[]> {
  const issued = await issuedStatements(
    live.map(({ id }) => id),
    on,
  )
  return live.map((settlement) => {
    const kept = requireValue(issued, settlement.id)
    return {
      ...kept,
      settlement: { ...kept.settlement, receiptCarried: settlement.receipt_carried as OpenReceipt[] | null },
      state: settlement.state as SettlementState,
      held:
        settlement.vehicle_rent_cents === null
          ? null
          : { vehicleId: settlement.held_vehicle_id, rent: cents(settlement.vehicle_rent_cents) },
      approvedAt: settlement.approved_at,
      paidOn: settlement.paid_on,
    }
  })
}

/** The facts of an issued statement that the books need. */
export type BookedStatement = {
  id: string
  week: Week
  driver: DriverName
  state: SettlementState
  net: Cents
  payable: Cents
  receiptValue: Cents
  terms: ReceiptTerms
  /** Lines of costs that may be invoiced apart. */
  lines: readonly TakenLine[]
}

/** The live statements of some weeks with the facts that the books need, by short name. */
export async function listForBooks(weeks: readonly Week[], on: Kysely<DB> = db): Promise<BookedStatement[]> {
  // Read only the `change` steps of adjustments: the others, which are most of a statement, are not needed.
  const changes = sql<Step[]>`jsonb_path_query_array(steps, '$[*] ? (@.kind == "change")')`
  const [heads, lines] = await Promise.all([
    on
      .selectFrom('settlements')
      .innerJoin('drivers', 'drivers.id', 'driver_id')
      .select(['settlements.id', 'driver_id', 'ref', 'name', 'week', 'state', 'net_cents', 'payable_cents'])
      .select('receipt_value_cents')
      .select(
        sql<ReceiptTerms>`jsonb_strip_nulls(jsonb_build_object('regime', terms -> 'regime',
        'receiptBase', terms -> 'receiptBase', 'normalVat', terms -> 'normalVat'))`.as('terms'),
      )
      .where('week', 'in', weeks)
      .where('state', '<>', 'void')
      .execute(),
    on
      .selectFrom('settlement_lines')
      .innerJoin('settlements', 'settlements.id', 'settlement_id')
      .select(['settlement_id', 'code', 'amount_cents'])
      .select(changes.as('changes'))
      .where('week', 'in', weeks)
      .where('state', '<>', 'void')
      .where(sql<boolean>`(line_group in ('C', 'D', 'E') or steps @> '[{"kind": "change"}]')`)
      .orderBy('ordinal')
      .execute(),
  ])
  const linesOf = Map.groupBy(lines, ({ settlement_id }) => settlement_id)
  return heads
    .map((head): BookedStatement => ({
      id: head.id,
      week: head.week as Week,
      state: head.state as SettlementState,
      terms: head.terms,
      driver: { id: head.driver_id, ref: head.ref, name: head.name },
      net: cents(head.net_cents),
      payable: cents(head.payable_cents),
      receiptValue: cents(head.receipt_value_cents),
      lines: (linesOf.get(head.id) ?? []).map((line) => ({
        code: line.code as LineCode,
        amount: cents(line.amount_cents),
        steps: line.changes,
      })),
    }))
    .toSorted((a, b) => inNumberedOrder(a.driver.ref, b.driver.ref))
}

/** The imported rows behind a settlement, by row id: for its explanations ("porquê") and the small print of the PDF. */
export async function listSources(settlement: Settlement, on: Kysely<DB> = db): Promise<Map<string, LiveRow>> {
  const ids = [...new Set(settlement.lines.flatMap(({ rows }) => rows))]
  const rows = await listRows(ids, on)
  return new Map(rows.map((row) => [row.id, row]))
}

const TWO_YEARS_OF_WEEKS = 104

/** The reader's record and all records merged into it, directly or through others: they are one person's. */
function recordsOf(driverId: OwnDriverId) {
  return sql<string>`(with recursive own (id) as (
    select ${driverId}::uuid union select drivers.id from drivers join own on drivers.merged_into = own.id
  ) select id from own)`
}

/** The ids and short names of these records, the reader's own first. */
export async function listOwnRecords(driverId: OwnDriverId): Promise<{ id: OwnDriverId; ref: string }[]> {
  const rows = await db
    .selectFrom('drivers')
    .select(['id', 'ref'])
    .where('id', 'in', recordsOf(driverId))
    .orderBy(sql`id = ${driverId}::uuid`, 'desc')
    .orderBy('ref')
    .execute()
  return rows.map(({ id, ref }) => ({ id: id as OwnDriverId, ref }))
}

/**
 * The statements a driver may read, newest first: everything issued and not void, also to a record that was merged into
 * theirs.
 */
export async function listPayslips(driverId: OwnDriverId) {
  return db
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select([
      'settlements.id',
      'driver_id',
      'ref',
      'week',
      'state',
      'net_cents',
      'payable_cents',
      'issued_at',
      'paid_on',
    ])
    .select(
      sql<
        string | null
      >`case when state = 'approved' then (select reason from payment_returns where settlement_id = settlements.id
        and kind = 'returned' and undone_at is null order by returned_at desc limit 1) end`.as('came_back_for'),
    )
    .where('driver_id', 'in', recordsOf(driverId))
    .where('state', '<>', 'void')
    .orderBy('week', 'desc')
    .orderBy(sql`driver_id = ${driverId}::uuid`, 'desc')
    .orderBy('settlements.id')
    .limit(TWO_YEARS_OF_WEEKS)
    .execute()
}

/**
 * The record of the reader for which a week was issued: the one whose id begins with `namedId`, else their own, else
 * one that was merged into it. Refuses `record.not-found` for a name of none of their records.
 */
export async function ownRecordOf(driverId: OwnDriverId, week: Week, namedId: string | null): Promise<OwnDriverId> {
  const row = await db
    .selectFrom('settlements')
    .select('driver_id')
    .where('driver_id', 'in', recordsOf(driverId))
    .where('week', '=', week)
    .where('state', '<>', 'void')
    .$if(namedId !== null, (query) => query.where(sql<boolean>`starts_with(driver_id::text, ${namedId})`))
    .orderBy(sql`driver_id = ${driverId}::uuid`, 'desc')
    .orderBy('driver_id')
    .limit(1)
    .executeTakeFirst()
  if (!row && namedId !== null) throw new Refusal('record.not-found')
  return (row?.driver_id as OwnDriverId | undefined) ?? driverId
}

/**
 * One statement of the reader's own. Refuses `record.not-found`, the same for a missing week and for somebody else's.
 */
export async function getPayslip(driverId: OwnDriverId, week: Week): Promise<FrozenSettlement> {
  const frozen = await findFrozen(driverId, week)
  if (!frozen) throw new Refusal('record.not-found')
  return frozen
}

/** The live frozen settlement of a driver and week, or `null`. */
export async function findFrozen(driverId: string, week: Week, on: Kysely<DB> = db): Promise<FrozenSettlement | null> {
  return (await findFrozenOf(driverId, [week], on)).get(week) ?? null
}

/** The live frozen settlements of one driver in some weeks, by week. */
export async function findFrozenOf(
  driverId: string,
  weeks: readonly Week[],
  on: Kysely<DB> = db,
): Promise<Map<Week, FrozenSettlement>> {
  const live = await liveStatements(on).where('driver_id', '=', driverId).where('week', 'in', weeks).execute()
  return new Map((await asIssued(live, on)).map((frozen) => [frozen.week, frozen]))
}

/**
 * Amounts that live statements leave over for the next receipt of each driver (`rulings.md` J.6); drivers with nothing left over
 * are not listed.
 */
export const openReceiptsOf = (only?: readonly string[]) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('settlements')
        .select(['driver_id as driver', 'week', 'receipt_value_cents as receiptValue'])
        .select('receipt_carried as receiptCarried')
        .where('state', '<>', 'void')
        .where(sql<boolean>`(receipt_value_cents < 0 or receipt_carried <> '[]'::jsonb)`)
        .$if(only !== undefined, (query) => query.where('driver_id', '=', sql<string>`any(${only}::uuid[])`)),
    (rows: (StatementReceipt & { driver: string })[]): ReadonlyMap<string, OpenReceipt[]> => {
      const byDriver = Map.groupBy(rows, ({ driver }) => driver)
      return new Map([...byDriver].map(([driver, own]) => [driver, openReceipts(own)]))
    },
  )

/** Weeks with a statement, newest first: one index look-up for each week, however many drivers it has. */
export const frozenWeeks = listQuestion(
  () => sql`(
    with recursive frozen(week) as (
      select max(week) from settlements where state <> 'void'
      union all
      select (select max(week) from settlements where state <> 'void' and week < frozen.week) from frozen
        where frozen.week is not null)
    select week from frozen where week is not null)`,
  (rows: { week: Week }[]) => rows.map(({ week }) => week),
)

/**
 * A statement that is not approved yet, or has money still to be paid. The same condition as in the index
 * `settlements_unfinished`.
 */
const UNFINISHED = sql<boolean>`(state = 'issued' or (state in ('approved', 'in-batch') and payable_cents > 0))`

/** Weeks with an unfinished statement, newest first. */
export const unfinishedWeeks = listQuestion(
  (on) => on.selectFrom('settlements').select('week').distinct().where(UNFINISHED).orderBy('week', 'desc'),
  (rows: { week: Week }[]) => rows.map(({ week }) => week),
)

/** The sums of the statements of a week, in cents; `open` counts the unfinished ones. */
export type FrozenWeek = { week: Week; drivers: number; net: number; open: number }

/** Weeks with statements, newest first, with the sums of these. */
export async function listWeeks(on: Kysely<DB> = db): Promise<FrozenWeek[]> {
  return askAlone(sumsOfFrozen(), on)
}

/** The sums of the statements of each week, or of the weeks between two, as one of several questions. */
export const sumsOfFrozen = (between?: { from: Week; to: Week }) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('settlements')
        .select(['week'])
        .select(({ fn }) => [fn.countAll<number>().as('drivers')])
        .select(sql<number>`sum(net_cents)::bigint`.as('net'))
        .select(sql<number>`count(*) filter (where ${UNFINISHED})`.as('open'))
        .where('state', '<>', 'void')
        .$if(between !== undefined, (query) =>
          // oxlint-disable-next-line typescript/no-non-null-assertion -- `$if` asked whether it is there
          query.where('week', '>=', between!.from).where('week', '<=', between!.to),
        )
        .groupBy('week')
        .orderBy('week', 'desc'),
    (rows: FrozenWeek[]) => rows,
  )

/** Earnings and nets of each driver, or of one, in the weeks before, oldest first, to recognise what is unusual. */
export async function listPastFigures(week: Week, count: number, on: Kysely<DB> = db, driverId?: string) {
  const rows = await on
    .selectFrom('settlements')
    .select(['driver_id', 'week', 'earnings_cents', 'net_cents'])
    .where('week', '<', week)
    .where('week', '>=', previousWeek(week, count))
    .where('state', '<>', 'void')
    // oxlint-disable-next-line typescript/no-non-null-assertion -- `$if` asked whether it is there
    .$if(driverId !== undefined, (query) => query.where('driver_id', '=', driverId!))
    .orderBy('week')
    .execute()
  const past = new Map<string, { week: Week; earnings: Cents; net: Cents }[]>()
  for (const row of rows) {
    const pastOfDriver = past.get(row.driver_id) ?? []
    pastOfDriver.push({ week: row.week as Week, earnings: cents(row.earnings_cents), net: cents(row.net_cents) })
    past.set(row.driver_id, pastOfDriver)
  }
  return past
}

/** The newest approval of a week that is in force: all its statements, and why it can no longer be undone. */
export type LatestApproval = {
  /** When it was approved, and by whom; `null` without an approval. */
  at: Temporal.Instant | null
  by: string | null
  statements: readonly { id: string; driverId: string; version: number }[]
  net: Cents
  barred: 'in-bank-file' | 'paid' | null
}

/** The newest approval: statements approved with one press have the same moment; those voided since are left out. */
export async function findApproval(week: Week, on: Kysely<DB> = db): Promise<LatestApproval> {
  const rows = await on
    .selectFrom('settlements')
    .select(['id', 'driver_id', 'version', 'state', 'net_cents', 'approved_at', 'approved_by'])
    .where('week', '=', week)
    .where('state', '<>', 'void')
    .where(
      'approved_at',
      '=',
      sql<Temporal.Instant>`(select max(approved_at) from settlements where week = ${week} and state <> 'void')`,
    )
    .orderBy('id')
    .execute()
  const states = new Set(rows.map(({ state }) => state))
  return {
    at: rows[0]?.approved_at ?? null,
    by: rows[0]?.approved_by ?? null,
    statements: rows.map(({ id, driver_id, version }) => ({ id, driverId: driver_id, version })),
    net: sum(rows.map(({ net_cents }) => cents(net_cents))),
    barred: states.has('paid') ? 'paid' : states.has('in-batch') ? 'in-bank-file' : null,
  }
}
