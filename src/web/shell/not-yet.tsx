import { useT } from '#web/i18n.tsx'
import { Opening } from '#web/routes/site/pieces.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import styles from './not-yet.module.css'

/** Shown on every public page until the operator has said who it is, so that the site promises nothing in nobody's name. */
export function NotYet() {
  const t = useT()
  return (
    <Opening title={t('page.notYet.title')} lead={`${t('page.notYet.text')} ${t('page.notYet.applications')}`}>
      <p className={styles.onwards}>
        <LinkButton to="/login" kind="primary">
          {t('page.notYet.signIn')}
        </LinkButton>
        <LinkButton to="/guide/start#account" kind="text">
          {t('page.notYet.installed')}
        </LinkButton>
      </p>
    </Opening>
  )
}
