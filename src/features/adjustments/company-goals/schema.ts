import { z } from 'zod'
import { readTypedCents, readTypedCount } from '#domain/amount.ts'
import { PERIODS, type Period, type PeriodKind } from '#domain/goal.ts'
import type { Week } from '#domain/week.ts'
import { openChoice, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { adjustmentReason, typedWeek } from '#features/adjustments/schema.ts'

/** Income is in cents; `drivers` are those with income. */
export const MEASURES = ['income', 'trips', 'drivers'] as const
export type Measure = (typeof MEASURES)[number]

/** A goal of the company, and how much of it is reached. */
export type CompanyGoal = {
  id: string
  measure: Measure
  kind: PeriodKind
  target: number
  period: Period
  /** `null` when no file has the figure. */
  reached: number | null
  /** The figure of the period before; `null` when no file has it. */
  before: number | null
}

export type WrittenCompanyGoal = {
  measure: Measure
  period: PeriodKind
  from: Week
  /** `null` ends the goal from that period on. */
  target: number | null
  reason: string
}

/** A version of a company goal, with the period in which it begins. */
export type CompanyGoalVersion = WrittenCompanyGoal & { id: string }

/** The largest target of a month of the whole company, in cents or counted. */
const MAX_TARGET = 100_000_000_000

/** The form of a company goal; an empty target ends it. */
export const companyGoalRecord = record(
  {
    measure: openChoice(MEASURES, (measure) => `page.goals.company.measures.${measure}`),
    period: openChoice(PERIODS, (period) => `page.goals.periods.${period}`),
    target: text(20).meta({ field: { control: 'text', longest: 20, digits: 'comma' } }),
    from: typedWeek,
    reason: adjustmentReason,
  },
  (name) =>
    name === 'reason'
      ? 'page.adjustments.recurring.reason'
      : name === 'from' || name === 'period'
        ? `page.goals.form.${name}`
        : `page.goals.company.form.${name}`,
  ['measure', 'period', ['target', 'from'], 'reason'],
)
export const companyGoalInput = companyGoalRecord.input.transform(
  ({ target: typed, ...rest }, ctx): WrittenCompanyGoal => {
    if (typed.trim() === '') return { ...rest, target: null }
    const read = rest.measure === 'income' ? readTypedCents(typed) : readTypedCount(typed)
    if (read !== null && read > 0 && read <= MAX_TARGET) return { ...rest, target: read }
    ctx.addIssue({ code: 'custom', path: ['target'], message: 'field.number' })
    return z.NEVER
  },
)
