import { median } from '#domain/median.ts'
import styles from './own-line.module.css'

type Props = {
  /** Oldest first; `null` is a week in which nothing was measured: the line has a gap there. */
  values: readonly (number | null)[]
  label: string
}

const [WIDTH, HEIGHT, EDGE] = [104, 28, 5]
/** With fewer weeks a lowest one says nothing. */
const ENOUGH = 4

/** Somebody's own weeks: the median as a hairline, and the last week where one stands now, amber where it is the lowest. */
export function OwnLine({ values, label }: Props) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const x = (index: number) => round(EDGE + (index * (WIDTH - 2 * EDGE)) / (values.length - 1))
  const y = (value: number) =>
    round(high === low ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / (high - low)) * (HEIGHT - 2 * EDGE))
  const points = values.map((value, index) => (value === null ? null : { x: x(index), y: y(value) }))
  const last = points.at(-1)
  const isLowest = known.length >= ENOUGH && values.at(-1) === low && high !== low
  return (
    <svg
      className={styles.line}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      {...{ role: 'img', 'aria-label': label }}
    >
      <line className={styles.median} x1="0" x2={WIDTH} y1={y(median(known))} y2={y(median(known))} />
      <path className={styles.weeks} d={pathOf(points)} />
      {last ? <circle className={isLowest ? styles.lowest : styles.here} cx={last.x} cy={last.y} r="3.5" /> : null}
    </svg>
  )
}

/** From week to week; after a gap it begins again, and a week between two gaps is a point. */
function pathOf(points: readonly ({ x: number; y: number } | null)[]): string {
  return points
    .flatMap((point, index) => {
      if (point === null) return []
      if (points[index - 1]) return [`L${point.x} ${point.y}`]
      return [`M${point.x} ${point.y}${points[index + 1] ? '' : 'h.01'}`]
    })
    .join('')
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
