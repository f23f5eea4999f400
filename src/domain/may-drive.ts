import { type Day, type Days, type PaperHolder, dayAfter, dayBefore, isLate, isWithin } from './paper.ts'

/** A document that somebody needs. `appliesTo`: the regimes of drivers who need it; empty for everybody. */
export type Need = { kind: string; holder: PaperHolder; appliesTo: readonly string[] }

/** Days on which a valid document is there, by its kind. */
export type Papers = ReadonlyMap<string, readonly Days[]>

/**
 * Facts about a car. `usable`: the days on which it is young enough; `null` while its registration day is unknown.
 * `isSlot`: the car is a driver's own, so that whoever holds it needs what the regime `slot` asks for, whatever regime
 * was agreed.
 */
export type CarFacts = {
  id: string
  plate: string
  papers: Papers
  usable: readonly Days[] | null
  isSlot?: boolean
}

/** Everything that decides whether somebody may drive, each with its dates. No opinion is among it. */
export type DriverFacts = {
  /** Days away: left, or not yet begun. */
  away: readonly Days[]
  suspended: readonly Days[]
  /** Agreed regimes, each from its first day on, in order. */
  regimes: readonly { from: Day; regime: string }[]
  /** Days with a signed contract in force. */
  contracts: readonly Days[]
  papers: Papers
  cars: readonly { days: Days; car: CarFacts }[]
}

/** Rules for everybody: what is needed, and the operator's own documents. */
export type Rules = { needs: readonly Need[]; needsContract: boolean; company: Papers }

/** Reason why somebody may not drive, with the day on which the document ended, if it was there once. */
export type Missing =
  | { kind: 'away'; until: Day | null }
  | { kind: 'suspended'; until: Day | null }
  | { kind: 'contract'; ended: Day | null }
  | { kind: 'age'; car: { id: string; plate: string }; ended: Day | null }
  | { kind: 'paper'; paper: string; holder: PaperHolder; car: { id: string; plate: string } | null; ended: Day | null }

/** All reasons: programs and pages that name them are checked against this list. */
export const MISSING_KINDS = Object.keys({
  away: true,
  suspended: true,
  contract: true,
  age: true,
  paper: true,
} satisfies Record<Missing['kind'], true>) as readonly Missing['kind'][]

/** Answer for a day. `until`: the last day on which the answer stays the same, as far as is known; `null` for no end. */
export type Verdict = { may: boolean; missing: readonly Missing[]; until: Day | null }

/**
 * Whether somebody may drive on a day: there, not suspended, with a contract where one is needed, with every document
 * of the driver and of the operator, and with a car in order where cars are held. A driver who holds several may drive
 * as long as one is in order.
 */
export function mayDrive(day: Day, driver: DriverFacts, rules: Rules): Verdict {
  return answerOn(day, (on) => missingOf(on, driver, rules), turnsOf(driver, rules))
}

/** Whether a car may be driven on a day, by its own papers and those of the operator. */
export function mayBeDriven(day: Day, car: CarFacts, rules: Rules): Verdict {
  const missing = (on: Day) => [...missingCompany(on, rules), ...missingCar(on, car, rules)]
  return answerOn(day, missing, turnsIn([...daysIn(rules.company), ...daysOfCar(car)]))
}

/** Lists what the driver's own facts lack for something that asks for `needs`, whatever car it is. */
export function missingOwn(day: Day, driver: DriverFacts, rules: Rules): Missing[] {
  const regime = driver.regimes.findLast(({ from }) => from <= day)?.regime
  const isInSlot = driver.cars.some(({ days, car }) => car.isSlot && isWithin(days, day))
  const isAsked = ({ holder, appliesTo }: Need) =>
    holder === 'driver' &&
    (appliesTo.length === 0 ||
      (regime !== undefined && appliesTo.includes(regime)) ||
      (isInSlot && appliesTo.includes('slot')))
  const missingPapers = rules.needs.filter((need) => isAsked(need) && !coversDay(driver.papers.get(need.kind), day))
  return [
    ...(['away', 'suspended'] as const).flatMap((kind) => {
      const now = driver[kind].find((days) => isWithin(days, day))
      return now ? [{ kind, until: now.until }] : []
    }),
    ...(rules.needsContract && !coversDay(driver.contracts, day)
      ? [{ kind: 'contract' as const, ended: endBefore(driver.contracts, day) }]
      : []),
    ...missingPapers.map(({ kind }) => missingPaper(kind, 'driver', null, driver.papers, day)),
  ]
}

export function missingCar(
  day: Day,
  { id, plate, papers, usable }: CarFacts,
  { needs }: Pick<Rules, 'needs'>,
): Missing[] {
  const car = { id, plate }
  return [
    ...(usable === null || coversDay(usable, day)
      ? []
      : [{ kind: 'age' as const, car, ended: endBefore(usable, day) }]),
    ...needs
      .filter(({ kind, holder }) => holder === 'car' && !coversDay(papers.get(kind), day))
      .map(({ kind }) => missingPaper(kind, 'car', car, papers, day)),
  ]
}

export function missingCompany(day: Day, { needs, company }: Pick<Rules, 'needs' | 'company'>): Missing[] {
  return needs
    .filter(({ kind, holder }) => holder === 'company' && !coversDay(company.get(kind), day))
    .map(({ kind }) => missingPaper(kind, 'company', null, company, day))
}

function missingOf(day: Day, driver: DriverFacts, rules: Rules): Missing[] {
  const ofCars = driver.cars.filter(({ days }) => isWithin(days, day)).map(({ car }) => missingCar(day, car, rules))
  const isOneInOrder = ofCars.length === 0 || ofCars.some((missing) => missing.length === 0)
  return [...missingOwn(day, driver, rules), ...missingCompany(day, rules), ...(isOneInOrder ? [] : ofCars.flat())]
}

function missingPaper(
  paper: string,
  holder: PaperHolder,
  car: { id: string; plate: string } | null,
  papers: Papers,
  day: Day,
): Missing {
  return { kind: 'paper', paper, holder, car, ended: endOfPaper(papers.get(paper) ?? [], day) }
}

function coversDay(stretches: readonly Days[] | undefined, day: Day): boolean {
  return stretches?.some((days) => isWithin(days, day)) ?? false
}

/** A document that came after its own end took the place of the one before: its end is told, not the day it came. */
function endOfPaper(stretches: readonly Days[], day: Day): Day | null {
  const late = stretches.find((days) => isLate(days) && days.until !== null && days.until < day)
  return late?.until ?? endBefore(stretches, day)
}

function endBefore(stretches: readonly Days[], day: Day): Day | null {
  return stretches.flatMap(({ until }) => (until !== null && until < day ? [until] : [])).reduce(laterDay, null)
}

function laterDay(one: Day | null, other: Day): Day {
  return one === null || one < other ? other : one
}

/** Answers for a day. Nothing changes between two turns: the answer is worked out on each next turn until it differs. */
function answerOn(day: Day, missingOn: (day: Day) => Missing[], turns: readonly Day[]): Verdict {
  const missing = missingOn(day)
  const may = missing.length === 0
  const turn = turns.find((on) => on > day && (missingOn(on).length === 0) !== may)
  return { may, missing, until: turn === undefined ? null : dayBefore(turn) }
}

function turnsOf(driver: DriverFacts, rules: Rules): Day[] {
  const stretches = [driver.away, driver.suspended, driver.contracts, driver.cars.map(({ days }) => days)]
  const papers = [rules.company, driver.papers].flatMap(daysIn)
  const regimes = driver.regimes.map(({ from }) => ({ from, until: null }))
  return turnsIn([...stretches.flat(), ...regimes, ...papers, ...driver.cars.flatMap(({ car }) => daysOfCar(car))])
}

function daysOfCar({ papers, usable }: CarFacts): Days[] {
  return [...daysIn(papers), ...(usable ?? [])]
}

/** Lists the days on which something begins, or is over. */
function turnsIn(stretches: readonly Days[]): Day[] {
  const turns = stretches.flatMap(({ from, until }) => [
    ...(from === null ? [] : [from]),
    ...(until === null ? [] : [dayAfter(until)]),
  ])
  return [...new Set(turns)].toSorted()
}

function daysIn(papers: Papers): Days[] {
  return [...papers.values()].flat()
}
