import { redirect } from 'react-router'
import { inLanguage, languageOf } from '#messages/language.ts'
import { leave } from '#web/session.server.ts'
import type { Route } from './+types/logout.ts'

/** An address that only takes a form says so to whoever opens it. */
export const loader = () => new Response(null, { status: 405, headers: { allow: 'POST' } })

/** Signing out twice is signing out. Scripts get JSON, a form goes home in the language of its page. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const { ok, headers } = await leave(request, context)
  const wantsJson = request.headers.get('accept')?.includes('application/json') ?? false
  if (wantsJson) return Response.json({ ok }, { status: ok ? 200 : 500, headers })
  const from = URL.parse(request.headers.get('referer') ?? '')
  return redirect(inLanguage('/', languageOf(from?.pathname ?? '/')), { status: 303, headers })
}
