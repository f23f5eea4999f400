import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './inbox-bell.module.css'

/** A link to the driver's notices, with the number of unread ones. */
export function InboxBell({ unread }: { unread: number }) {
  const t = useT()
  return (
    <Link
      to="/dashboard/inbox"
      className={styles.bell}
      aria-label={unread > 0 ? t('page.inbox.bell', { count: unread }) : t('page.inbox.title')}
    >
      <Icon name="bell" />
      {unread > 0 ? <b>{unread > 99 ? '99+' : unread}</b> : null}
    </Link>
  )
}
