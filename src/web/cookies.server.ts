import { setting } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { ofOperator } from '#platform/operator.ts'

/*
 * Cookies that no script reads: `__Host-` ones over HTTPS and on loopback. Browsers drop a secure cookie on plain HTTP
 * anywhere else; there only a plain one works, and the log says so.
 */

/** A `Set-Cookie` that no script reads. 0 seconds remove the cookie. */
export function cookie(request: Request, name: string, value: string, seconds: number): string {
  const secure = isSecure(request)
  const full = secure ? `__Host-${name}` : name
  return `${full}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** A `Set-Cookie` that scripts can read too: it holds nothing secret. */
export function openCookie(request: Request, name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure(request) ? '; Secure' : ''}`
}

/** The value of a cookie that `cookie` made, or `null` when there is none or it does not look as it must. */
export function readCookie(request: Request, name: string, shape: RegExp): string | null {
  const sent = request.headers.get('cookie')
  if (!sent) return null
  const full = isSecure(request) ? `__Host-${name}` : name
  const pairs = sent.split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${full}=`))?.slice(full.length + 1)
  return value && shape.test(value) ? value : null
}

const warned = ofOperator(() => false)

function isSecure(request: Request): boolean {
  const { protocol, hostname } = new URL(setting('PUBLIC_URL') ?? request.url)
  if (protocol === 'https:' || isLoopback(hostname)) return true
  if (!warned.value)
    log.warn(
      { host: hostname },
      'sign-in over plain HTTP: whoever listens on the network can take sessions over; use HTTPS',
    )
  warned.value = true
  return false
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(\.\d+){3}$/.test(hostname) ||
    hostname === '[::1]'
  )
}
