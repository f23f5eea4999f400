import type { ReactNode } from 'react'
import styles from './questions.module.css'

type CardProps = {
  id: string
  kind: string
  title: string
  tone?: 'decide' | 'know'
  text: ReactNode
  effect?: ReactNode
  figure?: ReactNode
  action: ReactNode
  alternatives?: ReactNode
}

/** A question: a sentence that says what happened, the evidence, the effect, one suggestion and its alternatives. */
export function QuestionCard({
  id,
  kind,
  title,
  tone = 'decide',
  text,
  effect,
  figure,
  action,
  alternatives,
}: CardProps) {
  return (
    <li className={styles.card} id={id}>
      <div className={styles.words}>
        <p className={tone === 'decide' ? styles.kind : styles.kindKnown}>{kind}</p>
        <h3>{title}</h3>
        <div className={styles.text}>{text}</div>
        {effect ? <p className={styles.effect}>{effect}</p> : null}
      </div>
      {figure ? <div className={styles.figure}>{figure}</div> : null}
      <div className={styles.actions}>
        {action}
        {alternatives ? <div className={styles.alternatives}>{alternatives}</div> : null}
      </div>
    </li>
  )
}
