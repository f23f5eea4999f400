import { lookup } from 'node:dns'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { callOut, hostOf } from '#platform/outgoing-call.ts'
import { NotPublic, lookupPublic, requirePublicNumber } from '#platform/public-host.server.ts'
import { type ReaderKeys, encryptPush } from './encryption.ts'
import { pushServiceOf } from './services.ts'
import { type PushKeys, vapid } from './vapid.ts'

/** One message to one browser. */
export type Push = {
  /** Address of its push service, as the browser gave it. */
  endpoint: string
  keys: ReaderKeys
  /** At most `LONGEST_PUSH` octets. */
  text: string
  /** Seconds for which the service keeps it for a phone that is off. */
  ttl: number
  urgency: 'low' | 'normal' | 'high'
  /** Topic of the message, which replaces an undelivered message of the same topic; at most 32 characters of base64url. */
  topic: string
}

/** Sender of pushes, and the services it may use. */
export type PushSender = {
  keys: PushKeys
  /** Contact of the sender for the push service: `https:` or `mailto:`. */
  subject: string
  /** Known services, as in the setting. */
  services: string
}

/**
 * Result of a message: taken by the push service; `gone`: the browser accepts none any more; `later`: to be tried
 * again, after a number of seconds where the service named one, and `isAway` where nobody answered; `never`: trying
 * again changes nothing. `reason` is the service's answer.
 */
export type PushAnswer =
  | { outcome: 'sent' }
  | { outcome: 'gone' }
  | { outcome: 'later'; after: number | null; reason: string; isAway: boolean }
  | { outcome: 'never'; reason: string }

/** Milliseconds for the whole request, and octets read of an answer. */
const PATIENCE = 10_000
const LONGEST_ANSWER = 4_096

/**
 * Sends a message to the push service of a browser (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292). A browser
 * named the address: only known services are called, over HTTPS, on the internet, and redirects are not followed.
 */
export async function sendPush(
  { endpoint, keys, text, ttl, urgency, topic }: Push,
  sender: PushSender,
  now: Temporal.Instant,
): Promise<PushAnswer> {
  const service = pushServiceOf(endpoint, sender.services)
  if (service === null) return { outcome: 'never', reason: 'unknown-service' }
  const body = encryptPush(text, keys)
  const headers = {
    authorization: vapid(endpoint, sender.keys, sender.subject, now),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': body.length,
    ttl,
    urgency,
    topic,
  }
  try {
    const { status, after } = await callOut('push', hostOf(endpoint), () =>
      post(endpoint, headers, body, service === 'public' ? lookupPublic : lookup),
    )
    return meaningOf(status, after, now)
  } catch (error) {
    if (error instanceof NotPublic) return { outcome: 'never', reason: 'private-address' }
    const reason = error instanceof Error ? error.message : String(error)
    return { outcome: 'later', after: null, reason, isAway: true }
  }
}

function meaningOf(status: number, after: string | undefined, now: Temporal.Instant): PushAnswer {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status === 429 || status >= 500)
    return { outcome: 'later', after: secondsOf(after, now), reason: String(status), isAway: false }
  return { outcome: 'never', reason: String(status) }
}

/** Longest wait, a day: a service that asks for more is called again then. */
const LONGEST_WAIT = 86_400

/** Reads `Retry-After` as seconds from now: it has seconds, or a moment (RFC 9110, 10.2.3). */
function secondsOf(after: string | undefined, now: Temporal.Instant): number | null {
  if (after === undefined) return null
  const seconds = /^\d{1,9}$/.test(after) ? Number(after) : (Date.parse(after) - now.epochMilliseconds) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), LONGEST_WAIT) : null
}

function post(
  endpoint: string,
  headers: Record<string, string | number>,
  body: Buffer,
  finding: LookupFunction,
): Promise<{ status: number; after: string | undefined }> {
  return new Promise((resolve, reject) => {
    if (finding === lookupPublic) requirePublicNumber(endpoint)
    const signal = AbortSignal.timeout(PATIENCE)
    const outgoing = request(endpoint, { method: 'POST', headers, lookup: finding, signal, agent: false }, (answer) => {
      let read = 0
      const done = () => resolve({ status: answer.statusCode ?? 0, after: answer.headers['retry-after'] })
      answer.on('data', (part: Buffer) => {
        read += part.length
        if (read > LONGEST_ANSWER) answer.destroy()
      })
      answer.once('close', done)
      answer.once('error', done)
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
