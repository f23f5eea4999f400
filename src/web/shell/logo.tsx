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

/** The reduced mark, under 40 px: the seven days no longer read, the road and its middle stop do. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={styles.mark}>
      <g fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round">
        <circle cx="16" cy="16" r="13" />
        <path d="M16 20v8.5" />
      </g>
      <path d="M3.5 16h25" fill="none" className={styles.road} strokeWidth="2" />
      <g className={styles.days}>
        <circle cx="16" cy="16" r="4" />
        <circle cx="8.5" cy="16" r="2" />
        <circle cx="23.5" cy="16" r="2" />
      </g>
    </svg>
  )
}
