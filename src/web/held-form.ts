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

/** Query parameter of a page whose form was held for too long and is not carried out. */
export const LATE = 'late'

/** A page's address with which it says that the form typed on it waited too long. */
export function withLate(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${LATE}=form`
}

/** Path and query to which the form was first sent. */
export function withoutTicket({ pathname, search }: URL): string {
  const query = new URLSearchParams(search)
  query.delete(NAME)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}
