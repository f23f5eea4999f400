import { siteAddress as addressOfSite } from '#platform/running.server.ts'

/**
 * Where the site is seen from outside, for links that are handed on, without a slash at the end: `PUBLIC_URL`, else this
 * machine. Never what a request calls it: whoever sends a `Host` of their own would be named in pages and links.
 */
export function siteAddress(): string {
  return addressOfSite()
}
