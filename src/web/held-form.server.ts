import { redirect } from 'react-router'
import { takeHeld } from '#features/sessions/held-forms/commands.server.ts'
import { findHeld } from '#features/sessions/held-forms/queries.server.ts'
import { findSession } from '#features/sessions/queries.server.ts'
import { filesAgainPage } from './away-page.server.ts'
import { ticketIn, withLate, withoutTicket } from './held-form.ts'
import type { TypedValues } from './read-form.server.ts'
import { pathOnThisSite } from './same-origin.ts'
import { readToken } from './session.server.ts'

/**
 * Turns a request with a ticket into the form that was held under it, sent now by the same person; for one with files
 * answers the page that asks for them again. If the form can't be carried out any more, answers a redirect to the page on
 * which it was typed, which says so when it waited too long. `null`: an ordinary request.
 */
export async function formHeldFor(
  request: Request,
  url: URL,
  now: Temporal.Instant,
  https = false,
): Promise<Request | Response | null> {
  const ticket = request.method === 'GET' ? ticketIn(url.href) : null
  if (ticket === null) return null
  const path = withoutTicket(url)
  const token = readToken(request)
  const session = token ? await findSession(token, now) : null
  // `/.//host` is a path to `URL`, but another site to the browser that is redirected there.
  const safePath = pathOnThisSite(path) ?? '/'
  if (!session) return redirect(safePath, 303)
  const held = await takeHeld(ticket, session, path, now)
  if (!held) {
    const known = await findHeld(ticket, session, now)
    if (!known) return redirect(safePath, 303)
    return redirect(known.state === 'late' ? withLate(known.back) : known.back, 303)
  }
  if (held.hasFiles) return filesAgainPage(JSON.parse(held.body) as TypedValues, safePath, request, https)
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
  headers.set('content-length', String(Buffer.byteLength(held.body)))
  headers.set('sec-fetch-site', 'same-origin')
  headers.set('referer', new URL(held.back, url).href)
  // Without the ticket it is the same request as the form sent again, which finds its answer by its key.
  const address = new URL(url)
  address.search = path.slice(url.pathname.length)
  return new Request(address, { method: 'POST', headers, body: held.body })
}
