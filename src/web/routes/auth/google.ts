import { redirect } from 'react-router'
import { beginGoogleSignIn } from '#features/sessions/sign-ins/commands.server.ts'
import { inLanguage } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { rememberJourney } from '#web/google-journey.server.ts'
import { pathOnThisSite } from '#web/same-origin.ts'
import type { Route } from './+types/google.ts'

/** Redirects to Google's page, in this window or in one of its own (`popup`). */
export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  show(async () => {
    const { address, journey } = beginGoogleSignIn()
    const login = inLanguage('/login', url.searchParams.get('lang') === 'en' ? 'en' : 'pt')
    const next = pathOnThisSite(url.searchParams.get('next'))
    const from = next ? `${login}?next=${encodeURIComponent(next)}` : login
    const going = { ...journey, from, inPopup: url.searchParams.has('popup') }
    const remembered = rememberJourney(request, going, context.get(requestContext).now)
    return redirect(address, { status: 303, headers: { 'set-cookie': remembered, 'cache-control': 'no-store' } })
  })
