import { firstOf, requireValue } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptByTables } from '#db/kept-by-tables.server.ts'
import type { DB } from '#db/types.ts'
import { type CarWeek, daysOfCar, figuresOfCar, freeInWorkshop, hintOf, paceOf } from '#domain/car-business.ts'
import {
  type DriverCarIncome,
  type CarIncomeParts,
  NO_CAR_INCOME,
  addCarIncome,
  totalCarIncome,
  incomeByCar,
} from '#domain/car-income.ts'
import { usableUntil } from '#domain/maintenance.ts'
import { cents, fraction } from '#domain/money.ts'
import { type FiguresPeriod, adjacentPeriod, periodAround } from '#domain/performance.ts'
import { type Week, ZONE, bounds, daysOfWeek, previousWeek, weekAt, weekName } from '#domain/week.ts'
import { listInsurersMoney } from '#features/fleet/accidents/queries.server.ts'
import { listDamageCosts } from '#features/fleet/damages/queries.server.ts'
import { listCarStays, readBooks } from '#features/fleet/upkeep/queries.server.ts'
import { listVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { listAgeLimits } from '#features/papers/kinds/queries.server.ts'
import type { CarBusiness, CarIncome, FleetBusiness, IncomeWeek } from './schema.ts'

/** Number of weeks that a chart shows. */
const WEEKS_SHOWN = 12
/** A hint rests on this number of newest weeks: older ones would hide that a car has stood still of late. */
const WEEKS_OF_HINT = 8

type BookedRow = { week: Week; driver: string | null; rent: number; fee: number; share: number }
type HeldRow = {
  car: string
  driver: string
  was_of: string[]
  from: Temporal.Instant | null
  to: Temporal.Instant | null
}

/** When somebody had each car. */
type HeldTimes = {
  /** For each car and week, the seconds in which somebody had it. */
  seconds: ReadonlyMap<string, ReadonlyMap<Week, number>>
  /** For each car, the times in which somebody had it, in milliseconds. */
  spans: ReadonlyMap<string, readonly { start: number; end: number }[]>
  /** For each car, the first moment at which somebody had it; `null` when that has no beginning on record. */
  since: ReadonlyMap<string, Temporal.Instant | null>
}

type HeldCars = HeldTimes & {
  /**
   * The income that each driver brought in a week, with the cars they had in it; an empty list of cars for a driver without one.
   */
  brought: readonly (DriverCarIncome & { week: Week })[]
  plates: ReadonlyMap<string, string>
}

/**
 * Room for the weeks of the first page, those of one car, those of two periods, and as many from before a week was
 * closed.
 */
const HELD_KEPT = 6

/**
 * Rent and fees of each driver in these weeks by the books, with the cars that the driver had. Kept while journals,
 * statements, cars and assignments are the same; a journal or a statement never changes what it says.
 */
export const listHeld = keptByTables(
  (weeks: readonly Week[]) => weeks.join(),
  (weeks) => [
    { table: 'settlements', where: sql<boolean>`week = any(${weeks}::date[])` },
    { table: 'journals', where: sql<boolean>`week = any(${weeks}::date[])` },
    { table: 'assignments' },
    { table: 'vehicles' },
  ],
  async (weeks, on): Promise<HeldCars> => {
    const [{ rows: booked }, held, plates] = await Promise.all([
      sql<BookedRow>`
        select week, driver_id as driver, rent, fee - coalesce(share, 0) as fee, coalesce(share, 0) as share
        from (
          select week, journals.driver_id, coalesce(sum(amount_cents) filter (where code = 'income:rent'), 0)::bigint as rent,
            coalesce(sum(amount_cents) filter (where code = 'income:fee'), 0)::bigint as fee
          from journals join entries on entries.journal_id = journals.id
            join ledger_accounts on ledger_accounts.id = entries.account_id
          where week = any(${weeks}::date[]) and code in ('income:fee', 'income:rent')
          group by week, journals.driver_id) booked
        left join (
          select week, driver_id, -sum(amount_cents)::bigint as share
          from settlements join settlement_lines on settlement_lines.settlement_id = settlements.id
          where week = any(${weeks}::date[]) and state <> 'void' and code = 'fee.split'
          group by week, driver_id) split using (week, driver_id)
        where rent <> 0 or fee <> 0 or share <> 0
        order by week, driver_id`.execute(on),
      listAssigned(on),
      on.selectFrom('vehicles').select(['id', 'plate']).orderBy('plate').execute(),
    ])
    return heldIn(weeks, booked, held, new Map(plates.map(({ id, plate }) => [id, plate])))
  },
  HELD_KEPT,
)

function listAssigned(on: Kysely<DB>): Promise<HeldRow[]> {
  return on
    .selectFrom('assignments')
    .select(['vehicle_id as car', 'driver_id as driver', 'was_of'])
    .select(sql<Temporal.Instant | null>`lower(period)`.as('from'))
    .select(sql<Temporal.Instant | null>`upper(period)`.as('to'))
    .execute()
}

function heldIn(
  weeks: readonly Week[],
  booked: readonly BookedRow[],
  held: readonly HeldRow[],
  plates: ReadonlyMap<string, string>,
): HeldCars {
  const place = new Map([...plates.keys()].map((car, at) => [car, at]))
  const periods = held.map(periodOf).toSorted((a, b) => requireValue(place, a.car) - requireValue(place, b.car))
  const byDriver = Map.groupBy(
    periods.flatMap((period) => [period.driver, ...period.was_of].map((driver) => ({ ...period, driver }))),
    ({ driver }) => driver,
  )
  const edges = new Map(weeks.map((week) => [week, edgesOf(week)]))
  return {
    brought: booked.map(({ week, driver, rent, fee, share }) => ({
      week,
      amounts: { rent: cents(rent), fee: cents(fee), share: cents(share) },
      held: [...secondsIn(driver === null ? [] : (byDriver.get(driver) ?? []), requireValue(edges, week))].map(
        ([car, seconds]) => ({
          car,
          seconds,
        }),
      ),
    })),
    ...timesIn(weeks, held),
    plates,
  }
}

type HeldPeriod = Pick<HeldRow, 'car' | 'driver' | 'was_of'> & { start: number; end: number }

function periodOf({ from, to, ...holding }: HeldRow): HeldPeriod {
  return { ...holding, start: from?.epochMilliseconds ?? -Infinity, end: to?.epochMilliseconds ?? Infinity }
}

/** The seconds of a time in which somebody had each car. */
function secondsIn(periods: readonly HeldPeriod[], { start, end }: { start: number; end: number }) {
  const cars = new Map<string, number>()
  for (const holding of periods) {
    const shared = Math.min(holding.end, end) - Math.max(holding.start, start)
    if (shared > 0) cars.set(holding.car, (cars.get(holding.car) ?? 0) + Math.round(shared / 1000))
  }
  return cars
}

function timesIn(weeks: readonly Week[], held: readonly HeldRow[]): HeldTimes {
  const periods = held.map(periodOf)
  const spans = Map.groupBy(periods, ({ car }) => car)
  const perWeek = weeks.map((week) => ({ week, cars: secondsIn(periods, edgesOf(week)) }))
  return {
    seconds: new Map(
      [...spans.keys()].map((car) => [car, new Map(perWeek.map(({ week, cars }) => [week, cars.get(car) ?? 0]))]),
    ),
    spans,
    since: new Map(
      [...Map.groupBy(held, ({ car }) => car)].map(([car, own]) => {
        const begins = own.map(({ from }) => from)
        const known = begins.filter((from) => from !== null).toSorted((a, b) => Temporal.Instant.compare(a, b))
        return [car, begins.includes(null) ? null : (known[0] ?? null)]
      }),
    ),
  }
}

function edgesOf(week: Week) {
  const { start, end } = bounds(week)
  return { start: start.epochMilliseconds, end: end.epochMilliseconds }
}

/** The income that each car brought over some weeks, the highest first. */
export async function listCarIncome(weeks: readonly Week[], on: Kysely<DB> = db): Promise<CarIncome[]> {
  const { brought, plates } = await listHeld(weeks, on)
  return [...incomeByCar(brought)]
    .map(([id, amounts]) => ({ id, plate: requireValue(plates, id), amount: totalCarIncome(amounts) }))
    .toSorted((one, other) => other.amount - one.amount || one.plate.localeCompare(other.plate))
}

/** The income of one car in each of the last weeks with statements, oldest first; zero in a week in which nobody had it. */
export async function listWeeksOfCar(id: string, on: Kysely<DB> = db): Promise<IncomeWeek[]> {
  const weeks = await listNewestSettled(on)
  const { brought } = await listHeld(weeks, on)
  if (!brought.some(({ held }) => held.some(({ car }) => car === id))) return []
  const byWeek = weeklyBy(brought)
  return weeks.map((week) => ({
    week,
    name: weekName(week),
    amount: totalCarIncome(byWeek(week).get(id) ?? NO_CAR_INCOME),
  }))
}

async function listNewestSettled(on: Kysely<DB>): Promise<Week[]> {
  const { rows } = await sql<{ week: Week }>`
    select distinct week from settlements where state <> 'void' order by week desc limit ${WEEKS_SHOWN}`.execute(on)
  return rows.map(({ week }) => week).toReversed()
}

async function newestSettled(on: Kysely<DB>): Promise<Week | null> {
  const { rows } = await sql<{ week: Week | null }>`
    select max(week) as week from settlements where state <> 'void'`.execute(on)
  return firstOf(rows).week
}

/** The weeks among these that have statements: the costs of a car count only in weeks with income, and in no open one. */
async function settledOf(weeks: readonly Week[], on: Kysely<DB>): Promise<Set<Week>> {
  // With a limit each week is looked up in the index: without, PostgreSQL reads all statements where most weeks have none.
  const { rows } = await sql<{ week: Week }>`
    select asked.week from unnest(${weeks}::date[]) as asked (week)
      cross join lateral (select from settlements where settlements.week = asked.week and state <> 'void' limit 1) one`.execute(
    on,
  )
  return new Set(rows.map(({ week }) => week))
}

function weeklyBy(incomes: HeldCars['brought']): (week: Week) => ReadonlyMap<string, CarIncomeParts> {
  const byWeek = Map.groupBy(incomes, ({ week }) => week)
  const known = new Map([...byWeek].map(([week, own]) => [week, incomeByCar(own)]))
  return (week) => known.get(week) ?? new Map()
}

/** The requested period and the one before, with those of their weeks that have statements; without `requested`, the month of the newest such week. */
async function periodsOf(requested: FiguresPeriod | null, newest: Week | null, now: Temporal.Instant, on: Kysely<DB>) {
  const period = requested ?? periodAround('month', newest ?? previousWeek(weekAt(now)))
  const before = adjacentPeriod(period, 'before')
  const settled = await settledOf([...before.weeks, ...period.weeks], on)
  const counted = period.weeks.filter((week) => settled.has(week))
  const countedBefore = before.weeks.filter((week) => settled.has(week))
  return { period, before, counted, countedBefore, newest }
}

/** Reads the input of the pages of cars: for a period, for the one before it, and for each car. */
async function readCars(requested: FiguresPeriod | null, now: Temporal.Instant, on: Kysely<DB>) {
  const last = await listNewestSettled(on)
  const head = await periodsOf(requested, last.at(-1) ?? null, now, on)
  const { counted, countedBefore } = head
  const neededWeeks = [...new Set([...countedBefore, ...counted, ...last])].toSorted()
  const [held, books, damages, insured, made] = await Promise.all([
    listHeld(neededWeeks, on),
    readBooks(on),
    listDamageCosts(on),
    listInsurersMoney(on),
    on.selectFrom('vehicles').select(['id', 'plate', 'created_at']).orderBy('plate').execute(),
  ])
  const amountsIn = weeklyBy(held.brought)
  const daysOf = new Map(neededWeeks.map((week) => [week, daysOfWeek(week)]))
  const createdAt = new Map(made.map(({ id, created_at }) => [id, created_at]))
  const carOf = (id: string) => {
    const booksOfCar = books(id)
    const acquired = {
      boughtOn: booksOfCar.purchase?.boughtOn ?? null,
      beginsOn: booksOfCar.contract?.beginsOn ?? null,
    }
    const since = sinceOf({ ...acquired, createdAt: requireValue(createdAt, id) }, held.since.get(id))
    const car = { ...booksOfCar, since, damages: damages.get(id) ?? [], insured: insured.get(id) ?? [] }
    const figuresIn = (some: readonly Week[]) =>
      figuresOfCar(
        some.map((week): CarWeek => {
          const days = requireValue(daysOf, week)
          return {
            days,
            brought: amountsIn(week).get(id) ?? NO_CAR_INCOME,
            heldSeconds: held.seconds.get(id)?.get(week) ?? 0,
            workshopSeconds: freeInWorkshop(car, held.spans.get(id) ?? [], days),
          }
        }),
        car,
      )
    const [figures, figuresBefore] = [figuresIn(counted), figuresIn(countedBefore)]
    const isHere = figures.days > 0 || figures.income !== 0
    return {
      own: booksOfCar,
      figuresIn,
      figures,
      before: figuresBefore.days > 0 || figuresBefore.income !== 0 ? figuresBefore : null,
      isHere,
    }
  }
  return { head, last, held, carOf }
}

/** The days on which each car was here and empty in a period and in the one before, without its money: the company needs no more of them. */
export async function showCarDays(requested: FiguresPeriod | null, now: Temporal.Instant, on: Kysely<DB> = db) {
  const [newest, stays, held] = await Promise.all([newestSettled(on), listCarStays(on), listAssigned(on)])
  const head = await periodsOf(requested, newest, now, on)
  const { seconds, spans, since } = timesIn([...head.countedBefore, ...head.counted], held)
  const counted = head.counted.map((week) => ({ week, days: daysOfWeek(week) }))
  const countedBefore = head.countedBefore.map((week) => ({ week, days: daysOfWeek(week) }))
  const cars = stays.map(({ id, plate, title, ...known }) => {
    const stay = { ...known, since: sinceOf(known, since.get(id)) }
    const daysIn = (weeks: typeof counted) =>
      daysOfCar(
        weeks.map(({ week, days }) => ({
          days,
          heldSeconds: seconds.get(id)?.get(week) ?? 0,
          workshopSeconds: freeInWorkshop(stay, spans.get(id) ?? [], days),
        })),
        stay,
      )
    return { id, plate, title, now: daysIn(counted), before: daysIn(countedBefore) }
  })
  return { ...head, cars }
}

/**
 * The cars, each with a hint that rests on the last eight weeks; without `requested`, in the month of the newest week with
 * statements. With `only`, that car alone.
 */
export async function showCars(
  requested: FiguresPeriod | null,
  now: Temporal.Instant,
  { on = db, only }: { on?: Kysely<DB>; only?: string } = {},
): Promise<FleetBusiness> {
  const [{ head, last, held, carOf }, vehicles, limits] = await Promise.all([
    readCars(requested, now, on),
    listVehicles(now, on),
    listAgeLimits(on),
  ])
  const today = dayOf(now)
  const cars = vehicles
    .filter(({ id }) => only === undefined || id === only)
    .flatMap((vehicle): CarBusiness[] => {
      const { own, figuresIn, figures, before, isHere } = carOf(vehicle.id)
      if (!isHere && only === undefined) return []
      const hintFigures = figuresIn(last.slice(-WEEKS_OF_HINT))
      const weeks = last.map((week) => ({ week, figures: figuresIn([week]) }))
      const { contract } = own
      const usableDay =
        own.registeredOn === null
          ? null
          : usableUntil({ firstRegisteredOn: own.registeredOn, energy: vehicle.energy }, limits, today)
      const pace = contract === null ? null : paceOf(contract, own.readings)
      const facts = {
        title: own.title,
        weeks: weeks.slice(-WEEKS_OF_HINT).filter((week) => week.figures.days > 0).length,
        leftAWeek: hintFigures.days === 0 ? null : fraction(hintFigures.left, 7, hintFigures.days),
        missing: hintFigures.missing,
        contractEnds: contract?.endsOn ?? null,
        plannedSale: own.purchase?.counted.until ?? null,
        usableUntil: usableDay?.toString() ?? null,
        pace,
        priceBeyond: contract?.beyond ?? null,
      }
      return [
        {
          id: vehicle.id,
          plate: vehicle.plate,
          name: [vehicle.make, vehicle.model].filter(Boolean).join(' '),
          driver: vehicle.driver,
          title: own.title,
          isGone: own.until !== null && own.until <= today,
          figures,
          before,
          lately: figuresIn(last),
          weeks,
          contract,
          pace,
          facts,
          hint: own.until === null ? hintOf(facts, today) : null,
        },
      ]
    })
  const isCounted = new Set(head.counted)
  const booked = held.brought.filter(({ week }) => isCounted.has(week))
  const bookedTotal = totalCarIncome(addCarIncome(booked.map(({ amounts }) => amounts)))
  const withoutCar = totalCarIncome(
    addCarIncome(booked.filter((income) => income.held.length === 0).map(({ amounts }) => amounts)),
  )
  return { ...head, cars, booked: bookedTotal, withoutCar }
}

type CarCame = { boughtOn: string | null; beginsOn: string | null; createdAt: Temporal.Instant }

/** The first day on which a car is known to be the operator's; `first` is the first moment at which somebody had it. */
function sinceOf(
  { boughtOn, beginsOn, createdAt }: CarCame,
  first: Temporal.Instant | null | undefined,
): string | null {
  if (first === null) return null
  const days = [boughtOn, beginsOn, first ? dayOf(first) : null].filter((day) => day !== null)
  return days.toSorted()[0] ?? dayOf(createdAt)
}

function dayOf(instant: Temporal.Instant): string {
  return instant.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}
