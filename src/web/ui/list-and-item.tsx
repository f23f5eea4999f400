import type { ReactNode } from 'react'
import styles from './list-and-item.module.css'

/**
 * A list with its open item beside it, on screens with room for both: the item stays in sight while the list scrolls.
 * `place`: id of the item's element, which exists also while nothing is open; on smaller screens the item is a page of
 * its own. `above` stands over both; on a phone the list's first items come before it.
 */
export function ListAndItem({ place, open, above, children }: ListAndItemProps) {
  return (
    <div className={styles.split}>
      {above ? <div className={styles.above}>{above}</div> : null}
      <div className={styles.main}>{children}</div>
      <Place id={place}>{open}</Place>
    </div>
  )
}

type ListAndItemProps = { place: string; open: ReactNode; above?: ReactNode; children: ReactNode }

/** The element of the open item, which a script fetches alone. */
export function Place({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className={styles.place}>
      {children}
    </div>
  )
}

/** The open item. `head`: its name, and links to the next one and to close it. */
export function Aside({ label, head, children }: { label: string; head: ReactNode; children: ReactNode }) {
  return (
    <aside className={styles.aside} aria-label={label}>
      <div className={styles.head}>{head}</div>
      {children}
    </aside>
  )
}
