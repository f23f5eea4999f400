import { data, redirect, type RouterContextProvider } from 'react-router'
import { type User, hasPower, homeOf } from '#domain/access.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { sameLanguage } from '#web/i18n.tsx'
import { type Place, placeAt } from '#web/places.ts'
import { changesWhileViewing, requireUser, sessionOf, toSecondFactor, wantsSecondFactor } from '#web/session.server.ts'
import { shellOf } from './shell.server.ts'

type Arrival = { request: Request; url: URL; context: Readonly<RouterContextProvider> }

/** First ring of the office's area, by the table of its places; each loader and action checks again where it touches data. */
export async function guardAdmin({ request, url, context }: Arrival): Promise<void> {
  const user = requireUser(context)
  if (user.role !== 'admin') throw await refuse('access.denied', request, context)
  if (wantsSecondFactor(context)) throw toSecondFactor(context)
  const place = placeAt(url.pathname)
  if (!mayEnter(user, place, isReading(request))) throw await refuse('access.scope', request, context)
}

/**
 * Whether the reader may open a place or send its form. A place that is missing in the table takes no form: if somebody
 * forgets one there, it is closed, not open.
 */
function mayEnter(user: User, place: Place | null, reads: boolean): boolean {
  if (reads && place?.kind !== 'file') return true
  const asks = place?.asks ?? (reads ? 'anybody' : null)
  return asks !== null && (asks === 'anybody' || hasPower(user, asks))
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** First ring of the driver's area: drivers, administrators who also drive, and office people who look at a driver's area. */
export async function guardDriver({ request, url, context }: Arrival): Promise<void> {
  const user = requireUser(context)
  if (sessionOf(context)?.viewing && wantsSecondFactor(context)) throw toSecondFactor(context)
  // The phone's icon opens this address for everybody: somebody of the office is redirected to their own home.
  if (user.driverId === null && url.searchParams.has('app')) throw redirect(sameLanguage(request, homeOf(user)), 303)
  if (user.driverId === null) throw await refuse('access.denied', request, context)
  if (changesWhileViewing(context)) throw await refuse('access.viewing', request, context)
}

async function refuse(code: RefusalCode, request: Request, context: Readonly<RouterContextProvider>) {
  return data({ code, params: {}, shell: await shellOf(request, context) }, 403)
}
