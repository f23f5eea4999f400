import type { ReactNode } from 'react'
import styles from './side-by-side.module.css'

/**
 * A list and the one of it that is open, on screens with room for both: the one stays in sight while the list scrolls.
 * `place` is the id of where it stands, also while nothing is open; on smaller screens it is a page of its own.
 * `above` stands over both; on a phone what is first of the list goes before it.
 */
export function SideBySide({ place, open, above, children }: SideBySideProps) {
  return (
    <div className={styles.split}>
      {above ? <div className={styles.above}>{above}</div> : null}
      <div className={styles.main}>{children}</div>
      <Place id={place}>{open}</Place>
    </div>
  )
}

type SideBySideProps = { place: string; open: ReactNode; above?: ReactNode; children: ReactNode }

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
