import { type Scope, SCOPES } from '#domain/access.ts'
import { useT } from '#web/i18n.tsx'
import { Fieldset, Tick } from '#web/ui/fields.tsx'

/** The scopes of an administrator, to be ticked. */
export function ScopesField({ chosen }: { chosen: readonly Scope[] }) {
  const t = useT()
  return (
    <Fieldset legend={t('page.users.invite.scopes')}>
      {SCOPES.map((scope) => (
        <Tick
          key={scope}
          name="scopes[]"
          value={scope}
          checked={chosen.includes(scope)}
          help={t(`page.users.scopesHelp.${scope}`)}
        >
          {t(`page.users.scopes.${scope}`)}
        </Tick>
      ))}
    </Fieldset>
  )
}
