import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askAlone, listQuestion, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { DriverName } from '#domain/driver.ts'
import { cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Adjustment, AdjustmentKind, Change, GoalResult, ManualKind } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import type { RecurringView } from './schema.ts'

/** An adjustment as it was decided. */
export type DecidedAdjustment = Adjustment & {
  id: string
  driverId: string
  /** The week whose statement carries the adjustment. */
  week: Week
  state: 'accepted' | 'declined' | 'withdrawn'
  /** Whether a statement that is not void carries it, so that it can no longer change. */
  isFrozen: boolean
  decidedAt: Temporal.Instant
  file: string | null
}

/**
 * A driver's adjustment; `goalResult`: what the prize of a goal rewards, so that the reason can be shown in the
 * reader's language.
 */
type DriverAdjustment = DecidedAdjustment & { goalResult: GoalResult | null }

/** SQL condition that a line of a statement that is not void names the adjustment. */
const FROZEN = sql<boolean>`exists (select from settlement_lines l join settlements s on s.id = l.settlement_id
  where l.adjustment_id = adjustments.id and s.state <> 'void')`

/** Every adjustment for a week or about it, in the order of decision. */
export async function listAdjustments(week: Week, on: Kysely<DB> = db): Promise<DecidedAdjustment[]> {
  return (await listAdjustmentsIn([week], on))(week)
}

/** Every adjustment for several weeks or about them, read in one query; with `only`, those of these drivers. */
export async function listAdjustmentsIn(
  weeks: readonly Week[],
  on: Kysely<DB> = db,
  only?: readonly string[],
): Promise<(week: Week) => DecidedAdjustment[]> {
  const isAmong = (column: 'week' | 'about') => sql<boolean>`${sql.ref(column)} = any(${weeks}::date[])`
  const found = await read(
    selectHeads(on)
      .where((row) => row.or([isAmong('week'), isAmong('about')]))
      .$if(only !== undefined, (query) => query.where('driver_id', '=', sql<string>`any(${only}::uuid[])`)),
  )
  return (week) => found.filter((adjustment) => adjustment.week === week || adjustment.about === week)
}

/** The goal that a prize rewards, from the statement that paid the prize. */
export const GOAL_RESULT = sql<GoalResult | null>`(select jsonb_path_query_first(l.steps, '$[*] ? (@.kind == "goal")')
  from settlement_lines l where l.adjustment_id = adjustments.id order by l.settlement_id limit 1)`

/** Every adjustment decided for one driver, newest first. */
export async function listDriverAdjustments(driverId: string, on: Kysely<DB> = db): Promise<DriverAdjustment[]> {
  const isDrivers = sql<boolean>`driver_id = ${readRecordId(driverId)}::uuid`
  const [all, prizes] = await Promise.all([
    read(selectHeads(on).where(isDrivers)),
    on
      .selectFrom('adjustments')
      .select(['id', GOAL_RESULT.as('result')])
      .where(isDrivers)
      .where('kind', '=', 'goal')
      .execute(),
  ])
  const resultOf = new Map(prizes.map(({ id, result }) => [id, result]))
  return all.map((adjustment) => ({ ...adjustment, goalResult: resultOf.get(adjustment.id) ?? null })).toReversed()
}

/** One adjustment. Refuses `record.not-found`. */
export async function getAdjustment(id: string, on: Kysely<DB> = db): Promise<DecidedAdjustment> {
  const [found] = await read(selectHeads(on).where('id', '=', readRecordId(id)))
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** An adjustment of a driver that can still be withdrawn; `null` for any other, and without an id. */
export async function findOpenAdjustment(driverId: string, id: string | null): Promise<DecidedAdjustment | null> {
  if (id === null) return null
  const adjustments = await listDriverAdjustments(driverId)
  return (
    adjustments.find((adjustment) => adjustment.id === id && adjustment.state === 'accepted' && !adjustment.isFrozen) ??
    null
  )
}

/** The paper of a driver's adjustment. Refuses `record.not-found` when there is none, also for another driver's. */
export async function readAttachment(driverId: string, id: string, on: Kysely<DB> = db) {
  const row = await on
    .selectFrom('adjustments')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['file_sha256', 'file_name', 'media_type'])
    .where('adjustments.id', '=', readRecordId(id))
    .where('driver_id', '=', readRecordId(driverId))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the join found its file
  return { name: row.file_name!, mediaType: row.media_type, bytes: await readKeptFile(row.file_sha256!) }
}

/** Adjustments of one kind for a week that no live statement carries, with their drivers. */
export const unissuedAdjustments = (kind: AdjustmentKind, week: Week) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('adjustments')
        .innerJoin('drivers', 'drivers.id', 'driver_id')
        .select(['adjustments.id', 'driver_id', 'ref', 'name', 'about', 'amount_cents', 'state', 'decided_at'])
        .where('kind', '=', kind)
        .where('week', '=', week)
        .where(sql<boolean>`not ${FROZEN}`)
        .orderBy('adjustments.ordinal'),
    (rows: UnissuedRow[]) =>
      rows.map(({ id, driver_id, ref, name, about, amount_cents, state, decided_at }) => ({
        id,
        driver: { id: driver_id, ref, name },
        about,
        amount: cents(amount_cents),
        state,
        decidedAt: momentOf(decided_at),
      })),
  )

type UnissuedRow = DriverName & {
  driver_id: string
  about: Week | null
  amount_cents: number
  state: DecidedAdjustment['state']
  decided_at: string
}

function selectHeads(on: Kysely<DB>) {
  const rowsThat = (came: boolean) => sql<string[]>`array(select import_row_id::text from adjustment_rows
    where adjustment_id = adjustments.id and came = ${sql.lit(came)} order by import_row_id)`
  return on
    .selectFrom('adjustments')
    .selectAll()
    .select([FROZEN.as('is_frozen'), rowsThat(true).as('came'), rowsThat(false).as('gone')])
}

async function read(query: ReturnType<typeof selectHeads>): Promise<DecidedAdjustment[]> {
  const found = await query.orderBy('ordinal').execute()
  return found.map((adjustment): DecidedAdjustment => ({
    id: adjustment.id,
    driverId: adjustment.driver_id,
    week: adjustment.week as Week,
    kind: adjustment.kind as AdjustmentKind,
    about: adjustment.about as Week | null,
    amount: cents(adjustment.amount_cents),
    reason: adjustment.reason,
    changes: adjustment.changes as unknown as Change[],
    came: adjustment.came,
    gone: adjustment.gone,
    state: adjustment.state as DecidedAdjustment['state'],
    isFrozen: adjustment.is_frozen,
    decidedAt: adjustment.decided_at,
    file: adjustment.file_name,
  }))
}

/**
 * The adjustment that a recurring rule makes in one week: calculated while the week is a draft, and saved when the
 * week is approved.
 */
export type DueRecurring = Adjustment & { id: string; driverId: string; recurringId: string }

/**
 * The adjustments that each driver's recurring rules make in a draft week. Each has its id before it is saved, so
 * that one that was saved or withdrawn is not made again.
 */
export async function listDueRecurring(week: Week, on: Kysely<DB> = db): Promise<Map<string, DueRecurring[]>> {
  return (await askAlone(dueRecurring([week]), on)).get(week) ?? new Map()
}

/**
 * The adjustments that recurring rules make in several weeks, by week and driver; with `only`, for these drivers.
 * Leaves out weeks without any.
 */
export const dueRecurring = (weeks: readonly Week[], only?: readonly string[]) =>
  listQuestion(
    () => sql`(
    select * from (
      select asked.week, part.id, r.id as recurring_id, r.driver_id, r.kind, r.reason, r.ordinal,
        sign(r.amount_cents)::bigint * least(abs(r.amount_cents), coalesce(r.total_cents - coalesce((
          select abs(sum(amount_cents)) from adjustments where recurring_id = r.id and state = 'accepted'), 0),
          abs(r.amount_cents)))::bigint as amount
      from unnest(${weeks}::date[]) asked (week), recurring_adjustments r,
        lateral (select md5(r.id::text || asked.week::text)::uuid as id) part
      where r.stopped_at is null and r.first_week <= asked.week and coalesce(r.last_week >= asked.week, true)
        and not exists (select from recurring_pauses p where p.recurring_id = r.id and p.week = asked.week)
        and not exists (select from adjustments a where a.id = part.id)
        ${only === undefined ? sql`` : sql`and r.driver_id = any(${only}::uuid[])`}
    ) due where amount <> 0 order by ordinal)`,
    recurringByWeek,
  )

type RecurringRow = {
  week: Week
  id: string
  recurring_id: string
  driver_id: string
  kind: AdjustmentKind
  reason: string
  amount: number
}

function recurringByWeek(rows: readonly RecurringRow[]): ReadonlyMap<Week, Map<string, DueRecurring[]>> {
  const due = rows.map(({ week, id, recurring_id, driver_id, kind, reason, amount }) => ({
    week,
    id,
    kind,
    reason,
    driverId: driver_id,
    recurringId: recurring_id,
    amount: cents(amount),
    about: null,
    changes: [],
    came: [],
    gone: [],
  }))
  return new Map(
    [...Map.groupBy(due, ({ week }) => week)].map(([week, own]) => [
      week,
      Map.groupBy(
        own.map(({ week: _week, ...recurring }): DueRecurring => recurring),
        ({ driverId }) => driverId,
      ),
    ]),
  )
}

/** A driver's rules, newest first, with their sums so far. */
export function listRecurring(driverId: string, on: Kysely<DB> = db): Promise<RecurringView[]> {
  return readRules(selectRules(on).where('driver_id', '=', readRecordId(driverId)))
}

/** Every rule that was not stopped, newest first. */
export function listAllRecurring(): Promise<RecurringView[]> {
  return readRules(selectRules(db).where('stopped_at', 'is', null))
}

function selectRules(on: Kysely<DB>) {
  return on
    .selectFrom('recurring_adjustments')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .selectAll('recurring_adjustments')
    .select('drivers.name as driver_name')
    .select(
      sql<boolean>`exists (select from settlements s where s.driver_id = recurring_adjustments.driver_id
        and s.week >= last_week and s.state <> 'void')`.as('is_over'),
    )
    .select(
      sql<number>`coalesce((select sum(amount_cents) from adjustments
        where recurring_id = recurring_adjustments.id and state = 'accepted'), 0)::bigint`.as('sum'),
    )
    .select(
      sql<
        Week[]
      >`array(select week::text from recurring_pauses where recurring_id = recurring_adjustments.id order by week)`.as(
        'paused',
      ),
    )
    .select(
      sql<
        Week[]
      >`array(select week::text from recurring_pauses p where recurring_id = recurring_adjustments.id and not exists (
        select from settlements s where s.driver_id = recurring_adjustments.driver_id and s.week = p.week and s.state <> 'void')
        order by week)`.as('open_pauses'),
    )
    .orderBy('ordinal', 'desc')
}

async function readRules(query: ReturnType<typeof selectRules>): Promise<RecurringView[]> {
  return (await query.execute()).map((rule) => ({
    id: rule.id,
    driver: { id: rule.driver_id, name: rule.driver_name },
    kind: rule.kind as ManualKind,
    amount: cents(rule.amount_cents),
    reason: rule.reason,
    first: rule.first_week as Week,
    last: rule.last_week as Week | null,
    total: rule.total_cents === null ? null : cents(rule.total_cents),
    sum: cents(rule.sum),
    paused: rule.paused,
    openPauses: rule.open_pauses,
    stopped: rule.stop_reason,
    isOver: rule.is_over || (rule.total_cents !== null && Math.abs(rule.sum) >= rule.total_cents),
  }))
}
