import { data, redirectDocument, type RouterContextProvider } from 'react-router'
import { hasPower } from '#domain/access.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { withoutLanguage } from '#messages/language.ts'
import { userContext } from '#web/context.ts'
import { sameLanguage } from '#web/i18n.tsx'
import { sessionOf, toSecondFactor, wantsSecondFactor } from '#web/session.server.ts'
import { shellOf } from './shell.server.ts'

type Arrival = { request: Request; url: URL; context: Readonly<RouterContextProvider> }

/** First ring of the office's area; each loader and action asks again, where data is touched. */
export async function guardAdmin({ request, url, context }: Arrival): Promise<void> {
  const user = context.get(userContext)
  if (!user) throw signIn(request, url)
  if (user.role !== 'admin') throw await refuse('access.denied', request, context)
  if (wantsSecondFactor(context)) throw toSecondFactor(context)
  if (isChange(request, url) && !CHANGING.some((power) => hasPower(user, power)))
    throw await refuse('access.scope', request, context)
}

/** Who has none of these reads only; which of them a form needs, its action says. */
const CHANGING = ['money', 'operations', 'house'] as const

/** The own account is everybody's to change. */
function isChange({ method }: Request, { pathname }: URL): boolean {
  return method !== 'GET' && method !== 'HEAD' && withoutLanguage(pathname) !== '/admin/profile'
}

/** First ring of the driver's area: drivers, administrators who also drive, and the office that looks at a driver's. */
export async function guardDriver({ request, url, context }: Arrival): Promise<void> {
  const user = context.get(userContext)
  if (!user) throw signIn(request, url)
  if (sessionOf(context)?.viewing && wantsSecondFactor(context)) throw toSecondFactor(context)
  if (user.role === 'admin' && user.driverId === null) throw await refuse('access.denied', request, context)
}

function signIn(request: Request, url: URL): Response {
  // Public pages carry no script and their words stay on the server: the browser loads them anew.
  return redirectDocument(sameLanguage(request, `/login?next=${encodeURIComponent(url.pathname + url.search)}`), 303)
}

async function refuse(code: RefusalCode, request: Request, context: Readonly<RouterContextProvider>) {
  return data({ code, params: {}, shell: await shellOf(request, context) }, 403)
}
