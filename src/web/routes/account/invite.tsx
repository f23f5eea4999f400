import { acceptInvitation } from '#features/accounts/invitations/commands.server.ts'
import { getInvitation } from '#features/accounts/queries.server.ts'
import { newPasswordInput, ownEmailInput } from '#features/accounts/schema.ts'
import { signInWays } from '#features/sessions/sign-ins/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { answer } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { refusalOnPage } from '#web/refusal-on-page.server.ts'
import { pageTitle } from '#web/seo.tsx'
import { redirectAfterSignIn, passwordPageHeaders, readToken, visitOf } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/invite.ts'
import { Captcha } from './captcha.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { Problem, titleOf } from './problem.tsx'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location, loaderData }) => {
  const t = translatorFor(languageOf(location.pathname))
  return pageTitle(titleOf(t, loaderData, t('page.account.invite.title')))
}

/** Opening the page does not use the code up; sending the form does. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  refusalOnPage(async () => ({
    ...(await getInvitation(codeOf(url), context.get(requestContext).now)),
    ...(await signInWays()),
  }))

export const action = async ({ request, url, context }: Route.ActionArgs) => {
  const { now } = context.get(requestContext)
  const { data: invitation } = await refusalOnPage(() => getInvitation(codeOf(url), now))
  const writes = 'email' in invitation && invitation.email === null
  return answer(request, writes ? ownEmailInput : newPasswordInput, async ({ password, ...chosen }) => {
    const visit = visitOf(request, context)
    const started = await acceptInvitation(codeOf(url), password, visit, readToken(request), chosen)
    return redirectAfterSignIn(request, url, started, context)
  })
}

export const headers = passwordPageHeaders

export default function InviteScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  if ('problem' in loaderData) {
    return (
      <Problem
        code={loaderData.problem}
        action={
          <LinkButton to="/contact" kind="primary" wide>
            {t('page.account.invite.askAgain')}
          </LinkButton>
        }
      >
        <Link to="/login">{t('page.account.action.login')}</Link>
      </Problem>
    )
  }
  const { email, role, captcha } = loaderData

  return (
    <Sheet
      title={t('page.account.invite.title')}
      text={email === null ? t('page.account.invite.textNew') : t('page.account.invite.text', { email })}
    >
      <Form>
        {email === null ? (
          <TextField
            name="email"
            type="email"
            label={t('page.account.email')}
            help={t('page.account.invite.emailHelp')}
            autoComplete="username"
            required
          />
        ) : null}
        <NewPasswordFields email={email} kind={role} />
        <Captcha demand={captcha} purpose="signInPassword" />
        <SubmitButton wide>{t('page.account.invite.set')}</SubmitButton>
      </Form>
    </Sheet>
  )
}

function codeOf(url: URL): string {
  return url.searchParams.get('code') ?? ''
}
