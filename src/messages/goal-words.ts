import type { GoalResult } from '#domain/settlement-types.ts'
import type { Translator } from './catalogue.ts'
import { formatMonthInside, weekNumber } from './dates.ts'
import { formatMoney, formatNumber } from './numbers.ts'

/** A figure of a goal in its unit: "134 viagens", "652,40 €", "38 h 20 min". */
export function goalFigure(criterion: GoalResult['criterion'], figure: number, t: Translator): string {
  if (criterion === 'income') return formatMoney(figure, t.language)
  if (criterion === 'trips')
    return t('page.goals.units.trips', { count: figure, figure: formatNumber(figure, t.language) })
  const [hours, minutes] = [Math.floor(figure / 60), figure % 60]
  return minutes === 0 ? t('page.goals.units.hours', { hours }) : t('page.goals.units.minutes', { hours, minutes })
}

/** "semana 47", "novembro de 2026": the weeks a goal counts. A week is filed in the month its Sunday is in. */
export function goalPeriodName({ period, last }: Pick<GoalResult, 'period' | 'last'>, t: Translator): string {
  if (period === 'week') return t('page.goals.week', { number: weekNumber(last) })
  return formatMonthInside(Temporal.PlainDate.from(last).add({ days: 6 }).toPlainYearMonth().toString(), t.language)
}

/** A goal's period at the beginning of a row: "Semana 47", "Novembro de 2026". */
export function goalPeriodTitle(of: Pick<GoalResult, 'period' | 'last'>, t: Translator): string {
  const name = goalPeriodName(of, t)
  return `${name.charAt(0).toLocaleUpperCase(t.language)}${name.slice(1)}`
}

/** What the line of a statement says: which goal, when, what was reached, and what the level asks. */
export function goalReason(name: string, result: GoalResult, t: Translator): string {
  return t('page.goals.reason', { name, when: goalPeriodName(result, t), result: goalOf(result, t) })
}

/** "134 viagens, objetivo de 120" */
export function goalOf({ criterion, reached, threshold }: GoalResult, t: Translator): string {
  const thresholdText =
    criterion === 'trips' ? formatNumber(threshold, t.language) : goalFigure(criterion, threshold, t)
  return t('page.goals.of', { done: goalFigure(criterion, reached, t), asked: thresholdText })
}
