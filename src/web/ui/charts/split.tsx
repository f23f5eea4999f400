import { max } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { LINE, WIDE, widthOf } from './labels.ts'
import frame from './picture.module.css'
import { Picture, type PictureProps, percent } from './picture.tsx'
import styles from './split.module.css'

export type SplitPart = {
  key: string
  name: string
  /** The value of the part, in words. */
  words: string
  value: number
  /** The part that the picture is about: it is green. */
  isMeant?: boolean
}

type Props = PictureProps & { parts: readonly SplitPart[] }

/** A whole and the shares of its parts: one bar with the names of its pieces under it; on a phone a bar for each part. */
export function Split({ parts, ...picture }: Props) {
  return (
    <Picture {...picture} height={0}>
      <InRows parts={parts} />
      <InOne parts={parts} />
    </Picture>
  )
}

const ROW = 28
/** Percent: where bars begin and end between names and values. */
const BARS = { from: 34, to: 78 }

function InRows({ parts }: Pick<Props, 'parts'>) {
  const x = scaleLinear()
    .domain([0, max(parts, ({ value }) => value) ?? 1])
    .range([0, BARS.to - BARS.from])
  return (
    <svg className={`${styles.split} ${frame.narrowOnly}`} width="100%" height={parts.length * ROW}>
      {parts.map(({ key, name, words, value, isMeant }, index) => (
        <g key={key}>
          <text className={isMeant ? styles.nameMeant : styles.name} x="0" y={index * ROW + 18}>
            {name}
          </text>
          <rect
            className={isMeant ? styles.meant : styles.tone0}
            x={percent(BARS.from)}
            width={percent(Math.max(x(value), 0.5))}
            y={index * ROW + 4}
            height={ROW - 8}
            rx="2"
          />
          <text className={`${styles.words} ${styles.end}`} x="100%" y={index * ROW + 18}>
            {words}
          </text>
        </g>
      ))}
    </svg>
  )
}

const BAR = 40
const FIRST = BAR + 24
const STEP = 2 * LINE + 10

function InOne({ parts }: Pick<Props, 'parts'>) {
  const x = scaleLinear()
    .domain([0, parts.reduce((total, { value }) => total + value, 0)])
    .range([0, 100])
  const pieces = parts.map((part, index) => {
    const before = parts.slice(0, index).reduce((total, { value }) => total + value, 0)
    return { ...part, from: x(before), to: x(before + part.value), look: part.isMeant ? 'meant' : `tone${index % 3}` }
  })
  const rows = placeNames(pieces)
  const height = FIRST + Math.max(...rows.map(({ row }) => row)) * STEP + LINE + 6
  return (
    <svg className={`${styles.split} ${frame.wideOnly}`} width="100%" height={height}>
      {pieces.map(({ key, from, to, look }) => (
        <rect key={key} className={styles[look]} x={percent(from)} width={percent(to - from)} height={BAR} />
      ))}
      {rows.map(({ key, name, words, at, row, isLast, isMeant }) => (
        <g key={key} className={isLast ? styles.end : undefined}>
          <line
            className={styles.lead}
            x1={percent(at)}
            x2={percent(at)}
            y1={BAR + 2}
            y2={FIRST + row * STEP + (row === 0 ? -14 : LINE)}
          />
          <text
            className={isMeant ? styles.nameMeant : styles.name}
            x={percent(at)}
            dx={row === 0 ? 0 : 6}
            y={FIRST + row * STEP}
          >
            {name}
          </text>
          <text className={styles.words} x={percent(at)} dx={row === 0 ? 0 : 6} y={FIRST + row * STEP + LINE}>
            {words}
          </text>
        </g>
      ))}
    </svg>
  )
}

type Piece = SplitPart & { from: number; to: number }
type Named = Piece & { at: number; row: number; isLast: boolean }

/**
 * A name hangs at the left edge of its piece, the last name at its right edge. From right to left, each name goes one row below any
 * name it would reach, so that no line to a name crosses another name.
 */
function placeNames(pieces: readonly Piece[]): Named[] {
  const found: (Named & { left: number })[] = []
  for (const [back, piece] of pieces.toReversed().entries()) {
    const isLast = back === 0
    const at = isLast ? piece.to - 0.2 : piece.from + 0.2
    const wide = Math.max(widthOf(piece.name), widthOf(piece.words)) + 14
    const left = (at / 100) * WIDE - (isLast ? wide : 0)
    const under = found.filter((other) => other.left < left + wide)
    found.push({
      ...piece,
      at,
      isLast,
      left,
      row: under.length === 0 ? 0 : Math.max(...under.map(({ row }) => row)) + 1,
    })
  }
  return found
}
