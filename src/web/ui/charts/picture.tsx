import { type ReactNode, useId } from 'react'
import { useT } from '#web/i18n.tsx'
import { Disclosure } from '../disclosure.tsx'
import { LINE, NARROW, type PlacedLabel, WIDE, widthOf } from './labels.ts'
import styles from './picture.module.css'

export type PictureProps = {
  /** The finding that the picture shows. Left out if the card around it says so already. */
  title?: string
  /** The subject of the picture, small: "Líquido por semana". */
  about?: string
  /** A sentence that describes the picture to people who don't see it. */
  says: string
  /** The values of the picture as a table; left out if one stands beside it. */
  table?: ReactNode
}

type Props = PictureProps & {
  /** Pixels; 0 if the drawing itself has a version for each width. */
  height: number
  /** Words at the left, each at its height. */
  axis?: readonly { y: number; words: string; isStrong?: boolean }[]
  children: ReactNode
}

const NO_WORDS: NonNullable<Props['axis']> = []

/** The frame of every picture: title above, words at the left, table behind. It fills the width of its container. */
export function Picture({ title, about, says, height, axis = NO_WORDS, table, children }: Props) {
  const t = useT()
  const id = useId()
  const room = axis.length === 0 ? 0 : Math.ceil(Math.max(...axis.map(({ words }) => widthOf(words)))) + 8
  return (
    <figure className={styles.figure} aria-labelledby={title ? id : undefined}>
      {title || about ? (
        <figcaption className={styles.caption} id={id}>
          {title ? <b>{title}</b> : null}
          {about ? <small>{about}</small> : null}
        </figcaption>
      ) : null}
      <div
        className={room > 0 ? `${styles.picture} ${styles.withAxis}` : styles.picture}
        {...{ role: 'img', 'aria-label': says }}
      >
        {room > 0 ? (
          <svg className={styles.drawing} width={room} height={height}>
            {axis.map(({ y, words, isStrong }) => (
              <text key={words} className={isStrong ? styles.axisStrong : styles.axis} x="0" y={round(y + 4)}>
                {words}
              </text>
            ))}
          </svg>
        ) : null}
        {height === 0 ? (
          children
        ) : (
          <svg className={styles.drawing} width="100%" height={height}>
            {children}
          </svg>
        )}
      </div>
      {table ? (
        <Disclosure summary={t('page.pictures.unfold')} level="line">
          {table}
        </Disclosure>
      ) : null}
    </figure>
  )
}

/** Shapes whose x is a percentage and whose y are pixels, for paths, which know no percentages. Lines keep their thickness. */
export function Stretched({ height, children }: { height: number; children: ReactNode }) {
  return (
    <svg
      className={styles.stretched}
      width="100%"
      height={height}
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
    >
      {children}
    </svg>
  )
}

type WordsProps = {
  labels: readonly PlacedLabel[]
  look?: (key: string) => 'plain' | 'warn' | 'below' | 'guess' | 'done'
}

const plain = () => 'plain' as const

/** Labels at their marks. The first line is bold, the others are soft. */
export function Labels({ labels, look = plain }: WordsProps) {
  return labels.map(({ key, at, top, anchor, lines, shown }) => (
    <g key={`${key} ${shown}`} className={shown === 'always' ? undefined : styles[`${shown}Only`]}>
      {lines.map((words, index) => (
        <text
          key={words}
          className={`${styles[anchor]} ${index === 0 ? `${styles.strong} ${styles[look(key)]}` : styles.soft}`}
          x={percent(at)}
          y={round(top + index * LINE)}
        >
          {words}
        </text>
      ))}
    </g>
  ))
}

type AxisProps = {
  labels: readonly string[]
  at: (index: number) => number
  y: number
  /** The last name is marked as the present. */
  endsNow?: boolean
}

/** The names under the values; if they are too close, only every second, third… counted from the last. */
export function Names({ labels, at, y, endsNow = false }: AxisProps) {
  const widest = Math.max(...labels.map(widthOf)) + 6
  const step = labels.length < 2 ? 100 : Math.abs(at(1) - at(0))
  const everyAt = (width: number) => Math.max(1, Math.ceil(widest / ((step / 100) * width)))
  const [every, everyWide] = [everyAt(NARROW), everyAt(WIDE)]
  return labels.map((label, index) => {
    const back = labels.length - 1 - index
    if (back % everyWide !== 0 && back % every !== 0) return null
    return (
      <text
        key={at(index)}
        className={[
          styles.name,
          back === 0 && endsNow ? styles.nameLast : '',
          back % every === 0 ? (back % everyWide === 0 ? '' : styles.narrowOnly) : styles.wideOnly,
        ].join(' ')}
        x={percent(at(index))}
        y={y}
      >
        {label}
      </text>
    )
  })
}

export function percent(part: number): string {
  return `${round(part)}%`
}

export function round(length: number): number {
  return Math.round(length * 100) / 100
}
