import { redirect, useSearchParams } from 'react-router'
import { homeOf } from '#domain/access.ts'
import { EMAIL_MAX } from '#domain/email.ts'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { signInInput } from '#features/accounts/schema.ts'
import { GUEST } from '#features/sessions/demonstration/schema.ts'
import { signIn } from '#features/sessions/sign-ins/commands.server.ts'
import { signInWays } from '#features/sessions/sign-ins/queries.server.ts'
import { type Language, languageOf } from '#messages/language.ts'
import { answer } from '#web/answer.server.ts'
import { userContext } from '#web/context.ts'
import { isOfLost, ticketIn } from '#web/held-form.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { pathOnThisSite } from '#web/same-origin.ts'
import {
  landingPage,
  findHeldForm,
  passwordPageHeaders,
  readToken,
  redirectAfterSignIn,
  visitOf,
} from '#web/session.server.ts'
import { TextField } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/login.ts'
import { Captcha } from './captcha.tsx'
import { GoogleButton } from './google-button.tsx'
import { PasskeySignIn } from './passkey-form.tsx'
import { passkeysHere } from './passkey-site.server.ts'
import { Sheet } from './sheet.tsx'

/** A person who is signed in has nothing to do here, and goes on to the page that they wanted. */
export const loader = ({ request, url, context }: Route.LoaderArgs) => {
  const user = context.get(userContext)
  const next = pathOnThisSite(url.searchParams.get('next'))
  if (user) throw redirect(landingPage(user, ticketIn(next) ? null : next, sameLanguage(request, homeOf(user))), 303)
  return waysIn(languageOf(url.pathname), findHeldForm(url, context))
}

async function waysIn(language: Language, formHeld: ReturnType<typeof findHeldForm>) {
  const [ways, passkeys, held] = await Promise.all([signInWays(), passkeysHere(language), formHeld])
  return { ...ways, hasPasskeys: passkeys !== null, held }
}

export const action = ({ request, url, context }: Route.ActionArgs) =>
  answer(request, signInInput, async (input) => {
    const entrance = await signIn(input, visitOf(request, context), readToken(request))
    return redirectAfterSignIn(request, url, entrance, context)
  })

export const headers = passwordPageHeaders

export default function LoginScreen({
  loaderData: { google, captcha, hasPasskeys, held },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.account.login.done.${query.get('done') ?? ''}`)
  const after = (
    <>
      {held ? <a href={held.back}>{t('page.account.confirm.leave')}</a> : null}
      <Link to="/forgot">{t('page.account.login.forgot')}</Link>
      <Link to="/signup">{t('page.account.login.signup')}</Link>
    </>
  )

  return (
    <Sheet
      title={t('page.account.login.title')}
      text={t(`page.account.login.${!held ? 'text' : held.hasFiles ? 'heldFiles' : 'held'}`)}
      after={after}
    >
      <Form>
        {done && !reply ? (
          <Done>
            <p>{done}</p>
          </Done>
        ) : null}
        {isOfLost(query.get('next')) && !reply ? <Notice tone="warn">{t('page.account.login.lost')}</Notice> : null}
        {query.get(GUEST) === 'changed' && !reply ? (
          <Notice tone="warn">{t('page.account.login.changed')}</Notice>
        ) : null}
        <TextField
          name="email"
          type="email"
          label={t('page.account.email')}
          autoComplete="username"
          inputMode="email"
          maxLength={EMAIL_MAX}
          spellCheck={false}
          required
        />
        <TextField
          name="password"
          type="password"
          label={t('page.account.password')}
          autoComplete="current-password"
          maxLength={PASSWORD_LENGTH.driver.max}
          required
        />
        <Captcha demand={captcha} purpose="signInPassword" />
        <SubmitButton wide>{t('page.account.login.enter')}</SubmitButton>
      </Form>
      {hasPasskeys ? <PasskeySignIn /> : null}
      {google ? <GoogleButton /> : null}
    </Sheet>
  )
}
