import { z } from 'zod'
import { seal, unseal } from '#platform/seal.server.ts'
import { cookie, readCookie } from './cookies.server.ts'

/** What is kept while a person signs in at Google: proof that the same browser comes back, where to go on, and whether in a window. */
const journey = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The sign-in page with its query: language, and where to go on. */
  from: z.string(),
  inPopup: z.boolean(),
  until: z.number(),
})
export type Journey = z.output<typeof journey>

const SECONDS = 600
const SEAL = { purpose: 'google journey', of: 'cookie' }

/** The `Set-Cookie` that remembers a journey for ten minutes. */
export function rememberJourney(request: Request, going: Omit<Journey, 'until'>, now: Temporal.Instant): string {
  const until = now.add({ seconds: SECONDS }).epochMilliseconds
  const sealed = seal(JSON.stringify({ ...going, until }), SEAL).toString('base64url')
  return cookie(request, 'google', sealed, SECONDS)
}

/** The `Set-Cookie` after which the journey is over. */
export function forgetJourney(request: Request): string {
  return cookie(request, 'google', '', 0)
}

/** The journey this browser is on, or `null`. */
export function readJourney(request: Request, now: Temporal.Instant): Journey | null {
  const sealed = readCookie(request, 'google', /^[\w-]{1,3000}$/)
  const text = sealed && unseal(Buffer.from(sealed, 'base64url'), SEAL)
  const read = text ? journey.safeParse(JSON.parse(text)) : null
  return read?.success && read.data.until > now.epochMilliseconds ? read.data : null
}
