import { scaleLinear } from 'd3-scale'
import { percent } from './picture.tsx'
import styles from './range-bar.module.css'

type Props = {
  low: number
  likely: number
  high: number
  /** The lowest and the highest value of the whole list, including zero: all rows have one scale. */
  from: number
  to: number
}

/** An estimate beside its numbers: dashed from the lowest to the highest, with a hollow dot at the most likely; a line marks zero. */
export function RangeBar({ low, likely, high, from, to }: Props) {
  const x = scaleLinear()
    .domain([Math.min(0, from), Math.max(0, to, from + 1)])
    .range([3, 97])
  return (
    <svg className={styles.bar} width="100%" height="20" aria-hidden="true">
      <line className={styles.zero} x1={percent(x(0))} x2={percent(x(0))} y1="1" y2="19" />
      <line
        className={low < 0 ? styles.below : styles.range}
        x1={percent(x(low))}
        x2={percent(x(high))}
        y1="10"
        y2="10"
      />
      <circle className={likely < 0 ? styles.likelyBelow : styles.likely} cx={percent(x(likely))} cy="10" r="4.5" />
    </svg>
  )
}
