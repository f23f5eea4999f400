import { useLocation } from 'react-router'
import { withoutLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import styles from './tabs.module.css'

export type Tab = { to: string; label: string; count?: number; current?: boolean }

/** Views of one thing, each with its own address. By default `current` is found by path and query. */
export function Tabs({
  tabs,
  label,
  look = 'line',
}: {
  tabs: readonly Tab[]
  label?: string
  look?: 'line' | 'pills'
}) {
  const t = useT()
  const { pathname, search } = useLocation()
  const address = withoutLanguage(pathname) + search
  return (
    <nav className={`${styles.tabs} ${styles[look]}`} aria-label={label ?? t('common.nav.views')}>
      {tabs.map(({ to, label: words, count, current = to === address }) => (
        <Link key={to} to={to} aria-current={current ? 'page' : undefined}>
          {words}
          {count === undefined ? null : <span className={styles.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
