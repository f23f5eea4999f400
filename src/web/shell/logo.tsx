import styles from './logo.module.css'

/** The mark: a steering wheel whose spoke is the road of seven days, Thursday in the middle. */
export function Logo({ name }: { name: string }) {
  return (
    <svg width="160" height="64" viewBox="0 0 160 64" aria-hidden="true" className={styles.logo}>
      <g fill="none" strokeLinecap="round">
        <circle cx="30" cy="32" r="24" stroke="currentColor" strokeWidth="3.5" />
        <path d="M30 37v17.5" stroke="currentColor" strokeWidth="3.5" />
        <path d="M8 32h44" className={styles.road} strokeWidth="1.5" />
      </g>
      <g className={styles.days}>
        {[12.6, 17.8, 23, 37, 42.2, 47.4].map((x) => (
          <circle key={x} cx={x} cy="32" r="2.1" />
        ))}
        <circle cx="30" cy="32" r="4.7" />
      </g>
      <text x="64" y="41" textLength={name.length > 8 ? 92 : undefined} lengthAdjust="spacingAndGlyphs">
        {name}
      </text>
    </svg>
  )
}
