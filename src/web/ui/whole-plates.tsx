import { Children, Fragment, type ReactNode } from 'react'
import { PLATE_IN_WORDS } from '#domain/identifiers.ts'
import styles from './whole-plates.module.css'

/**
 * Words in which no plate ends a line at its hyphen. The text stays as it is, so that it is found and copied as it is written: only the
 * way it is drawn changes. For what is a line of words, not for what lays its children out.
 */
export function wholePlates(words: ReactNode): ReactNode {
  if (typeof words === 'string') return drawn(words)
  return Array.isArray(words) ? Children.map(words, (part) => (typeof part === 'string' ? drawn(part) : part)) : words
}

function drawn(words: string): ReactNode {
  const parts = words.split(PLATE_IN_WORDS)
  if (parts.length === 1) return words
  return (
    <>
      {parts.map((part, at) => {
        // The same plate may stand in a sentence twice.
        const key = `${at} ${part}`
        return at % 2 === 1 ? (
          <span key={key} className={styles.plate}>
            {part}
          </span>
        ) : (
          <Fragment key={key}>{part}</Fragment>
        )
      })}
    </>
  )
}
