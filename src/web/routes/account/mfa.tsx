import { confirmSignInInput } from '#features/sessions/sign-ins/schema.ts'
import { confirmSignIn } from '#features/sessions/sign-ins/commands.server.ts'
import { getWaiting } from '#features/sessions/sign-ins/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { answer } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { refusalOnPage } from '#web/refusal-on-page.server.ts'
import { pageTitle } from '#web/seo.tsx'
import { redirectAfterSignIn, passwordPageHeaders, readTicket, readToken, visitOf } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/mfa.ts'
import { CodeField } from './code-field.tsx'
import { FactorField } from './factor-field.tsx'
import { Problem, titleOf } from './problem.tsx'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location, loaderData }) => {
  const t = translatorFor(languageOf(location.pathname))
  return pageTitle(titleOf(t, loaderData, t('page.account.mfa.title')))
}

export const loader = ({ request, context }: Route.LoaderArgs) =>
  refusalOnPage(() => getWaiting(readTicket(request), context.get(requestContext).now))

export const action = ({ request, url, context }: Route.ActionArgs) =>
  answer(request, confirmSignInInput, async (input) => {
    const visit = visitOf(request, context)
    const started = await confirmSignIn(readTicket(request) ?? '', input, visit, readToken(request))
    return redirectAfterSignIn(request, url, { ...started, remember: null }, context)
  })

export const headers = passwordPageHeaders

/** The second step of signing in: the code of the person's app. */
export default function MfaScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  if ('problem' in loaderData) {
    return (
      <Problem
        code={loaderData.problem}
        action={
          <LinkButton to="/login" kind="primary" wide>
            {t('page.account.forgot.back')}
          </LinkButton>
        }
      />
    )
  }
  const { factors } = loaderData
  const after = (
    <>
      <Link to="/login">{t('page.account.mfa.again')}</Link>
      <Link to="/contact">{t('page.account.mfa.lost')}</Link>
    </>
  )
  return (
    <Sheet title={t('page.account.mfa.title')} text={t('page.account.mfa.text')} after={after}>
      <Form>
        <FactorField factors={factors} />
        <CodeField isAsked />
        <SubmitButton wide>{t('page.account.mfa.confirm')}</SubmitButton>
      </Form>
    </Sheet>
  )
}
