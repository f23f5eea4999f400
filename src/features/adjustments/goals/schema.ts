import { z } from 'zod'
import { readTypedCount } from '#domain/amount.ts'
import {
  type Audience,
  CRITERIA,
  type Criterion,
  type Goal,
  type Level,
  MAX_LEVELS,
  PERIODS,
  type Period,
  STACKINGS,
  periodOf,
} from '#domain/goal.ts'
import type { Cents } from '#domain/money.ts'
import type { Adjustment } from '#domain/settlement-types.ts'
import type { Regime } from '#domain/terms.ts'
import type { Week } from '#domain/week.ts'
import { adjustmentReason, typedAmount, typedWeek } from '#features/adjustments/schema.ts'
import { chosenIdsOrNone, countOrNone, line, openChoice, optional, severalChoices, week } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** A version of a goal, as it was saved. */
export type GoalVersion = Goal & {
  id: string
  /** The id of the goal's first version. */
  line: string
  name: string
  /** `null` when one name serves both languages. */
  nameEn: string | null
  audience: Audience
  reason: string
  writtenAt: string
  endReason: string | null
  /** Of a goal that was ended: its last week before that; `undefined` if nobody knows. */
  untilBefore: Week | null | undefined
}

/** The progress of one driver in a period of a goal. */
export type GoalProgress = {
  driver: { id: string; name: string }
  /** In the unit of the criterion; `null` when no file has the figure. */
  reached: number | null
  prize: Cents
  /** The sum that statements paid for the prize, less what they took back. */
  given: Cents
}

/** A period of a goal, with every driver it is for. */
export type GoalOfPeriod<Of extends Goal = GoalVersion> = {
  goal: Of
  period: Period
  drivers: readonly GoalProgress[]
}

/** The sums of a goal's period; `isMeasured` once a file has figures of anybody it is for. */
export type GoalTally = { period: Period; drivers: number; reached: number; cost: Cents; isMeasured: boolean }

/** A goal in the list of all goals: its state, and what it paid. */
export type GoalView = GoalVersion & {
  state: 'now' | 'later' | 'over'
  /** The current period: number of drivers, how many reached a level, and what that would pay. */
  running: GoalTally | null
  /** The sum that statements paid, less what they took back. */
  paid: Cents
}

/** A goal with everybody's progress in one of its periods, newest period first. */
export type GoalPage = {
  goal: GoalVersion
  state: GoalView['state']
  paid: Cents
  periods: readonly GoalTally[]
  shownPeriod: GoalOfPeriod | null
  /** The moment when the newest file with figures of the shown period came. */
  asOf: string | null
}

/** A goal of the signed-in driver in the current period, or in one that is over and waits for its statement. */
export type OwnGoal = { goal: GoalVersion; period: Period; isOver: boolean; reached: number | null; prize: Cents }

/** The cost that a goal would have had in past weeks. */
export type GoalSimulation = {
  periods: readonly GoalTally[]
  cost: Cents
  /** How often each level was the highest that a driver reached in a period, from the first level. */
  levels: readonly number[]
}

/** A prize that a draft statement pays, or takes back. It has its id before it is written. */
export type DueGoal = Adjustment & {
  id: string
  driverId: string
  goal: { id: string; first: Week; reached: number }
  /**
   * Whether the driver may get a statement with only this prize: a driver who left during a goal's month has no other
   * line.
   */
  opensStatement: boolean
}

/** A goal's promise, before it is written. */
export type GoalDraft = Goal & { name: string; nameEn: string | null; audience: Audience }

export const REGIMES = ['slot', 'rental', 'percentage', 'employee'] as const satisfies readonly Regime[]
export const CARS = ['any', 'fleet', 'own'] as const

/** The fields of a level, from the first to the last. */
export const LEVEL_FIELDS = Array.from({ length: MAX_LEVELS }, (_, at) => ({
  threshold: `threshold${at + 1}`,
  reward: `reward${at + 1}`,
}))

const typedCount = (most: number) =>
  z.string('field.required').transform((typed, ctx) => {
    const count = readTypedCount(typed)
    if (count !== null && count <= most) return count
    ctx.addIssue({ code: 'custom', message: typed.trim() === '' ? 'field.required' : 'field.number' })
    return z.NEVER
  })

const LONGEST_TENURE = 1_000
const LONGEST_NAME = 60

/** A goal without its levels and picked drivers, which the form draws itself. */
export const goalRecord = record(
  {
    name: line(LONGEST_NAME),
    nameEn: optional(LONGEST_NAME),
    criterion: openChoice(CRITERIA, (criterion) => `page.goals.criteria.${criterion}`),
    period: openChoice(PERIODS, (period) => `page.goals.periods.${period}`),
    stacking: openChoice(STACKINGS, (stacking) => `page.goals.stackings.${stacking}`),
    from: typedWeek,
    until: week(),
    regimes: severalChoices(REGIMES, (regime) => `page.fleet.regimes.${regime}`),
    car: openChoice(CARS, (car) => `page.goals.cars.${car}`),
    minWeeks: countOrNone(0, LONGEST_TENURE),
    maxWeeks: countOrNone(0, LONGEST_TENURE),
  },
  (name) => `page.goals.form.${name}`,
  [
    ['name', 'nameEn'],
    'criterion',
    'period',
    { legend: 'page.goals.form.levels', rows: ['levels', 'stacking', 'hours'] },
    ['from', 'until'],
    { legend: 'page.goals.form.audience', rows: ['regimes', 'car', ['minWeeks', 'maxWeeks'], 'picked'] },
  ],
  { besides: { drivers: chosenIdsOrNone() } },
)
/** Values for the fields that a form other than the goal form may leave out. */
const DEFAULTS = { nameEn: '', stacking: 'best', until: '', car: 'any', minWeeks: '', maxWeeks: '' }
/** Thresholds and rewards as they were typed: their meaning depends on the criterion. */
const typedLevels = z.record(z.string(), z.unknown())

/** A goal as the form sends it to calculate its past cost. A monthly goal begins and ends with whole months. */
export const goalDraft = typedLevels.transform((sent, ctx): GoalDraft => {
  const read = goalRecord.input.safeParse({ ...DEFAULTS, ...sent })
  for (const { path, message } of read.error?.issues ?? []) ctx.addIssue({ code: 'custom', path, message })
  const criterion = z.enum(CRITERIA).safeParse(sent['criterion']).data
  const levels = criterion ? readLevels(criterion, sent, ctx) : null
  if (!read.success || !levels) return z.NEVER
  const { name: pt, nameEn, period, stacking, regimes, car, minWeeks, maxWeeks, drivers } = read.data
  const goal: GoalDraft = {
    name: pt,
    nameEn,
    criterion: read.data.criterion,
    period,
    stacking,
    levels,
    from: periodOf(period, read.data.from).first,
    until: read.data.until === null ? null : periodOf(period, read.data.until).last,
    audience: { regimes: regimes.length === REGIMES.length ? [] : regimes, car, minWeeks, maxWeeks, drivers },
  }
  const wrong = levelProblems(goal)
  for (const { field, message } of wrong) ctx.addIssue({ code: 'custom', path: [field], message })
  return wrong.length === 0 ? goal : z.NEVER
})

/** A goal while somebody types it; `null` while it is not complete. */
export const goalOutline = typedLevels.transform((sent): GoalDraft | null => goalDraft.safeParse(sent).data ?? null)

/** A goal and the reason for it, from the form that saves it. */
export const goalInput = z.intersection(z.object({ reason: adjustmentReason }), goalDraft)

/** Reads the levels: trips as a count, euros in cents, hours in minutes. */
function readLevels(criterion: Criterion, sent: Record<string, unknown>, ctx: z.RefinementCtx): Level[] | null {
  const threshold = {
    trips: typedCount(1_000_000),
    income: typedAmount,
    online: typedCount(100_000).transform((hours) => hours * 60),
  }[criterion]
  const typed = LEVEL_FIELDS.filter(
    (fields, at) => at === 0 || [fields.threshold, fields.reward].some((field) => isTyped(sent[field])),
  )
  const levels = typed.map((fields) => {
    const [typedThreshold, typedReward] = [
      threshold.safeParse(sent[fields.threshold]),
      typedAmount.safeParse(sent[fields.reward]),
    ]
    for (const { message } of typedThreshold.error?.issues ?? [])
      ctx.addIssue({ code: 'custom', path: [fields.threshold], message })
    for (const { message } of typedReward.error?.issues ?? [])
      ctx.addIssue({ code: 'custom', path: [fields.reward], message })
    return typedThreshold.success && typedReward.success
      ? { threshold: typedThreshold.data, reward: typedReward.data }
      : null
  })
  return levels.some((level) => level === null) ? null : levels.flatMap((level) => level ?? [])
}

function isTyped(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

type Wrong = { field: string; message: string }

/**
 * Checks that each level has a higher threshold than the one before and, where only the highest level pays, a higher
 * reward too; and that the goal and the weeks of its audience end after they begin.
 */
export function levelProblems({ levels, stacking, from, until, audience }: GoalDraft): Wrong[] {
  const steps = levels.map((level, at) => ({ level, before: levels[at - 1], fields: LEVEL_FIELDS[at] }))
  return [
    ...steps.flatMap(({ level, before, fields }): Wrong[] => {
      if (!fields) return [{ field: 'threshold1', message: 'field.too-long' }]
      if (level.threshold < 1) return [{ field: fields.threshold, message: 'field.number' }]
      if (!before) return []
      if (level.threshold <= before.threshold) return [{ field: fields.threshold, message: 'field.level-above' }]
      if (stacking === 'best' && level.reward <= before.reward)
        return [{ field: fields.reward, message: 'field.reward-above' }]
      return []
    }),
    ...(until !== null && until < from ? [{ field: 'until', message: 'field.ends-before' }] : []),
    ...(audience.minWeeks !== null && audience.maxWeeks !== null && audience.maxWeeks < audience.minWeeks
      ? [{ field: 'maxWeeks', message: 'field.tenure-short' }]
      : []),
  ]
}
