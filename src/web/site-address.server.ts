import { env } from '#platform/env.server.ts'

/** Where the site is seen from outside, for links that are handed on: PUBLIC_URL, else where this request came. */
export function publicAddress(request: Request): string {
  return env().PUBLIC_URL?.replace(/\/$/, '') ?? new URL(request.url).origin
}
