import { useT } from '#web/i18n.tsx'
import styles from './outbox-state.module.css'

/** Where the script says what waits on this phone to be sent (`enhancing/outbox.ts`); without one nothing does. */
export function OutboxState() {
  const t = useT()
  const words = {
    kept: t('page.inspections.outbox.kept'),
    full: t('page.inspections.outbox.full'),
    sending: t('page.inspections.outbox.sending'),
    sent: t('page.inspections.outbox.sent'),
    one: t('page.inspections.outbox.waiting', { count: 1 }),
    other: t('page.inspections.outbox.waiting', { count: 2 }).replace('2', '{count}'),
    signIn: t('page.inspections.outbox.signIn'),
    refused: t('page.inspections.outbox.refused', { reason: '{reason}' }),
    forget: t('page.inspections.outbox.forget'),
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not hold paragraphs
    <div role="status">
      <div className={styles.said} data-outbox-words={JSON.stringify(words)} hidden />
    </div>
  )
}
