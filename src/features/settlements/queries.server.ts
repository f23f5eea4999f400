import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { type Difference, differenceOf, isAdjustment, settledElsewhere } from '#domain/adjustment.ts'
import {
  type DaysHeld,
  type SourceFigures,
  costsOf,
  daysActive,
  daysHeld,
  daysOf,
  drivesIn,
  longestHeld,
  sourceFigures,
} from '#domain/driver-week.ts'
import { earningsOf, grossOf } from '#domain/earning.ts'
import { type FinancialSettings, underSettings } from '#domain/financial-settings.ts'
import { type Attribution, type Directory, attribute } from '#domain/matching.ts'
import { type BasisPoints, type Cents, ZERO, cents, sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type {
  Adjustment,
  DriverWeek,
  Line,
  LineCode,
  LineGroup,
  Settlement,
  Step,
  Taken,
} from '#domain/settlement-types.ts'
import { settle } from '#domain/settlement.ts'
import type { SettlementState } from '#domain/settlement-state.ts'
import { type Terms, withoutCharges } from '#domain/terms.ts'
import { type Week, previousWeek } from '#domain/week.ts'
import { type DecidedAdjustment, listAdjustments, listDueRecurring } from '#features/adjustments/queries.server.ts'
import { type PayTarget, type TermsInForce, listPayTargets, termsInForce } from '#features/drivers/queries.server.ts'
import { settingsIn } from '#features/financial-settings/queries.server.ts'
import { type LiveRow, listLiveRows, listRows, readDirectory } from '#features/imports/queries.server.ts'
import { listCarried } from '#features/ledger/queries.server.ts'
import { type DueInstalment, listDue } from '#features/plans/queries.server.ts'

/** What is seen of a driver of the week besides the money. */
export type WeekDriver = { id: string; ref: string; name: string; language: 'pt' | 'en'; status: string }

/** One driver-week: frozen as it was issued, or computed now. */
export type DriverStatement = {
  driver: WeekDriver
  /** `null` until terms are agreed: without them nothing can be settled. */
  terms: TermsInForce | null
  settlement: Settlement | null
  /** The stored settlement this is, or `null` for a draft. */
  stored: {
    id: string
    version: number
    state: SettlementState
    issuedAt: Temporal.Instant
    paidAt: Temporal.Instant | null
  } | null
  state: 'draft' | SettlementState
  /** For a frozen one: what the week would come to now with everything settled for it since, where that still differs. */
  late: LateDifference | null
  /** The same as a net, while nobody has said anything to it. */
  wouldBe: Cents | null
  /** What the office decided about this week, in order: accepted or declined, on whichever week it went. */
  decided: readonly DecidedAdjustment[]
  /** The car whose rent this week asks, and that rent. */
  held: HeldCar
  /** Today's ground of the week, and what was agreed for it, before any setting: to ask what another rule would do. */
  whatIf: { ground: DriverWeek; agreed: Terms } | null
  /** Rows behind the figures, by id, for "why" and for the ticks. */
  rows: readonly LiveRow[]
  /** As the files have them; of a frozen one, had them when it was issued. */
  sources: SourceFigures
  pay: PayTarget | null
}

/** What is still to be settled of a frozen week; `declined` when the office has said no to just this difference. */
export type LateDifference = Difference & { declined: boolean }

type HeldCar = { vehicleId: string | null; rent: Cents }

export type UnmatchedRow = { row: LiveRow; attribution: Extract<Attribution, { to: 'unmatched' }> }

export type WeekView = {
  week: Week
  statements: readonly DriverStatement[]
  unmatched: readonly UnmatchedRow[]
  companyRows: readonly LiveRow[]
  /** By which the rows were shared out. */
  directory: Directory
  /** Sources in = settled + unmatched + company, always (signed cents). */
  checks: {
    sourcesIn: Cents
    settled: Cents
    unmatched: Cents
    company: Cents
    net: Cents
    payable: Cents
    carriedOver: Cents
  }
}

/** The whole week: every driver with terms or rows in it, what is unmatched, what is the company's, and the checksums. */
export async function getWeek(week: Week, on: Kysely<DB> = db): Promise<WeekView> {
  const [rows, directory, drivers, terms, carried, frozen, rents, adjustments, instalments, recurring, settings] =
    await Promise.all([
      listLiveRows(week, on),
      readDirectory(on),
      listWeekDrivers(on),
      termsInForce(on, week),
      listCarried(on),
      listFrozen(week, on),
      listRents(on),
      listAdjustments(week, on),
      listDue(week, on),
      listDueRecurring(week, on),
      settingsIn(week, on),
    ])
  const { byDriver, unmatched, company } = shareOut(rows, directory)
  const adjusted = Map.groupBy(adjustments, ({ driverId }) => driverId)
  const isAdjusted = (id: string) => adjusted.get(id)?.some((one) => one.week === week && one.state === 'accepted')
  const present = drivers.filter(
    ({ id, active }) => byDriver.has(id) || frozen.has(id) || isAdjusted(id) || (terms.has(id) && active(week)),
  )
  const pay = await listPayTargets(
    on,
    present.map(({ id }) => id),
  )

  const days = daysHeld(week, directory.held)
  const statements = present.map(({ active, worked, ...driver }) => {
    const { id } = driver
    const own: Ground = {
      week,
      rows: byDriver.get(id) ?? [],
      days: days.get(id) ?? new Map(),
      worked: worked(week),
      rents,
      settings,
    }
    const decided = adjusted.get(id) ?? []
    const stored = frozen.get(id)
    const agreed = termsFor(terms.get(id), own, active(week))
    const standing = stored
      ? frozenStanding(stored, own, agreed, decided)
      : draftStanding(
          own,
          agreed,
          { decided, due: instalments.get(id) ?? [], recurring: recurring.get(id) ?? [] },
          carried.get(id) ?? ZERO,
        )
    return { driver, rows: own.rows, pay: pay.get(id) ?? null, ...standing }
  })

  return {
    week,
    statements,
    unmatched,
    companyRows: company,
    directory,
    checks: check(rows, statements, unmatched, company),
  }
}

/** Whoever works no longer and brought nothing owes neither rent nor fee: what is left is settled, and that is all. */
function termsFor(inForce: TermsInForce | undefined, { rows }: Ground, isActive: boolean): TermsInForce | null {
  if (!inForce) return null
  return isActive || rows.length > 0 ? inForce : { ...inForce, terms: withoutCharges(inForce.terms) }
}

/** Gives each row to its driver, the company, or the queue of questions. */
function shareOut(rows: readonly LiveRow[], directory: Directory) {
  const byDriver = new Map<string, LiveRow[]>()
  const unmatched: UnmatchedRow[] = []
  const company: LiveRow[] = []
  for (const row of rows) {
    const attribution = attribute(row, directory)
    if (attribution.to === 'driver') {
      const own = byDriver.get(attribution.driverId)
      if (own) own.push(row)
      else byDriver.set(attribution.driverId, [row])
    } else if (attribution.to === 'company') company.push(row)
    else if (attribution.to === 'unmatched') unmatched.push({ row, attribution })
  }
  return { byDriver, unmatched, company }
}

/** What a driver-week stands on besides what was agreed and decided. */
type Ground = {
  week: Week
  rows: readonly LiveRow[]
  days: DaysHeld
  /** Days of the week the driver worked for the operator. */
  worked: number
  rents: ReadonlyMap<string, Cents>
  settings: FinancialSettings
}

/** Everything one driver-week depends on. */
function driverWeek(
  { week, rows, days, worked }: Ground,
  { terms, from }: TermsInForce,
  held: HeldCar,
  carriedBalance: Cents,
  adjustments: readonly Adjustment[],
): DriverWeek {
  return {
    week,
    terms,
    termsFrom: from,
    earnings: rows.flatMap(earningsOf),
    costs: rows.flatMap(costsOf),
    daysHeld: daysOf(days),
    daysActive: worked,
    vehicleRent: held.rent,
    carriedBalance,
    adjustments,
  }
}

type Standing = Omit<DriverStatement, 'driver' | 'rows' | 'pay'>

/** What the office decided that a draft takes in: by hand, by instalments, by rule. */
type Decided = {
  decided: readonly DecidedAdjustment[]
  due: readonly DueInstalment[]
  recurring: readonly Adjustment[]
}

/** A draft, computed now, with what was put on it; of a week issued before, less what other statements settled of it. */
function draftStanding(
  ground: Ground,
  agreed: TermsInForce | null,
  { decided, due, recurring }: Decided,
  carried: Cents,
): Standing {
  const accepted = decided.filter(({ state }) => state === 'accepted')
  const elsewhere = settledElsewhere(accepted.filter(({ about, isFrozen }) => about === ground.week && isFrozen))
  const hasEarned = grossOf(ground.rows.flatMap(earningsOf)) > 0
  const adjustments = [
    ...accepted.filter(({ week }) => week === ground.week),
    ...recurring,
    ...(elsewhere ? [elsewhere] : []),
    ...due.flatMap(({ instalment, skipsIdle }) => (hasEarned || !skipsIdle ? [instalment] : [])),
  ]
  const held = heldCar(ground, null)
  const terms = agreed && { ...agreed, terms: underSettings(agreed.terms, ground.settings) }
  const week = terms && driverWeek(ground, terms, held, carried, adjustments)
  return {
    terms,
    settlement: week && settle(week),
    whatIf: week && agreed && { ground: week, agreed: agreed.terms },
    stored: null,
    state: 'draft',
    late: null,
    wouldBe: null,
    decided: [],
    held,
    sources: sourceFigures(ground.rows),
  }
}

/** What was issued, and what today's rows would make of it under the terms and the rent of then. */
function frozenStanding(
  stored: FrozenSettlement,
  ground: Ground,
  agreed: TermsInForce | null,
  decided: readonly DecidedAdjustment[],
): Standing {
  const { id, version, state, settlement, terms, termsFrom, issuedAt, paidAt, sources } = stored
  const about = decided.filter((one) => one.about === ground.week)
  const inForce = { terms, from: termsFrom }
  const week = driverWeek(ground, inForce, heldCar(ground, stored.held), ZERO, [])
  const today = settle(week)
  const accepted = about.filter((one) => one.state === 'accepted')
  const difference = differenceOf(settlement.lines, accepted, today.lines)
  const last = about.at(-1)
  // A no is to this difference and this version of the statement.
  const isDeclined =
    last?.state === 'declined' &&
    last.amount === difference?.amount &&
    Temporal.Instant.compare(last.decidedAt, issuedAt) >= 0
  const late = difference && { ...difference, declined: isDeclined }
  return {
    terms: inForce,
    settlement,
    stored: { id, version, state, issuedAt, paidAt },
    state,
    late,
    wouldBe: late && !late.declined ? sum([settlement.net, late.amount]) : null,
    decided: about,
    held: stored.held ?? { vehicleId: null, rent: ZERO },
    whatIf: agreed && { ground: week, agreed: agreed.terms },
    sources,
  }
}

/** The car held longest, and its rent: that of the moment it was issued for the car it was issued with. */
function heldCar({ days, rents }: Ground, issued: HeldCar | null): HeldCar {
  const vehicleId = longestHeld(days)
  if (issued && issued.vehicleId === vehicleId) return issued
  return { vehicleId, rent: rents.get(vehicleId ?? '') ?? ZERO }
}

function check(
  rows: readonly LiveRow[],
  statements: readonly DriverStatement[],
  unmatched: readonly UnmatchedRow[],
  company: readonly LiveRow[],
): WeekView['checks'] {
  const settled = statements.flatMap(({ settlement }) => (settlement ? [settlement] : []))
  return {
    sourcesIn: sum(rows.map(({ amount }) => amount)),
    settled: sum(statements.flatMap((one) => one.rows.map(({ amount }) => amount))),
    unmatched: sum(unmatched.map(({ row }) => row.amount)),
    company: sum(company.map(({ amount }) => amount)),
    net: sum(settled.map(({ net }) => net)),
    payable: sum(settled.map(({ payable }) => payable)),
    carriedOver: sum(settled.map(({ carriedOver }) => carriedOver)),
  }
}

async function listWeekDrivers(on: Kysely<DB>) {
  const drivers = await on
    .selectFrom('drivers')
    .select(['id', 'ref', 'name', 'language', 'status', 'started_on', 'ended_on'])
    .orderBy('name')
    .orderBy('ref')
    .execute()
  return drivers.map(({ started_on, ended_on, language, ...driver }) => ({
    ...driver,
    language: language === 'en' ? ('en' as const) : ('pt' as const),
    active: (week: Week) => drivesIn(week, { status: driver.status, startedOn: started_on, endedOn: ended_on }),
    worked: (week: Week) => daysActive(week, { startedOn: started_on, endedOn: ended_on }),
  }))
}

async function listRents(on: Kysely<DB>): Promise<Map<string, Cents>> {
  const vehicles = await on.selectFrom('vehicles').select(['id', 'rent_cents']).execute()
  return new Map(vehicles.map(({ id, rent_cents }) => [id, cents(rent_cents)]))
}

export type FrozenSettlement = {
  id: string
  driverId: string
  week: Week
  version: number
  state: SettlementState
  settlement: Settlement
  sources: SourceFigures
  terms: Terms
  termsFrom: string
  /** `null` for one issued before this was kept. */
  held: HeldCar | null
  issuedAt: Temporal.Instant
  approvedAt: Temporal.Instant | null
  paidAt: Temporal.Instant | null
}

/** The live frozen settlements of a week, by driver. */
export async function listFrozen(week: Week, on: Kysely<DB> = db): Promise<Map<string, FrozenSettlement>> {
  const heads = await on
    .selectFrom('settlements')
    .selectAll()
    .where('week', '=', week)
    .where('state', '<>', 'void')
    .execute()
  const frozen = await withLines(heads, on)
  return new Map(frozen.map((settlement) => [settlement.driverId, settlement]))
}

type Head = {
  id: string
  driver_id: string
  week: string
  version: number
  state: string
  net_cents: number
  payable_cents: number
  carried_over_cents: number
  earnings_cents: number
  costs_cents: number
  adjustments_cents: number
  receipt_value_cents: number
  sources: unknown
  terms: unknown
  terms_from: string
  held_vehicle_id: string | null
  vehicle_rent_cents: number | null
  issued_at: Temporal.Instant
  approved_at: Temporal.Instant | null
  paid_at: Temporal.Instant | null
}

/** Of the rows of an adjustment's line, those that count for its week no longer. */
const GONE = sql<string[]>`case when adjustments.id is null then '{}' else array(select import_row_id::text
  from adjustment_rows where adjustment_id = adjustments.id and not came order by import_row_id) end`

/** Puts the stored lines back under their settlements, exactly as they were issued. */
async function withLines(heads: readonly Head[], on: Kysely<DB>): Promise<FrozenSettlement[]> {
  if (heads.length === 0) return []
  const ids = heads.map(({ id }) => id)
  const [lines, rows] = await Promise.all([
    on
      .selectFrom('settlement_lines')
      .leftJoin('adjustments', 'adjustments.id', 'adjustment_id')
      .leftJoin('plans', 'plans.id', 'plan_id')
      .selectAll('settlement_lines')
      .select(['adjustments.reason', 'about', 'plans.reason as plan_reason'])
      .select(GONE.as('gone'))
      .where('settlement_id', 'in', ids)
      .orderBy('ordinal')
      .execute(),
    on
      .selectFrom('settlement_line_rows')
      .select(['settlement_id', 'ordinal'])
      .select(sql<string[]>`array_agg(import_row_id::text order by import_row_id)`.as('rows'))
      .where('settlement_id', 'in', ids)
      .groupBy(['settlement_id', 'ordinal'])
      .execute(),
  ])
  const rowsOf = new Map(rows.map((row) => [`${row.settlement_id} ${row.ordinal}`, row.rows]))
  const linesOf = Map.groupBy(lines, ({ settlement_id }) => settlement_id)

  return heads.map((head) => ({
    id: head.id,
    driverId: head.driver_id,
    week: head.week as Week,
    version: head.version,
    state: head.state as SettlementState,
    settlement: {
      lines: (linesOf.get(head.id) ?? []).map((line): Line => ({
        group: line.line_group as LineGroup,
        code: line.code as LineCode,
        amount: cents(line.amount_cents),
        base: line.base_cents === null ? null : cents(line.base_cents),
        rate: line.rate_basis_points as BasisPoints | null,
        steps: line.steps as unknown as Step[],
        rows: rowsOf.get(`${head.id} ${line.ordinal}`) ?? [],
        adjustment: isAdjustment(line.code as LineCode)
          ? {
              id: line.adjustment_id,
              reason: line.plan_reason ?? line.reason ?? '',
              about: line.about as Week | null,
              gone: line.gone,
              ...takenOf(line),
            }
          : null,
      })),
      net: cents(head.net_cents),
      payable: cents(head.payable_cents),
      carriedOver: cents(head.carried_over_cents),
      groups: {
        earnings: cents(head.earnings_cents),
        costs: cents(head.costs_cents),
        adjustments: cents(head.adjustments_cents),
      },
      receiptValue: cents(head.receipt_value_cents),
    },
    sources: head.sources as SourceFigures,
    terms: head.terms as Terms,
    termsFrom: head.terms_from,
    held:
      head.vehicle_rent_cents === null
        ? null
        : { vehicleId: head.held_vehicle_id, rent: cents(head.vehicle_rent_cents) },
    issuedAt: head.issued_at,
    approvedAt: head.approved_at,
    paidAt: head.paid_at,
  }))
}

/** What a stored line took of an instalment, and what it left. */
function takenOf(line: {
  plan_id: string | null
  plan_due_cents: number | null
  amount_cents: number
  plan_reason: string | null
}): { plan?: Taken } {
  if (line.plan_id === null || line.plan_due_cents === null) return {}
  const due = cents(line.plan_due_cents)
  return { plan: { id: line.plan_id, due, left: sum([due, cents(line.amount_cents)]), reason: line.plan_reason ?? '' } }
}

/** One statement of the week for the office. Refuses `record.not-found`. */
export async function getStatement(week: Week, driverId: string, on: Kysely<DB> = db): Promise<DriverStatement> {
  const { statements } = await getWeek(week, on)
  const found = statements.find(({ driver }) => driver.id === driverId)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** The files and lines the rows of a settlement stand in, by row id: for "porquê" and the small print of the PDF. */
export async function listSources(settlement: Settlement, on: Kysely<DB> = db): Promise<Map<string, LiveRow>> {
  const ids = [...new Set(settlement.lines.flatMap(({ rows }) => rows))]
  const rows = await listRows(ids, on)
  return new Map(rows.map((row) => [row.id, row]))
}

const TWO_YEARS_OF_WEEKS = 104

/** The weeks a driver may read, newest first: everything issued and not void. */
export async function listPayslips(driverId: OwnDriverId) {
  return db
    .selectFrom('settlements')
    .select(['week', 'state', 'net_cents', 'payable_cents', 'issued_at', 'paid_at'])
    .where('driver_id', '=', driverId)
    .where('state', '<>', 'void')
    .orderBy('week', 'desc')
    .limit(TWO_YEARS_OF_WEEKS)
    .execute()
}

/** One statement of the reader's own. Somebody else's week and a missing week look the same from outside. */
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
  const heads = await on
    .selectFrom('settlements')
    .selectAll()
    .where('driver_id', '=', driverId)
    .where('week', 'in', weeks)
    .where('state', '<>', 'void')
    .execute()
  return new Map((await withLines(heads, on)).map((frozen) => [frozen.week, frozen]))
}

/** Weeks of the office, newest first, with what was frozen in them. */
export async function listWeeks(on: Kysely<DB> = db) {
  return (
    on
      .selectFrom('settlements')
      .select(['week'])
      .select(({ fn }) => [fn.countAll<number>().as('drivers')])
      .select(sql<number>`sum(net_cents)::bigint`.as('net'))
      .select(sql<number>`sum(payable_cents)::bigint`.as('payable'))
      .select(sql<number>`count(*) filter (where state = 'paid')`.as('paid'))
      // Not at its end: money still to leave, or a statement nobody has approved.
      .select(
        sql<number>`count(*) filter (where state = 'issued' or (state <> 'paid' and payable_cents > 0))`.as('open'),
      )
      .select(sql<number>`count(*) filter (where state in ('approved', 'in-batch'))`.as('approved'))
      .where('state', '<>', 'void')
      .groupBy('week')
      .orderBy('week', 'desc')
      .execute()
  )
}

/** What each driver, or only one, earned and was left with in the weeks before, oldest first: to say what is unusual. */
export async function listPastFigures(week: Week, count: number, on: Kysely<DB> = db, driverId?: string) {
  const rows = await on
    .selectFrom('settlements')
    .select(['driver_id', 'week', 'earnings_cents', 'net_cents'])
    .where('week', '<', week)
    .where('week', '>=', previousWeek(week, count))
    .where('state', '<>', 'void')
    .$if(driverId !== undefined, (query) => query.where('driver_id', '=', driverId!))
    .orderBy('week')
    .execute()
  const past = new Map<string, { week: Week; earnings: Cents; net: Cents }[]>()
  for (const row of rows) {
    const own = past.get(row.driver_id) ?? []
    own.push({ week: row.week as Week, earnings: cents(row.earnings_cents), net: cents(row.net_cents) })
    past.set(row.driver_id, own)
  }
  return past
}
