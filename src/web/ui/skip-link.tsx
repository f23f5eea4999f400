import { useT } from '#web/i18n.tsx'
import styles from './skip-link.module.css'

/** First on every page: leads the keyboard past the header. */
export function SkipLink() {
  const t = useT()
  return (
    <a className={styles.skip} href="#content">
      {t('common.skip')}
    </a>
  )
}
