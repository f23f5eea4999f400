import { extent } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { median } from '#domain/median.ts'
import { round } from './picture.tsx'
import styles from './small-line.module.css'

type Props = {
  /** Oldest first; `null` is a week that was not measured, and leaves a gap in the line. */
  values: readonly (number | null)[]
  label: string
  /** `road`: each week is a stop, for a line that stands alone. `own`: one of many lines in a list, with the median as a hairline. */
  look?: 'road' | 'own'
  /** The last week needs attention; on an `own` line the lowest week is marked in any case. */
  isWarned?: boolean
  width?: number
  height?: number
}

/** The fewest weeks whose lowest value is marked: with fewer it means nothing. */
const ENOUGH = 4
const EDGE = 5

/** A figure over the weeks beside its number, the last week marked as the present. */
export function SmallLine({ values, label, look = 'road', isWarned = false, width, height }: Props) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [wide, high] = look === 'road' ? [width ?? 136, height ?? 32] : [width ?? 104, height ?? 28]
  const [low = 0, top = 0] = extent(known)
  const x = scaleLinear()
    .domain([0, values.length - 1])
    .range([EDGE, wide - EDGE])
  const y = scaleLinear()
    .domain(low === top ? [low - 1, top + 1] : [low, top])
    .range([high - EDGE, EDGE])
  const points = values.map((value, index) => (value === null ? null : { x: round(x(index)), y: round(y(value)) }))
  const path = line<Point | null>()
    .defined((point) => point !== null)
    .x((point) => point?.x ?? 0)
    .y((point) => point?.y ?? 0)
  const last = points.at(-1)
  const isLowest = look === 'own' && known.length >= ENOUGH && values.at(-1) === low && top !== low
  const asks = isWarned || isLowest
  const before = look === 'road' && asks ? points.slice(0, -1) : points
  return (
    <svg
      className={styles[look]}
      width={wide}
      height={high}
      viewBox={`0 0 ${wide} ${high}`}
      {...{ role: 'img', 'aria-label': label }}
    >
      {look === 'own' ? (
        <line className={styles.median} x1="0" x2={wide} y1={round(y(median(known)))} y2={round(y(median(known)))} />
      ) : null}
      <path className={styles.weeks} d={path(before) ?? ''} />
      {before === points ? null : <path className={styles.warned} d={path(points.slice(-2)) ?? ''} />}
      {look === 'road'
        ? points
            .slice(0, -1)
            .map((point) =>
              point === null ? null : (
                <circle key={point.x} className={styles.stop} cx={point.x} cy={point.y} r="1.5" />
              ),
            )
        : null}
      {last ? <circle className={asks ? styles.hereWarned : styles.here} cx={last.x} cy={last.y} r="4" /> : null}
    </svg>
  )
}

type Point = { x: number; y: number }
