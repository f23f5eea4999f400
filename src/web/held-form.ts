/** Query parameter with the ticket of a held form. */
const NAME = 'held'
const TICKET = /^[\w-]{43}$/

/** The ticket in an address of this site, or `null`. */
export function ticketIn(path: string | null): string | null {
  const ticket = path === null ? null : URL.parse(path, 'http://here')?.searchParams.get(NAME)
  return ticket && TICKET.test(ticket) ? ticket : null
}

/** The address that carries out the form that was sent to `path`. */
export function withTicket(path: string, ticket: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${NAME}=${ticket}`
}

/** Query parameter of a page whose form was not carried out: it was held for too long, or could not be held. */
export const LATE = 'late'

/**
 * A page's address with which it says that the form typed on it was not carried out: it waited too long (`form`), or it
 * came without the session it was typed in (`lost`).
 */
export function withLate(path: string, why: 'form' | 'lost' = 'form'): string {
  const [place = '', query = ''] = path.split('?', 2)
  const params = new URLSearchParams(query)
  params.set(LATE, why)
  return `${place}?${params}`
}

/** Whether the page of this address says that its form was lost. */
export function isOfLost(path: string | null): boolean {
  return path !== null && URL.parse(path, 'http://here')?.searchParams.get(LATE) === 'lost'
}

/** Path and query to which the form was first sent. */
export function withoutTicket({ pathname, search }: URL): string {
  const query = new URLSearchParams(search)
  query.delete(NAME)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}
