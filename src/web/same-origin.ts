/**
 * Whether a form or call that changes something comes from a page of this site. Browsers say so in `Sec-Fetch-Site`;
 * without it (plain HTTP on another host than loopback) the Origin must be the public one. Without either the answer is
 * no.
 */
export function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  return origin !== null && URL.canParse(publicUrl) && origin === new URL(publicUrl).origin
}

/**
 * A place on this site to go to after signing in, or `null`: a path that every browser reads as one. `//host`, `/\host`,
 * whole addresses, and paths that become one of these when tabs and line ends are dropped, are refused.
 */
export function pathOnThisSite(next: string | null): string | null {
  if (next === null || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return null
  // `/..//host` is a path only until its dots are resolved.
  if (!URL.parse(next, 'http://here')?.pathname.match(/^\/(?!\/)/)) return null
  // A header takes no characters beyond Latin-1, so encode them.
  return next.toWellFormed().replaceAll(/[^\x20-\x7e]+/g, encodeURIComponent)
}
