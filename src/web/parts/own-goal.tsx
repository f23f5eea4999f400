import { levelOf, nextLevel } from '#domain/goal.ts'
import type { OwnGoal } from '#features/adjustments/goals/schema.ts'
import { goalOf } from '#messages/goal-words.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { GoalBar } from './goal-bar.tsx'
import { ownGoalWords, ownPrizeWords } from './goal-words.ts'
import styles from './own-goal.module.css'

/** The prize of a goal, at the right of its name. */
export function OwnGoalPrize({ of }: { of: OwnGoal }) {
  const t = useT()
  return <b className={styles.prize}>{ownPrizeWords(of, t)}</b>
}

/** One goal of the reader: what is missing, the bar, and what there is so far. */
export function OwnGoalProgress({ of }: { of: OwnGoal }) {
  const t = useT()
  const { goal, period, reached, prize } = of
  const threshold = nextLevel(goal, reached ?? 0)?.threshold ?? levelOf(goal.levels, reached ?? 0).threshold
  const result = { ...goal, first: period.first, last: period.last, reached: reached ?? 0, threshold }
  return (
    <div className={styles.goal}>
      <p className={styles.left}>{ownGoalWords(of, t)}</p>
      <GoalBar levels={goal.levels} reached={reached} />
      <p className={styles.done}>
        <span>{reached === null ? t('page.goals.own.uncounted') : goalOf(result, t)}</span>
        {prize > 0 && nextLevel(goal, reached ?? 0) ? (
          <span>{t('page.goals.own.reachedSoFar', { prize: formatMoney(prize, t.language) })}</span>
        ) : null}
      </p>
    </div>
  )
}
