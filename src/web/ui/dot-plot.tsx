import { firstOf, lastOf } from '#domain/certain.ts'
import styles from './dot-plot.module.css'

export type Dot = { id: string; name: string; value: number }

type Props = {
  /** The same in a sentence, for those who don't see it. */
  says: string
  dots: readonly Dot[]
  middle: { value: number; words: string }
  /** A value as it stands beside a name and under the axis. */
  words: (value: number) => string
  /** What round values are round in: 60 where minutes are said as hours. */
  unit?: number
}

const HEIGHT = 164
const MEDIAN_WORDS = 14
const NAMES_ABOVE = 40
const DOTS = 104
const NAMES_BELOW = 126
const AXIS = 136
const TICK_WORDS = 156
/** In percent of the width: where the axis begins and ends, and how close two dots may be before one stands on the other. */
const [FROM, TO, CLOSE] = [4, 96, 3.2]
const MOST_LEVELS = 5
/** A second name stands under the axis only beside an edge: two of them never meet, on a phone neither. */
const EDGE = 10

/**
 * Everybody on one line, drawn by the server: as wide as the page leaves room, letters as large as everywhere. Those at both
 * ends are named; a table beside it names all of them.
 */
export function DotPlot({ says, dots, middle, words, unit = 1 }: Props) {
  const inOrder = dots.toSorted((a, b) => a.value - b.value)
  const [low, high] = [firstOf(inOrder).value, lastOf(inOrder).value]
  const x = (value: number) => (high === low ? 50 : FROM + ((value - low) / (high - low)) * (TO - FROM))
  const tops: number[] = []
  const placed = inOrder.map((dot) => {
    const at = x(dot.value)
    const free = tops.findIndex((top) => at - top >= CLOSE)
    const level = free === -1 ? Math.min(tops.length, MOST_LEVELS - 1) : free
    tops[level] = at
    return { ...dot, at, y: DOTS - level * 11 }
  })
  return (
    <svg className={styles.plot} height={HEIGHT} {...{ role: 'img', 'aria-label': says }}>
      <line className={styles.axis} x1="0" x2="100%" y1={AXIS} y2={AXIS} />
      {ticksOf(low / unit, high / unit)
        .map((round) => round * unit)
        .map((tick) => (
          <g key={tick}>
            <line className={styles.axis} x1={percent(x(tick))} x2={percent(x(tick))} y1={AXIS} y2={AXIS + 5} />
            <text className={styles.tick} x={percent(x(tick))} y={TICK_WORDS}>
              {words(tick)}
            </text>
          </g>
        ))}
      <line
        className={styles.middle}
        x1={percent(x(middle.value))}
        x2={percent(x(middle.value))}
        y1={NAMES_ABOVE + 8}
        y2={AXIS}
      />
      <text className={styles.middleWords} x={percent(Math.min(80, Math.max(20, x(middle.value))))} y={MEDIAN_WORDS}>
        {middle.words}
      </text>
      {placed.map(({ id, name, value, at, y }) => (
        <circle key={id} className={styles.dot} cx={percent(at)} cy={y} r="5">
          <title>{`${name}, ${words(value)}`}</title>
        </circle>
      ))}
      {namedOf(inOrder, x).map(({ id, name, value, y, end }) => (
        <text key={id} className={end ? styles.nameEnd : styles.name} x={percent(x(value))} y={y}>
          {shortName(name)} <tspan className={styles.value}>{words(value)}</tspan>
        </text>
      ))}
    </svg>
  )
}

/** The lowest and the highest; the next of each where it is as far out. */
function namedOf(inOrder: readonly Dot[], x: (value: number) => number) {
  const [lowest, low] = inOrder
  const [high, highest] = inOrder.slice(-2)
  const named = [
    lowest ? { ...lowest, y: NAMES_ABOVE, end: false } : null,
    highest && inOrder.length > 1 ? { ...highest, y: NAMES_ABOVE, end: true } : null,
    low && inOrder.length > 3 && x(low.value) <= EDGE ? { ...low, y: NAMES_BELOW, end: false } : null,
    high && inOrder.length > 3 && x(high.value) >= 100 - EDGE ? { ...high, y: NAMES_BELOW, end: true } : null,
  ]
  return named.filter((one) => one !== null)
}

/** As much of a name as a phone has room for. */
function shortName(name: string): string {
  const words = name.split(' ')
  const [first = name, last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return `${first} ${last}`.length <= 15 ? `${first} ${last}`.trim() : first
}

/** Round values between two, some four of them. */
function ticksOf(low: number, high: number): number[] {
  if (high === low) return [low]
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? rough)
  const first = Math.ceil(low / step) * step
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, index) => first + index * step)
}

function percent(part: number): string {
  return `${Math.round(part * 100) / 100}%`
}
