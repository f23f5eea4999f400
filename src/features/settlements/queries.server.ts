import { firstOf, requireValue } from '#domain/certain.ts'
import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { daysHeld } from '#domain/driver-week.ts'
import type { Directory } from '#domain/matching.ts'
import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Driven, drivenIn } from '#domain/odometer.ts'
import { PLAIN_TERMS, withoutCharges, withoutRent, withoutWeeklyFee } from '#domain/terms.ts'
import type { Week } from '#domain/week.ts'
import type { PayState } from '#features/fleet/ibans/queries.server.ts'
import { APPROVED, type TermsInForce } from '#features/fleet/terms/queries.server.ts'
import type { LiveRow } from '#features/imports/rows/queries.server.ts'
import { listWeeksBeforeFirstPaid } from '#features/fleet/open-weeks/queries.server.ts'
import {
  type TermsAndDecisions,
  type WeekInput,
  type UnmatchedRow,
  type WeekDriver,
  gather,
  presentOf,
} from './gathered/queries.server.ts'
import { listPresent } from './present-drivers/queries.server.ts'
import { NO_TIMES, type TollTimes, listTollTimes } from './toll-times.server.ts'
import { type DriverWeekInputs, drafts, draftResult, frozenResult, type DriverWeekResult } from './driver-week.ts'

/** One driver-week, with its driver and the rows behind it. */
export type DriverStatement = DriverWeekResult & {
  driver: WeekDriver
  /** Rows behind the figures, by id, for "why" and for the ticks. */
  rows: readonly LiveRow[]
  pay: PayState | null
  /** A car without an odometer reading, where the terms count its kilometres. */
  unread: string | null
  /** Rent that is charged although no car is on record with the driver in the week; otherwise zero. */
  carless: Cents
  /** Tolls that the terms charge only when passed without a passenger, and of which no trips show that; a positive amount. */
  tripUnknownTolls: { count: number; amount: Cents }
}

export type WeekView = {
  week: Week
  statements: readonly DriverStatement[]
  unmatched: readonly UnmatchedRow[]
  companyRows: readonly LiveRow[]
  /** The directory by which the rows got their owners. */
  directory: Directory
  /** The week is before the first paid one (`listWeeksBeforeFirstPaid`): what it has goes on the open week. */
  isBeforeFirstPaid: boolean
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

/**
 * The whole week: every driver with terms or rows in it, the rows without an owner, the company's rows, and the
 * checksums.
 */
export async function getWeek(week: Week, on: Kysely<DB> = db): Promise<WeekView> {
  return firstOf(await getWeeks([week], on))
}

/** The weeks before the first paid one, and the carried balances, where a caller has read them already. */
export type KnownOfWeeks = { left?: readonly Week[] | undefined; carried?: ReadonlyMap<string, Cents> }

/** Several weeks, read together, in their order. */
export async function getWeeks(
  weeks: readonly Week[],
  on: Kysely<DB> = db,
  alreadyRead?: KnownOfWeeks,
): Promise<WeekView[]> {
  if (weeks.length === 0) return []
  const [inputOf, left] = await Promise.all([
    gather(weeks, on, undefined, alreadyRead?.carried && { carried: alreadyRead.carried }),
    alreadyRead?.left ?? listWeeksBeforeFirstPaid(on),
  ])
  const gatheredWeeks = weeks.map(inputOf)
  const settled = await settleAll(gatheredWeeks, on)
  return gatheredWeeks.map((gatheredWeek) => {
    const { week, rows, unmatched, company, directory } = gatheredWeek
    const statements = settled(week)
    return {
      week,
      statements,
      unmatched,
      companyRows: company,
      directory,
      isBeforeFirstPaid: left.includes(week),
      checks: checksOf(rows, statements, unmatched, company),
    }
  })
}

/** Whether every statement of the week is approved: its rows and terms are then settled, and asked about no more. */
export function isFrozenWeek({ statements }: Pick<WeekView, 'statements'>): boolean {
  return statements.length > 0 && statements.every(({ state }) => state !== 'draft' && state !== 'issued')
}

/** Whether every statement of a week is approved, without settling any. */
export async function isWeekFrozen(week: Week, on: Kysely<DB> = db): Promise<boolean> {
  const [present, settled] = await Promise.all([
    listPresent(week, on),
    on.selectFrom('settlements').select('driver_id').where('week', '=', week).where('state', 'in', APPROVED).execute(),
  ])
  const approved = new Set(settled.map(({ driver_id }) => driver_id))
  return present.length > 0 && present.every(({ id }) => approved.has(id))
}

/**
 * One statement of the week for the office, the same as in `getWeek`, without reading or settling any other. Refuses
 * `record.not-found`, also for a driver who has no part in the week.
 */
export async function getStatement(week: Week, driverId: string, on: Kysely<DB> = db): Promise<DriverStatement> {
  const found = await findStatement(week, readRecordId(driverId), on)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/**
 * One statement of the week, or `null` for a driver who has no part in it. With `asksTimes`, the moment of each toll is
 * read whatever the terms are, so that other terms can be tried on the result.
 */
export async function findStatement(
  week: Week,
  driverId: string,
  on: Kysely<DB> = db,
  asksTimes = false,
): Promise<DriverStatement | null> {
  const find = await findStatements([{ week, driverId }], on, { asksTimes })
  return find(week, driverId)
}

/** Statements of several weeks and drivers, read together. */
export async function findStatements(
  requests: readonly { week: Week; driverId: string }[],
  on: Kysely<DB> = db,
  { asksTimes = false }: { asksTimes?: boolean } = {},
): Promise<FindStatement> {
  const gathered = await gatherStatements(requests, on)
  return settleGathered(
    gathered.map((weekInput) => ({ ...weekInput, asksTimes })),
    on,
  )
}

type FindStatement = (week: Week, driverId: string) => DriverStatement | null

/**
 * Reads the input of these statements, with the rows that name one of `cars`, so that they can be settled once or
 * twice. Terms and decisions are not read again where they are given.
 */
export async function gatherStatements(
  requests: readonly { week: Week; driverId: string }[],
  on: Kysely<DB>,
  alreadyRead?: { agreed: TermsAndDecisions; cars: readonly string[] },
): Promise<WeekInput[]> {
  if (requests.length === 0) return []
  const ofWeek = Map.groupBy(requests, ({ week }) => week)
  const weeks = [...ofWeek.keys()]
  const inputOf = await gather(weeks, on, [...new Set(requests.map(({ driverId }) => driverId))], alreadyRead)
  return weeks.map((week) => {
    const ids = new Set(requireValue(ofWeek, week).map(({ driverId }) => driverId))
    const weekInput = inputOf(week)
    return { ...weekInput, drivers: weekInput.drivers.filter(({ id }) => ids.has(id)) }
  })
}

/** Settles the gathered weeks, and answers a function that finds one statement. */
export async function settleGathered(gathered: readonly WeekToSettle[], on: Kysely<DB>): Promise<FindStatement> {
  const settled = await settleAll(gathered, on)
  return (week, driverId) => settled(week).find(({ driver }) => driver.id === driverId) ?? null
}

/**
 * The days on which each driver held a car: the very same object as long as the assignments of `readDirectories` are
 * kept.
 */
function daysOfWeek(week: Week, held: Directory['held']): ReturnType<typeof daysHeld> {
  const before = heldDays.get(held) ?? new Map<Week, ReturnType<typeof daysHeld>>()
  const days = before.get(week) ?? daysHeld(week, held)
  heldDays.set(held, before.set(week, days))
  return days
}
const heldDays = new WeakMap<Directory['held'], Map<Week, ReturnType<typeof daysHeld>>>()

/**
 * The kilometres of each driver in a week: the very same object as long as the assignments are kept and the readings are the
 * same.
 */
function drivenOfWeek(
  week: Week,
  held: Directory['held'],
  readings: WeekInput['readings'],
): ReturnType<typeof drivenIn> {
  const before = drivenWeeks.get(held) ?? new Map<Week, { readings: object; driven: ReturnType<typeof drivenIn> }>()
  const known = before.get(week)
  const driven = known?.readings === readings ? known.driven : drivenIn(week, held, readings)
  drivenWeeks.set(held, before.set(week, { readings, driven }))
  return driven
}
const drivenWeeks = new WeakMap<
  Directory['held'],
  Map<Week, { readings: object; driven: ReturnType<typeof drivenIn> }>
>()

/** A week to be settled; with `asksTimes`, the moment of each toll is needed whatever the terms are. */
type WeekToSettle = WeekInput & { asksTimes?: boolean }

/** The statements of every driver who has a part in these weeks, by week. */
async function settleAll(weeks: readonly WeekToSettle[], on: Kysely<DB>): Promise<(week: Week) => DriverStatement[]> {
  const presentIn = weeks.map((input) => ({ input, present: presentOf(input) }))
  const tollTimes = await listTollTimes(presentIn, on)
  const settled = new Map(
    presentIn.map(({ input, present }) => [input.week, settleWeek(input, present, tollTimes(input.week))]),
  )
  return (week) => settled.get(week) ?? []
}

function settleWeek(input: WeekInput, present: ReturnType<typeof presentOf>, tollTimes: TollTimes): DriverStatement[] {
  const { week, pay, byDriver, directory, terms, adjusted, instalments, recurring, rewards } = input
  const presentIds = new Set(present.map(({ id }) => id))
  const held = input.isWhole
    ? directory.held
    : new Map([...directory.held].filter(([, periods]) => periods.some(({ driverId }) => presentIds.has(driverId))))
  const days = daysOfWeek(week, held)
  const driven = drivenOfWeek(week, held, input.readings)
  const plates = new Map([...directory.plates].map(([plate, vehicleId]) => [vehicleId, plate]))
  const rules = JSON.stringify(input.settings)
  return present.map(({ active, worked, since, hasLeft, isGone: _isGone, paysIn: _paysIn, ...driver }) => {
    const { id } = driver
    const own: DriverWeekInputs = {
      week,
      rows: byDriver.get(id) ?? [],
      days: days.get(id) ?? new Map(),
      worked: worked(week),
      since,
      driven: driven.get(id) ?? null,
      rents: input.rents,
      plates,
      tollTimes: tollTimes.get(id) ?? NO_TIMES,
      settings: input.settings,
      rules,
    }
    const decided = adjusted.get(id) ?? []
    const stored = input.frozen.get(id)
    const agreed = termsFor(terms.get(id), own, { isActive: active(week), hasLeft, isWaived: input.waived.has(id) })
    const carried = { balance: input.carried.get(id) ?? ZERO, receipts: input.openReceipts.get(id) ?? [] }
    const due = {
      decided,
      due: instalments.get(id) ?? [],
      recurring: active(week) ? (recurring.get(id) ?? []) : [],
      rewards: rewards.get(id) ?? [],
    }
    const result = stored
      ? frozenResult(stored, own, agreed, decided)
      : input.isWhole
        ? drafts.value.result(`${week} ${id}`, own, agreed, due, carried)
        : draftResult(own, agreed, due, carried)
    return {
      driver,
      rows: own.rows,
      pay: pay.get(id) ?? null,
      unread: unreadCar(own.driven, result.terms),
      carless: own.days.size === 0 ? rentOf(result) : ZERO,
      tripUnknownTolls: tripUnknownTollsOf(result),
      ...result,
    }
  })
}

/**
 * The terms a driver-week is settled under. A driver who no longer works and has no rows is charged neither rent nor
 * fee: only what is left over is settled, even if terms were never agreed. A driver without a car on record pays no
 * rent in a week whose rent was let go. Late rows of a driver who has given the car back bring no rent, and those of
 * one who left no weekly fee.
 */
function termsFor(
  inForce: TermsInForce | undefined,
  { week, rows, days }: DriverWeekInputs,
  { isActive, hasLeft, isWaived }: { isActive: boolean; hasLeft: boolean; isWaived: boolean },
): TermsInForce | null {
  if (!inForce) return hasLeft && !isActive && rows.length === 0 ? { terms: PLAIN_TERMS, from: week } : null
  if (isActive) return isWaived && days.size === 0 ? { ...inForce, terms: withoutRent(inForce.terms) } : inForce
  if (rows.length === 0) return { ...inForce, terms: withoutCharges(inForce.terms) }
  const charged = hasLeft ? withoutWeeklyFee(inForce.terms) : inForce.terms
  return { ...inForce, terms: days.size > 0 ? charged : withoutRent(charged) }
}

/** The rent that a statement takes, in cents; zero or more. */
function rentOf({ settlement }: DriverWeekResult): Cents {
  return minus(sum((settlement?.lines ?? []).flatMap(({ code, amount }) => (code === 'vehicle.rent' ? [amount] : []))))
}

function tripUnknownTollsOf({ terms, whatIf }: DriverWeekResult): DriverStatement['tripUnknownTolls'] {
  const tolls = terms?.terms.tollPolicy === 'off-trip' ? whatIf.driverWeek.costs.filter((cost) => cost.tripUnknown) : []
  return { count: tolls.length, amount: sum(tolls.map(({ amount }) => amount)) }
}

/** A car with a missing odometer reading, of a driver whose kilometres are counted. */
function unreadCar(driven: Driven | null, inForce: TermsInForce | null): string | null {
  if (!inForce?.terms.kilometres || inForce.terms.regime === 'employee') return null
  return driven?.spans.find(({ first, last }) => first === null || last === null)?.vehicleId ?? null
}

function checksOf(
  rows: readonly LiveRow[],
  statements: readonly DriverStatement[],
  unmatched: readonly UnmatchedRow[],
  company: readonly LiveRow[],
): WeekView['checks'] {
  const settled = statements.flatMap(({ settlement }) => (settlement ? [settlement] : []))
  return {
    sourcesIn: sum(rows.map(({ amount }) => amount)),
    settled: sum(statements.flatMap((statement) => statement.rows.map(({ amount }) => amount))),
    unmatched: sum(unmatched.map(({ row }) => row.amount)),
    company: sum(company.map(({ amount }) => amount)),
    net: sum(settled.map(({ net }) => net)),
    payable: sum(settled.map(({ payable }) => payable)),
    carriedOver: sum(settled.map(({ carriedOver }) => carriedOver)),
  }
}
