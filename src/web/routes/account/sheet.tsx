import type { ReactNode } from 'react'
import styles from './sheet.module.css'

/** A page with one small form: title, a sentence, the form, and where else to go. */
export function Sheet({
  title,
  text,
  after,
  children,
}: {
  title: string
  text?: string
  after?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={styles.sheet}>
      <h1>{title}</h1>
      <div className={styles.text}>{text ? <p>{text}</p> : null}</div>
      {children}
      {after ? <div className={styles.after}>{after}</div> : null}
    </div>
  )
}
