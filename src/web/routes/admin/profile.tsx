import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { speak } from '#web/i18n.tsx'
import { OwnAccount } from '#web/routes/account/own-account.tsx'
import { changeOwnAccount, loadOwnAccount } from '#web/routes/account/own-account.server.ts'
import { pageTitle } from '#web/seo.tsx'
import { requireAdmin, passwordPageHeaders } from '#web/session.server.ts'
import type { Route } from './+types/profile.ts'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.security.title'))

export const loader = (arrival: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(arrival.context)
    return loadOwnAccount(arrival)
  })

export const action = (arrival: Route.ActionArgs) =>
  show(async () => {
    requireAdmin(arrival.context)
    return changeOwnAccount(arrival)
  })

export const headers = passwordPageHeaders

export default function ProfileScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <OwnAccount account={loaderData} area="admin" answered={actionData} />
}
