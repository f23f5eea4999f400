import type { SavedView } from '#features/accounts/saved-views/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import styles from './saved-views.module.css'

type Props = {
  /** The address of the list, and its current query: `?q=…`. */
  place: string
  here: string
  saved: readonly SavedView[]
  /** The list is as it opens: there is nothing to save. */
  isPlain: boolean
}

/** The views that the reader saved of a list, and the form to save another one. */
export function SavedViews({ place, here, saved, isPlain }: Props) {
  const t = useT()
  const current = saved.find(({ query }) => query === here)
  return (
    <>
      {saved.length > 0 ? (
        <div className={styles.saved}>
          <span>{t('page.views.lead')}</span>
          <Tabs
            look="pills"
            label={t('page.views.title')}
            tabs={saved.map(({ query, name }) => ({ to: place + query, label: name, current: query === here }))}
          />
        </div>
      ) : null}
      {current ? (
        <p>
          <Link to={`/admin/views/${current.id}`}>{t('page.views.change', { name: current.name })}</Link>
          {' · '}
          <Link to={`/admin/reports/schedules/new?${new URLSearchParams({ of: place + here, name: current.name })}`}>
            {t('page.reports.mails.send')}
          </Link>
        </p>
      ) : isPlain ? null : (
        <p>
          <Link to={`/admin/views/new?of=${encodeURIComponent(place + here)}`}>{t('page.views.keep')}</Link>
        </p>
      )}
    </>
  )
}
