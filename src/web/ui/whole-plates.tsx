import { Children, Fragment, type ReactNode } from 'react'
import { PLATE_IN_WORDS } from '#domain/identifiers.ts'
import styles from './whole-plates.module.css'

/** A verb with its pronoun, a day of the week, and a mail: "envie-o", "vê-las", "quinta-feira", "e-mail". */
const JOINED = /(?<![\p{L}-])(\p{L}+-(?:[ln]?[oa]s?|lhes?|feira|mails?))(?![\p{L}-])/u

const WHOLE = new RegExp(`${PLATE_IN_WORDS.source}|${JOINED.source}`, 'u')

/**
 * Words in which no line breaks at the hyphen of a plate, in "e-mail" or before a pronoun. The text is unchanged, so that people find and copy it as it
 * is written: only its drawing differs. For a line of words, not for an element that lays its children out.
 */
export function wholePlates(words: ReactNode): ReactNode {
  if (typeof words === 'string') return withWholePlates(words)
  return Array.isArray(words)
    ? Children.map(words, (part) => (typeof part === 'string' ? withWholePlates(part) : part))
    : words
}

function withWholePlates(words: string): ReactNode {
  // Of the pattern's two alternatives, one group is always undefined.
  const parts = words.split(WHOLE).filter((part) => part !== undefined)
  if (parts.length === 1) return words
  return (
    <>
      {parts.map((part, at) => {
        // A sentence may have the same plate twice.
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
