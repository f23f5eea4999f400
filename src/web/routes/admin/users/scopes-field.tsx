import { type Scope, SCOPES } from '#domain/access.ts'
import { useT } from '#web/i18n.tsx'
import { Words, useField } from '#web/ui/field-frame.tsx'
import { Fieldset, Tick } from '#web/ui/fields.tsx'

/** The scopes of an administrator, to be ticked. A form that comes back has what was ticked in it. */
export function ScopesField({ chosen }: { chosen: readonly Scope[] }) {
  const t = useT()
  const { reply, typed } = useField('scopes[]', undefined, null)
  const ticked: readonly string[] = reply ? (typed?.split('\n') ?? []) : chosen
  return (
    <Fieldset legend={t('page.users.invite.scopes')}>
      {SCOPES.map((scope) => (
        <Tick
          key={scope}
          name="scopes[]"
          value={scope}
          checked={ticked.includes(scope)}
          help={t(`page.users.scopesHelp.${scope}`)}
        >
          {t(`page.users.scopes.${scope}`)}
        </Tick>
      ))}
      <Words name="scopes" />
    </Fieldset>
  )
}
