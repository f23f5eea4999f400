import { createContext, useContext } from 'react'
import type { MessageKey } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import type { MenuItem } from './menus.ts'
import styles from './menu-counts.module.css'

/** Numbers beside menu entries, by the entries' ids; an entry without one is not counted. */
export type MenuCounts = Readonly<Record<string, number>>

/** Words for screen readers that explain each number. */
const WORDS: Readonly<Record<string, MessageKey>> = {
  vehicles: 'common.menu.counts.vehicles',
  support: 'common.menu.counts.support',
  help: 'common.menu.counts.help',
}

export const NOTHING_COUNTED: MenuCounts = {}
const Counts = createContext(NOTHING_COUNTED)
export const MenuCountsContext = Counts.Provider

/** The number beside a menu entry; nothing if it has none. */
export function MenuCount({ of: { id } }: { of: MenuItem }) {
  const t = useT()
  const count = useContext(Counts)[id] ?? 0
  const words = WORDS[id]
  if (count === 0 || !words) return null
  return (
    <>
      {' '}
      <b className={styles.count} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </b>
      <span className="visually-hidden">{t(words, { count })}</span>
    </>
  )
}
