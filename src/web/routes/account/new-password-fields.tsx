import type { Role } from '#domain/access.ts'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { useT } from '#web/i18n.tsx'
import { TextField } from '#web/ui/fields.tsx'

/** Fields for a new password, with the account's e-mail for password managers, unless the form asks for the e-mail itself. */
export function NewPasswordFields({ email, kind }: { email: string | null; kind: Role }) {
  const t = useT()
  const { min, max } = PASSWORD_LENGTH[kind]
  return (
    <>
      {email === null ? null : (
        <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      )}
      <TextField
        name="password"
        type="password"
        label={t('page.account.newPassword')}
        help={t('page.account.passwordHelp', { min })}
        autoComplete="new-password"
        minLength={min}
        maxLength={max}
        required
      />
    </>
  )
}
