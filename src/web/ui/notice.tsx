import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'info'

const ICONS: Record<Tone, IconName> = { ok: 'check', warn: 'warning', bad: 'warning', info: 'info' }

/** Something the reader should know before going on: a sentence, and what to do about it. */
export function Notice({
  tone = 'info',
  title,
  action,
  children,
}: {
  tone?: Tone
  title?: string
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`}>
      <Icon name={ICONS[tone]} />
      <div className={styles.words}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  )
}

/** The result of what was just done, read aloud when it appears. `undo`: the way to take it back, beside it. */
export function Done({ undo, children }: { undo?: ReactNode; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not hold paragraphs
    <div role="status">
      <Notice tone="ok" action={undo}>
        {children}
      </Notice>
    </div>
  )
}
