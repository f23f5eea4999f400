import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { daysHeld } from '#domain/driver-week.ts'
import { type Attribution, type Directory, attribute } from '#domain/matching.ts'
import { type Cents, ZERO, cents, minus, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Driven, drivenIn } from '#domain/odometer.ts'
import { PLAIN_TERMS, withoutCharges, withoutRent } from '#domain/terms.ts'
import type { Week } from '#domain/week.ts'
import { type DecidedAdjustment, listAdjustments, listDueRecurring } from '#features/adjustments/queries.server.ts'
import { listPayTargets, type PayTarget } from '#features/fleet/ibans/queries.server.ts'
import { listWaivedRents, termsInForce, type TermsInForce } from '#features/fleet/terms/queries.server.ts'
import { listFrozen, listOpenReceipts } from '#features/settlements/frozen-settlements/queries.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { type LiveRow, listLiveRows } from '#features/imports/rows/queries.server.ts'
import { readDirectory } from '#features/imports/owners/queries.server.ts'
import { listCarried } from '#features/ledger/queries.server.ts'
import { listReadingsOf } from '#features/fleet/odometers/queries.server.ts'
import { listDue } from '#features/plans/queries.server.ts'
import { listDueRewards } from '#features/adjustments/rewards/queries.server.ts'
import type { DueReward } from '#features/adjustments/rewards/schema.ts'
import { listLeftWeeks } from '#features/fleet/open-weeks/queries.server.ts'
import { isPresent, listWeekDrivers } from './present-drivers/queries.server.ts'
import { NO_TIMES, listTollTimes } from './toll-times.server.ts'
import { type Ground, drafts, draftStanding, frozenStanding, type Standing } from './driver-week.ts'

/** What is seen of a driver of the week besides the money. */
export type WeekDriver = { id: string; ref: string; name: string; language: 'pt' | 'en'; status: string }

/** One driver-week, with whose it is and the rows it stands on. */
export type DriverStatement = Standing & {
  driver: WeekDriver
  /** Rows behind the figures, by id, for "why" and for the ticks. */
  rows: readonly LiveRow[]
  pay: PayTarget | null
  /** The car whose odometer nobody read where its kilometres count. */
  unread: string | null
  /** The rent that is charged though no car is on record with the driver in the week; zero where none is. */
  carless: Cents
  /** Tolls that may have been passed without a passenger, under terms that ask it, and that no trips tell of; a positive size. */
  untold: { count: number; amount: Cents }
}

export type UnmatchedRow = { row: LiveRow; attribution: Extract<Attribution, { to: 'unmatched' }> }

export type WeekView = {
  week: Week
  statements: readonly DriverStatement[]
  unmatched: readonly UnmatchedRow[]
  companyRows: readonly LiveRow[]
  /** By which the rows were shared out. */
  directory: Directory
  /** Nobody works it any more (`listLeftWeeks`): what it has goes on the open week. */
  isLeft: boolean
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
  const [known, left] = await Promise.all([gather(week, on), listLeftWeeks(on)])
  const statements = await settleAll(known, on)
  const { rows, unmatched, company, directory } = known
  return {
    week,
    statements,
    unmatched,
    companyRows: company,
    directory,
    isLeft: left.includes(week),
    checks: check(rows, statements, unmatched, company),
  }
}

/** Every statement of the week is approved: what it stands on is settled, and is asked and answered no more. */
export function isFrozenWeek({ statements }: Pick<WeekView, 'statements'>): boolean {
  return statements.length > 0 && statements.every(({ state }) => state !== 'draft' && state !== 'issued')
}

/**
 * One statement of the week for the office: the same as in `getWeek`, of which nobody else is read or settled. Refuses
 * `record.not-found`, also for who has no part in the week.
 */
export async function getStatement(week: Week, driverId: string, on: Kysely<DB> = db): Promise<DriverStatement> {
  const found = await findStatement(week, readRecordId(driverId), on)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/**
 * The same, `null` for who has no part in the week. With `asksTimes`, the ground says when each toll was passed whatever the terms
 * are: others are tried on it.
 */
export async function findStatement(
  week: Week,
  driverId: string,
  on: Kysely<DB> = db,
  asksTimes = false,
): Promise<DriverStatement | null> {
  const [found] = await settleAll({ ...(await gather(week, on, driverId)), asksTimes }, on)
  return found ?? null
}

type Known = Awaited<ReturnType<typeof gather>> & { asksTimes?: boolean }

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
    waived,
  ] = await Promise.all([
    listLiveRows(week, on, only === undefined ? undefined : [only]),
    readDirectory(on, week),
    listWeekDrivers(on, only),
    termsInForce(on, week, only),
    listCarried(on, only),
    listOpenReceipts(on, only),
    listFrozen(week, on, only),
    listRents(on),
    listAdjustments(week, on, only),
    listDue(week, on, only),
    listDueRecurring(week, on, only),
    listDueRewards(week, on, only),
    settingsIn(week, on),
    listReadingsOf(week, on),
    listWaivedRents(week, on),
  ])
  const adjusted = Map.groupBy(adjustments, ({ driverId }) => driverId)
  return {
    isWhole: only === undefined,
    week,
    rows,
    directory,
    drivers,
    terms,
    carried,
    openReceipts,
    frozen,
    rents,
    settings,
    readings,
    instalments,
    recurring,
    rewards,
    adjusted,
    waived: new Set(waived.map(({ driverId }) => driverId)),
    ...shareOut(rows, directory),
  }
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
  const parts = {
    week,
    terms,
    frozen: known.frozen,
    adjusted: { has: (id: string) => hasDecided(adjusted.get(id), week) },
    rewards: { has: (id: string) => opensStatement(rewards.get(id)) },
  }
  const present = drivers.filter((driver) => byDriver.has(driver.id) || isPresent(driver, parts))
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
  const tollTimes = await listTollTimes(known, present, on)
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
      tollTimes: tollTimes.get(id) ?? NO_TIMES,
      settings: known.settings,
      rules,
    }
    const decided = adjusted.get(id) ?? []
    const stored = known.frozen.get(id)
    const agreed = termsFor(terms.get(id), own, { isActive: active(week), hasLeft, isWaived: known.waived.has(id) })
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
        ? drafts.value.standing(`${week} ${id}`, own, agreed, due, carried)
        : draftStanding(own, agreed, due, carried)
    return {
      driver,
      rows: own.rows,
      pay: pay.get(id) ?? null,
      unread: unreadCar(own.driven, standing.terms),
      carless: own.days.size === 0 ? rentOf(standing) : ZERO,
      untold: untoldTolls(standing),
      ...standing,
    }
  })
}

function hasDecided(decided: readonly DecidedAdjustment[] = [], week: Week): boolean {
  return decided.some((one) => one.week === week && one.state === 'accepted')
}

function opensStatement(due: readonly DueReward[] = []): boolean {
  return due.some((one) => 'goal' in one && one.opensStatement)
}

/**
 * Whoever works no longer and brought nothing owes neither rent nor fee: what is left is settled, and that is all, also
 * for who left before any terms were agreed. Neither does who has no car on record, in a week whose rent was let go. What comes late for somebody who has given the car back brings no rent with it.
 */
function termsFor(
  inForce: TermsInForce | undefined,
  { week, rows, days }: Ground,
  { isActive, hasLeft, isWaived }: { isActive: boolean; hasLeft: boolean; isWaived: boolean },
): TermsInForce | null {
  if (!inForce) return hasLeft && !isActive && rows.length === 0 ? { terms: PLAIN_TERMS, from: week } : null
  if (isActive) return isWaived && days.size === 0 ? { ...inForce, terms: withoutRent(inForce.terms) } : inForce
  if (rows.length === 0) return { ...inForce, terms: withoutCharges(inForce.terms) }
  return days.size > 0 ? inForce : { ...inForce, terms: withoutRent(inForce.terms) }
}

/** What a statement takes as rent, in cents; zero or more. */
function rentOf({ settlement }: Standing): Cents {
  return minus(sum((settlement?.lines ?? []).flatMap(({ code, amount }) => (code === 'vehicle.rent' ? [amount] : []))))
}

function untoldTolls({ terms, whatIf }: Standing): DriverStatement['untold'] {
  const tolls = terms?.terms.tollPolicy === 'off-trip' ? whatIf.ground.costs.filter((cost) => cost.untold) : []
  return { count: tolls.length, amount: sum(tolls.map(({ amount }) => amount)) }
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

async function listRents(on: Kysely<DB>): Promise<Map<string, Cents>> {
  const vehicles = await on.selectFrom('vehicles').select(['id', 'rent_cents']).execute()
  return new Map(vehicles.map(({ id, rent_cents }) => [id, cents(rent_cents)]))
}
