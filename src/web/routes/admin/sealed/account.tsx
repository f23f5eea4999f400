import { pageTitle } from '#web/seo.tsx'
import { speak } from '#web/i18n.tsx'
import { languageOf } from '#messages/language.ts'
import type { Route } from './+types/account.ts'
import { SealedValue } from './sealed-value.tsx'
import { loadSealed, openSealed } from './sealed.server.ts'

export const loader = (asked: Route.LoaderArgs) => loadSealed(asked, 'money')

export const action = (asked: Route.ActionArgs) => openSealed(asked, 'money')

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.sealed.ofIban'))

/** The account of a driver or of the company in full, for whoever may pay. */
export default function SealedAccountScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <SealedValue {...loaderData} answer={actionData} />
}
