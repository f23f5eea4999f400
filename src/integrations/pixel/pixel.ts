import { createHash } from 'node:crypto'
import { callOut, hostOf } from '#platform/outgoing-call.ts'

/** An event on the site, in our words; the advertiser's are in `NAMES`. */
export type PixelNews = {
  event: 'lead' | 'registration-completed'
  /** Id of the event; the same id twice counts once, because the queue may try again what had arrived. */
  eventId: string
  /** Time in whole seconds since 1970, UTC. */
  seconds: number
  /** Address of the page, without query. */
  address: string
  /** Random id of the consent; it leaves only hashed. */
  consentId: string
  userAgent: string
}

/** Account of the pixel: its id, access token, and the origin of its server interface. */
export type PixelAccount = { id: string; token: string; host: string }

/** Version of the server interface for which this was written. */
const VERSION = 'v21.0'

const NAMES = { lead: 'Lead', 'registration-completed': 'CompleteRegistration' } as const

/** Thrown when the service answered, but did not accept the event. */
export class PixelRefused extends Error {
  override readonly name = 'PixelRefused'
}

/**
 * Tells the advertiser of one event, from server to server (Conversions API). It sends no name, e-mail or address of
 * the visitor. Throws when the event is not accepted, without the token in the message; the queue tries again.
 */
export async function sendToPixel(
  { id, token, host }: PixelAccount,
  news: PixelNews,
  send: typeof fetch = fetch,
): Promise<void> {
  const event = {
    event_name: NAMES[news.event],
    event_time: news.seconds,
    event_id: news.eventId,
    action_source: 'website',
    event_source_url: news.address,
    user_data: {
      external_id: [createHash('sha256').update(news.consentId).digest('hex')],
      client_user_agent: news.userAgent,
    },
  }
  const answer = await callOut('pixel', hostOf(host), () =>
    send(`${host}/${VERSION}/${id}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: [event], access_token: token }),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    }),
  )
  await answer.body?.cancel()
  if (!answer.ok) throw new PixelRefused(`The pixel answered ${answer.status}`)
}
