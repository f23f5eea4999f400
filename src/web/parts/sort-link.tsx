import { useLocation } from 'react-router'
import { withoutLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import styles from './sort-link.module.css'

type Sort = { by: string; descending: boolean }

/** The sorting of a list on a phone, where the table has no head: a folded line that names the current column. */
export function SortMenu({ current, by }: { current: Sort; by: readonly { name: string; words: string }[] }) {
  const t = useT()
  const now = by.find(({ name }) => name === current.by)
  if (by.length < 2) return null
  return (
    <details className={styles.menu}>
      <summary>
        {t('common.list.sort')}
        {now ? <span>{now.words}</span> : null}
      </summary>
      <ul>
        {by.map(({ name, words }) => (
          <li key={name}>
            <SortLink by={name} current={current}>
              {words}
            </SortLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A column head that sorts the list by its column, in the address (`?sort=name&dir=desc`); pressed again, it reverses the order. */
export function SortLink({ by, current, children }: { by: string; current: Sort; children: string }) {
  const t = useT()
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const isCurrent = current.by === by
  for (const name of ['page', 'done', 'dir']) query.delete(name)
  query.set('sort', by)
  if (isCurrent && !current.descending) query.set('dir', 'desc')
  return (
    <Link
      to={`${withoutLanguage(pathname)}?${query}`}
      className={styles.link}
      aria-label={t('page.fleet.sort', { name: children })}
    >
      {children}
      {isCurrent ? <span aria-hidden="true">{current.descending ? ' ↓' : ' ↑'}</span> : null}
    </Link>
  )
}
