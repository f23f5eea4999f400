import { redirect } from 'react-router'
import { homeOf } from '#domain/access.ts'
import { factorInput } from '#features/accounts/own-account/schema.ts'
import { languageOf } from '#messages/language.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { pathOnThisSite } from '#web/same-origin.ts'
import { pageTitle } from '#web/seo.tsx'
import { passwordPageHeaders, requireUser } from '#web/session.server.ts'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/missing-factor.ts'
import { changeOwnAccount, loadMissingFactor } from './own-account.server.ts'
import { FactorSetup } from './second-factor.tsx'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.account.missingFactor.title'))

/** If nothing is missing, redirects to where the reader wanted to go. */
export const loader = async (arrival: Route.LoaderArgs) => {
  const { request, url, context } = arrival
  const user = requireUser(context)
  const missing = await loadMissingFactor(arrival)
  if (!missing) {
    throw redirect(pathOnThisSite(url.searchParams.get('next')) ?? sameLanguage(request, homeOf(user)), 303)
  }
  return { ...missing, search: url.search }
}

export const action = (arrival: Route.ActionArgs) => changeOwnAccount(arrival, factorInput)

export const headers = passwordPageHeaders

/** The operator requires a second factor of its office: a person without one sets it up here before anything else opens. */
export default function MissingFactorScreen({ loaderData: { hasOne, search }, actionData }: Route.ComponentProps) {
  const t = useT()
  const title = t('page.account.missingFactor.title')
  if (hasOne) {
    return (
      <Sheet title={title} text={t('page.account.missingFactor.notShown')}>
        <Link to={`/login/confirm${search}`}>{t('page.account.missingFactor.show')}</Link>
      </Sheet>
    )
  }
  if (actionData && 'picture' in actionData) {
    return (
      <Sheet
        title={title}
        after={<Link to={`/login/second-factor${search}`}>{t('page.account.missingFactor.again')}</Link>}
      >
        <FactorSetup setup={actionData} />
      </Sheet>
    )
  }
  return (
    <Sheet title={title} text={t('page.account.missingFactor.text')}>
      <Form intent="start-factor">
        <p>{t('page.account.missingFactor.app')}</p>
        <Actions>
          <SubmitButton wide>{t('page.security.startFactor')}</SubmitButton>
        </Actions>
      </Form>
    </Sheet>
  )
}
