import { createHash } from 'node:crypto'
import { callOut, hostOf } from '#platform/outgoing-call.ts'

/** What happened on the site, in our words; the advertiser's are in `NAMES`. */
export type PixelNews = {
  event: 'lead' | 'registration-completed'
  /** The same id twice counts once: the queue may try again what had arrived. */
  eventId: string
  /** When, in whole seconds since 1970, UTC. */
  seconds: number
  /** The page, without query. */
  address: string
  /** The random id of the consent; leaves only hashed. */
  consentId: string
  userAgent: string
}

/** Where the pixel lives: its id, access token, and the origin of its server interface. */
export type PixelAccount = { id: string; token: string; host: string }

/** Version of the server interface this was written for. */
const VERSION = 'v21.0'

const NAMES = { lead: 'Lead', 'registration-completed': 'CompleteRegistration' } as const

/** The service answered, and did not take the event. */
export class PixelRefused extends Error {
  override readonly name = 'PixelRefused'
}

/**
 * Tells the advertiser of one event, from server to server (Conversions API). No name, no e-mail, no address of the
 * visitor goes along. Throws when it is not taken, without the token in what it says; the queue tries again.
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
