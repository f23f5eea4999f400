import type { ReactNode } from 'react'
import styles from './figures.module.css'

/**
 * The most important facts, as names over figures: the head of a week, of a file, of a record. `boxed`: in a card of its
 * own, as the summary at the top of a page.
 */
export function Figures({
  boxed = false,
  aside,
  children,
}: {
  boxed?: boolean
  /** Actions beside the figures, such as a place for files. */
  aside?: ReactNode
  children: ReactNode
}) {
  const figures = <dl className={`${styles.figures} ${boxed ? styles.boxed : ''}`}>{children}</dl>
  if (!aside) return figures
  return (
    <div className={styles.withBeside}>
      {figures}
      {aside}
    </div>
  )
}

type FigureProps = {
  name: string
  /** A mark after the figure's name, such as a tick. */
  mark?: ReactNode
  /** The figure is words instead of a number: a state, a plate, a name. */
  text?: boolean
  /** Small text under the figure: since when, compared with what. */
  note?: ReactNode
  /** The line of the earlier weeks. */
  drawn?: ReactNode
  children: ReactNode
}

export function Figure({ name, mark, text = false, note, drawn, children }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>
        {name}
        {mark}
      </dt>
      <dd className={text ? styles.text : undefined}>{children}</dd>
      {note ? <dd className={styles.note}>{note}</dd> : null}
      {drawn ? <dd className={styles.drawn}>{drawn}</dd> : null}
    </div>
  )
}
