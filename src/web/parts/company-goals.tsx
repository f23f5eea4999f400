import type { CompanyGoal } from '#features/adjustments/company-goals/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { goalPeriodName } from '#messages/goal-words.ts'
import { formatMoney, formatNumber, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Card, Grid } from '#web/ui/card.tsx'
import { GoalBar } from './goal-bar.tsx'
import styles from './own-goal.module.css'

/** The company's goals for the running week and month, each with its progress. */
export function CompanyGoals({ goals, columns = 3 }: { goals: readonly CompanyGoal[]; columns?: 2 | 3 }) {
  const t = useT()
  if (goals.length === 0) return null
  return (
    <Grid columns={columns}>
      {goals.map((goal) => (
        <Card
          key={goal.id}
          part
          title={t(`page.goals.company.measures.${goal.measure}`)}
          aside={goalPeriodName({ period: goal.kind, last: goal.period.last }, t)}
        >
          <Progress goal={goal} />
        </Card>
      ))}
    </Grid>
  )
}

function Progress({ goal: { measure, target, reached, before } }: { goal: CompanyGoal }) {
  const t = useT()
  const says = (figure: number) => goalFigureWords(measure, figure, t)
  return (
    <div className={styles.goal}>
      <p className={styles.left}>
        {reached === null
          ? t('page.goals.company.unmeasured', { target: says(target) })
          : t('page.goals.company.of', { reached: says(reached), target: says(target) })}
      </p>
      {reached === null ? null : <GoalBar levels={[{ threshold: target }]} reached={reached} />}
      <p className={styles.done}>
        <span>{reached === null ? null : formatPercent(Math.round((reached * 100) / target) * 100, t.language)}</span>
        {before === null ? null : <span>{t('page.goals.company.before', { before: says(before) })}</span>}
      </p>
    </div>
  )
}

/** A figure of a company goal in words: money, or a number. */
export function goalFigureWords(measure: CompanyGoal['measure'], figure: number, t: Translator): string {
  return measure === 'income' ? formatMoney(figure, t.language) : formatNumber(figure, t.language)
}
