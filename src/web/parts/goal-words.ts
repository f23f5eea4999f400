import { type Audience, type Goal, nextLevel } from '#domain/goal.ts'
import { type Week, isoWeek, sunday } from '#domain/week.ts'
import type { GoalVersion, OwnGoal } from '#features/adjustments/goals/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDay } from '#messages/dates.ts'
import { goalFigure, goalPeriodName } from '#messages/goal-words.ts'
import { formatMoney } from '#messages/numbers.ts'

/** The name of a goal in the reader's language. */
export function goalName({ name, nameEn }: Pick<GoalVersion, 'name' | 'nameEn'>, t: Translator): string {
  return t.language === 'en' ? (nameEn ?? name) : name
}

/**
 * The reader's progress: "Faltam 12 viagens até domingo". If nothing was counted yet, the target; once every level is reached, the prize
 * and its date.
 */
export function ownGoalWords({ goal, period, isOver, reached, prize }: OwnGoal, t: Translator): string {
  const money = (amount: number) => formatMoney(amount, t.language)
  const next = nextLevel(goal, reached ?? 0)
  if (!next) {
    const when = goalPeriodName({ period: goal.period, last: period.last }, t)
    return t(`page.goals.own.${goal.period === 'week' ? 'reachedAll' : 'reachedMonth'}`, { prize: money(prize), when })
  }
  const day = formatDay(sunday(period.last).toString(), t.language)
  if (reached === null)
    return t(isOver ? 'page.goals.own.askedUntil' : `page.goals.own.asked.${goal.period}`, {
      asked: goalFigure(goal.criterion, next.missing, t),
      day,
    })
  return t(isOver ? 'page.goals.own.missed' : `page.goals.own.left.${goal.period}`, {
    count: goal.criterion === 'trips' ? next.missing : 2,
    missing: goalFigure(goal.criterion, next.missing, t),
    day,
  })
}

/**
 * The prize that can still be won, "+40,00 €": of the next level while there is time, else of the level reached; `null` if there is none.
 */
export function ownPrizeWords({ goal, isOver, reached, prize }: OwnGoal, t: Translator): string | null {
  const next = isOver ? null : nextLevel(goal, reached ?? 0)
  const more = next ? next.increase : prize
  return more > 0 ? `+${formatMoney(more, t.language)}` : null
}

/** "120 viagens → 30,00 €", one after the other. */
export function levelWords({ criterion, levels }: Pick<Goal, 'criterion' | 'levels'>, t: Translator): string {
  return levels
    .map(({ threshold, reward }) =>
      t('page.goals.level', {
        asked: goalFigure(criterion, threshold, t),
        reward: formatMoney(reward, t.language),
      }),
    )
    .join(' · ')
}

/** The drivers that a goal is for, in a few words. */
export function audienceWords({ regimes, car, minWeeks, maxWeeks, drivers }: Audience, t: Translator): string {
  const parts = [
    ...(drivers.length > 0 ? [t('page.goals.audience.picked', { count: drivers.length })] : []),
    ...regimes.map((regime) => t(`page.fleet.regimes.${regime}`)),
    ...(car === 'any' ? [] : [t(`page.goals.cars.${car}`)]),
    ...(minWeeks === null ? [] : [t('page.goals.audience.minWeeks', { count: minWeeks })]),
    ...(maxWeeks === null ? [] : [t('page.goals.audience.maxWeeks', { count: maxWeeks })]),
  ]
  return parts.length === 0 ? t('page.goals.audience.everybody') : parts.join(' · ')
}

/** A goal in sentences, in the order in which people ask: what for what, how levels count, for whom, and how long. */
export function goalSentences(goal: Goal & { audience: Audience }, t: Translator): string[] {
  const { criterion, period, levels, stacking, from, until, audience } = goal
  const week = (of: Week) => isoWeek(of)
  return [
    ...levels.map(({ threshold, reward }) =>
      t(`page.goals.rule.${period}`, {
        asked: goalFigure(criterion, threshold, t),
        reward: formatMoney(reward, t.language),
      }),
    ),
    ...(levels.length > 1 ? [t(`page.goals.rule.${stacking}`)] : []),
    ...(period === 'month' ? [t('page.goals.rule.months')] : []),
    `${audienceWords(audience, t)}.`,
    t('page.goals.rule.from', week(from)),
    ...(until === null ? [] : [t('page.goals.rule.until', week(until))]),
  ]
}
