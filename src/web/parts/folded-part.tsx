import type { ReactNode } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import { type Reply, answered } from '#web/reply.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import styles from './folded-part.module.css'

type Props = {
  title: string
  /** Its state, in a word or a number. */
  summary?: string | null
  /** The intents of the forms in this part: it is open when one of them was just answered. */
  intents?: readonly string[]
  /** Open from the start, because something needs to be done. */
  open?: boolean
  /** The fragment of an address that leads here: inside the fold, so that browsers open it. */
  at?: string
  children: ReactNode
}

/** A part of a page about one account, folded under its name while it is in order. */
export function FoldedPart({ title, summary, intents, open = false, at, children }: Props) {
  const actionData = useActionData<Reply | object>()
  const [query] = useSearchParams()
  const wasAnswered = intents?.some(
    (intent) => answered(actionData, intent) !== undefined || query.get('done') === intent,
  )
  return (
    <Disclosure
      summary={<h2 className={styles.title}>{title}</h2>}
      aside={summary ? <span className={styles.summary}>{summary}</span> : null}
      open={open || wasAnswered === true}
    >
      <div id={at} className={styles.part}>
        {children}
      </div>
    </Disclosure>
  )
}
