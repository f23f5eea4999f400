import { z } from 'zod'
import { readTypedCount } from '#domain/amount.ts'
import {
  type Audience,
  CRITERIA,
  type Criterion,
  type Goal,
  type Level,
  MOST_LEVELS,
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
import { chosenOrNone, countOrNone, line, openChoice, optional, some, week } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** A version of a goal as it was written. */
export type GoalVersion = Goal & {
  id: string
  /** The first version of the goal this is one of. */
  line: string
  name: string
  /** `null` where one name serves both languages. */
  nameEn: string | null
  audience: Audience
  reason: string
  writtenAt: string
  endReason: string | null
}

/** What somebody has come to in a period of a goal. */
export type GoalProgress = {
  driver: { id: string; name: string }
  /** In the unit of the criterion; `null` where no file tells. */
  reached: number | null
  prize: Cents
  /** What statements paid of it, less what they took back. */
  given: Cents
}

/** A period of a goal with everybody it is for. */
export type GoalOfPeriod<Of extends Goal = GoalVersion> = {
  goal: Of
  period: Period
  drivers: readonly GoalProgress[]
}

/** A period of a goal added up; `isMeasured` once a file tells something of anybody it is for. */
export type GoalTally = { period: Period; drivers: number; reached: number; cost: Cents; isMeasured: boolean }

/** A goal in the list of all: where it stands, and what it came to. */
export type GoalView = GoalVersion & {
  state: 'now' | 'later' | 'over'
  /** Of the period that runs: how many it is for, how many reached a level, and what that would pay. */
  running: GoalTally | null
  /** What statements paid in all, less what they took back. */
  paid: Cents
}

/** A goal with everybody's progress in one of its periods, newest period first. */
export type GoalPage = {
  goal: GoalVersion
  state: GoalView['state']
  paid: Cents
  periods: readonly GoalTally[]
  shown: GoalOfPeriod | null
  /** When the newest file with figures of the shown period came. */
  asOf: string | null
}

/** A goal of the reader in the period that runs, or in one that is over and waits for its statement. */
export type OwnGoal = { goal: GoalVersion; period: Period; isOver: boolean; reached: number | null; prize: Cents }

/** What a goal would have cost in weeks that are over. */
export type GoalSimulation = {
  periods: readonly GoalTally[]
  cost: Cents
  /** Of the highest level each driver reached in each period: how often, from the first level. */
  levels: readonly number[]
}

/** What a statement that is still a draft pays of a goal, or takes back. It has its id before it is written. */
export type DueGoal = Adjustment & {
  id: string
  driverId: string
  goal: { id: string; first: Week; reached: number }
  /** Whoever has no other part in the week has a statement for it: who left during the month that a goal counts. */
  opensStatement: boolean
}

/** What a goal promises, before it is written. */
export type GoalDraft = Goal & { name: string; nameEn: string | null; audience: Audience }

export const REGIMES = ['slot', 'rental', 'percentage', 'employee'] as const satisfies readonly Regime[]
export const CARS = ['any', 'fleet', 'own'] as const

/** The fields of a level, from the first to the last. */
export const LEVEL_FIELDS = Array.from({ length: MOST_LEVELS }, (_, at) => ({
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

/** A goal but for its levels and the drivers that are picked, which the form draws itself. */
export const goalRecord = record(
  {
    name: line(LONGEST_NAME),
    nameEn: optional(LONGEST_NAME),
    criterion: openChoice(CRITERIA, (criterion) => `page.goals.criteria.${criterion}`),
    period: openChoice(PERIODS, (period) => `page.goals.periods.${period}`),
    stacking: openChoice(STACKINGS, (stacking) => `page.goals.stackings.${stacking}`),
    from: typedWeek,
    until: week(),
    regimes: some(REGIMES, (regime) => `page.fleet.regimes.${regime}`),
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
  { besides: { drivers: chosenOrNone() } },
)
/** What a form that was made elsewhere may leave out. */
const NOT_SAID = { nameEn: '', stacking: 'best', until: '', car: 'any', minWeeks: '', maxWeeks: '' }
/** Thresholds and rewards come along as they were typed: what they are depends on the criterion. */
const typedLevels = z.record(z.string(), z.unknown())

/** A goal as the form asks what it would have cost. Months are whole: it begins and ends with the month that was named. */
export const goalDraft = typedLevels.transform((sent, ctx): GoalDraft => {
  const read = goalRecord.input.safeParse({ ...NOT_SAID, ...sent })
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
  const wrong = wrongWith(goal)
  for (const { field, message } of wrong) ctx.addIssue({ code: 'custom', path: [field], message })
  return wrong.length === 0 ? goal : z.NEVER
})

/** A goal that is being typed; `null` while it is none yet. */
export const goalOutline = typedLevels.transform((sent): GoalDraft | null => goalDraft.safeParse(sent).data ?? null)

/** A goal with the reason for it, as the form that saves it sends it. */
export const goalInput = z.intersection(z.object({ reason: adjustmentReason }), goalDraft)

/** Trips as they are counted, euros in cents, hours in minutes. */
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
    const [asked, paid] = [threshold.safeParse(sent[fields.threshold]), typedAmount.safeParse(sent[fields.reward])]
    for (const { message } of asked.error?.issues ?? [])
      ctx.addIssue({ code: 'custom', path: [fields.threshold], message })
    for (const { message } of paid.error?.issues ?? []) ctx.addIssue({ code: 'custom', path: [fields.reward], message })
    return asked.success && paid.success ? { threshold: asked.data, reward: paid.data } : null
  })
  return levels.some((level) => level === null) ? null : levels.flatMap((level) => level ?? [])
}

function isTyped(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

type Wrong = { field: string; message: string }

/** Each level asks more than the one before; where the highest pays alone, it pays more as well. */
export function wrongWith({ levels, stacking, from, until, audience }: GoalDraft): Wrong[] {
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
