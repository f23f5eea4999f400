import type { ReactNode } from 'react'
import styles from './side-by-side.module.css'

/**
 * A list and the one of it that is open, on screens with room for both: the one stays in sight while the list scrolls.
 * `place` is the id of where it stands, also while nothing is open; on smaller screens it is a page of its own.
 */
export function SideBySide({ place, open, children }: { place: string; open: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.split}>
      <div className={styles.main}>{children}</div>
      <Place id={place}>{open}</Place>
    </div>
  )
}

/** Where the open one stands: what a page that is open brings alone. */
export function Place({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className={styles.place}>
      {children}
    </div>
  )
}

/** The open one. `head`: what it is, and the ways to the next one and out. */
export function Aside({ label, head, children }: { label: string; head: ReactNode; children: ReactNode }) {
  return (
    <aside className={styles.aside} aria-label={label}>
      <div className={styles.head}>{head}</div>
      {children}
    </aside>
  )
}
