import { type CarIncomeParts, addCarIncome, totalCarIncome } from './car-income.ts'
import { type DatedCost, type MonthlyCost, type ValueLost, weeklyLoss, weeklyPart } from './car-profit.ts'
import { type Cents, ZERO, cents, fraction, minus, sum } from './money.ts'
import type { CarTitle } from './vehicle.ts'
import { type WeekDays, ZONE, dayAfter, daysFrom } from './week.ts'

/** Kinds of monthly costs. `tax` is road tax that is paid in parts. */
export const COST_KINDS = ['finance', 'insurance', 'tax', 'other'] as const
export type CostKind = (typeof COST_KINDS)[number]

/** Costs of a car: by month, loss of value, work on it, and damage that no driver pays. */
export const CAR_COSTS = [...COST_KINDS, 'value', 'work', 'damages'] as const
export type CarCost = (typeof CAR_COSTS)[number]

/** Services that the instalment of a leasing or renting contract may include besides the car. */
export const INCLUDED = ['insurance', 'tax', 'upkeep'] as const
type Included = (typeof INCLUDED)[number]

/** A leasing or renting contract. Kilometres are for its whole term; the price beyond them is in cents for 100 km. */
export type CarContract = {
  beginsOn: string
  months: number
  limit: number | null
  beyond: Cents | null
  /** Price that buys the car at the end, in cents. */
  residual: Cents | null
  /** Odometer reading at the beginning. */
  startKilometres: number | null
  includes: readonly Included[]
}

/** Invoice of a damage, and the part that a driver is charged; `null` while there is no invoice. */
export type DamageCost = { on: string; invoice: Cents | null; charged: Cents; isOpen: boolean }

/** Costs of a car as the office wrote them down. Days are text. */
export type CarBooks = {
  title: CarTitle | null
  /** First day on which the car is the operator's, and first day on which it no longer is; `null` where unknown. */
  since: string | null
  until: string | null
  monthly: readonly (MonthlyCost & { kind: CostKind })[]
  work: readonly DatedCost[]
  /** Times in a workshop, from the first day to the last; the last is `null` while the car is there. */
  workshop: readonly { from: string; until: string | null }[]
  damages: readonly DamageCost[]
  /** Money of insurers for accidents of the car, on the day on which it came. */
  insured: readonly DatedCost[]
  value: ValueLost | null
  /** Road tax of one year. */
  roadTax: Cents | null
  contract: CarContract | null
}

/** How a car spent a week: the seconds for which somebody had it, and those in which it was in a workshop while nobody had it. */
export type CarTimes = { days: WeekDays; heldSeconds: number; workshopSeconds: number }
/** A week of a car with what it brought. */
export type CarWeek = CarTimes & { brought: CarIncomeParts }

/** Facts that may be unknown about a car's costs: such a cost counts in no sum, and the page says so. */
export type Missing = 'title' | 'finance' | 'insurance' | 'tax' | 'value' | 'damages'

/** Whole days of a car in the fleet over some weeks; of them, those in a workshop, and those in which nobody had it although it was in none. */
export type CarDays = { days: number; workshopDays: number; emptyDays: number }

/** Sums of a car over some weeks: what it brought, cost and left, in cents. A cost of which nothing is known is `null`. */
export type CarFigures = CarDays & {
  brought: CarIncomeParts
  income: Cents
  costs: Readonly<Record<CarCost, Cents | null>>
  /** Sum of the known costs. */
  cost: Cents
  left: Cents
  missing: readonly Missing[]
  /** Costs of the empty days: a part of the costs, not an additional one. */
  emptyCost: Cents
  /** Income in seven days at which the car pays for itself; `null` for a car that was not here. */
  breakEven: Cents | null
}

const DAY_SECONDS = 86_400
const DAYS_OF_A_YEAR = 365

/** Works out what a car brought, cost and left in these weeks: each week is rounded by itself, and the sums are those of the weeks. */
export function figuresOfCar(weeks: readonly CarWeek[], books: CarBooks): CarFigures {
  const spans = weeks.map(({ days }) => days)
  const { empty, ...times } = timesOf(weeks, books)
  const daysInFleet = times.days
  const costs = costsIn(spans, books)
  const known = CAR_COSTS.flatMap((name) => costs[name] ?? [])
  const brought = addCarIncome(weeks.map((week) => week.brought))
  const [income, cost] = [totalCarIncome(brought), sum(known)]
  const fixed = sum(FIXED_COSTS.flatMap((name) => costs[name] ?? []))
  return {
    brought,
    income,
    costs,
    cost,
    left: sum([income, minus(cost)]),
    missing: daysInFleet === 0 ? [] : missingOf(costs, books, spans),
    ...times,
    emptyCost: daysInFleet === 0 ? ZERO : fraction(fixed, empty, daysInFleet * DAY_SECONDS),
    breakEven: daysInFleet === 0 ? null : fraction(cost, 7, daysInFleet),
  }
}

/** Counts the days of a car alone, without its money. */
export function daysOfCar(weeks: readonly CarTimes[], books: CarStay): CarDays {
  const { empty: _, ...days } = timesOf(weeks, books)
  return days
}

/** Counts the days of a car, and the seconds in which it was empty. */
function timesOf(weeks: readonly CarTimes[], books: CarStay): CarDays & { empty: number } {
  const daysInFleet = weeks.reduce((all, { days }) => all + daysHere(books, days), 0)
  const usedSeconds = weeks.reduce((all, { heldSeconds, workshopSeconds }) => all + heldSeconds + workshopSeconds, 0)
  const empty = Math.max(0, daysInFleet * DAY_SECONDS - usedSeconds)
  return {
    days: daysInFleet,
    workshopDays: weeks.reduce((all, { days }) => all + daysInWorkshop(books, days).length, 0),
    emptyDays: fraction(cents(empty), 1, DAY_SECONDS),
    empty,
  }
}

/** Costs that go on while a car stands still. */
const FIXED_COSTS = [...COST_KINDS, 'value'] as const

function costsIn(weeks: readonly WeekDays[], books: CarBooks): CarFigures['costs'] {
  const isOperators = books.title !== 'driver'
  const sumIfKnown = (known: boolean, amounts: Cents[]) => (known ? sum(amounts) : null)
  const monthly = (kind: CostKind) => books.monthly.filter((cost) => cost.kind === kind)
  const parts = (kind: CostKind) => monthly(kind).flatMap((cost) => weeks.map((week) => weeklyPart(cost, week)))
  const isPaid = (kind: CostKind) => monthly(kind).some((cost) => weeks.some((week) => runsIn(cost, week)))
  const includes = (what: Included) => books.contract?.includes.includes(what) ?? false
  const isCounted = (on: string) => weeks.some((week) => isWithinWeek(on, week))
  return {
    finance: sumIfKnown(isPaid('finance') || books.title === 'own' || !isOperators, parts('finance')),
    insurance: sumIfKnown(isPaid('insurance') || includes('insurance') || !isOperators, parts('insurance')),
    tax: sumIfKnown(
      knowsTax(books) || isPaid('tax') || !isOperators,
      isPaid('tax') ? parts('tax') : taxParts(weeks, books),
    ),
    other: sum(parts('other')),
    value: sumIfKnown(
      books.value !== null || (books.title !== 'own' && books.title !== null),
      weeks.flatMap((week) => (books.value === null ? [] : weeklyLoss(books.value, week))),
    ),
    work: sum(books.work.filter(({ on }) => isCounted(on)).map(({ amount }) => amount)),
    damages: sum([
      ...books.damages
        .filter(({ on }) => isCounted(on))
        .map(({ invoice, charged }) => cents(Math.max(0, (invoice ?? ZERO) - charged))),
      ...books.insured.filter(({ on }) => isCounted(on)).map(({ amount }) => minus(amount)),
    ]),
  }
}

/** Whether the road tax is known, or is not ours: the owner of a rented car pays it. */
function knowsTax({ title, roadTax, contract }: CarBooks): boolean {
  return roadTax !== null || title === 'renting' || title === 'rent' || (contract?.includes.includes('tax') ?? false)
}

/** Splits the road tax of the year by day; a driver pays the tax of the own car, and a contract may include it. */
function taxParts(weeks: readonly WeekDays[], books: CarBooks): Cents[] {
  const { title, roadTax, contract } = books
  if (roadTax === null || title === 'driver' || contract?.includes.includes('tax')) return []
  return weeks.map((week) => fraction(roadTax, daysHere(books, week), DAYS_OF_A_YEAR))
}

function missingOf(costs: CarFigures['costs'], books: CarBooks, weeks: readonly WeekDays[]): Missing[] {
  if (books.title === null) return ['title']
  const open = books.damages.some(
    ({ on, invoice, isOpen }) => isOpen && invoice === null && weeks.some((week) => isWithinWeek(on, week)),
  )
  const names = (['finance', 'insurance', 'tax', 'value'] as const).filter((name) => costs[name] === null)
  return open ? [...names, 'damages'] : names
}

function daysHere({ since, until }: Pick<CarBooks, 'since' | 'until'>, { first, last }: WeekDays): number {
  const lastDay = until === null ? null : dayAfter(until, -1)
  const begins = since !== null && since > first ? since : first
  const ends = lastDay !== null && lastDay < last ? lastDay : last
  return begins > ends ? 0 : daysFrom(begins, ends)
}

/** Lists the days of a week on which a car that was here was in a workshop. */
function daysInWorkshop({ workshop, since, until }: CarStay, { first }: WeekDays): string[] {
  if (workshop.length === 0) return []
  const days = Array.from({ length: 7 }, (_, at) => dayAfter(first, at))
  return days.filter((day) => {
    const isHere = (since === null || since <= day) && (until === null || day < until)
    return isHere && workshop.some((stay) => stay.from <= day && (stay.until === null || day <= stay.until))
  })
}

/** When a car was here, and in a workshop. */
export type CarStay = Pick<CarBooks, 'workshop' | 'since' | 'until'>

/** Counts the seconds of a week in which a car was in a workshop while nobody had it; `held` are moments in milliseconds. */
export function freeInWorkshop(
  books: CarStay,
  held: readonly { start: number; end: number }[],
  week: WeekDays,
): number {
  return daysInWorkshop(books, week).reduce((all, day) => {
    const date = Temporal.PlainDate.from(day)
    const start = date.toZonedDateTime(ZONE).epochMilliseconds
    const end = date.add({ days: 1 }).toZonedDateTime(ZONE).epochMilliseconds
    const heldMilliseconds = held.reduce(
      (soFar, span) => soFar + Math.max(0, Math.min(span.end, end) - Math.max(span.start, start)),
      0,
    )
    return all + Math.round(Math.max(0, end - start - heldMilliseconds) / 1_000)
  }, 0)
}

function runsIn({ from, until }: MonthlyCost, { first, last }: WeekDays): boolean {
  return from <= last && (until === null || until >= first)
}

function isWithinWeek(on: string, { first, last }: WeekDays): boolean {
  return on >= first && on <= last
}

/** Adds the figures of several weeks, or of several cars: a cost is unknown if none of them knows it. */
export function addFigures(figuresOfWeeks: readonly CarFigures[]): CarFigures {
  const amounts = (of: (figures: CarFigures) => Cents) => sum(figuresOfWeeks.map(of))
  const count = (of: (figures: CarFigures) => number) => figuresOfWeeks.reduce((all, figures) => all + of(figures), 0)
  const known = (name: CarCost) => figuresOfWeeks.flatMap(({ costs }) => costs[name] ?? [])
  const days = count((figures) => figures.days)
  const cost = amounts((figures) => figures.cost)
  return {
    brought: addCarIncome(figuresOfWeeks.map(({ brought }) => brought)),
    income: amounts(({ income }) => income),
    costs: Object.fromEntries(
      CAR_COSTS.map((name) => [name, known(name).length === 0 ? null : sum(known(name))]),
    ) as CarFigures['costs'],
    cost,
    left: amounts(({ left }) => left),
    missing: [...new Set(figuresOfWeeks.flatMap(({ missing }) => missing))],
    days,
    workshopDays: count(({ workshopDays }) => workshopDays),
    emptyDays: count(({ emptyDays }) => emptyDays),
    emptyCost: amounts(({ emptyCost }) => emptyCost),
    breakEven: days === 0 ? null : fraction(cost, 7, days),
  }
}

/** An odometer reading and its day. */
export type DatedReading = { on: string; kilometres: number }

/** Kilometres compared with a contract, whole; the cost of those beyond is in cents. */
export type ContractPace = {
  endsOn: string
  /** Kilometres driven from its beginning to the last reading, on `readOn`. */
  driven: number
  readOn: string
  perWeek: number
  limit: number
  /** Kilometres at the end if they go on like this, and those beyond the limit; 0 for none. */
  atEnd: number
  beyond: number
  beyondCost: Cents | null
  /** Day on which the limit is reached; `null` where that is after the end. */
  reachedOn: string | null
}

/** Answers the last day of a contract. */
export function endOf({ beginsOn, months }: Pick<CarContract, 'beginsOn' | 'months'>): string {
  return Temporal.PlainDate.from(beginsOn).add({ months }).subtract({ days: 1 }).toString()
}

/**
 * Projects the kilometres of a contract: as many a day until its end as from its beginning to the last reading. `null`
 * means not measured: no limit, no kilometres at the beginning, or no reading since.
 */
export function paceOf(contract: CarContract, readings: readonly DatedReading[]): ContractPace | null {
  const { beginsOn, limit, beyond: price } = contract
  const since = readings.filter(({ on }) => on >= beginsOn).toSorted((a, b) => (a.on < b.on ? -1 : 1))
  const last = since.at(-1)
  const start = contract.startKilometres
  if (limit === null || start === null || !last || last.on === beginsOn || last.kilometres < start) return null
  const endsOn = endOf(contract)
  const [elapsed, term] = [daysFrom(beginsOn, last.on), daysFrom(beginsOn, endsOn)]
  const driven = last.kilometres - start
  const kilometresAfter = (days: number) => Math.round((driven * days) / elapsed)
  const atEnd = kilometresAfter(term)
  const beyond = Math.max(0, atEnd - limit)
  const daysToLimit = driven === 0 ? term : Math.ceil((limit * elapsed) / driven)
  return {
    endsOn,
    driven,
    readOn: last.on,
    perWeek: kilometresAfter(7),
    limit,
    atEnd,
    beyond,
    beyondCost: price === null ? null : fraction(price, beyond, 100),
    reachedOn:
      beyond === 0
        ? null
        : Temporal.PlainDate.from(beginsOn)
            .add({ days: daysToLimit - 1 })
            .toString(),
  }
}

/** Facts behind a hint: the weeks looked at, and what is known of when the car must or may go. Days are text. */
export type HintFacts = {
  title: CarTitle | null
  /** Weeks with statements in which the car was here. */
  weeks: number
  /** Average amount that the car left in seven days, in cents. */
  leftAWeek: Cents | null
  missing: readonly Missing[]
  /** Last day of the contract, day of the planned sale, and last day on which the law allows the car. */
  contractEnds: string | null
  plannedSale: string | null
  usableUntil: string | null
  pace: Pick<ContractPace, 'perWeek' | 'reachedOn' | 'beyond'> | null
  /** Price of 100 km beyond the contract, in cents. */
  priceBeyond: Cents | null
}

/** Advice, its day, and the reason. `none`: nothing can be advised, and why. */
export type Hint =
  | { act: 'keep' | 'sell' | 'return'; by: string | null; because: HintReason }
  | { act: 'none'; by: null; because: 'driver' | 'title' | 'weeks' | 'missing' }
type HintReason = 'leaves' | 'loses' | 'age' | 'kilometres'

/** Fewest weeks that say something of a car. */
export const HINT_WEEKS = 4
/** Months before a car reaches its age limit in which selling it is advised. */
const MONTHS_TO_SELL = 12

/**
 * Advises whether to keep, sell or give a car back, and by when; it is a computed hint, and assumes that the coming
 * weeks will be like the last ones. A car that leaves something is kept to its nearest end; one that does not goes as
 * soon as it can. If each week beyond the contract's kilometres costs more than the car leaves, it goes back on the day
 * on which they are reached.
 */
export function hintOf(car: HintFacts, today: string): Hint {
  const { title, leftAWeek, contractEnds, plannedSale, usableUntil } = car
  if (title === null) return { act: 'none', by: null, because: 'title' }
  if (title === 'driver') return { act: 'none', by: null, because: 'driver' }
  if (leftAWeek === null || car.weeks < HINT_WEEKS) return { act: 'none', by: null, because: 'weeks' }
  if (car.missing.length > 0) return { act: 'none', by: null, because: 'missing' }
  const nearest = (days: readonly (string | null)[]) => days.filter((day) => day !== null).toSorted()[0] ?? null
  if (title === 'own') {
    if (leftAWeek < 0) return { act: 'sell', by: null, because: 'loses' }
    const warnedFrom =
      usableUntil === null ? null : Temporal.PlainDate.from(usableUntil).subtract({ months: MONTHS_TO_SELL }).toString()
    if (warnedFrom !== null && warnedFrom <= today) return { act: 'sell', by: usableUntil, because: 'age' }
    return { act: 'keep', by: nearest([plannedSale, usableUntil]), because: 'leaves' }
  }
  if (leftAWeek < 0) return { act: 'return', by: nearest([contractEnds, usableUntil]), because: 'loses' }
  const afterLimit = car.pace && car.priceBeyond !== null ? fraction(car.priceBeyond, car.pace.perWeek, 100) : ZERO
  if (car.pace?.reachedOn && leftAWeek < afterLimit)
    return { act: 'return', by: nearest([car.pace.reachedOn, usableUntil]), because: 'kilometres' }
  if (usableUntil !== null && contractEnds !== null && usableUntil < contractEnds)
    return { act: 'return', by: usableUntil, because: 'age' }
  return { act: 'keep', by: nearest([contractEnds, usableUntil]), because: 'leaves' }
}
