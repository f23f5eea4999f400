/** Names the ticket in the address that carries a held form out. */
const NAME = 'held'
const TICKET = /^[\w-]{43}$/

/** The ticket in an address of this site, or `null`. */
export function ticketIn(path: string | null): string | null {
  const ticket = path === null ? null : URL.parse(path, 'http://here')?.searchParams.get(NAME)
  return ticket && TICKET.test(ticket) ? ticket : null
}

/** An address that carries the form out that was sent to `path`. */
export function withTicket(path: string, ticket: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${NAME}=${ticket}`
}

/** Path and query of an address as a form was sent to it. */
export function withoutTicket({ pathname, search }: URL): string {
  const query = new URLSearchParams(search)
  query.delete(NAME)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}
