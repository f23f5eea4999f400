import { siteAddress as addressOfSite } from '#platform/running.server.ts'

/**
 * The address under which visitors see the site, for links that are handed on, without a slash at the end: `PUBLIC_URL`,
 * else this machine. Never the `Host` of a request: its sender could put a name of their own into pages and links.
 */
export function siteAddress(): string {
  return addressOfSite()
}
