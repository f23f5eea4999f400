import { useT } from '#web/i18n.tsx'
import styles from './skip-link.module.css'

/** First element of every page: lets keyboard users skip the header. */
export function SkipLink() {
  const t = useT()
  return (
    <a className={styles.skip} href="#content">
      {t('common.skip')}
    </a>
  )
}
