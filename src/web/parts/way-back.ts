import { useLocation } from 'react-router'
import { withoutLanguage } from '#messages/language.ts'

/** Pages of the office that lead to an answer and are gone back to; never an address of somebody else's making. */
const PLACES =
  /^\/admin\/(?:weekly|data|contracts|documents|drivers|fines|recruitment|users|vehicles)(?:\/[\w-]+)*(?:\?[\w=&-]*)?$/

/** The page that the address says to go back to, without its language; `otherwise` where it says none of ours. */
export function readWayBack({ url }: { url: string }, otherwise: string): string {
  const asked = new URL(url).searchParams.get('back') ?? ''
  return PLACES.test(asked) ? asked : otherwise
}

/** The page that is gone back to, told what was done. */
export function withAnswer(place: string, done: 'said' | 'taken-back'): string {
  const [path, search] = place.split('?', 2)
  const query = new URLSearchParams(search)
  query.set('done', done)
  return `${path}?${query}`
}

/** What opens a statement beside its week: nobody comes back to it alone, but to the week, which its query says how to show. */
const STATEMENT_PANEL = /\/[^/]+\/beside$/

/** A page that leads back here, or where it was come to from. */
export function withWayBack(page: string, back: string): string {
  return `${page}${page.includes('?') ? '&' : '?'}back=${encodeURIComponent(back)}`
}

/** This page, to come back to. */
export function useHere(): string {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.delete('done')
  const asked = query.toString()
  return withoutLanguage(pathname).replace(STATEMENT_PANEL, '') + (asked ? `?${asked}` : '')
}
