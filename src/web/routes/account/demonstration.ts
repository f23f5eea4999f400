import { data, redirect } from 'react-router'
import { Refusal } from '#domain/refusal.ts'
import { findGuest } from '#features/sessions/demonstration/queries.server.ts'
import { GUEST, guestInput } from '#features/sessions/demonstration/schema.ts'
import { signIn } from '#features/sessions/sign-ins/commands.server.ts'
import { answer } from '#web/answer.server.ts'
import { sameLanguage } from '#web/i18n.tsx'
import { redirectAfterSignIn, readToken, visitOf } from '#web/session.server.ts'
import type { Route } from './+types/demonstration.ts'

/** The address has no page: a guest presses a button of the banner. */
export const loader = () => {
  throw data(null, 404)
}

/** Lets a guest into a demonstration. Every other installation answers as if the address did not exist. */
export const action = ({ request, url, context }: Route.ActionArgs) =>
  answer(request, guestInput, async ({ as }) => {
    const guest = findGuest(as)
    if (!guest) throw data(null, 404)
    const entrance = await signIn(guest, visitOf(request, context), readToken(request)).catch((error: unknown) => {
      // A guest before changed its password or e-mail, or closed it. The address has no page that could say so.
      if (error instanceof Refusal) throw redirect(sameLanguage(request, `/login?${GUEST}=changed`), 303)
      throw error
    })
    return redirectAfterSignIn(request, url, entrance, context)
  })
