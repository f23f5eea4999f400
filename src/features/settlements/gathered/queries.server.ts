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
export type TermsAndDecisions = Awaited<ReturnType<typeof readTermsAndDecisions>>
type RowsOfWeeks = Awaited<ReturnType<typeof readRowsOfWeeks>>
type Due = Awaited<ReturnType<typeof readDue>>
/** Carried balances, by driver. */
type Balances = ReadonlyMap<string, Cents>
type Rewards = { rewards: ReadonlyMap<string, DueReward[]> }
/** Answers the rewards that would be due if the given drivers had had a car. */
type RewardsWithHolders = { rewardsWithHolders: (holders: Holders) => ReadonlyMap<string, DueReward[]> }

type GatheredWeek = ReturnType<TermsAndDecisions['in']> & ReturnType<RowsOfWeeks['in']> & AssignedRows & { week: Week }

/** All input of the statements of a week. */
export type WeekInput = GatheredWeek & ReturnType<Due['in']> & Rewards & RewardsWithHolders & { isWhole: boolean }

/**
 * Reads all input of the statements of some weeks. `only` limits it to these drivers, and to the rows that may be theirs or
 * that name one of `cars`. A caller that has read the terms and decisions, or the carried balances, passes them in.
 */
export async function gather(
  weeks: readonly Week[],
  on: Kysely<DB>,
  only?: readonly string[],
  {
    agreed: alreadyRead,
    cars = [],
    carried,
  }: { agreed?: TermsAndDecisions; cars?: readonly string[]; carried?: Balances } = {},
): Promise<(week: Week) => WeekInput> {
  const agreed = alreadyRead ?? (await readTermsAndDecisions(weeks, on, only))
  const rowsOfWeeks = await readRowsOfWeeks(weeks, on, only, cars)
  const gatheredWeeks = new Map(
    weeks.map((week) => {
      const rowsOfWeek = rowsOfWeeks.in(week)
      return [week, { week, ...agreed.in(week), ...rowsOfWeek, ...assignRows(week, rowsOfWeek, only === undefined) }]
    }),
  )
  // Instalments, rewards and other input of drafts are read only for weeks that may have a draft. For all drivers that
  // follows from the rows read above.
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
    rewardsWithHolders: (holders) => rewards(week, holders),
  })
}

/** Terms, decisions and issued statements of some weeks; with `only`, for these drivers. */
export async function readTermsAndDecisions(weeks: readonly Week[], on: Kysely<DB>, only?: readonly string[]) {
  const frozen = await listFrozenIn(weeks, on, only)
  // An issued statement is frozen: do not read the input of drafts for weeks where all these drivers have one.
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
async function readDue(open: readonly Week[], on: Kysely<DB>, only?: readonly string[], carriedBalances?: Balances) {
  const queries = { openReceipts: openReceiptsOf(only), recurring: dueRecurring(open, only) }
  const [{ carried, openReceipts, recurring }, instalments] = await Promise.all([
    open.length === 0
      ? { carried: NOTHING, openReceipts: NOTHING, recurring: NOTHING }
      : carriedBalances
        ? { carried: carriedBalances, ...(await askTogether(queries, on)) }
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
  otherCars: readonly string[],
) {
  const cars = only && carsOf(only, otherCars)
  const [rows, directory, { rents, readings }] = await Promise.all([
    listLiveRowsIn(weeks, on, only, otherCars),
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
function carsOf(drivers: readonly string[], otherCars: readonly string[]) {
  return sql`select vehicle_id from assignments
    where driver_id = any(${drivers}::uuid[]) or was_of && ${drivers}::uuid[]
    ${otherCars.length === 0 ? sql`` : sql`union select unnest(${otherCars}::uuid[])`}`
}

/** A gathered week as it would be if others had had a car: all rows that name the car were gathered with it. */
export function withHolders<Gathered extends WeekInput>(
  gathered: Gathered,
  car: string,
  had: readonly Interval[],
): Gathered {
  const { week, rows } = gathered
  const directory = { ...gathered.directory, held: new Map(gathered.directory.held).set(car, had) }
  return {
    ...gathered,
    directory,
    rewards: gathered.rewardsWithHolders({ car, had }),
    ...assignRows(week, { rows, directory }, gathered.isWhole),
  }
}

type AssignedRows = {
  byDriver: ReadonlyMap<string, readonly LiveRow[]>
  unmatched: readonly UnmatchedRow[]
  company: readonly LiveRow[]
}

/** The rows of a week and the owner that each of them got. */
type AssignedWeek = {
  rows: readonly LiveRow[]
  directory: Directory
  attributions: readonly Attribution[]
  assignedRows: AssignedRows
}

/** The last attributions of some weeks: a row that has not changed since is not attributed again. */
const assignedWeeks = keptOfOperator(() => new Map<Week, AssignedWeek>())

/**
 * Gives each row of a week to its driver, to the company, or to the rows without an owner, about which the office is asked.
 * The same rows with the same directory are assigned only once.
 */
function assignRows(
  week: Week,
  { rows, directory }: Pick<AssignedWeek, 'rows' | 'directory'>,
  isWhole: boolean,
): AssignedRows {
  const kept = assignedWeeks.value
  const earlier = isWhole ? kept.get(week) : undefined
  if (earlier?.rows === rows && earlier.directory === directory) return earlier.assignedRows
  const attributions = attributionsOf(rows, directory, earlier)
  const byDriver = new Map<string, LiveRow[]>()
  const unmatched: UnmatchedRow[] = []
  const company: LiveRow[] = []
  for (const [index, row] of rows.entries()) {
    // oxlint-disable-next-line typescript/no-non-null-assertion -- there is one for each row
    const attribution = attributions[index]!
    if (attribution.to === 'driver') {
      const ofDriver = byDriver.get(attribution.driverId)
      if (ofDriver) ofDriver.push(row)
      else byDriver.set(attribution.driverId, [row])
    } else if (attribution.to === 'company') company.push(row)
    else if (attribution.to === 'unmatched') unmatched.push({ row, attribution })
  }
  const assigned = { rows, directory, attributions, assignedRows: { byDriver, unmatched, company } }
  if (!isWhole) return assigned.assignedRows
  kept.delete(week)
  kept.set(week, assigned)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- it is full, so it has a first
  if (kept.size > WEEKS_KEPT) kept.delete(kept.keys().next().value!)
  return assigned.assignedRows
}

/** The owner of each row. Both lists are ordered by id, so one walk through both finds the rows that were there before. */
function attributionsOf(
  rows: readonly LiveRow[],
  directory: Directory,
  earlier: AssignedWeek | undefined,
): Attribution[] {
  if (earlier?.directory !== directory) return rows.map((row) => attribute(row, directory))
  let index = 0
  return rows.map((row) => {
    while (earlier.rows[index] !== row && Number(earlier.rows[index]?.id) < Number(row.id)) index += 1
    const attribution = earlier.rows[index] === row ? earlier.attributions[index] : undefined
    return attribution ?? attribute(row, directory)
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
