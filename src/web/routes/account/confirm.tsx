import { PASSWORD_LENGTH } from '#domain/password.ts'
import { newPasswordInput } from '#features/accounts/schema.ts'
import { signIn } from '#features/sign-ins/commands.server.ts'
import { signInWays } from '#features/sign-ins/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { answer } from '#web/answer.server.ts'
import { speak, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { pageTitle } from '#web/seo.tsx'
import { enter, passwordPageHeaders, readToken, requireUser, visitOf } from '#web/session.server.ts'
import { Form, FormReply, SubmitButton, TextField } from '#web/ui/form.tsx'
import type { Route } from './+types/confirm.ts'
import { GoogleButton } from './google-button.tsx'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.account.confirm.title'))

export const loader = ({ context }: Route.LoaderArgs) => {
  const { email } = requireUser(context)
  return { email, ...signInWays() }
}

/** The same way in again, second factor included; the session gets a new id and a fresh sign-in. */
export const action = ({ request, url, context }: Route.ActionArgs) => {
  const { email } = requireUser(context)
  return answer(request, newPasswordInput, async ({ password }) => {
    const entrance = await signIn({ email, password }, visitOf(request, context), readToken(request))
    return enter(request, url, entrance)
  })
}

export const headers = passwordPageHeaders

/** Before something delicate, when the sign-in is older than ten minutes. */
export default function ConfirmScreen({ loaderData: { email, google }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const after = <Link to="/forgot">{t('page.account.login.forgot')}</Link>
  return (
    <Sheet title={t('page.account.confirm.title')} text={t('errors.identity.requires-recent-login')} after={after}>
      <Form reloadDocument>
        <FormReply reply={reply} />
        <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
        <TextField
          name="password"
          type="password"
          label={t('page.account.confirm.password', { email })}
          autoComplete="current-password"
          maxLength={PASSWORD_LENGTH.driver.max}
          reply={reply}
          required
        />
        <SubmitButton wide>{t('page.account.confirm.go')}</SubmitButton>
      </Form>
      {google ? <GoogleButton /> : null}
    </Sheet>
  )
}
