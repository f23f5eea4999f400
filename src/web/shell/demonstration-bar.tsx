import { inLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import styles from './demonstration-bar.module.css'
import { useShell } from './shell.ts'

/** A bar above every public page of a demonstration: says that it is one, and lets visitors in. Other installations have no such bar. */
export function DemonstrationBar() {
  const t = useT()
  const shell = useShell()
  if (!shell?.isDemonstration) return null
  return (
    <aside className={styles.bar} aria-label={t('page.demonstration.label')}>
      <div>
        <p>
          <b>{t('page.demonstration.label')}</b> {t('page.demonstration.text')}
        </p>
        {shell.user ? null : (
          <form method="post" action={inLanguage('/login/demonstration', t.language)}>
            <button name="as" value="office">
              {t('page.demonstration.office')}
            </button>
            <button name="as" value="driver">
              {t('page.demonstration.driver')}
            </button>
          </form>
        )}
      </div>
    </aside>
  )
}
