import { redirect } from 'react-router'
import { inLanguage, languageOf } from '#messages/language.ts'
import { signOutVisitor } from '#web/session.server.ts'
import type { Route } from './+types/logout.ts'

/** The address only takes a form, and says so to a reader who opens it. */
export const loader = () => new Response(null, { status: 405, headers: { allow: 'POST' } })

/** Signing out twice has the same result as once. Scripts get JSON; a form is redirected to the home page in its language. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const { ok, headers } = await signOutVisitor(request, context)
  const wantsJson = request.headers.get('accept')?.includes('application/json') ?? false
  if (wantsJson) return Response.json({ ok }, { status: ok ? 200 : 500, headers })
  const from = URL.parse(request.headers.get('referer') ?? '')
  return redirect(inLanguage('/', languageOf(from?.pathname ?? '/')), { status: 303, headers })
}
