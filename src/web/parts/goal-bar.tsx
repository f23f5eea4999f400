import styles from './goal-bar.module.css'

/** Progress towards the highest level, with a mark at each one before it. The words beside it say the same. */
export function GoalBar({ levels, reached }: { levels: readonly { threshold: number }[]; reached: number | null }) {
  const end = levels.at(-1)?.threshold ?? 1
  const part = (figure: number) => `${Math.round((Math.min(Math.max(figure, 0), end) * 1_000) / end) / 10}%`
  return (
    <svg className={styles.bar} aria-hidden="true">
      <rect className={styles.way} width="100%" height="100%" />
      <rect className={styles.done} width={part(reached ?? 0)} height="100%" />
      {levels.slice(0, -1).map(({ threshold }) => (
        <line key={threshold} className={styles.step} x1={part(threshold)} x2={part(threshold)} y1="0" y2="100%" />
      ))}
    </svg>
  )
}
