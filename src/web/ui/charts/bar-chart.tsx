import { max, min } from 'd3-array'
import { scaleBand, scaleLinear } from 'd3-scale'
import styles from './bar-chart.module.css'
import { type Label, type Obstacle, placeLabels } from './labels.ts'
import { Labels, Names, Picture, type PictureProps, percent, round } from './picture.tsx'

type Series = { name: string; values: readonly number[] }

type Props = PictureProps & {
  /** Short name under each bar: "47". */
  labels: readonly string[]
  /** One series, whose last bar is highlighted; or two, of which the first is highlighted and the second is for comparison. */
  series: readonly [Series] | readonly [Series, Series]
  /** The words of a value over its bar. */
  words: (value: number) => string
}

const HEIGHT = 184
const BOTTOM = 160
const NAMES = 178

/** Bars over the weeks, from zero. The last and the highest show their value; of two series, the last bars are named. */
export function BarChart({ labels, series, words, ...frame }: Props) {
  const [main, second] = series
  const allValues = series.flatMap(({ values }) => values)
  const [high, low] = [Math.max(0, max(allValues) ?? 0), Math.min(0, min(allValues) ?? 0)]
  const y = scaleLinear()
    .domain([low, high === low ? 1 : high])
    .range([BOTTOM - (low < 0 ? 20 : 0), second ? 48 : 28])
  const x = scaleBand<number>()
    .domain(labels.map((_, index) => index))
    .range([0, 100])
    .paddingInner(0.3)
    .paddingOuter(0.1)
  const within = scaleBand<number>()
    .domain(series.map((_, which) => which))
    .range([0, x.bandwidth()])
    .paddingInner(0.12)
  const bars = series.flatMap(({ values }, which) =>
    values.map((value, index) => {
      const from = (x(index) ?? 0) + (within(which) ?? 0)
      const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))]
      return { which, index, value, from, to: from + within.bandwidth(), top, bottom }
    }),
  )
  const obstacles: Obstacle[] = bars.map(({ from, to, top, bottom }) => ({ kind: 'box', from, to, top, bottom }))
  const last = labels.length - 1
  const placed = placeLabels(second ? namesOf() : valuesOf(main.values), obstacles, { height: BOTTOM })
  return (
    <Picture {...frame} height={HEIGHT}>
      {bars.map(({ which, index, value, from, to, top, bottom }) => (
        <rect
          key={`${which} ${index}`}
          className={value < 0 ? styles.below : which === 0 && (second || index === last) ? styles.main : styles.beside}
          x={percent(from)}
          width={percent(to - from)}
          y={round(top)}
          height={round(Math.max(1, bottom - top))}
          rx="1.5"
        />
      ))}
      <line className={styles.zero} x1="0" x2="100%" y1={y(0)} y2={y(0)} />
      <Names labels={labels} at={(index) => (x(index) ?? 0) + x.bandwidth() / 2} y={NAMES} endsNow />
      <Labels
        labels={placed}
        look={(key) =>
          key === (second ? 'main' : String(last)) ? 'done' : (main.values[Number(key)] ?? 0) < 0 ? 'below' : 'plain'
        }
      />
    </Picture>
  )

  /** Names and values of the last bars, at the right edge above the bars. */
  function namesOf(): Label[] {
    return [main, second ?? main].map(({ name, values }, which) => ({
      key: which === 0 ? 'main' : 'beside',
      at: 100,
      y: which === 0 ? 16 : 32,
      lines: [`${name} ${words(values.at(-1) ?? 0)}`],
      offsets: [0],
    }))
  }

  /** Labels for the last bar, the highest, and the lowest if it is below zero; a label rises above higher neighbours. */
  function valuesOf(values: readonly number[]): Label[] {
    const highest = values.indexOf(max(values) ?? 0)
    const lowest = low < 0 ? [values.indexOf(low)] : []
    const rising = Array.from({ length: 40 }, (_, step) => -6 - step * 4)
    return [...new Set([values.length - 1, highest, ...lowest])].map((index) => {
      const value = values[index] ?? 0
      return {
        key: String(index),
        at: (x(index) ?? 0) + (index === last ? x.bandwidth() : index === 0 ? 0 : x.bandwidth() / 2),
        y: y(value),
        lines: [words(value)],
        offsets: value < 0 ? [16] : rising,
      }
    })
  }
}
