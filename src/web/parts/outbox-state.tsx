import { inLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import styles from './outbox-state.module.css'

const LIST = '/dashboard/offline'

/**
 * The place where the script shows the forms that wait on this phone (`enhancing/outbox.ts`); without a script none wait. A driver's are
 * listed on a page of their own (`isListed`), to which signing out leads first if any wait, because it empties the phone.
 */
export function OutboxState({ isListed = false }: { isListed?: boolean }) {
  const t = useT()
  const words = {
    kept: t('page.offline.outbox.kept'),
    full: t('page.offline.outbox.full'),
    sending: t('page.offline.outbox.sending'),
    sent: t('page.offline.outbox.sent'),
    one: t('page.offline.outbox.waiting', { count: 1 }),
    other: t('page.offline.outbox.waiting', { count: 2 }).replace('2', '{count}'),
    see: t('page.offline.outbox.see'),
    signIn: t('page.offline.outbox.signIn'),
    login: inLanguage('/login', t.language),
    enter: t('common.nav.login'),
    refused: t('page.offline.outbox.refused', { reason: '{reason}' }),
    large: t('page.offline.outbox.large'),
    unread: t('page.offline.outbox.unread'),
    mend: t('page.offline.outbox.mend'),
    forget: t('page.offline.outbox.forget'),
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not hold paragraphs
    <div role="status">
      <div
        className={styles.said}
        data-outbox-words={JSON.stringify(words)}
        data-outbox-list={isListed ? inLanguage(LIST, t.language) : undefined}
        hidden
      />
    </div>
  )
}
