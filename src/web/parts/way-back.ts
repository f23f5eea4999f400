import { useLocation } from 'react-router'
import { withoutLanguage } from '#messages/language.ts'

/** Pages of the office to which an answer may lead back; an address that somebody else made up is none of them. */
const PLACES =
  /^\/admin\/(?:weekly|data|contracts|documents|drivers|fines|recruitment|users|vehicles)(?:\/[\w-]+)*(?:\?[\w=&-]*)?$/

/** The page that the address asks to go back to, without its language; `otherwise` if it names none of ours. */
export function readWayBack({ url }: { url: string }, otherwise: string): string {
  const back = new URL(url).searchParams.get('back') ?? ''
  return PLACES.test(back) ? back : otherwise
}

/** The page to go back to, with a note of what was done. */
export function withAnswer(place: string, done: 'said' | 'taken-back'): string {
  const [path, search] = place.split('?', 2)
  const query = new URLSearchParams(search)
  query.set('done', done)
  return `${path}?${query}`
}

/** The panel of a statement beside its week. The way back leads to the week, whose query opens the panel. */
const STATEMENT_PANEL = /\/[^/]+\/beside$/

/** The address of a page that leads back to `back`. */
export function withWayBack(page: string, back: string): string {
  return `${page}${page.includes('?') ? '&' : '?'}back=${encodeURIComponent(back)}`
}

/** The address of this page, as a way back. */
export function useOwnAddress(): string {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.delete('done')
  const text = query.toString()
  return withoutLanguage(pathname).replace(STATEMENT_PANEL, '') + (text ? `?${text}` : '')
}
