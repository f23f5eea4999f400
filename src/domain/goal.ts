import { type Cents, ZERO, cents, sum } from './money.ts'
import { monthOfWeek, weeksOfMonth } from './month.ts'
import type { Regime } from './terms.ts'
import type { Week } from './week.ts'

/** What a goal counts. Online time is in minutes, income in cents. No file of ours tells acceptance or active days of everybody. */
export const CRITERIA = ['trips', 'income', 'online'] as const
export type Criterion = (typeof CRITERIA)[number]

export const PERIODS = ['week', 'month'] as const
export type PeriodKind = (typeof PERIODS)[number]

/** `best`: the highest level reached pays alone · `sum`: each level reached pays. */
export const STACKINGS = ['best', 'sum'] as const
export type Stacking = (typeof STACKINGS)[number]

export const MOST_LEVELS = 5

/** What has to be reached, in the unit of the criterion, and what it pays: two different things. */
export type Level = { threshold: number; reward: Cents }

/** Whom a goal is for; an empty list, or `null`, leaves nobody out. */
export type Audience = {
  regimes: readonly Regime[]
  /** `fleet`: who had a car of the company in the last week of the period · `own`: who drives an own car. */
  car: 'any' | 'fleet' | 'own'
  /** Whole weeks with the company before the period: at least, and at most. */
  minWeeks: number | null
  maxWeeks: number | null
  drivers: readonly string[]
}

/** A goal as it is promised (`docs/decisions/098`). */
export type Goal = {
  criterion: Criterion
  period: PeriodKind
  /** From the lowest threshold to the highest. */
  levels: readonly Level[]
  stacking: Stacking
  /** Its first week, and its last; `null` while it goes on. */
  from: Week
  until: Week | null
}

/** Whole weeks, the first and the last included. */
export type Period = { first: Week; last: Week; weeks: readonly Week[] }

/** The week, or all weeks of the month, that a week is in. */
export function periodOf(kind: PeriodKind, week: Week): Period {
  const weeks = kind === 'week' ? [week] : weeksOfMonth(monthOfWeek(week))
  // oxlint-disable-next-line typescript/no-non-null-assertion -- a month has weeks
  return { first: weeks[0]!, last: weeks.at(-1)!, weeks }
}

/**
 * The minutes online that a goal counts of one person's week: those of the platform that says the most. Somebody who waits for
 * trips in two apps waits once, so hours of two platforms are never added (`docs/decisions/218`). `null` where neither says.
 */
export function onlineOnce(said: Readonly<Record<'uber' | 'bolt', number | null>>): number | null {
  const known = Object.values(said).filter((minutes) => minutes !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** The period of a goal that a week is in; `null` where the goal does not count for all of it. */
export function goalPeriod({ period, from, until }: Goal, week: Week): Period | null {
  const found = periodOf(period, week)
  return found.first >= from && (until === null || found.last <= until) ? found : null
}

/** What a goal pays for what was reached, in cents. Nobody is paid for a threshold that was not met. */
export function prizeOf({ levels, stacking }: Pick<Goal, 'levels' | 'stacking'>, reached: number): Cents {
  const rewards = levels.filter(({ threshold }) => reached >= threshold).map(({ reward }) => reward)
  if (stacking === 'sum') return sum(rewards)
  return rewards.length === 0 ? ZERO : cents(Math.max(...rewards))
}

/** The level that a result is shown with: the highest that is reached, or else the first. */
export function levelOf(levels: readonly Level[], reached: number): Level {
  // oxlint-disable-next-line typescript/no-non-null-assertion -- a goal has a level
  return levels.findLast(({ threshold }) => reached >= threshold) ?? levels[0]!
}

/** The next level that pays more, what is missing for it, and by how much the prize grows there; `null` when all is reached. */
export function nextLevel(
  goal: Pick<Goal, 'levels' | 'stacking'>,
  reached: number,
): { threshold: number; missing: number; more: Cents } | null {
  const next = goal.levels.find(({ threshold }) => threshold > reached)
  if (!next) return null
  const more = cents(prizeOf(goal, next.threshold) - prizeOf(goal, reached))
  return { threshold: next.threshold, missing: next.threshold - reached, more }
}

/** The most that a goal pays one driver for one period. */
export function mostOfGoal({ levels, stacking }: Pick<Goal, 'levels' | 'stacking'>): Cents {
  return prizeOf({ levels, stacking }, Infinity)
}

/** What a goal looks at to know whom it is for, as of the last week of a period. */
export type GoalFacts = { id: string; regime: Regime | null; hasCar: boolean; weeksHere: number | null }

/** Whether a goal is for somebody. Whose terms or first day nobody wrote down is in no goal that asks for them. */
export function isFor({ regimes, car, minWeeks, maxWeeks, drivers }: Audience, one: GoalFacts): boolean {
  if (drivers.length > 0 && !drivers.includes(one.id)) return false
  if (regimes.length > 0 && (one.regime === null || !regimes.includes(one.regime))) return false
  if (car === 'own' && one.regime !== 'slot') return false
  if (car === 'fleet' && (one.regime === 'slot' || !one.hasCar)) return false
  if (minWeeks !== null && (one.weeksHere === null || one.weeksHere < minWeeks)) return false
  return maxWeeks === null || (one.weeksHere !== null && one.weeksHere <= maxWeeks)
}
