import { scaleLinear } from 'd3-scale'
import { percent } from './picture.tsx'
import styles from './share-bar.module.css'

/** A value in a list as a share of the largest one, drawn beside its number. */
export function ShareBar({ value, most }: { value: number; most: number }) {
  const share = scaleLinear()
    .domain([0, most > 0 ? most : 1])
    .range([0, 100])
    .clamp(true)
  return (
    <svg className={styles.bar} width="100%" height="8" aria-hidden="true">
      <rect className={styles.way} width="100%" height="8" rx="2" />
      <rect
        className={value < 0 ? styles.below : styles.main}
        width={percent(value === 0 ? 0 : Math.max(0.5, share(Math.abs(value))))}
        height="8"
        rx="2"
      />
    </svg>
  )
}
