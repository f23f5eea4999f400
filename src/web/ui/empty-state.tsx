import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { EmptyRoad } from './road.tsx'

/** Shown where nothing exists yet: one drawing, one sentence that teaches the next step, one action. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <EmptyRoad />
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.words}>{children}</div> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  )
}
