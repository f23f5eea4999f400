import { useLocation } from 'react-router'
import { withoutLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Icon } from './icon.tsx'
import styles from './pagination.module.css'

type Props = { page: number; size: number; count: number; at?: string | undefined; name?: string }

/**
 * Pages of a list, in the address (`?page=2`) beside its filters. `page` counts from 1; `at` is the fragment of the
 * list; `name` is the parameter, on a screen with several lists. Renders nothing for a single page.
 */
export function Pagination({ page, size, count, at, name = 'page' }: Props) {
  const t = useT()
  const { pathname, search } = useLocation()
  const pages = Math.max(1, Math.ceil(count / size))
  if (pages === 1) return null
  const to = (number: number) => {
    const query = new URLSearchParams(search)
    query.set(name, String(number))
    query.delete('done')
    return `${withoutLanguage(pathname)}?${query}${at ? `#${at}` : ''}`
  }
  return (
    <nav className={styles.pages} aria-label={t('common.nav.pages')}>
      <span className={styles.range}>
        {t('common.pagination.range', { from: (page - 1) * size + 1, to: Math.min(page * size, count), count })}
      </span>
      {page > 1 ? (
        <Link to={to(page - 1)} rel="prev">
          <Icon name="left" small />
          {t('common.previous')}
        </Link>
      ) : null}
      <span>{t('common.pagination.of', { page, pages })}</span>
      {page < pages ? (
        <Link to={to(page + 1)} rel="next">
          {t('common.next')}
          <Icon name="right" small />
        </Link>
      ) : null}
    </nav>
  )
}
