import { extent } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { lastOf } from '#domain/certain.ts'
import type { Band } from '#domain/middle-half.ts'
import { median } from '#domain/median.ts'
import { type Label, type Obstacle, placeLabels } from './labels.ts'
import styles from './line-chart.module.css'
import { Labels, Names, Picture, type PictureProps, Stretched, percent } from './picture.tsx'

type Props = PictureProps & {
  /** Short name under each value: "47". */
  labels: readonly string[]
  /** Oldest first; `null` was not measured, and leaves a gap in the line. */
  values: readonly (number | null)[]
  /** The words of a value at its point. */
  words: (value: number) => string
  /** The words of a round value on the axis. */
  axisWords: (value: number) => string
  /** The step of round values: 60 for minutes shown as hours, 100 for cents. */
  unit?: number
  /** The words of the median, at its hairline. */
  medianWords?: (value: number) => string
  /** The values whose median is drawn; all values of the line by default. */
  medianOf?: readonly number[]
  /** A pale range behind each value, of other people's values; `words` name it at the last value. */
  band?: { ranges: readonly (Band | null)[]; words: string }
}

const HEIGHT = 196
const [TOP_Y, BOTTOM_Y] = [28, 156]
const NAMES_Y = 190
const [LEFT_PERCENT, RIGHT_PERCENT] = [2, 98]

type Point = { at: number; y: number; value: number; index: number }

/**
 * A figure over the weeks, on an axis that begins where its values do: for comparing it with itself. The last, the
 * highest and the lowest show their value if there is room.
 */
export function LineChart({
  labels,
  values,
  words,
  axisWords,
  unit = 1,
  medianWords,
  medianOf,
  band,
  ...frame
}: Props) {
  const measured = values.filter((value) => value !== null)
  if (measured.length < 2) return null
  const ranges = band?.ranges.flatMap((range, index) => (range ? [{ ...range, index }] : [])) ?? []
  const [low = 0, high = 0] = extent([...measured, ...ranges.flatMap((range) => [range.low, range.high])])
  const y = scaleLinear()
    .domain(low === high ? [low / unit - 1, high / unit + 1] : [low / unit, high / unit])
    .nice(4)
    .range([BOTTOM_Y, TOP_Y])
  const x = scaleLinear()
    .domain([0, values.length - 1])
    .range([LEFT_PERCENT, RIGHT_PERCENT])
  const points = values.map((value, index) =>
    value === null ? null : { at: x(index), y: y(value / unit), value, index },
  )
  const measuredPoints = points.filter((point) => point !== null)
  const medianValue = median(medianOf ?? measured)
  const path = line<Point | null>()
    .defined((point) => point !== null)
    .x((point) => point?.at ?? 0)
    .y((point) => point?.y ?? 0)
    .digits(2)
  const last = lastOf(measuredPoints)
  const labelled = labelledPoints(measuredPoints)
  const valueLabels: Label[] = labelled.map((point) => ({
    key: String(point.index),
    at: point.at,
    y: point.y,
    lines: [words(point.value)],
    offsets: [...(point.value < medianValue ? [20, -10] : [-10, 20]), ...(point === last ? [-26, 36] : [])],
  }))
  const medianLabels: Label[] = medianWords
    ? [LEFT_PERCENT, 50, RIGHT_PERCENT].map((at) => ({
        key: `median${at}`,
        at,
        y: y(medianValue / unit),
        lines: [medianWords(medianValue)],
        offsets: [-5, 15],
      }))
    : []
  const lastRange = ranges.at(-1)
  const bandLabel: Label[] =
    band && lastRange
      ? [
          {
            key: 'band',
            at: x(lastRange.index),
            y: y(lastRange.low / unit),
            lines: [band.words],
            offsets: [16, 16 - y(lastRange.low / unit) + y(lastRange.high / unit) - 22],
          },
        ]
      : []
  const segments: Obstacle[] = measuredPoints
    .slice(1)
    .map((to, index) => ({ kind: 'line', from: measuredPoints[index] ?? to, to }))
  const placed = placeLabels([...valueLabels, ...bandLabel, ...medianLabels], segments, { height: BOTTOM_Y + 22 })
  const placedMedian = placed.find(({ key }) => key.startsWith('median'))
  return (
    <Picture
      {...frame}
      height={HEIGHT}
      axis={y.ticks(4).map((tick) => ({ y: y(tick), words: axisWords(tick * unit) }))}
    >
      {y.ticks(4).map((tick) => (
        <line key={tick} className={styles.grid} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
      ))}
      {ranges.map((range) => (
        <line
          key={range.index}
          className={styles.band}
          x1={percent(x(range.index))}
          x2={percent(x(range.index))}
          y1={y(range.low / unit)}
          y2={y(range.high / unit)}
        />
      ))}
      {medianWords ? (
        <line className={styles.median} x1="0" x2="100%" y1={y(medianValue / unit)} y2={y(medianValue / unit)} />
      ) : null}
      <Stretched height={HEIGHT}>
        <path className={styles.line} d={path(points) ?? ''} />
      </Stretched>
      {measuredPoints.map((point) => (
        <circle
          key={point.index}
          className={point === last ? styles.here : labelled.includes(point) ? styles.labelled : styles.stop}
          cx={percent(point.at)}
          cy={point.y}
          r={point === last ? 5.5 : labelled.includes(point) ? 4 : 2.5}
        />
      ))}
      <Names labels={labels} at={x} y={NAMES_Y} endsNow />
      <Labels
        labels={placed.filter((label) => label === placedMedian || !label.key.startsWith('median'))}
        look={(key) =>
          key === String(last.index) ? 'done' : key === 'band' || key.startsWith('median') ? 'guess' : 'plain'
        }
      />
    </Picture>
  )
}

/** The values labelled in the picture, the most important first. */
function labelledPoints(points: readonly Point[]): Point[] {
  const inOrder = points.toSorted((a, b) => a.value - b.value || b.index - a.index)
  return [...new Set([lastOf([...points]), lastOf(inOrder), ...inOrder.slice(0, 1)])]
}
