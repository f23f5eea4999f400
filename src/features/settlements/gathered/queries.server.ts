import { type Kysely, sql } from 'kysely'
import { askTogether, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { requireValue } from '#domain/certain.ts'
import { type Attribution, type Directory, type Interval, attribute } from '#domain/matching.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { type DecidedAdjustment, dueRecurring, listAdjustmentsIn } from '#features/adjustments/queries.server.ts'
import type { Holders } from '#features/adjustments/goals/queries.server.ts'
import { listDueRewardsIn } from '#features/adjustments/rewards/queries.server.ts'
import type { DueReward } from '#features/adjustments/rewards/schema.ts'
import { allSettings } from '#features/company/financial-settings/queries.server.ts'
import { payStates } from '#features/fleet/ibans/queries.server.ts'
import { readingsIn } from '#features/fleet/odometers/queries.server.ts'
import { termsInForceIn, waivedRents } from '#features/fleet/terms/queries.server.ts'
import { staysOf } from '#features/departures/queries.server.ts'
import { readDirectories } from '#features/imports/owners/queries.server.ts'
import { type LiveRow, WEEKS_KEPT, listLiveRowsIn } from '#features/imports/rows/queries.server.ts'
import { carriedBy } from '#features/ledger/queries.server.ts'
import { listDueIn } from '#features/plans/queries.server.ts'
import { listFrozenIn, openReceiptsOf, voidedIn } from '#features/settlements/frozen-settlements/queries.server.ts'
import { driverRecords, isPresent, weekDrivers } from '#features/settlements/present-drivers/queries.server.ts'
import { keptOfOperator } from '#platform/operator.ts'

/** Facts about a driver of the week that pages show besides the money. */
export type WeekDriver = { id: string; ref: string; name: string; language: 'pt' | 'en'; status: string }

export type UnmatchedRow = { row: LiveRow; attribution: Extract<Attribution, { to: 'unmatched' }> }

/** Terms and decisions for some weeks: they do not depend on who had which car. */
export type Agreed = Awaited<ReturnType<typeof readAgreed>>
type RowsOfWeeks = Awaited<ReturnType<typeof readRowsOfWeeks>>
type Due = Awaited<ReturnType<typeof readDue>>
/** Carried balances, by driver. */
type Balances = ReadonlyMap<string, Cents>
type Rewards = { rewards: ReadonlyMap<string, DueReward[]> }
/** The rewards that would be due if other drivers had had a car. */
type RewardsHad = { rewardsHad: (other: Holders) => ReadonlyMap<string, DueReward[]> }

type GatheredWeek = ReturnType<Agreed['in']> & ReturnType<RowsOfWeeks['in']> & AssignedRows & { week: Week }

/** All input of the statements of a week. */
export type Known = GatheredWeek & ReturnType<Due['in']> & Rewards & RewardsHad & { isWhole: boolean }

/**
 * Reads all input of the statements of some weeks; with `only`, for these drivers, with the rows that may be theirs or name
 * one of `cars`. Terms and decisions, and carried balances, are not read again where they are given.
 */
export async function gather(
  weeks: readonly Week[],
  on: Kysely<DB>,
  only?: readonly string[],
  { agreed: known, cars = [], carried }: { agreed?: Agreed; cars?: readonly string[]; carried?: Balances } = {},
): Promise<(week: Week) => Known> {
  const agreed = known ?? (await readAgreed(weeks, on, only))
  const rowsOfWeeks = await readRowsOfWeeks(weeks, on, only, cars)
  const gatheredWeeks = new Map(
    weeks.map((week) => {
      const rowsOfWeek = rowsOfWeeks.in(week)
      return [week, { week, ...agreed.in(week), ...rowsOfWeek, ...assignRows(week, rowsOfWeek, only === undefined) }]
    }),
  )
  // Only now is it known which weeks may have drafts when all drivers are read: what only a draft takes in is read for
  // those weeks alone.
  const open = agreed.open ?? weeks.filter((week) => mayHaveDrafts(requireValue(gatheredWeeks, week)))
  const [due, rewards] = await Promise.all([
    agreed.due ?? readDue(open, on, only, carried),
    listDueRewardsIn(open, on, only),
  ])
  return (week) => ({
    isWhole: only === undefined,
    ...requireValue(gatheredWeeks, week),
    ...due.in(week),
    rewards: rewards(week),
    rewardsHad: (other) => rewards(week, other),
  })
}

/** Terms, decisions and issued statements of some weeks; with `only`, for these drivers. */
export async function readAgreed(weeks: readonly Week[], on: Kysely<DB>, only?: readonly string[]) {
  const frozen = await listFrozenIn(weeks, on, only)
  // For issued statements nothing is read that only a draft takes in.
  const open = only && weeks.filter((week) => only.some((id) => !frozen(week).has(id)))
  const [{ settings, waived, voided, pay, ...records }, terms, adjustments, due] = await Promise.all([
    askTogether(
      {
        drivers: driverRecords(only),
        pay: payStates(only),
        stays: staysOf(only),
        settings: allSettings,
        waived: waivedRents(weeks),
        voided: voidedIn(only ? [] : weeks),
      },
      on,
    ),
    termsInForceIn(on, only),
    listAdjustmentsIn(weeks, on, only),
    open && readDue(open, on, only),
  ])
  const drivers = weekDrivers(records)
  return {
    open,
    due,
    in: (week: Week) => ({
      drivers,
      pay,
      terms: terms(week),
      frozen: frozen(week),
      hasVoided: voided.has(week),
      adjusted: Map.groupBy(adjustments(week), ({ driverId }) => driverId),
      settings: settings(week),
      waived: new Set(waived(week).map(({ driverId }) => driverId)),
    }),
  }
}

/** Input that only drafts take in, for weeks that may have one; with `only`, for these drivers. */
async function readDue(open: readonly Week[], on: Kysely<DB>, only?: readonly string[], knownBalances?: Balances) {
  const queries = { openReceipts: openReceiptsOf(only), recurring: dueRecurring(open, only) }
  const [{ carried, openReceipts, recurring }, instalments] = await Promise.all([
    open.length === 0
      ? { carried: NOTHING, openReceipts: NOTHING, recurring: NOTHING }
      : knownBalances
        ? { carried: knownBalances, ...(await askTogether(queries, on)) }
        : askTogether({ carried: carriedBy(only), ...queries }, on),
    listDueIn(open, on, only),
  ])
  return {
    in: (week: Week) => ({
      carried,
      openReceipts,
      instalments: instalments(week),
      recurring: recurring.get(week) ?? NOTHING,
    }),
  }
}

/** The rows of some weeks with their owners, and the rents and kilometres of the weeks' cars. */
async function readRowsOfWeeks(
  weeks: readonly Week[],
  on: Kysely<DB>,
  only: readonly string[] | undefined,
  besides: readonly string[],
) {
  const cars = only && carsOf(only, besides)
  const [rows, directory, { rents, readings }] = await Promise.all([
    listLiveRowsIn(weeks, on, only, besides),
    readDirectories(weeks, on),
    askTogether({ rents: rentsOf(cars), readings: readingsIn(weeks, cars) }, on),
  ])
  return {
    in: (week: Week) => ({
      rows: rows(week),
      directory: directory(week),
      rents,
      readings: readings(week),
    }),
  }
}

/** The drivers with a part in a week, among them those for whom a reward opens a statement. */
export function presentOf({ rewards, ...others }: GatheredWeek & Rewards) {
  return presentWith(others, { has: (id) => opensStatement(rewards.get(id)) })
}

/**
 * Whether a driver with a part in the week may still have no statement of it. A reward opens one only in a week without
 * statements or with a voided one.
 */
function mayHaveDrafts(gathered: GatheredWeek): boolean {
  if (gathered.frozen.size === 0 || gathered.hasVoided) return true
  return presentWith(gathered, NOTHING).some(({ id }) => !gathered.frozen.has(id))
}

function presentWith(
  { week, drivers, byDriver, terms, frozen, adjusted }: GatheredWeek,
  rewards: { has: (id: string) => boolean },
) {
  const parts = { week, terms, frozen, adjusted: { has: (id: string) => hasDecided(adjusted.get(id), week) }, rewards }
  return drivers.filter((driver) => byDriver.has(driver.id) || isPresent(driver, parts))
}

function hasDecided(decided: readonly DecidedAdjustment[] = [], week: Week): boolean {
  return decided.some((adjustment) => adjustment.week === week && adjustment.state === 'accepted')
}

function opensStatement(due: readonly DueReward[] = []): boolean {
  return due.some((reward) => 'goal' in reward && reward.opensStatement)
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>()

/** The cars that any of these drivers ever had, and some more. */
function carsOf(drivers: readonly string[], besides: readonly string[]) {
  return sql`select vehicle_id from assignments
    where driver_id = any(${drivers}::uuid[]) or was_of && ${drivers}::uuid[]
    ${besides.length === 0 ? sql`` : sql`union select unnest(${besides}::uuid[])`}`
}

/** A gathered week as it would be if others had had a car: all rows that name the car were gathered with it. */
export function withHolders<Gathered extends Known>(
  gathered: Gathered,
  car: string,
  had: readonly Interval[],
): Gathered {
  const { week, rows } = gathered
  const directory = { ...gathered.directory, held: new Map(gathered.directory.held).set(car, had) }
  return {
    ...gathered,
    directory,
    rewards: gathered.rewardsHad({ car, had }),
    ...assignRows(week, { rows, directory }, gathered.isWhole),
  }
}

type AssignedRows = {
  byDriver: ReadonlyMap<string, readonly LiveRow[]>
  unmatched: readonly UnmatchedRow[]
  company: readonly LiveRow[]
}

/** The rows of a week and the owner that each of them got. */
type AssignedWeek = { rows: readonly LiveRow[]; directory: Directory; to: readonly Attribution[]; shared: AssignedRows }

/** Attributions of the open weeks, kept, so that most rows need not be attributed again. */
const assignedWeeks = keptOfOperator(() => new Map<Week, AssignedWeek>())

/**
 * Gives each row of a week to its driver, the company, or the queue of questions; does it only once for the very same rows and
 * directory.
 */
function assignRows(
  week: Week,
  { rows, directory }: Pick<AssignedWeek, 'rows' | 'directory'>,
  isWhole: boolean,
): AssignedRows {
  const known = assignedWeeks.value
  const before = isWhole ? known.get(week) : undefined
  if (before?.rows === rows && before.directory === directory) return before.shared
  const to = attributionsOf(rows, directory, before)
  const byDriver = new Map<string, LiveRow[]>()
  const unmatched: UnmatchedRow[] = []
  const company: LiveRow[] = []
  for (const [place, row] of rows.entries()) {
    // oxlint-disable-next-line typescript/no-non-null-assertion -- there is one for each row
    const attribution = to[place]!
    if (attribution.to === 'driver') {
      const ofDriver = byDriver.get(attribution.driverId)
      if (ofDriver) ofDriver.push(row)
      else byDriver.set(attribution.driverId, [row])
    } else if (attribution.to === 'company') company.push(row)
    else if (attribution.to === 'unmatched') unmatched.push({ row, attribution })
  }
  const now = { rows, directory, to, shared: { byDriver, unmatched, company } }
  if (!isWhole) return now.shared
  known.delete(week)
  known.set(week, now)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- it is full, so it has a first
  if (known.size > WEEKS_KEPT) known.delete(known.keys().next().value!)
  return now.shared
}

/** The owner of each row. Both lists are ordered by id, so a row that was there before is found by walking along. */
function attributionsOf(
  rows: readonly LiveRow[],
  directory: Directory,
  before: AssignedWeek | undefined,
): Attribution[] {
  if (before?.directory !== directory) return rows.map((row) => attribute(row, directory))
  let at = 0
  return rows.map((row) => {
    while (before.rows[at] !== row && Number(before.rows[at]?.id) < Number(row.id)) at += 1
    const known = before.rows[at] === row ? before.to[at] : undefined
    return known ?? attribute(row, directory)
  })
}

/** The weekly rent of each car, in cents. */
const rentsOf = (cars: ReturnType<typeof carsOf> | undefined) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('vehicles')
        .select(['id', 'rent_cents as rent'])
        .$if(cars !== undefined, (query) => query.where(sql<boolean>`id in (${cars})`)),
    (rows: { id: string; rent: number }[]): ReadonlyMap<string, Cents> =>
      new Map(rows.map(({ id, rent }) => [id, cents(rent)])),
  )
