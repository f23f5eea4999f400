import { EMAIL_MAX } from '#domain/email.ts'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { setUpAdmin } from '#features/accounts/invitations/commands.server.ts'
import { getSetup } from '#features/accounts/queries.server.ts'
import { firstAdminInput } from '#features/accounts/schema.ts'
import { signInWays } from '#features/sessions/sign-ins/queries.server.ts'
import { limitsOf } from '#forms/record.ts'
import { languageOf } from '#messages/language.ts'
import { answer } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { refusalOnPage } from '#web/refusal-on-page.server.ts'
import { pageTitle } from '#web/seo.tsx'
import { redirectAfterSignIn, passwordPageHeaders, readToken, visitOf } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/setup.ts'
import { Captcha } from './captcha.tsx'
import { Problem, titleOf } from './problem.tsx'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location, loaderData }) => {
  const t = translatorFor(languageOf(location.pathname))
  return pageTitle(titleOf(t, loaderData, t('page.account.setup.title')))
}

/** Opening the page does not use the code up; sending the form does. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  refusalOnPage(async () => ({
    ...(await getSetup(codeOf(url), context.get(requestContext).now)),
    ...(await signInWays()),
  }))

export const action = ({ request, url, context }: Route.ActionArgs) =>
  answer(request, firstAdminInput, async (input) => {
    const started = await setUpAdmin(codeOf(url), input, visitOf(request, context), readToken(request))
    return redirectAfterSignIn(request, url, started, context)
  })

export const headers = passwordPageHeaders

export default function SetupScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { min, max } = PASSWORD_LENGTH.admin
  if ('problem' in loaderData) {
    return (
      <Problem
        code={loaderData.problem}
        action={
          <LinkButton to="/login" kind="primary" wide>
            {t('page.account.action.login')}
          </LinkButton>
        }
      >
        <p>{t('page.account.setup.again')}</p>
      </Problem>
    )
  }
  const words = loaderData.isFirst ? 'first' : 'another'

  return (
    <Sheet title={t(`page.account.setup.title`)} text={t(`page.account.setup.${words}`)}>
      <Form>
        <TextField
          name="displayName"
          label={t('page.account.name')}
          autoComplete="name"
          {...limitsOf(firstAdminInput.shape.displayName)}
        />
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
          help={t('page.account.passwordHelp', { min })}
          autoComplete="new-password"
          minLength={min}
          maxLength={max}
          required
        />
        <Captcha demand={loaderData.captcha} purpose="signInPassword" />
        <SubmitButton wide>{t('page.account.setup.create')}</SubmitButton>
      </Form>
    </Sheet>
  )
}

function codeOf(url: URL): string {
  return url.searchParams.get('code') ?? ''
}
