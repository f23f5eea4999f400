import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import styles from './teach.module.css'

/** Instead of a dead end: a list nobody here knows can be taught. */
export function TeachOffer({ to }: { to: string }) {
  const t = useT()
  return (
    <div className={styles.offer}>
      <p>{t('page.profiles.offerText')}</p>
      <LinkButton to={to}>{t('page.refusedFiles.teach')}</LinkButton>
    </div>
  )
}
