import { db, type Tx } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { order } from '#db/queue.server.ts'
import type { Consent } from '#domain/consent.ts'
import { type PixelNews, PixelRefused, sendToPixel } from '#integrations/pixel/pixel.ts'
import type { Language } from '#messages/language.ts'
import { env } from '#platform/env.server.ts'
import { UnreachableServices } from '#platform/unreachable-services.ts'
import { ofOperator } from '#platform/operator.ts'
import { tellPixel } from './jobs.ts'
import { stillAllowsAdvertising } from './queries.server.ts'

/** Time for which consents can be proved (RGPD art. 7, n.º 1): 24 months. */
const KEPT = { hours: 24 * 731 }

/** Records an answer, or its withdrawal as one without purposes, under the same id. */
export async function recordConsent(
  { id, version, purposes }: Omit<Consent, 'seconds'>,
  language: Language,
  now: Temporal.Instant,
): Promise<void> {
  const allowed = { analytics: purposes.includes('analytics'), advertising: purposes.includes('advertising') }
  await db
    .insertInto('consents')
    .values({ id, version, language, at: now.toString(), ...allowed })
    .execute()
}

/** Deletes the answers whose time is over; answers how many. */
export async function purgeConsents(now: Temporal.Instant): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('consents')
    .where('at', '<', moment(now.subtract(KEPT)))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

type Happened = Omit<PixelNews, 'consentId'> & { consent: Consent | null }

/**
 * Orders a server event of the pixel in the transaction of its cause; nothing without a consent to advertising, or
 * without a pixel with a token.
 */
export async function orderPixelEvent(tx: Tx, { consent, ...news }: Happened): Promise<void> {
  const { PIXEL_ID, PIXEL_TOKEN } = env()
  if (!PIXEL_ID || !PIXEL_TOKEN || !consent?.purposes.includes('advertising')) return
  await order(tx, tellPixel, { ...news, consentId: consent.id })
}

/** Advertisers that could not be reached, left alone for a while. */
const unreachable = ofOperator(() => new UnreachableServices())

/**
 * Sends an ordered event, unless the consent was withdrawn or the pixel removed meanwhile. `send` is `fetch`. Throws
 * when the event was not accepted, and at once when the advertiser could not be reached a moment ago: the queue tries
 * again.
 */
export async function sendPixelEvent(news: PixelNews, send: typeof fetch = fetch): Promise<void> {
  const { PIXEL_ID: id, PIXEL_TOKEN: token, PIXEL_API_HOST: host } = env()
  if (!id || !token || !(await stillAllowsAdvertising(news.consentId))) return
  const now = Temporal.Now.instant()
  const rest = unreachable.value.find(host, now)
  if (rest !== null) throw new Error(rest.reason)
  try {
    await sendToPixel({ id, token, host: new URL(host).origin }, news, send)
  } catch (error) {
    if (!(error instanceof PixelRefused)) unreachable.value.note(host, 'The pixel was not reached', now)
    throw error
  }
}
