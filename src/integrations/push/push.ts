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
 * again, after `retryAfterSeconds` where the service named a time; `isUnreachable`: nobody answered; `never`: trying again
 * changes nothing. `reason` is the service's answer.
 */
export type PushAnswer =
  | { outcome: 'sent' }
  | { outcome: 'gone' }
  | { outcome: 'later'; retryAfterSeconds: number | null; reason: string; isUnreachable: boolean }
  | { outcome: 'never'; reason: string }

/** Limits of one request: its whole time, and the octets read of the answer. */
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 4_096

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
    const { status, retryAfter } = await callOut('push', hostOf(endpoint), () =>
      post(endpoint, headers, body, service === 'public' ? lookupPublic : lookup),
    )
    return meaningOf(status, retryAfter, now)
  } catch (error) {
    if (error instanceof NotPublic) return { outcome: 'never', reason: 'private-address' }
    const reason = error instanceof Error ? error.message : String(error)
    return { outcome: 'later', retryAfterSeconds: null, reason, isUnreachable: true }
  }
}

function meaningOf(status: number, retryAfter: string | undefined, now: Temporal.Instant): PushAnswer {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status === 429 || status >= 500)
    return {
      outcome: 'later',
      retryAfterSeconds: secondsOf(retryAfter, now),
      reason: String(status),
      isUnreachable: false,
    }
  return { outcome: 'never', reason: String(status) }
}

/** A day: a service that asks for a longer wait is called again then. */
const MAX_RETRY_SECONDS = 86_400

/** Reads `Retry-After` as seconds from now: it has seconds, or a moment (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | undefined, now: Temporal.Instant): number | null {
  if (retryAfter === undefined) return null
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.epochMilliseconds) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), MAX_RETRY_SECONDS) : null
}

function post(
  endpoint: string,
  headers: Record<string, string | number>,
  body: Buffer,
  finding: LookupFunction,
): Promise<{ status: number; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    if (finding === lookupPublic) requirePublicNumber(endpoint)
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const outgoing = request(endpoint, { method: 'POST', headers, lookup: finding, signal, agent: false }, (answer) => {
      let read = 0
      const done = () => resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      answer.on('data', (part: Buffer) => {
        read += part.length
        if (read > MAX_ANSWER_BYTES) answer.destroy()
      })
      answer.once('close', done)
      answer.once('error', done)
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
