import { max, min } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import styles from './dot-plot.module.css'
import { type Label, type Obstacle, placeLabels } from './labels.ts'
import { Labels, Names, Picture, type PictureProps, percent } from './picture.tsx'

export type Dot = {
  id: string
  name: string
  value: number
  /** The value one period earlier; `null` if it was not measured. */
  before?: number | null
  /** Whether the dot needs attention. */
  isWarned?: boolean
}

type Props = PictureProps & {
  dots: readonly Dot[]
  middle: { value: number; words: string }
  /** The words of a value under a name and the axis. */
  words: (value: number) => string
  /** The words of a round value under the axis; `words` by default. */
  axisWords?: (value: number) => string
  /** The words of a change, behind the value of a name. */
  changeWords?: (change: number) => string
  /** The step of round values: 60 for minutes shown as hours. */
  unit?: number
  /** Names of the two rows, if the dots have earlier values: "semana 47", "semana 46". */
  rows?: { now: string; before: string }
}

/** The most dots with lines between two rows; with more, the lines would hide each other and the dots are stacked alone. */
const MAX_LINES = 40
const [FROM, TO] = [4, 96]
/** Percent of the width within which two dots overlap and are stacked. */
const CLOSE = 4.2
const MAX_LEVELS = 7
const MEDIAN_WORDS = 14

/**
 * Everybody on one line, with lines from the earlier values if those are known. The dots at both ends are named, as many as
 * there is room for; the table beside it names them all.
 */
export function DotPlot({ dots, middle, words, axisWords = words, changeWords, unit = 1, rows, ...frame }: Props) {
  const inOrder = dots.toSorted((a, b) => a.value - b.value)
  const rowNames = rows && dots.length <= MAX_LINES ? rows : null
  const values = inOrder.flatMap(({ value, before }) => (rowNames && before != null ? [value, before] : [value]))
  const [low = 0, high = 0] = [min(values), max(values)]
  const scale = scaleLinear()
    .domain(low === high ? [low / unit - 1, high / unit + 1] : [low / unit, high / unit])
    .range([FROM, TO])
  const x = (value: number) => scale(value / unit)
  const placed = rowNames ? inOrder.map((dot) => ({ ...dot, at: x(dot.value), y: 80 })) : pileDots(inOrder, x)
  const floor = rowNames ? 80 : 120
  const [before, axis] = rowNames ? [124, 140] : [floor, 134]
  const height = axis + 24
  const named = placeLabels(
    endsOf(placed).map((dot): Label => ({
      key: dot.id,
      at: dot.at,
      y: Math.min(dot.y, rowNames ? 80 : 70),
      lines: [shortName(dot.name), valueWords(dot)],
      short: [firstName(dot.name), words(dot.value)],
      offsets: [-16],
    })),
    [middleLine()],
    { height },
  )
  return (
    <Picture
      {...frame}
      height={height}
      axis={
        rowNames
          ? [
              { y: floor, words: rowNames.now, isStrong: true },
              { y: before, words: rowNames.before },
            ]
          : []
      }
    >
      <line className={styles.axis} x1="0" x2="100%" y1={axis} y2={axis} />
      {scale.ticks(4).map((tick) => (
        <g key={tick}>
          <line className={styles.axis} x1={percent(scale(tick))} x2={percent(scale(tick))} y1={axis} y2={axis + 5} />
        </g>
      ))}
      <Names
        labels={scale.ticks(4).map((tick) => axisWords(tick * unit))}
        at={(index) => scale(scale.ticks(4)[index] ?? 0)}
        y={axis + 20}
      />
      <line
        className={styles.middle}
        x1={percent(x(middle.value))}
        x2={percent(x(middle.value))}
        y1={MEDIAN_WORDS + 8}
        y2={axis}
      />
      <text className={styles.middleWords} x={percent(Math.min(78, Math.max(22, x(middle.value))))} y={MEDIAN_WORDS}>
        {middle.words}
      </text>
      {rowNames
        ? placed.map(({ id, at, y, before: then, isWarned }) =>
            then == null ? null : (
              <g key={id}>
                <line
                  className={isWarned ? styles.wayWarned : styles.way}
                  x1={percent(x(then))}
                  x2={percent(at)}
                  y1={before}
                  y2={y}
                />
                <circle className={styles.then} cx={percent(x(then))} cy={before} r="3.5" />
              </g>
            ),
          )
        : null}
      {placed.map(({ id, name, value, at, y, isWarned }) => (
        <circle
          key={id}
          className={isWarned ? styles.warned : styles.dot}
          cx={percent(at)}
          cy={y}
          r={rowNames ? 6.5 : 5}
        >
          <title>{`${name}, ${words(value)}`}</title>
        </circle>
      ))}
      <Labels labels={named} look={(key) => (placed.find(({ id }) => id === key)?.isWarned ? 'warn' : 'plain')} />
    </Picture>
  )

  function valueWords({ value, before: then }: Dot): string {
    return changeWords && then != null ? `${words(value)}, ${changeWords(value - then)}` : words(value)
  }

  function middleLine(): Obstacle {
    const at = x(middle.value)
    return { kind: 'box', from: at, to: at, top: MEDIAN_WORDS + 8, bottom: axis }
  }
}

/** Stacks dots that are too close to stand side by side. */
function pileDots(inOrder: readonly Dot[], x: (value: number) => number): (Dot & { at: number; y: number })[] {
  const tops: number[] = []
  return inOrder.map((dot) => {
    const at = x(dot.value)
    const free = tops.findIndex((top) => at - top >= CLOSE)
    const level = free === -1 ? Math.min(tops.length, MAX_LEVELS - 1) : free
    tops[level] = at
    return { ...dot, at, y: 120 - level * 9 }
  })
}

/** The outermost points: the lowest and the highest, then the next of each. */
function endsOf<Placed>(inOrder: readonly Placed[]): Placed[] {
  const half = inOrder.slice(0, 2).flatMap((low, index) => [low, ...inOrder.slice(-1 - index, inOrder.length - index)])
  return [...new Set(half)]
}

/** A name shortened to fit on a phone. */
function shortName(name: string): string {
  const words = name.split(' ')
  const [first = name, last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return `${first} ${last}`.length <= 15 ? `${first} ${last}`.trim() : first
}

/** A name shortened to stand beside another one on a phone: "Harpreet S." */
function firstName(name: string): string {
  const [first = name, ...rest] = name.split(' ')
  const last = rest.at(-1)
  return last ? `${first.slice(0, 9)} ${last.slice(0, 1)}.` : first
}
