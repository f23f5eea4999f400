import { data } from 'react-router'
import { questionForNew, questionForSignIn } from '#features/sessions/passkeys/commands.server.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sessionOf } from '#web/session.server.ts'
import type { Route } from './+types/passkey-question.ts'
import { passkeysHere } from './passkey-site.server.ts'

/** The challenge for a device: to sign in, or with `new` to make a passkey for the signed-in person. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    const site = await passkeysHere(languageOf(url.pathname))
    const session = sessionOf(context)
    const { now } = context.get(requestContext)
    const isNew = url.searchParams.has('new')
    if (!site || (isNew && (!session || session.viewing))) throw data(null, 404)
    const publicKey = isNew && session ? await questionForNew(session, site, now) : await questionForSignIn(site, now)
    return Response.json({ publicKey }, { headers: { 'cache-control': 'no-store' } })
  })
