import { max } from 'd3-array'
import { scaleBand, scaleQuantize } from 'd3-scale'
import styles from './hour-grid.module.css'
import { Picture, type PictureProps, percent } from './picture.tsx'

export type GridRow = {
  name: string
  /** 24 values, from midnight. */
  hours: readonly number[]
}

const ROW = 22
const LEVELS = ['level1', 'level2', 'level3', 'level4'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

type Props = PictureProps & {
  rows: readonly GridRow[]
  words: (value: number) => string
  /** The value drawn lightest, if all values are far from zero, so that they can be told apart. */
  low?: number
}

/** A grid of rows and hours: the more happens, the darker the field. An empty field is zero. */
export function HourGrid({ rows, words, low = 0, ...picture }: Props) {
  const level = scaleQuantize<(typeof LEVELS)[number]>()
    .domain([low, max(rows, ({ hours }) => max(hours)) ?? 1])
    .range([...LEVELS])
  const x = scaleBand<number>().domain(HOURS).range([0, 100]).paddingInner(0.12)
  const height = rows.length * ROW
  return (
    <Picture
      {...picture}
      height={height + 22}
      axis={rows.map(({ name }, index) => ({ y: index * ROW + ROW / 2, words: shortenName(name) }))}
    >
      {rows.map(({ name, hours }, index) =>
        HOURS.map((hour) => {
          const value = hours[hour] ?? 0
          return (
            <rect
              key={`${name} ${hour}`}
              className={value > 0 ? styles[level(value)] : styles.nothing}
              x={percent(x(hour) ?? 0)}
              width={percent(x.bandwidth())}
              y={index * ROW + 2}
              height={ROW - 4}
              rx="2"
            >
              {value > 0 ? <title>{`${name}, ${hour} h: ${words(value)}`}</title> : null}
            </rect>
          )
        }),
      )}
      {[0, 6, 12, 18, 23].map((hour) => (
        <text key={hour} className={styles.hour} x={percent((x(hour) ?? 0) + x.bandwidth() / 2)} y={height + 16}>
          {hour} h
        </text>
      ))}
    </Picture>
  )
}

/** A name shortened to leave room for a day on a phone; the table has the whole name. */
function shortenName(name: string): string {
  return name.length > 20 ? `${name.slice(0, 19).trimEnd()}…` : name
}
