import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askKept, type Waiting } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { type Interest, chargeOn } from '#domain/interest.ts'
import { type Cents, ZERO, basisPoints, cents, minus, sum } from '#domain/money.ts'
import { forecast, usualDeductionRoom } from '#domain/plan-forecast.ts'
import {
  type Movement,
  type PlanKind,
  type PlanTerms,
  depositFigures,
  dueOf,
  remainingOf,
  schedule,
} from '#domain/plan.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Adjustment } from '#domain/settlement-types.ts'
import { type Week, nextWeek, previousWeek, weekAt } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { openWeekFor } from '#features/fleet/open-weeks/queries.server.ts'
import { findTermsOf } from '#features/fleet/terms/queries.server.ts'
import { listCarried } from '#features/ledger/queries.server.ts'
import type { Language } from '#messages/language.ts'
import type { AdvanceForecast, PlanOutline, PlanView } from './schema.ts'

/** An instalment as a settlement takes it, and whether a week without income skips it. */
export type DueInstalment = { instalment: Adjustment; skipsIdle: boolean }

/** What was taken back is neither paid nor given up, and what takes it back moves no plan either. */
const STANDS = sql<boolean>`(plan_movements.takes_back is null
  and not exists (select from plan_movements back where back.takes_back = plan_movements.id))`

/** Instalments due in a draft of this week that a week without income skips, by driver, in the order of their first agreement. */
export async function listDueWhenEarning(week: Week, on: Kysely<DB> = db): Promise<Map<string, Adjustment[]>> {
  const due = (await readDueIn([week], on, { skipsIdle: true }))(week)
  return new Map([...due].map(([driver, instalments]) => [driver, instalments.map(({ instalment }) => instalment)]))
}

/**
 * Instalments of each driver's plans that are due in weeks that are still drafts, in the order of their first agreement, read together;
 * with `only`, for these drivers.
 */
export async function listDueIn(
  weeks: readonly Week[],
  on: Kysely<DB> = db,
  only?: readonly string[],
): Promise<(week: Week) => Map<string, DueInstalment[]>> {
  return readDueIn(weeks, on, { only })
}

type DueFilter = { only?: readonly string[] | undefined; skipsIdle?: true }

async function readDueIn(
  weeks: readonly Week[],
  on: Kysely<DB>,
  filter: DueFilter,
): Promise<(week: Week) => Map<string, DueInstalment[]>> {
  const until = weeks.toSorted().at(-1)
  if (until === undefined) return () => new Map()
  const due = (await readDue(until, on, filter)).filter(({ remaining }) => remaining > 0)
  return (week) => {
    const dueNow = due.filter(({ first, skips }) => first <= week && !skips.has(week))
    return Map.groupBy(
      dueNow.map((plan) => ({ driverId: plan.driverId, instalment: instalmentOf(plan), skipsIdle: plan.skipsIdle })),
      ({ driverId }) => driverId,
    )
  }
}

type DuePlan = Awaited<ReturnType<typeof readDue>>[number]

/**
 * The state of plans that may be due until a week, in the order of their first agreement. The same as `readPlans` gives, without the
 * fields that only pages show; rows that all versions of a plan share are read once.
 */
async function readDue(until: Week, on: Kysely<DB>, { only, skipsIdle }: DueFilter) {
  type Moved = { kind: Movement; amount: number }
  const selected = on
    .with('open', (builder) =>
      builder
        .selectFrom('plans')
        .selectAll()
        .$if(only !== undefined, (query) => query.where('driver_id', '=', sql<string>`any(${only}::uuid[])`))
        .$if(skipsIdle === true, (query) => query.where('skips_idle', '=', true))
        .where('state', '=', 'active')
        .where('first_week', '<=', until)
        .where((plan) => plan.or([plan('awaits_acceptance', '=', false), plan('accepted_at', 'is not', null)])),
    )
    .with('version', (builder) =>
      builder
        .selectFrom('plans')
        .select(['id', 'root_id'])
        .where('root_id', 'in', (of) => of.selectFrom('open').select('open.root_id')),
    )
    .with('past', (builder) =>
      builder
        .selectFrom('version')
        .innerJoin('settlement_lines as line', 'line.plan_id', 'version.id')
        .innerJoin('settlements', 'settlements.id', 'line.settlement_id')
        .where('settlements.state', '<>', 'void')
        .select('root_id')
        .select(
          sql<number>`coalesce(-sum(amount_cents) filter (where code = 'adjustment.plan'), 0)::bigint`.as('taken'),
        )
        .select(
          sql<number>`coalesce(-sum(amount_cents) filter (where code = 'adjustment.interest'), 0)::bigint`.as(
            'charged',
          ),
        )
        .groupBy('root_id'),
    )
    .with('skipped', (builder) =>
      builder
        .selectFrom('version')
        .innerJoin('plan_skips', 'plan_skips.plan_id', 'version.id')
        .select('root_id')
        .select(sql<Week[]>`json_agg(week)`.as('weeks'))
        .groupBy('root_id'),
    )
    .with('moves', (builder) =>
      builder
        .selectFrom('version')
        .innerJoin('plan_movements', 'plan_movements.plan_id', 'version.id')
        .where(STANDS)
        .select('root_id')
        .select(sql<Moved[]>`json_agg(json_build_object('kind', kind, 'amount', amount_cents))`.as('moved'))
        .groupBy('root_id'),
    )
    .selectFrom('open')
    .innerJoin('plans as root', 'root.id', 'open.root_id')
    .leftJoin('past', 'past.root_id', 'open.root_id')
    .leftJoin('skipped', 'skipped.root_id', 'open.root_id')
    .leftJoin('moves', 'moves.root_id', 'open.root_id')
    .select(['open.id', 'open.driver_id', 'open.reason', 'open.agreed_on', 'open.total_cents', 'open.count'])
    .select(['open.first_week', 'open.down_cents', 'open.interest_basis_points', 'open.skips_idle'])
    .select(['root.total_cents as agreed', 'taken', 'charged', 'weeks', 'moved'])
    .orderBy('root.ordinal')
    .orderBy('open.ordinal')
  const rows = await askKept(selected, on)
  return rows.map((row) => {
    const taken = cents(row.taken ?? 0)
    const movements = (row.moved ?? []).map((moved) => ({ ...moved, amount: cents(moved.amount) }))
    return {
      id: row.id,
      driverId: row.driver_id,
      reason: row.reason,
      agreedOn: row.agreed_on,
      first: row.first_week as Week,
      skipsIdle: row.skips_idle,
      total: cents(row.total_cents),
      count: row.count,
      down: cents(row.down_cents),
      remaining: remainingOf(cents(row.agreed), taken, movements),
      interest: basisPoints(row.interest_basis_points),
      repaid: taken,
      charged: cents(row.charged ?? 0),
      skips: new Set(row.weeks),
    }
  })
}

function instalmentOf(plan: DuePlan): Adjustment {
  const { id, agreedOn, reason, remaining, interest, repaid, charged } = plan
  const amount = minus(dueOf(plan, remaining))
  const none = { about: null, changes: [], came: [], gone: [] }
  const bears = interest > 0 ? { interest: { rate: interest, repaid, charged } } : {}
  return { id: null, kind: 'plan', amount, reason, ...none, plan: { id, since: agreedOn, ...bears } }
}

/** Every plan and request of all drivers, ever, newest first. */
export function listPlans(now: Temporal.Instant, on: Kysely<DB> = db): Promise<PlanView[]> {
  return readPlans(selectHeads(on), previousWeek(weekAt(now)))
}

/** Number of drivers' requests that wait for an answer. */
export const requestedPlans = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('plans')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('state', '=', 'requested'),
  read: ({ count }: Pick<Waiting, 'count'>) => count,
}

/** The reader's own plans and requests, newest first, without the names of the office's people. */
export async function listOwnPlans(driverId: OwnDriverId, now: Temporal.Instant): Promise<PlanView[]> {
  const plans = await listDriverPlans(driverId, now)
  return plans.map((plan) => ({
    ...plan,
    takenBack: plan.takenBack.map((movement) => ({ ...movement, back: { ...movement.back, by: null } })),
  }))
}

/** A driver's plans and requests in their present version, newest first. */
export function listDriverPlans(driverId: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<PlanView[]> {
  return listPlansOf([readRecordId(driverId)], now, on)
}

/** The plans and requests of several drivers, as `listDriverPlans` lists those of one. */
export function listPlansOf(
  drivers: readonly string[],
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<PlanView[]> {
  return readPlans(
    selectHeads(on)
      .where('plans.driver_id', '=', sql<string>`any(${[...drivers]}::uuid[])`)
      .where('plans.state', '<>', 'replaced'),
    previousWeek(weekAt(now)),
  )
}

/** Number of past weeks that a forecast is based on. */
const WEEKS_SEEN = 8

/**
 * Forecasts an advance before it is requested, from the last eight statements: under the driver's ceiling, and after debts
 * and active plans (`rulings.md` C.9).
 */
export async function forecastAdvance(
  driverId: OwnDriverId,
  terms: Pick<PlanTerms, 'total' | 'count' | 'interest'>,
  now: Temporal.Instant,
): Promise<AdvanceForecast> {
  return forecastOf(driverId, terms, now)
}

/** Forecasts the advances that wait for an answer, by plan: a request may not fit under the ceiling. */
export async function forecastRequests(
  plans: readonly PlanView[],
  now: Temporal.Instant,
): Promise<Record<string, AdvanceForecast>> {
  const waiting = plans.filter(({ state, kind }) => state === 'requested' && kind === 'advance')
  const forecasts = await Promise.all(
    waiting.map(async (plan) => [plan.id, await forecastOf(plan.driver.id, plan, now)] as const),
  )
  return Object.fromEntries(forecasts)
}

/** Forecasts a plan that the office is preparing, from its first week on. A debt that becomes the plan is not counted again. */
export function forecastPlan({ driver, kind, ...terms }: PlanOutline, now: Temporal.Instant): Promise<AdvanceForecast> {
  return forecastOf(driver, terms, now, kind === 'debt' ? terms.total : ZERO)
}

async function forecastOf(
  driverId: string,
  { first: requestedFirst, ...terms }: Pick<PlanTerms, 'total' | 'count' | 'interest' | 'down'> & { first?: Week },
  now: Temporal.Instant,
  ofDebt: Cents = ZERO,
): Promise<AdvanceForecast> {
  const current = weekAt(now)
  const [past, plans, carried, from] = await Promise.all([
    listLeft(driverId),
    listDriverPlans(driverId, now),
    listCarried(db),
    // A plan may begin with the week that is being settled.
    openWeekFor(driverId, requestedFirst !== undefined && requestedFirst < current ? requestedFirst : current),
  ])
  // The command that opens the plan asks the same question.
  const first =
    requestedFirst !== undefined && requestedFirst > from ? await openWeekFor(driverId, requestedFirst) : from
  // The ceiling is that of the coming weeks: terms may have changed since the last statement.
  const room = usualDeductionRoom(past, (await findTermsOf(driverId, from))?.ceiling ?? null)
  const running = plans
    .filter(({ state, remaining, awaitsAcceptance }) => state === 'active' && remaining > 0 && !awaitsAcceptance)
    .toReversed()
    .map((plan) => ({ ...plan, skips: new Set(plan.skips.map(({ week }) => week)) }))
  const debt = cents(Math.max(-(carried.get(driverId) ?? 0) - ofDebt, 0))
  const coming = forecast({ ...terms, first }, { from, room, debt, running })
  return { first, coming, room, weeks: past.length }
}

/** The first week that can take an advance requested now: the current one, or the next that is open. */
export function firstOpenWeek(driverId: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<Week> {
  return openWeekFor(driverId, weekAt(now), on)
}

/** The amount that each of the last weeks left before charges and the current account, newest first. */
async function listLeft(driverId: string): Promise<Cents[]> {
  const rows = await db
    .selectFrom('settlements')
    .innerJoin('settlement_lines', 'settlement_id', 'settlements.id')
    .select('week')
    .select(
      sql<number>`coalesce(sum(amount_cents) filter (where line_group in ('A', 'B', 'C', 'D', 'E', 'H')
        or code = 'adjustment.settled'), 0)::bigint`.as('left'),
    )
    .where('driver_id', '=', driverId)
    .where('state', '<>', 'void')
    .groupBy('settlements.id')
    .orderBy('week', 'desc')
    .limit(WEEKS_SEEN)
    .execute()
  return rows.map(({ left }) => cents(left))
}

/** One plan. Refuses `record.not-found`. */
export async function getPlan(id: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<PlanView> {
  const [plan] = await readPlans(selectHeads(on).where('plans.id', '=', readRecordId(id)), previousWeek(weekAt(now)))
  if (!plan) throw new Refusal('record.not-found')
  return plan
}

/**
 * The document that proves that a plan was paid out, or why it is owed. Refuses `record.not-found` where there is
 * none.
 */
export async function readProof(id: string) {
  const kept = await versionsOf(id)
    .innerJoin('files', 'files.sha256', 'version.proof_sha256')
    .select(['sha256', 'version.proof_name as name', 'media_type'])
    .orderBy('version.ordinal', 'desc')
    .executeTakeFirst()
  return paperOf(kept)
}

/** The document of a plan's movement. Refuses `record.not-found` where there is none, also for another plan's. */
export async function readMovementPaper(planId: string, movementId: string) {
  const kept = await versionsOf(planId)
    .innerJoin('plan_movements', 'plan_movements.plan_id', 'version.id')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['sha256', 'file_name as name', 'media_type'])
    .where('plan_movements.id', '=', readRecordId(movementId))
    .executeTakeFirst()
  return paperOf(kept)
}

/** Refuses `record.not-found` unless the plan is the driver's own. */
export async function requireOwnPlan(driver: OwnDriverId, id: string): Promise<void> {
  const plan = db.selectFrom('plans').select('id').where('id', '=', readRecordId(id)).where('driver_id', '=', driver)
  if (!(await plan.executeTakeFirst())) throw new Refusal('record.not-found')
}

/** All versions of a plan: a document stays with the version it was added to. */
function versionsOf(id: string) {
  return db
    .selectFrom('plans')
    .innerJoin('plans as version', 'version.root_id', 'plans.root_id')
    .where('plans.id', '=', readRecordId(id))
}

async function paperOf(kept: { sha256: string; name: string | null; media_type: string } | undefined) {
  if (!kept) throw new Refusal('record.not-found')
  return { name: kept.name ?? '', mediaType: kept.media_type, bytes: await readKeptFile(kept.sha256) }
}

/** Further facts about a plan, each as one list. */
const PAST = sql<{ week: Week; due: number; taken: number; charged: number; earlier: boolean }[]>`coalesce((
  select json_agg(json_build_object('week', s.week, 'due', l.plan_due_cents, 'taken', -l.amount_cents,
    'earlier', (select v.ordinal from plans v where v.id = l.plan_id) < plans.ordinal, 'charged',
    coalesce((select -sum(i.amount_cents) from settlement_lines i where i.settlement_id = s.id and i.plan_id = l.plan_id
      and i.code = 'adjustment.interest'), 0)) order by s.week)
  from settlement_lines l join settlements s on s.id = l.settlement_id
  where l.code = 'adjustment.plan' and l.plan_id = any(family.ids) and s.state <> 'void'), '[]')`
const SKIPS = sql<{ week: Week; reason: string }[]>`coalesce((
  select json_agg(json_build_object('week', week, 'reason', reason) order by week)
  from plan_skips where plan_id = any(family.ids)), '[]')`
type TakenBack = {
  id: string
  kind: Movement
  amount: number
  reason: string
  file: string | null
  at: string
  back: { reason: string; at: string; by: string | null }
}
const MOVED = sql<
  { id: string; kind: Movement; amount: number; reason: string; file: string | null; at: string }[]
>`coalesce((
  select json_agg(json_build_object('id', id, 'kind', kind, 'amount', amount_cents, 'reason', reason, 'file', file_name, 'at', created_at)
    order by ordinal)
  from plan_movements where plan_id = any(family.ids) and ${STANDS}), '[]')`
const TAKEN_BACK = sql<TakenBack[]>`coalesce((
  select json_agg(json_build_object('id', plan_movements.id, 'kind', plan_movements.kind, 'amount', plan_movements.amount_cents,
    'reason', plan_movements.reason, 'file', plan_movements.file_name, 'at', plan_movements.created_at,
    'back', json_build_object('reason', back.reason, 'at', back.created_at, 'by', who.display_name)) order by back.ordinal)
  from plan_movements join plan_movements back on back.takes_back = plan_movements.id left join users who on who.uid = back.created_by
  where plan_movements.plan_id = any(family.ids)), '[]')`

/** The document of the whole plan, whichever version it was added to. */
const PROOF = sql<
  string | null
>`(select proof_name from plans v where v.root_id = plans.root_id and proof_name is not null
  order by v.ordinal desc limit 1)`

/** The driver's newest week with a statement: it and earlier ones take no more instalments. */
const NEWEST_STATEMENT = sql<Week | null>`(select max(week) from settlements s
  where s.driver_id = plans.driver_id and s.state <> 'void')`

/** The newest week in which anybody has a statement: every later one is still open, also one that ended long ago. */
const NEWEST_OF_ALL = sql<Week | null>`(select max(week) from settlements where state <> 'void')`

function selectHeads(on: Kysely<DB>) {
  return (
    on
      .selectFrom('plans')
      .innerJoin('drivers', 'drivers.id', 'plans.driver_id')
      .innerJoin('plans as root', 'root.id', 'plans.root_id')
      // All versions of a plan, joined once for all that belongs to it.
      .innerJoinLateral(
        (of) =>
          of
            .selectFrom('plans as version')
            .select(sql<string[]>`array_agg(version.id)`.as('ids'))
            .whereRef('version.root_id', '=', 'plans.root_id')
            .as('family'),
        (join) => join.onTrue(),
      )
      .selectAll('plans')
      .select(['drivers.name as driver_name', 'drivers.ref as driver_ref', 'root.total_cents as agreed'])
      .select('root.replaces as request')
      .select([PAST.as('past'), SKIPS.as('skips'), MOVED.as('moved'), NEWEST_STATEMENT.as('newest')])
      .select([TAKEN_BACK.as('taken_back')])
      .select([NEWEST_OF_ALL.as('newest_of_all'), PROOF.as('proof')])
  )
}

/**
 * The charge after some weeks of a plan, whichever version was due in them: all have the same rate, and a cent too
 * much or too little in one version is made up in the next.
 */
function interestAfter(weeks: readonly { taken: number; charged: number }[], rate: number): Interest {
  const total = (of: 'taken' | 'charged') => cents(weeks.reduce((amount, week) => amount + week[of], 0))
  return { rate: basisPoints(rate), repaid: total('taken'), charged: total('charged') }
}

/** `from`: the first week in which something may still be due. */
async function readPlans(heads: ReturnType<typeof selectHeads>, from: Week): Promise<PlanView[]> {
  const found = await heads.orderBy('plans.ordinal', 'desc').execute()
  return found.map((row): PlanView => {
    const past = row.past.map(({ week, due, taken, charged }) => ({
      week,
      due: cents(due),
      taken: cents(taken),
      charged: cents(charged),
    }))
    const movements = row.moved.map((movement) => ({ ...movement, amount: cents(movement.amount) }))
    const taken = sum(past.map((week) => week.taken))
    const interest = interestAfter(row.past, row.interest_basis_points)
    const before = interestAfter(
      row.past.filter(({ earlier }) => earlier),
      row.interest_basis_points,
    )
    const terms = {
      total: cents(row.total_cents),
      count: row.count,
      first: row.first_week as Week,
      down: cents(row.down_cents),
      interest: interest.rate,
    }
    const agreed = cents(row.agreed)
    // What is paid at the start is written in the same moment as the plan.
    const isDownTakenBack = row.taken_back.some(
      ({ kind, amount, at }) =>
        kind === 'early' &&
        amount === row.down_cents &&
        Temporal.Instant.compare(Temporal.Instant.from(at), row.created_at) === 0,
    )
    const down = isDownTakenBack ? ZERO : terms.down
    const isRefused = row.state === 'cancelled' || row.state === 'declined'
    const remaining = isRefused ? ZERO : remainingOf(agreed, taken, movements)
    // Whoever enters weeks of the past still has them before them.
    const next = row.newest_of_all === null ? terms.first : nextWeek(row.newest_of_all)
    const firstOpen = next < from ? next : from
    const open = row.newest !== null && row.newest >= firstOpen ? nextWeek(row.newest) : firstOpen
    // Nothing more is due in a week with a statement.
    const closed = new Set([...row.skips, ...past].map(({ week }) => week))
    return {
      id: row.id,
      driver: { id: row.driver_id, name: row.driver_name, ref: row.driver_ref },
      kind: row.kind as PlanKind,
      reason: row.reason,
      ...terms,
      agreed,
      root: row.root_id,
      isDownTakenBack,
      wasAsked: row.request !== null,
      asked: row.asked_week as Week | null,
      skipsIdle: row.skips_idle,
      isBefore: row.is_before,
      agreedOn: row.agreed_on,
      state: row.state === 'active' && remaining <= 0 ? 'paid' : (row.state as PlanView['state']),
      decision: row.decision,
      decidedAt: row.decided_at?.toString() ?? null,
      replaces: row.replaces,
      taken,
      remaining,
      repaid: interest.repaid,
      charged: interest.charged,
      cost: sum([interest.charged, chargeOn(remaining, interest)]),
      fullCharge: chargeOn(sum([terms.total, minus(down)]), before),
      held: row.kind === 'deposit' ? depositFigures(taken, movements).held : ZERO,
      awaitsAcceptance: row.awaits_acceptance && row.accepted_at === null && row.state === 'active',
      acceptedAt: row.accepted_at?.toString() ?? null,
      acceptedText: row.accepted_text,
      acceptedLanguage: row.accepted_language as Language | null,
      proof: row.proof,
      past,
      coming:
        row.state === 'active' || row.state === 'requested' ? schedule(terms, remaining, open, closed, interest) : [],
      skips: row.skips,
      movements,
      takenBack: row.taken_back.map((movement) => ({ ...movement, amount: cents(movement.amount) })),
    }
  })
}
