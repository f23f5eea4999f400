import { type Cents, ZERO, cents, sum } from './money.ts'
import { monthOfWeek, weeksOfMonth } from './month.ts'
import type { Regime } from './terms.ts'
import type { Week } from './week.ts'

/** The measure that a goal counts. Online time is in minutes, income in cents. No file has acceptance or active days for everybody. */
export const CRITERIA = ['trips', 'income', 'online'] as const
export type Criterion = (typeof CRITERIA)[number]

export const PERIODS = ['week', 'month'] as const
export type PeriodKind = (typeof PERIODS)[number]

/** `best`: the highest level reached pays alone · `sum`: each level reached pays. */
export const STACKINGS = ['best', 'sum'] as const
export type Stacking = (typeof STACKINGS)[number]

export const MAX_LEVELS = 5

/** Level of a goal: `threshold` must be reached, in the unit of the criterion, and `reward` is paid for it. */
export type Level = { threshold: number; reward: Cents }

/** Drivers that a goal is for; an empty list, or `null`, excludes nobody. */
export type Audience = {
  regimes: readonly Regime[]
  /** `fleet`: drivers who had a car of the company in the last week of the period · `own`: drivers with an own car. */
  car: 'any' | 'fleet' | 'own'
  /** Whole weeks that a driver must have been with the company before the period: at least `minWeeks`, at most `maxWeeks`. */
  minWeeks: number | null
  maxWeeks: number | null
  drivers: readonly string[]
}

/** A goal as it was promised (`docs/decisions/098`). */
export type Goal = {
  criterion: Criterion
  period: PeriodKind
  /** Levels, from the lowest threshold to the highest. */
  levels: readonly Level[]
  stacking: Stacking
  /** First and last week; `until` is `null` while it goes on. */
  from: Week
  until: Week | null
}

/** A period of whole weeks, the first and the last included. */
export type Period = { first: Week; last: Week; weeks: readonly Week[] }

/** Answers the period that a week is in: the week itself, or all weeks of its month. */
export function periodOf(kind: PeriodKind, week: Week): Period {
  const weeks = kind === 'week' ? [week] : weeksOfMonth(monthOfWeek(week))
  // oxlint-disable-next-line typescript/no-non-null-assertion -- a month has weeks
  return { first: weeks[0]!, last: weeks.at(-1)!, weeks }
}

/**
 * Answers the minutes online of one person's week that a goal counts: those of the platform that reports more. Somebody
 * who waits for trips in two apps waits only once, so hours of two platforms are never added (`docs/decisions/218`).
 * `null` where neither reports any.
 */
export function countedOnlineMinutes(reported: Readonly<Record<'uber' | 'bolt', number | null>>): number | null {
  const reportedMinutes = Object.values(reported).filter((minutes) => minutes !== null)
  return reportedMinutes.length === 0 ? null : Math.max(...reportedMinutes)
}

/** Answers the period of a goal that a week is in; `null` where the goal does not apply to all of it. */
export function goalPeriod({ period, from, until }: Goal, week: Week): Period | null {
  const containing = periodOf(period, week)
  return containing.first >= from && (until === null || containing.last <= until) ? containing : null
}

/** Works out what a goal pays for what was reached, in cents. A threshold that was not met pays nothing. */
export function prizeOf({ levels, stacking }: Pick<Goal, 'levels' | 'stacking'>, reached: number): Cents {
  const rewards = levels.filter(({ threshold }) => reached >= threshold).map(({ reward }) => reward)
  if (stacking === 'sum') return sum(rewards)
  return rewards.length === 0 ? ZERO : cents(Math.max(...rewards))
}

/** Finds the level to show with a result: the highest one reached, or else the first. */
export function levelOf(levels: readonly Level[], reached: number): Level {
  // oxlint-disable-next-line typescript/no-non-null-assertion -- a goal has a level
  return levels.findLast(({ threshold }) => reached >= threshold) ?? levels[0]!
}

/** Finds the next level that pays more, what is missing for it, and by how much the prize grows there; `null` when all are reached. */
export function nextLevel(
  goal: Pick<Goal, 'levels' | 'stacking'>,
  reached: number,
): { threshold: number; missing: number; increase: Cents } | null {
  const next = goal.levels.find(({ threshold }) => threshold > reached)
  if (!next) return null
  const increase = cents(prizeOf(goal, next.threshold) - prizeOf(goal, reached))
  return { threshold: next.threshold, missing: next.threshold - reached, increase }
}

/** Works out the most that a goal pays one driver for one period, in cents. */
export function maxPrizeOf({ levels, stacking }: Pick<Goal, 'levels' | 'stacking'>): Cents {
  return prizeOf({ levels, stacking }, Infinity)
}

/** Facts that decide whether a goal is for a driver, as of the last week of a period. */
export type GoalFacts = { id: string; regime: Regime | null; hasCar: boolean; weeksHere: number | null }

/** Whether a goal is for a driver. A goal that asks for terms or a first day excludes drivers for whom these are unknown. */
export function isInAudience({ regimes, car, minWeeks, maxWeeks, drivers }: Audience, facts: GoalFacts): boolean {
  if (drivers.length > 0 && !drivers.includes(facts.id)) return false
  if (regimes.length > 0 && (facts.regime === null || !regimes.includes(facts.regime))) return false
  if (car === 'own' && facts.regime !== 'slot') return false
  if (car === 'fleet' && (facts.regime === 'slot' || !facts.hasCar)) return false
  if (minWeeks !== null && (facts.weeksHere === null || facts.weeksHere < minWeeks)) return false
  return maxWeeks === null || (facts.weeksHere !== null && facts.weeksHere <= maxWeeks)
}
