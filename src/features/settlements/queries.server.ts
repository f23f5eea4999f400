import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type Difference, differenceOf, settledElsewhere } from '#domain/adjustment.ts'
import {
  type DaysHeld,
  type SourceFigures,
  type Stay,
  costsOf,
  daysActive,
  daysHeld,
  daysOf,
  drivesIn,
  longestHeld,
  sourceFigures,
} from '#domain/driver-week.ts'
import type { DriverName } from '#domain/driver.ts'
import { earningsOf, grossOf } from '#domain/earning.ts'
import { type FinancialSettings, underSettings } from '#domain/financial-settings.ts'
import { type Attribution, type Directory, attribute } from '#domain/matching.ts'
import { type Cents, ZERO, cents, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Adjustment, DriverWeek, OdometerSpan, OpenReceipt, Settlement } from '#domain/settlement-types.ts'
import { type Driven, drivenIn } from '#domain/odometer.ts'
import { settle } from '#domain/settlement.ts'
import type { SettlementState } from '#domain/settlement-state.ts'
import { PLAIN_TERMS, type Terms, withoutCharges, withoutRent } from '#domain/terms.ts'
import { type Week, weekOf } from '#domain/week.ts'
import { type DecidedAdjustment, listAdjustments, listDueRecurring } from '#features/adjustments/queries.server.ts'
import {
  type PayTarget,
  type TermsInForce,
  listPayTargets,
  termsInForce,
} from '#features/fleet/drivers/queries.server.ts'
import {
  type FrozenSettlement,
  type HeldCar,
  listFrozen,
  listOpenReceipts,
  listFrozenDrivers,
} from '#features/settlements/frozen-settlements/queries.server.ts'
import { listStays } from '#features/departures/queries.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { type LiveRow, listLiveRows } from '#features/imports/rows/queries.server.ts'
import { readDirectory } from '#features/imports/owners/queries.server.ts'
import { listCarried } from '#features/ledger/queries.server.ts'
import { listReadingsOf } from '#features/fleet/odometers/queries.server.ts'
import { type DueInstalment, listDue } from '#features/plans/queries.server.ts'
import { listDueRewards } from '#features/adjustments/rewards/queries.server.ts'

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
  /** Today's ground of the week, and what was agreed for it, if anything, before any setting: to ask what another rule would do. */
  whatIf: { ground: DriverWeek; agreed: Terms | null; since: Week | null }
  /** Rows behind the figures, by id, for "why" and for the ticks. */
  rows: readonly LiveRow[]
  /** As the files have them; of a frozen one, had them when it was issued. */
  sources: SourceFigures
  pay: PayTarget | null
  /** The car whose odometer nobody read where its kilometres count. */
  unread: string | null
}

/** What is still to be settled of a frozen week; `declined` when the office has said no to just this difference. */
export type LateDifference = Difference & { declined: boolean }

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
  const known = await gather(week, on)
  const statements = await settleAll(known, on)
  const { rows, unmatched, company, directory } = known
  return {
    week,
    statements,
    unmatched,
    companyRows: company,
    directory,
    checks: check(rows, statements, unmatched, company),
  }
}

/**
 * One statement of the week for the office: the same as in `getWeek`, of which nobody else is read or settled. Refuses
 * `record.not-found`, also for who has no part in the week.
 */
export async function getStatement(week: Week, driverId: string, on: Kysely<DB> = db): Promise<DriverStatement> {
  const [found] = await settleAll(await gather(week, on, readRecordId(driverId)), on)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** Whoever has a statement in a week, in the order in which `getWeek` has them, with nothing settled. */
export async function listPresent(week: Week, on: Kysely<DB> = db): Promise<DriverName[]> {
  const [drivers, terms, frozen, adjusted] = await Promise.all([
    listWeekDrivers(on),
    termsInForce(on, week),
    listFrozenDrivers(week, on),
    listAdjustments(week, on),
  ])
  const known = { week, terms, frozen, adjusted: Map.groupBy(adjusted, ({ driverId }) => driverId) }
  const others = drivers.filter((driver) => !isPresent(driver, known)).map(({ id }) => id)
  const rows = await listLiveRows(week, on, others)
  const { byDriver } = shareOut(rows, await readDirectory(on, week))
  return drivers
    .filter((driver) => byDriver.has(driver.id) || isPresent(driver, known))
    .map(({ id, ref, name }) => ({ id, ref, name }))
}

type Known = Awaited<ReturnType<typeof gather>>

/** All that the statements of a week stand on; with `only`, that of this driver, and the rows that may be theirs. */
async function gather(week: Week, on: Kysely<DB>, only?: string) {
  const [
    rows,
    directory,
    drivers,
    terms,
    carried,
    openReceipts,
    frozen,
    rents,
    adjustments,
    instalments,
    recurring,
    rewards,
    settings,
    readings,
  ] = await Promise.all([
    listLiveRows(week, on, only === undefined ? undefined : [only]),
    readDirectory(on, week),
    listWeekDrivers(on, only),
    termsInForce(on, week, only),
    listCarried(on, only),
    listOpenReceipts(on, only),
    listFrozen(week, on, only),
    listRents(on),
    listAdjustments(week, on),
    listDue(week, on),
    listDueRecurring(week, on),
    listDueRewards(week, on),
    settingsIn(week, on),
    listReadingsOf(week, on),
  ])
  const adjusted = Map.groupBy(adjustments, ({ driverId }) => driverId)
  return {
    isWhole: only === undefined,
    ...{ week, rows, directory, drivers, terms, carried, openReceipts, frozen, rents, settings, readings },
    ...{ instalments, recurring, rewards, adjusted },
    ...shareOut(rows, directory),
  }
}

/** Whether a driver has a part in the week besides rows. */
function isPresent(
  { id, active, isGone, paysIn }: WeekDriverRecord,
  {
    week,
    terms,
    frozen,
    adjusted,
  }: Pick<Known, 'week' | 'terms' | 'adjusted'> & { frozen: { has: (id: string) => boolean } },
): boolean {
  return (
    frozen.has(id) ||
    adjusted.get(id)?.some((one) => one.week === week && one.state === 'accepted') ||
    // A record that was put away, or merged, keeps its terms and works no longer.
    (!isGone && terms.has(id) && active(week)) ||
    // A final account that was closed is paid out by the statement of this week.
    paysIn === week
  )
}

/** Which days each driver held a car: the very same as long as who had what is kept (`readDirectory`). */
function daysOfWeek(week: Week, held: Directory['held']): ReturnType<typeof daysHeld> {
  const before = heldDays.get(held)
  if (before?.week === week) return before.days
  const days = daysHeld(week, held)
  heldDays.set(held, { week, days })
  return days
}
const heldDays = new WeakMap<Directory['held'], { week: Week; days: ReturnType<typeof daysHeld> }>()

/** The statements of everybody who has a part in what was gathered. */
async function settleAll(known: Known, on: Kysely<DB>): Promise<DriverStatement[]> {
  const { week, drivers, byDriver, directory, terms, adjusted, instalments, recurring, rewards } = known
  const present = drivers.filter((driver) => byDriver.has(driver.id) || isPresent(driver, known))
  const pay = await listPayTargets(
    on,
    present.map(({ id }) => id),
  )
  const here = new Set(present.map(({ id }) => id))
  const held = known.isWhole
    ? directory.held
    : new Map([...directory.held].filter(([, had]) => had.some(({ driverId }) => here.has(driverId))))
  const days = daysOfWeek(week, held)
  const driven = drivenIn(week, held, known.readings)
  const plates = new Map([...directory.plates].map(([plate, vehicleId]) => [vehicleId, plate]))
  const rules = JSON.stringify(known.settings)
  return present.map(({ active, worked, since, hasLeft, isGone: _isGone, paysIn: _paysIn, ...driver }) => {
    const { id } = driver
    const own: Ground = {
      week,
      rows: byDriver.get(id) ?? [],
      days: days.get(id) ?? new Map(),
      worked: worked(week),
      since,
      driven: driven.get(id) ?? null,
      rents: known.rents,
      plates,
      settings: known.settings,
      rules,
    }
    const decided = adjusted.get(id) ?? []
    const stored = known.frozen.get(id)
    const agreed = termsFor(terms.get(id), own, { isActive: active(week), hasLeft })
    const carried = { balance: known.carried.get(id) ?? ZERO, receipts: known.openReceipts.get(id) ?? [] }
    const due = {
      decided,
      due: instalments.get(id) ?? [],
      recurring: active(week) ? (recurring.get(id) ?? []) : [],
      rewards: rewards.get(id) ?? [],
    }
    const standing = stored
      ? frozenStanding(stored, own, agreed, decided)
      : known.isWhole
        ? drafts.standing(`${week} ${id}`, own, agreed, due, carried)
        : draftStanding(own, agreed, due, carried)
    return {
      driver,
      rows: own.rows,
      pay: pay.get(id) ?? null,
      unread: unreadCar(own.driven, standing.terms),
      ...standing,
    }
  })
}

/**
 * Whoever works no longer and brought nothing owes neither rent nor fee: what is left is settled, and that is all, also
 * for who left before any terms were agreed. What comes late for somebody who has given the car back brings no rent with it.
 */
function termsFor(
  inForce: TermsInForce | undefined,
  { week, rows, days }: Ground,
  { isActive, hasLeft }: { isActive: boolean; hasLeft: boolean },
): TermsInForce | null {
  if (!inForce) return hasLeft && !isActive && rows.length === 0 ? { terms: PLAIN_TERMS, from: week } : null
  if (isActive) return inForce
  if (rows.length === 0) return { ...inForce, terms: withoutCharges(inForce.terms) }
  return days.size > 0 ? inForce : { ...inForce, terms: withoutRent(inForce.terms) }
}

/** A car with a reading missing, of a driver whose kilometres are counted. */
function unreadCar(driven: Driven | null, inForce: TermsInForce | null): string | null {
  if (!inForce?.terms.kilometres || inForce.terms.regime === 'employee') return null
  return driven?.spans.find(({ first, last }) => first === null || last === null)?.vehicleId ?? null
}

/** Gives each row to its driver, the company, or the queue of questions; the very same rows under the same directory once. */
function shareOut(rows: readonly LiveRow[], directory: Directory): Shared {
  const before = shared.get(rows)
  if (before?.directory === directory) return before.shared
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
  const now = { byDriver, unmatched, company }
  shared.set(rows, { directory, shared: now })
  return now
}

type Shared = {
  byDriver: ReadonlyMap<string, readonly LiveRow[]>
  unmatched: readonly UnmatchedRow[]
  company: readonly LiveRow[]
}
const shared = new WeakMap<readonly LiveRow[], { directory: Directory; shared: Shared }>()

/** What a driver-week stands on besides what was agreed and decided. */
type Ground = {
  week: Week
  rows: readonly LiveRow[]
  days: DaysHeld
  /** Days of the week the driver worked for the operator, and the week of the first of all. */
  worked: number
  since: Week | null
  driven: Driven | null
  rents: ReadonlyMap<string, Cents>
  plates: ReadonlyMap<string, string>
  settings: FinancialSettings
  /** The settings as one text, to compare. */
  rules: string
}

/** What earlier weeks left: to the payment, and to the receipt. */
type Carried = { balance: Cents; receipts: readonly OpenReceipt[] }

/** Everything one driver-week depends on. */
function driverWeek(
  { week, rows, days, worked, driven, plates }: Ground,
  { terms, from }: TermsInForce,
  held: HeldCar,
  carried: Carried,
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
    kilometres: driven?.kilometres ?? null,
    readings: readingsOf(driven, plates),
    vehicleRent: held.rent,
    carriedBalance: carried.balance,
    receiptCarried: carried.receipts,
    adjustments,
  }
}

/** The readings a reader sees, each with the plate of its car. */
function readingsOf(driven: Driven | null, plates: Ground['plates']): OdometerSpan[] {
  return (driven?.spans ?? []).flatMap(({ vehicleId, from, to, first, last }) =>
    first === null || last === null ? [] : [{ plate: plates.get(vehicleId) ?? '', from, to, first, last }],
  )
}

type Standing = Omit<DriverStatement, 'driver' | 'rows' | 'pay' | 'unread'>

/** What the office decided that a draft takes in: by hand, by instalments, by rule. */
type Decided = {
  decided: readonly DecidedAdjustment[]
  due: readonly DueInstalment[]
  recurring: readonly Adjustment[]
  rewards: readonly Adjustment[]
}

/** A draft, computed now, with what was put on it; of a week issued before, less what other statements settled of it. */
function draftStanding(
  ground: Ground,
  agreed: TermsInForce | null,
  { decided, due, recurring, rewards }: Decided,
  carried: Carried,
): Standing {
  const accepted = decided.filter(({ state }) => state === 'accepted')
  const elsewhere = settledElsewhere(accepted.filter(({ about, isFrozen }) => about === ground.week && isFrozen))
  const hasEarned = grossOf(ground.rows.flatMap(earningsOf)) > 0
  const adjustments = [
    ...accepted.filter(({ week }) => week === ground.week),
    ...recurring,
    ...rewards,
    ...(elsewhere ? [elsewhere] : []),
    ...due.flatMap(({ instalment, skipsIdle }) => (hasEarned || !skipsIdle ? [instalment] : [])),
  ]
  const held = heldCar(ground, null)
  const terms = agreed && { ...agreed, terms: underSettings(agreed.terms, ground.settings, ground.since) }
  const week = driverWeek(ground, terms ?? { terms: PLAIN_TERMS, from: ground.week }, held, carried, adjustments)
  return {
    terms,
    settlement: terms && settle(week),
    whatIf: { ground: week, agreed: agreed?.terms ?? null, since: ground.since },
    stored: null,
    state: 'draft',
    late: null,
    wouldBe: null,
    decided: [],
    held,
    sources: sourceFigures(ground.rows),
  }
}

/** As many drafts as are kept: of 10,000 drivers the week with files and the one that just ended, which stand side by side. */
const DRAFTS_KEPT = 24_000

/**
 * Drafts as they were worked out, for as long as all they rest on is the same: the very rows and terms, and the same words
 * of everything else. Who looks after a change works out the drafts whose ground changed, and no others.
 */
class Drafts {
  readonly #kept = new Map<string, Draft>()

  standing(name: string, ground: Ground, agreed: TermsInForce | null, decided: Decided, carried: Carried): Standing {
    const { rows: _rows, days, rents, plates, settings: _settings, rules, ...others } = ground
    const held = [...days].map(([vehicleId, count]) => [vehicleId, count, rents.get(vehicleId)])
    const seen = ground.driven?.spans.map(({ vehicleId }) => plates.get(vehicleId))
    const rest = JSON.stringify([others, held, seen, decided, carried])
    const before = this.#kept.get(name)
    const isSame =
      before?.rest === rest &&
      before.rules === rules &&
      areAlike(before.agreed, agreed) &&
      areTheVery(before.rows, ground.rows)
    const standing = isSame ? before.standing : draftStanding(ground, agreed, decided, carried)
    this.#kept.delete(name)
    this.#kept.set(name, { rows: ground.rows, agreed, rules, rest, standing })
    // oxlint-disable-next-line typescript/no-non-null-assertion -- it is full, so it has a first
    if (this.#kept.size > DRAFTS_KEPT) this.#kept.delete(this.#kept.keys().next().value!)
    return standing
  }
}

/** A draft, and what it was worked out from. */
type Draft = {
  rows: readonly LiveRow[]
  agreed: TermsInForce | null
  rules: string
  rest: string
  standing: Standing
}

const drafts = new Drafts()

function areAlike(one: TermsInForce | null, other: TermsInForce | null): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function areTheVery(some: readonly LiveRow[], others: readonly LiveRow[]): boolean {
  return some === others || (some.length === others.length && some.every((row, place) => row === others[place]))
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
  const week = driverWeek(ground, inForce, heldCar(ground, stored.held), { balance: ZERO, receipts: [] }, [])
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
    whatIf: { ground: week, agreed: agreed?.terms ?? null, since: ground.since },
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

type WeekDriverRecord = Awaited<ReturnType<typeof listWeekDrivers>>[number]

async function listWeekDrivers(on: Kysely<DB>, only?: string) {
  const [drivers, stays] = await Promise.all([
    on
      .selectFrom('drivers')
      .select(['id', 'ref', 'name', 'language', 'status', 'started_on', 'ended_on', 'is_gone'])
      // oxlint-disable-next-line typescript/no-non-null-assertion -- `$if` asked whether it is there
      .$if(only !== undefined, (query) => query.where('id', '=', only!))
      .orderBy('name')
      .orderBy('ref')
      .execute(),
    listStays(on),
  ])
  return drivers.map(({ started_on, ended_on, language, is_gone, ...driver }) => ({
    ...driver,
    isGone: is_gone,
    language: language === 'en' ? ('en' as const) : ('pt' as const),
    hasLeft: stays.get(driver.id)?.hasLeft ?? false,
    paysIn: stays.get(driver.id)?.paysIn ?? null,
    since: started_on === null ? null : weekOf(Temporal.PlainDate.from(started_on)),
    ...stayOf({ startedOn: started_on, endedOn: ended_on, away: stays.get(driver.id)?.away ?? [] }, driver.status),
  }))
}

function stayOf(stay: Stay, status: string) {
  return {
    active: (week: Week) => drivesIn(week, { status, ...stay }),
    worked: (week: Week) => daysActive(week, stay),
  }
}

async function listRents(on: Kysely<DB>): Promise<Map<string, Cents>> {
  const vehicles = await on.selectFrom('vehicles').select(['id', 'rent_cents']).execute()
  return new Map(vehicles.map(({ id, rent_cents }) => [id, cents(rent_cents)]))
}
