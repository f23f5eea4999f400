import { acceptInvitation } from '#features/accounts/commands.server.ts'
import { getInvitation } from '#features/accounts/queries.server.ts'
import { newPasswordInput } from '#features/accounts/schema.ts'
import { signInWays } from '#features/sign-ins/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { answer } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { speak, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { refusalOnPage } from '#web/refusal-on-page.server.ts'
import { pageTitle } from '#web/seo.tsx'
import { enter, passwordPageHeaders, readToken, visitOf } from '#web/session.server.ts'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/invite.ts'
import { Captcha } from './captcha.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { Problem } from './problem.tsx'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.account.invite.title'))

/** Looking at the page uses nothing up; the form that is sent does. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  refusalOnPage(async () => ({
    ...(await getInvitation(codeOf(url), context.get(requestContext).now)),
    ...(await signInWays()),
  }))

export const action = ({ request, url, context }: Route.ActionArgs) =>
  answer(request, newPasswordInput, async ({ password, captcha }) => {
    const visit = visitOf(request, context)
    const started = await acceptInvitation(codeOf(url), password, visit, readToken(request), captcha)
    return enter(request, url, started, context)
  })

export const headers = passwordPageHeaders

export default function InviteScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  if ('problem' in loaderData) {
    return (
      <Problem title={t('page.account.invite.title')} code={loaderData.problem}>
        <Link to="/contact">{t('page.account.invite.askAgain')}</Link>
        <Link to="/login">{t('page.account.action.login')}</Link>
      </Problem>
    )
  }
  const { email, role, captcha } = loaderData

  return (
    <Sheet title={t('page.account.invite.title')} text={t('page.account.invite.text', { email })}>
      <Form reloadDocument>
        <FormReply reply={reply} />
        <NewPasswordFields email={email} kind={role} reply={reply} />
        <Captcha demand={captcha} purpose="signInPassword" />
        <SubmitButton wide>{t('page.account.invite.set')}</SubmitButton>
      </Form>
    </Sheet>
  )
}

function codeOf(url: URL): string {
  return url.searchParams.get('code') ?? ''
}
