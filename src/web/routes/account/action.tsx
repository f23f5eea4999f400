import { redirect, useSearchParams } from 'react-router'
import { z } from 'zod'
import { newPasswordInput } from '#features/accounts/schema.ts'
import { applyCode, resetByCode } from '#features/accounts/action-codes/commands.server.ts'
import { getAction } from '#features/accounts/action-codes/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { answer } from '#web/answer.server.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { refusalOnPage } from '#web/refusal-on-page.server.ts'
import { pageTitle } from '#web/seo.tsx'
import { passwordPageHeaders, visitOf } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/action.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { Problem, titleOf } from './problem.tsx'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location, loaderData }) => {
  const t = translatorFor(languageOf(location.pathname))
  return pageTitle(titleOf(t, loaderData, t('page.account.action.title')))
}

/** Opening the page does not use the code up: mail scanners open links too. */
export const loader = ({ url }: Route.LoaderArgs) => refusalOnPage(() => getAction(codeOf(url)))

export const action = ({ request, url, context }: Route.ActionArgs) => {
  const visit = visitOf(request, context)
  if (url.searchParams.get('mode') === 'resetPassword') {
    return answer(request, newPasswordInput, async ({ password }) => {
      await resetByCode(codeOf(url), password, visit)
      return redirect(sameLanguage(request, '/login?done=password'), 303)
    })
  }
  return answer(request, z.object({}), async () => {
    await applyCode(codeOf(url), visit)
    return redirect(sameLanguage(request, '/login?done=email'), 303)
  })
}

export const headers = passwordPageHeaders

/** The page behind every link in the identity service's messages: a new password, an e-mail verified, changed or changed back. */
export default function ActionScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  if ('problem' in loaderData) {
    // Only somebody with a link to a new password looks for another one of these.
    const isReset = query.get('mode') === 'resetPassword'
    return (
      <Problem
        code={loaderData.problem}
        action={
          <LinkButton to={isReset ? '/forgot' : '/login'} kind="primary" wide>
            {t(`page.account.action.${isReset ? 'forgot' : 'login'}`)}
          </LinkButton>
        }
      >
        {isReset ? <Link to="/login">{t('page.account.action.login')}</Link> : null}
      </Problem>
    )
  }
  const { kind, newEmail } = loaderData
  const email = loaderData.email ?? ''
  if (kind === 'reset-password') {
    return (
      <Sheet title={t('page.account.invite.title')} text={t('page.account.invite.text', { email })}>
        <Form>
          <NewPasswordFields email={email} kind="driver" />
          <SubmitButton wide>{t('page.account.action.reset')}</SubmitButton>
        </Form>
      </Sheet>
    )
  }
  return (
    <Sheet
      title={t(`page.account.action.kinds.${kind}.title`)}
      text={t(`page.account.action.kinds.${kind}.text`, { email, newEmail: newEmail ?? '' })}
    >
      <Form>
        <SubmitButton wide>{t(`page.account.action.kinds.${kind}.confirm`)}</SubmitButton>
      </Form>
    </Sheet>
  )
}

function codeOf(url: URL): string {
  return url.searchParams.get('oobCode') ?? ''
}
