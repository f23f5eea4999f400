import type { IncomingMessage } from 'node:http'

/** Paths of the panel: answers that only a signed-in person sees are never cached. */
const PANEL = /^(\/en)?\/(admin|dashboard|api)\b/

const FORMS = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i

/**
 * Whether a request asks for a path of this site with a method that a page can have. Others (`TRACE`, an address with
 * another host in it, an invalid `Host`) can't even be passed to the screens.
 */
export function isReadable({
  method = '',
  url = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  const address = URL.parse(`http://${headers.host ?? 'localhost'}${url}`)
  return url.startsWith('/') && method !== 'TRACE' && address !== null && address.username === ''
}

/** Whether an address can be decoded: no `%` without a meaning, and no NUL. The screens would treat both as defects. */
export function isText({ pathname, search }: URL): boolean {
  if (search.includes('%00')) return false
  try {
    return !decodeURIComponent(pathname).includes('\0')
  } catch {
    return false
  }
}

/** Whether a path leads to the panel, in the plain spelling that all rules use (`web/plain-path.ts`). */
export function isPanelPath(path: string): boolean {
  return PANEL.test(path)
}

/** Whether the body is a form of a page, or empty. No screen reads anything else. */
export function sendsForm(headers: Headers): boolean {
  return headers.get('content-length') === '0' || FORMS.test(headers.get('content-type') ?? '')
}

/** Answers who may cache an answer that does not say so itself: nobody, the reader's browser, or anybody who asks again each time. */
export function keptBy(path: string, isSignedIn: boolean, answer: Headers): string {
  if (isPanelPath(path) || answer.has('set-cookie')) return 'private, no-store'
  return isSignedIn ? 'private, no-cache' : 'no-cache'
}
