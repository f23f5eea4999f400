import { scaleLinear } from 'd3-scale'
import { LINE, type Label, placeLabels } from './labels.ts'
import { Labels, Names, Picture, type PictureProps, percent } from './picture.tsx'
import styles from './time-line.module.css'

export type TimeMark = {
  key: string
  /** Days from today; negative once it has passed. */
  day: number
  name: string
  words: string
  /** The day alone, for places without room for more. */
  short: string
  /** The look of the dot, by the state that the list shows. */
  look: 'below' | 'warn' | 'todo' | 'info' | 'plain'
}

type Props = PictureProps & {
  marks: readonly TimeMark[]
  today: string
  /** Marks on the line: the first of each month, in days from today. */
  ticks: readonly { day: number; name: string }[]
}

const LINE_Y = 92
const STEP = 12
const MAX_LABEL_LEVELS = 5

/** Expiry dates on a line of days: a dot for each, dots of the same day stacked; the next ones have names. */
export function TimeLine({ marks, today, ticks, ...picture }: Props) {
  const days = marks.map(({ day }) => day)
  const x = scaleLinear()
    .domain([Math.min(0, ...days), Math.max(1, ...days)])
    .range([3, 97])
  const heights: number[] = []
  const placed = marks
    .toSorted((a, b) => a.day - b.day)
    .map((mark) => {
      const at = x(mark.day)
      const free = heights.findIndex((taken) => at - taken >= 4)
      const level = free === -1 ? Math.min(heights.length, MAX_LABEL_LEVELS - 1) : free
      heights[level] = at
      return { ...mark, at, y: LINE_Y - 10 - level * STEP }
    })
  const top = Math.min(...placed.map(({ y }) => y))
  const labels = placeLabels(
    placed
      .toSorted((a, b) => Math.abs(a.day) - Math.abs(b.day))
      .slice(0, 12)
      .map((mark): Label => ({
        key: mark.key,
        at: mark.at,
        y: mark.y,
        lines: [mark.name, mark.words],
        short: [mark.name.split(' ')[0] ?? mark.name, mark.short],
        offsets: [-12, -18 - 2 * LINE],
      })),
    placed.map(({ at, y }) => ({ kind: 'box', from: at - 0.6, to: at + 0.6, top: y - 5, bottom: y + 5 })),
    { height: LINE_Y },
  )
  const shownTicks = ticks.filter(({ day }) => day >= (x.domain()[0] ?? 0) && day <= (x.domain()[1] ?? 0))
  return (
    <Picture {...picture} height={LINE_Y + 40}>
      <line className={styles.past} x1={percent(x(Math.min(0, ...days)))} x2={percent(x(0))} y1={LINE_Y} y2={LINE_Y} />
      <line className={styles.line} x1={percent(x(0))} x2="100%" y1={LINE_Y} y2={LINE_Y} />
      {shownTicks.map(({ day }) => (
        <line key={day} className={styles.line} x1={percent(x(day))} x2={percent(x(day))} y1={LINE_Y} y2={LINE_Y + 5} />
      ))}
      {shownTicks.length === 0 ? null : (
        <Names
          labels={shownTicks.map(({ name }) => name)}
          at={(index) => x(shownTicks[index]?.day ?? 0)}
          y={LINE_Y + 20}
        />
      )}
      <line
        className={styles.now}
        x1={percent(x(0))}
        x2={percent(x(0))}
        y1={Math.min(top, LINE_Y - 16)}
        y2={LINE_Y + 8}
      />
      <text className={styles.today} x={percent(x(0))} y={LINE_Y + 36}>
        {today}
      </text>
      {placed.map(({ key, name, words, at, y, look }) => (
        <circle key={key} className={styles[look]} cx={percent(at)} cy={y} r="5">
          <title>{`${name}, ${words}`}</title>
        </circle>
      ))}
      <Labels labels={labels} look={(key) => lookOfName(placed.find((mark) => mark.key === key)?.look)} />
    </Picture>
  )
}

/** Colours the name of a mark with a problem. */
function lookOfName(look: TimeMark['look'] | undefined) {
  return look === 'below' || look === 'warn' ? look : 'plain'
}
