import { redirect } from 'react-router'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { Refusal } from '#domain/refusal.ts'
import { isRecent } from '#domain/session.ts'
import { listPasskeys } from '#features/sessions/passkeys/queries.server.ts'
import { confirmByCode, signIn } from '#features/sessions/sign-ins/commands.server.ts'
import { codeWays, signInWays } from '#features/sessions/sign-ins/queries.server.ts'
import { confirmInput } from '#features/sessions/sign-ins/schema.ts'
import { languageOf } from '#messages/language.ts'
import { answer } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { pageTitle } from '#web/seo.tsx'
import {
  findHeldForm,
  redirectAfterSignIn,
  passwordPageHeaders,
  readToken,
  requireUser,
  sessionOf,
  visitOf,
} from '#web/session.server.ts'
import { TextField } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/confirm.ts'
import { Captcha } from './captcha.tsx'
import { CodeField } from './code-field.tsx'
import { FactorField } from './factor-field.tsx'
import { GoogleButton } from './google-button.tsx'
import { PasskeySignIn } from './passkey-form.tsx'
import { passkeysHere } from './passkey-site.server.ts'
import styles from './sheet.module.css'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.account.confirm.title'))

export const loader = async ({ url, context }: Route.LoaderArgs) => {
  const { email } = requireUser(context)
  const session = sessionOf(context)
  const [ways, passkeys, factors, held] = await Promise.all([
    signInWays(),
    session ? listPasskeys(session.user.uid) : [],
    session ? codeWays(session) : [],
    findHeldForm(url, context),
  ])
  // The browser's way back leads here after the form was carried out: do not ask again.
  if (held && session && isRecent(session.signedInAt, context.get(requestContext).now)) throw redirect(held.back, 303)
  const hasPasskeys = passkeys.length > 0 && (await passkeysHere(languageOf(url.pathname))) !== null
  return { email, factors, held, hasPasskeys, ...ways }
}

/** Signs the person in again, by their password or by a code alone: the session gets a new id and a recent sign-in. */
export const action = ({ request, url, context }: Route.ActionArgs) => {
  const { email } = requireUser(context)
  const session = sessionOf(context)
  return answer(request, confirmInput, async (input) => {
    const visit = visitOf(request, context)
    const oldToken = readToken(request)
    if (input.intent === 'password')
      return redirectAfterSignIn(request, url, await signIn({ ...input, email }, visit, oldToken), context)
    if (!session) throw new Refusal('access.signed-out')
    const signedIn = await confirmByCode(session, input, visit, oldToken)
    return redirectAfterSignIn(request, url, { ...signedIn, remember: null }, context)
  })
}

export const headers = passwordPageHeaders

/** The page in front of a sensitive act, such as a change of the password, when the sign-in is older than ten minutes. */
export default function ConfirmScreen({ loaderData }: Route.ComponentProps) {
  const { email, google, captcha, factors, held, hasPasskeys } = loaderData
  const t = useT()
  const byCode = factors.length > 0
  const text = t(byCode ? 'page.account.confirm.byCode' : 'errors.identity.requires-recent-login')
  return (
    <Sheet
      title={t('page.account.confirm.title')}
      text={held ? `${text} ${t(`page.account.confirm.${held.hasFiles ? 'heldFiles' : 'held'}`)}` : text}
      after={
        <>
          {held ? <a href={held.back}>{t('page.account.confirm.leave')}</a> : null}
          <Link to="/forgot">{t('page.account.login.forgot')}</Link>
        </>
      }
    >
      <div className={styles.ways}>
        {hasPasskeys ? <PasskeySignIn first={!byCode} /> : null}
        {byCode ? <CodeForm factors={factors} /> : null}
        <Form intent="password">
          <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
          <TextField
            name="password"
            type="password"
            label={t(byCode ? 'page.account.confirm.orPassword' : 'page.account.confirm.password', { email })}
            autoComplete="current-password"
            maxLength={PASSWORD_LENGTH.driver.max}
            required
          />
          <Captcha demand={captcha} purpose="signInPassword" />
          <SubmitButton wide kind={byCode ? 'outlined' : 'primary'}>
            {t(byCode ? 'page.account.confirm.goByPassword' : 'page.account.confirm.go')}
          </SubmitButton>
        </Form>
      </div>
      {google ? <GoogleButton /> : null}
    </Sheet>
  )
}

type Factors = Route.ComponentProps['loaderData']['factors']

function CodeForm({ factors }: { factors: Factors }) {
  const t = useT()
  return (
    <Form intent="code">
      <FactorField factors={factors} />
      <CodeField isAsked />
      <SubmitButton wide>{t('page.account.confirm.go')}</SubmitButton>
    </Form>
  )
}
