import { redirect } from 'react-router'
import { homeOf } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { signInWithGoogle } from '#features/sessions/sign-ins/commands.server.ts'
import { inLanguage, languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { forgetJourney, readJourney } from '#web/google-journey.server.ts'
import { redirectAfterSignIn, readToken, visitOf } from '#web/session.server.ts'
import type { Route } from './+types/google-callback.ts'

/** The way back from Google, with a code, or without one if the person cancelled. */
export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  show(async () => {
    const journey = readJourney(request, context.get(requestContext).now)
    const [code, state] = [url.searchParams.get('code'), url.searchParams.get('state')]
    if (!journey || state !== journey.state) throw new Refusal('identity.invalid-credential')
    const over = forgetJourney(request)
    if (!code) return redirect(journey.from, { status: 303, headers: { 'set-cookie': over } })

    const entrance = await signInWithGoogle({ code, state }, journey, visitOf(request, context), readToken(request))
    const response = await redirectAfterSignIn(request, new URL(journey.from, url), entrance, context)
    response.headers.append('set-cookie', over)
    // The window tells the page that opened it, and closes itself (`shell/identity-script.ts`).
    if (journey.inPopup && entrance.outcome === 'signed-in') {
      const home = inLanguage(homeOf(entrance.session.user), languageOf(journey.from))
      response.headers.set('location', `${home}?popup`)
    }
    return response
  })
