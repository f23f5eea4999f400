import styles from './illustrations.module.css'

const SPOT = { width: 104, height: 48 }

/** A car on the road of the week, between Wednesday and Thursday. */
export function DriversDrawing() {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 504 168"
      width="504"
      height="168"
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
    >
      <path d="M0 34h504M0 134h504" className={styles.edge} />
      <path d="M0 84h190" className={styles.done} />
      <path d="M296 84h208" className={styles.todo} />
      {[6, 84, 162].map((x) => (
        <circle key={x} cx={x} cy="84" r="6" className={styles.stop} />
      ))}
      {[318, 396, 474].map((x) => (
        <circle key={x} cx={x} cy="84" r="5" className={styles.ahead} />
      ))}
      <use href="#car" x="186" y="59" width="108" height="50" />
    </svg>
  )
}

/** The fleet in its bays; one is on the road. */
export function FleetDrawing() {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 544 168"
      width="544"
      height="168"
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
    >
      <path d="M1 2v110M109.4 2v110M217.8 2v110M326.2 2v110M434.6 2v110M543 2v110" className={styles.edge} />
      <path d="M272 60v56a32 32 0 0 0 32 32h240" className={styles.done} />
      <circle cx="272" cy="60" r="6" className={styles.stop} />
      {[55.2, 163.6, 380.4, 488.8].map((x) => (
        <use key={x} href="#car" x={x - SPOT.width / 2} y="36" {...SPOT} transform={`rotate(-90 ${x} 60)`} />
      ))}
    </svg>
  )
}

/** The mark itself, very large, and the seven days of the next week. */
export function WheelDrawing() {
  return (
    <svg className={styles.wheel} viewBox="0 0 1152 1152" aria-hidden="true">
      <circle cx="576" cy="576" r="552" strokeWidth="44" />
      <path d="M576 604v526M24 576h1104" strokeWidth="24" />
      <circle cx="576" cy="576" r="60" fill="currentColor" stroke="none" />
    </svg>
  )
}
