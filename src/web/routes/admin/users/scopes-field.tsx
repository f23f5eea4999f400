import { type Scope, SCOPES } from '#domain/access.ts'
import { useT } from '#web/i18n.tsx'
import { Fieldset } from '#web/ui/form.tsx'
import styles from './scopes-field.module.css'

/** What an administrator may do, to be ticked. */
export function ScopesField({ chosen }: { chosen: readonly Scope[] }) {
  const t = useT()
  return (
    <Fieldset legend={t('page.users.invite.scopes')}>
      {SCOPES.map((scope) => (
        <label key={scope} className={styles.scope}>
          <input type="checkbox" name="scopes[]" value={scope} defaultChecked={chosen.includes(scope)} />
          <span>
            {t(`page.users.scopes.${scope}`)}
            <small>{t(`page.users.scopesHelp.${scope}`)}</small>
          </span>
        </label>
      ))}
    </Fieldset>
  )
}
