import type { IncomingMessage } from 'node:http'

/** What only a signed-in person sees is kept by nobody. */
const PANEL = /^(\/en)?\/(admin|dashboard|api)\b/

const FORMS = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i

/**
 * Whether a request names a place of this site in a method a page can be asked with. The others (`TRACE`, an address
 * with another host in it, a `Host` that is none) can't even be told to the screens.
 */
export function isReadable({
  method = '',
  url = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  const address = URL.parse(`http://${headers.host ?? 'localhost'}${url}`)
  return url.startsWith('/') && method !== 'TRACE' && address !== null && address.username === ''
}

/** Whether an address is text: not a `%` that stands for nothing, and not a NUL. The screens take both for defects. */
export function isText({ pathname, search }: URL): boolean {
  if (search.includes('%00')) return false
  try {
    return !decodeURIComponent(pathname).includes('\0')
  } catch {
    return false
  }
}

/** Whether a path leads to the panel, by the one spelling that rules go by (`web/plain-path.ts`). */
export function isPanelPath(path: string): boolean {
  return PANEL.test(path)
}

/** Whether what is sent is a form of a page, or nothing. No screen reads anything else. */
export function sendsForm(headers: Headers): boolean {
  return headers.get('content-length') === '0' || FORMS.test(headers.get('content-type') ?? '')
}

/** Who may keep an answer that says nothing about it itself: nobody, the reader's browser, or anybody who asks each time. */
export function keptBy(path: string, isSignedIn: boolean, answer: Headers): string {
  if (isPanelPath(path) || answer.has('set-cookie')) return 'private, no-store'
  return isSignedIn ? 'private, no-cache' : 'no-cache'
}
