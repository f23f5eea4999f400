import { sum } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { area, curveBumpX } from 'd3-shape'
import { LINE } from './labels.ts'
import styles from './flow.module.css'
import { Picture, type PictureProps, Stretched, percent, round } from './picture.tsx'

export type FlowPart = { key: string; name: string; words: string; value: number; look?: 'done' | 'warn' }

type Props = PictureProps & {
  from: readonly FlowPart[]
  to: readonly FlowPart[]
  /** The name of the place in the middle: "12 extratos". */
  through: string
}

const TOP = 24
/** Pixels: height of the whole flow, least height for the words of one part, and gap between two parts. */
const [WHOLE, LEAST, GAP] = [168, 2 * LINE + 4, 10]
const MIDDLE = 50

type Placed = FlowPart & { top: number; bottom: number; slot: number; into: { top: number; bottom: number } }

/** Money from its sources, through one place, to where it goes: each band is as thick as its amount. Both sides have the same sum. */
export function FlowChart({ from, to, through, ...picture }: Props) {
  const total = Math.max(
    sum(from, ({ value }) => value),
    sum(to, ({ value }) => value),
    1,
  )
  const thick = scaleLinear().domain([0, total]).range([0, WHOLE])
  const most = Math.max(heightOf(from), heightOf(to))
  const middle = TOP + (most - WHOLE) / 2
  const [left, right] = [placedOf(from), placedOf(to)]
  return (
    <Picture {...picture} height={TOP + most + 4}>
      <text className={styles.through} x="50%" y={round(middle - 8)}>
        {through}
      </text>
      <Stretched height={TOP + most + 4}>
        {left.map((part) => (
          <path key={part.key} className={styles[part.look ?? 'plain']} d={bandPath(part, part.into, 0, MIDDLE)} />
        ))}
        {right.map((part) => (
          <path key={part.key} className={styles[part.look ?? 'plain']} d={bandPath(part.into, part, MIDDLE, 100)} />
        ))}
      </Stretched>
      <rect
        className={styles.middle}
        x={percent(MIDDLE)}
        width="14"
        transform="translate(-7 0)"
        y={round(middle)}
        height={WHOLE}
        rx="2"
      />
      {left.map((part) => (
        <Words key={part.key} part={part} isLeft />
      ))}
      {right.map((part) => (
        <Words key={part.key} part={part} />
      ))}
    </Picture>
  )

  function heightOf(parts: readonly FlowPart[]): number {
    return sum(parts, ({ value }) => Math.max(thick(value), LEAST)) + GAP * (parts.length - 1)
  }

  /** Stacks the parts with room for their words, centred as a whole; in the middle they meet without gaps. */
  function placedOf(parts: readonly FlowPart[]): Placed[] {
    let [slot, into] = [TOP + (most - heightOf(parts)) / 2, middle]
    return parts.map((part) => {
      const [high, room] = [thick(part.value), Math.max(thick(part.value), LEAST)]
      const top = slot + (room - high) / 2
      const placed = {
        ...part,
        top,
        bottom: top + high,
        slot: slot + room / 2,
        into: { top: into, bottom: into + high },
      }
      slot += room + GAP
      into += high
      return placed
    })
  }
}

type Edge = { top: number; bottom: number }

function bandPath(one: Edge, other: Edge, from: number, to: number): string {
  const shape = area<Edge & { x: number }>()
    .x(({ x }) => x)
    .y0(({ top }) => top)
    .y1(({ top, bottom }) => Math.max(bottom, top + 1.5))
    .curve(curveBumpX)
    .digits(2)
  return (
    shape([
      { ...one, x: from },
      { ...other, x: to },
    ]) ?? ''
  )
}

function Words({ part: { name, words, slot, top, bottom }, isLeft = false }: { part: Placed; isLeft?: boolean }) {
  const side = isLeft ? styles.left : styles.right
  return (
    <g className={bottom - top < LEAST ? `${side} ${styles.thin}` : side}>
      <text className={styles.name} x={isLeft ? '0' : '100%'} dx={isLeft ? 8 : -8} y={round(slot - 3)}>
        {name}
      </text>
      <text className={styles.words} x={isLeft ? '0' : '100%'} dx={isLeft ? 8 : -8} y={round(slot + LINE - 3)}>
        {words}
      </text>
    </g>
  )
}
