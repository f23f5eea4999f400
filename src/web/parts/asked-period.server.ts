import { redirect } from 'react-router'
import { Refusal } from '#domain/refusal.ts'
import { type TimesPeriod, readTimesPeriod } from '#features/weeks/times-on-paper/queries.server.ts'

/**
 * The days of an export at `…/files/pdf`. A person whose days are none comes back to the page with the form, which says
 * so and still has them; a program gets the refusal.
 */
export function askedPeriod({ request, url }: { request: Request; url: URL }, now: Temporal.Instant): TimesPeriod {
  try {
    return readTimesPeriod(url, now)
  } catch (error) {
    const isPerson = /\btext\/html\b/i.test(request.headers.get('accept') ?? '')
    if (!isPerson || !(error instanceof Refusal) || error.code !== 'times.period') throw error
    const query = new URLSearchParams(url.searchParams)
    query.set('period', 'refused')
    // oxlint-disable-next-line typescript/only-throw-error -- a redirect is thrown as the framework asks
    throw redirect(`${url.pathname.replace(/\/files\/[^/]+$/, '')}?${query}`, 303)
  }
}
