import { LONGEST_CODE } from '#features/sessions/sign-ins/schema.ts'
import { useT } from '#web/i18n.tsx'
import { TextField } from '#web/ui/fields.tsx'

/** The six digits of an authenticator app; phones offer the code themselves. */
export function CodeField() {
  const t = useT()
  return (
    <TextField
      name="code"
      label={t('page.account.code')}
      help={t('page.account.codeHelp')}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={LONGEST_CODE}
      spellCheck={false}
      required
    />
  )
}
