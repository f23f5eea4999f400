import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { log } from '#platform/log.ts'
import { callOut, hostOf } from '#platform/outgoing-call.ts'
import { identityUnreachable, refusalOf } from './refusal-of.ts'
import type { IdentityTarget, IdentityTransport } from './target.ts'

/**
 * Seconds that a request may take (spec 9). `brief`, as for a file store (decision 346), is for what a page shows
 * beside other things, and for calls in a change, which holds a database connection.
 */
const PATIENCE = { desktop: 30, mobile: 60, brief: 5 } as const
export type Device = keyof typeof PATIENCE

/** Answer of the service: a status, JSON, and headers. */
export type Outcome = { status: number; body: unknown; headers: Headers }

type Ask = { method: 'GET' } | { method: 'POST'; body: Readonly<Record<string, unknown>> | URLSearchParams }
type Options = { headers?: Readonly<Record<string, string>> }

/** For whom a service is called. */
export type Asker = {
  /** Device of the person: a phone may wait longer. */
  device: Device
  /** Further headers about the person, for the embedded service only. */
  headers?: Readonly<Record<string, string>>
}

/** Makes the ways to call a service: with the site's key like anybody, or as the owner of the project. */
export function callsTo(target: IdentityTarget, asker: Asker) {
  const { identityToolkit, secureToken, apiKey, projectId, bearer, transport } = target
  const send = (url: string, ask: Ask, { headers }: Options = {}) =>
    sendJson(transport, url, ask, asker.device, { headers: { ...asker.headers, ...headers } })
  const withKey = (base: string, path: string) =>
    `${base}${path}${path.includes('?') ? '&' : '?'}key=${encodeURIComponent(apiKey)}`

  return {
    get: (path: string) => send(withKey(identityToolkit, path), { method: 'GET' }),
    post: (path: string, body: Readonly<Record<string, unknown>>, options?: Options) =>
      send(withKey(identityToolkit, path), { method: 'POST', body }, options),
    /** Calls the token address, which takes a form and not JSON. */
    renew: (fields: Readonly<Record<string, string>>) =>
      send(withKey(secureToken, '/v1/token'), { method: 'POST', body: new URLSearchParams(fields) }),
    /** Calls with the service account. Refuses `identity.service-account-missing` where there is none. */
    asOwner: async (path: string, body: Readonly<Record<string, unknown>> | null) => {
      if (!bearer) throw new Refusal('identity.service-account-missing')
      const headers = { authorization: `Bearer ${await bearer()}` }
      const ask: Ask = body ? { method: 'POST', body } : { method: 'GET' }
      return send(`${identityToolkit}/v1/projects/${encodeURIComponent(projectId)}${path}`, ask, { headers })
    },
  }
}

/** Sends a request, and waits as long as the device may. Refuses `identity.network-request-failed`: no answer, a broken one, or 5xx. */
export async function sendJson(
  transport: IdentityTransport,
  url: string,
  ask: Ask,
  device: Device,
  { headers = {} }: Options = {},
): Promise<Outcome> {
  const signal = AbortSignal.timeout(PATIENCE[device] * 1000)
  const request =
    ask.method === 'GET'
      ? new Request(url, { headers, signal })
      : ask.body instanceof URLSearchParams
        ? new Request(url, { method: 'POST', headers, body: ask.body, signal })
        : new Request(url, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(ask.body),
            signal,
          })
  try {
    // The embedded service runs in this process.
    const response = await (transport === fetch
      ? callOut('identity', hostOf(url), () => transport(request))
      : transport(request))
    const body: unknown = await response.json()
    if (response.status >= 500) throw new Error(`The service answered ${response.status}.`)
    return { status: response.status, body, headers: response.headers }
  } catch (error) {
    // Log the address without its query, which holds keys.
    log.warn({ err: error, place: url.split('?')[0] }, 'the identity service did not answer')
    throw identityUnreachable()
  }
}

const envelope = z.object({ error: z.object({ message: z.string() }) })

/** Reads the service's own words of an error, or `null`. */
export function messageOf({ body }: Outcome): string | null {
  const parsed = envelope.safeParse(body)
  return parsed.success ? parsed.data.error.message : null
}

/** Reads an answer in the shape it must have. Refuses what the service refused; an unknown word becomes `identity.internal-error`. */
export function read<Answer>(schema: z.ZodType<Answer>, outcome: Outcome): Answer {
  if (outcome.status >= 400) throw toRefusal(outcome)
  const answer = schema.safeParse(outcome.body)
  if (answer.success) return answer.data
  log.error({ issues: answer.error.issues }, 'the identity service answered in a shape it does not have')
  throw new Refusal('identity.internal-error')
}

function toRefusal(outcome: Outcome): Refusal {
  const message = messageOf(outcome) ?? ''
  const known = refusalOf(message, secondsIn(outcome.headers))
  // Google's own limits come as 429, the service's as 400.
  if (!known && outcome.status === 429) return refusalOf('QUOTA_EXCEEDED')!
  // Log only the word: the text after it may hold an address.
  log.info({ status: outcome.status, said: message.split(' : ')[0] }, 'the identity service refused')
  return known ?? new Refusal('identity.internal-error')
}

function secondsIn(headers: Headers): number | null {
  const retryAfter = headers.get('retry-after') ?? ''
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) : null
}
