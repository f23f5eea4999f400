import type { ReactNode } from 'react'
import styles from './state.module.css'

/** `ok` done · `warn` needs somebody · `bad` wrong · `info` under way · `todo` to come · `plain` none of these. Always with a word. */
export type StateTone = 'ok' | 'warn' | 'bad' | 'info' | 'todo' | 'plain'

/** The dot alone, when the words beside it give its meaning. */
export function Dot({ tone }: { tone: StateTone }) {
  return <span className={`${styles.state} ${styles[tone] ?? ''}`} aria-hidden="true" />
}

/** A dot and a word: "● Aprovado". */
export function State({ tone, children }: { tone: StateTone; children: ReactNode }) {
  return <span className={`${styles.state} ${styles[tone] ?? ''}`}>{children}</span>
}
