import { type ReactNode, useId } from 'react'
import styles from './chart.module.css'
import { Disclosure } from './disclosure.tsx'

type Series = { name: string; values: readonly number[] }

type Props = {
  /** What the picture shows; the name of the table behind it too. */
  title: string
  /** The same in a sentence, for those who don't see it. */
  says: string
  /** Under each column, short: "47". */
  labels: readonly string[]
  /** One hue; a second one beside it is drawn in ink. */
  series: readonly [Series] | readonly [Series, Series]
  /** A value as it stands over its column. */
  words: (value: number) => string
  /** The words that unfold the table. */
  unfold: string
  /** The same values as a table. */
  table: ReactNode
}

const HEIGHT = 160
const ROOM_ABOVE = 20
const ROOM_BELOW = 20

/**
 * Columns over the weeks, drawn by the server: as wide as the page leaves room, letters as large as everywhere. The last
 * and the highest column say their value; all of them stand in the table behind.
 */
export function Chart({ title, says, labels, series, words, unfold, table }: Props) {
  const id = useId()
  const all = series.flatMap(({ values }) => values)
  const high = Math.max(0, ...all)
  const low = Math.min(0, ...all)
  const y = (value: number) =>
    round(ROOM_ABOVE + ((high - value) / (high - low || 1)) * (HEIGHT - ROOM_ABOVE - ROOM_BELOW))
  const slot = 100 / labels.length
  const width = (slot * (series.length === 1 ? 0.56 : 0.7)) / series.length
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption} id={id}>
        {title}
        {series.length > 1 ? (
          <span className={styles.names}>
            {series.map(({ name }, index) => (
              <span key={name}>
                <i className={index === 0 ? styles.mainKey : styles.besideKey} />
                {name}
              </span>
            ))}
          </span>
        ) : null}
      </figcaption>
      <svg className={styles.chart} height={HEIGHT} {...{ role: 'img', 'aria-label': says }}>
        {series.map(({ name, values }, which) =>
          values.map((value, index) => (
            <rect
              key={`${name}${labels[index]}`}
              className={which > 0 ? styles.beside : value < 0 ? styles.below : styles.main}
              x={percent(index * slot + slot / 2 + (which - series.length / 2) * width)}
              width={percent(width)}
              y={Math.min(y(value), y(0))}
              height={round(Math.max(1, Math.abs(y(value) - y(0))))}
            />
          )),
        )}
        <line className={styles.zero} x1="0" x2="100%" y1={y(0)} y2={y(0)} />
        {labels.map((label, index) => (
          <text key={label} className={styles.label} x={percent(index * slot + slot / 2)} y={HEIGHT - 4}>
            {label}
          </text>
        ))}
        {series.length === 1 ? <Said {...{ values: series[0].values, slot, y, words }} /> : null}
      </svg>
      <Disclosure summary={unfold} level="line">
        {table}
      </Disclosure>
    </figure>
  )
}

type SaidProps = {
  values: readonly number[]
  slot: number
  y: (value: number) => number
  words: (value: number) => string
}

/** The values worth reading on the picture itself: the last one, and the highest where it stands far enough away. */
function Said({ values, slot, y, words }: SaidProps) {
  const last = values.length - 1
  const highest = values.indexOf(Math.max(...values))
  const apart = Math.max(3, Math.ceil(values.length / 4))
  const said = last - highest >= apart ? [highest, last] : [last]
  return said.map((index) => {
    const value = values[index] ?? 0
    const isFirst = index === 0
    // Words that end at the edge lie over the bars before the last one: they stand above the highest of those.
    const under = index === last ? values.slice(-apart) : [value]
    const edge = isFirst ? index * slot : index === last ? (index + 1) * slot : index * slot + slot / 2
    return (
      <text
        key={index}
        className={`${styles.value} ${isFirst ? styles.start : index === last ? styles.end : ''}`}
        x={percent(edge)}
        y={round(Math.min(y(Math.max(...under)), y(0)) - 6)}
      >
        {words(value)}
      </text>
    )
  })
}

/** One thing in a list of several: how much of the most it is. Drawn beside the number that says it. */
export function Bar({ value, most }: { value: number; most: number }) {
  return (
    <svg className={styles.bar} width="100%" height="12" aria-hidden="true">
      <rect
        className={value < 0 ? styles.below : styles.main}
        width={percent(most > 0 ? Math.max(0.5, (Math.abs(value) / most) * 100) : 0)}
        height="12"
        rx="2"
      />
    </svg>
  )
}

function percent(part: number): string {
  return `${round(part)}%`
}

function round(length: number): number {
  return Math.round(length * 100) / 100
}
