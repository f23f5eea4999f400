import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { log } from '#platform/log.ts'
import { callOut, hostOf } from '#platform/outgoing-call.ts'
import { outOfReach, refusalOf } from './refusal-of.ts'
import type { IdentityTarget, IdentityTransport } from './target.ts'

/**
 * Seconds a request may take (spec 9); what a page shows beside other things, and what a change asks, which holds a connection of the database,
 * is waited for as long as a store of files is (decision 346).
 */
const PATIENCE = { desktop: 30, mobile: 60, brief: 5 } as const
export type Device = keyof typeof PATIENCE

/** What came back: a status, JSON, and what the answer says beside it. */
export type Outcome = { status: number; body: unknown; headers: Headers }

type Ask = { method: 'GET' } | { method: 'POST'; body: Readonly<Record<string, unknown>> | URLSearchParams }
type Options = { headers?: Readonly<Record<string, string>> }

/** On whose behalf a service is asked. */
export type Asker = {
  /** A phone may wait longer. */
  device: Device
  /** What else the service wants to know of the person; the hosted one is told nothing. */
  headers?: Readonly<Record<string, string>>
}

/** The ways of asking a service: by the site's key as anybody, or as the owner of the project. */
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
    /** The other address, where a form and not JSON is sent. */
    renew: (fields: Readonly<Record<string, string>>) =>
      send(withKey(secureToken, '/v1/token'), { method: 'POST', body: new URLSearchParams(fields) }),
    /** With the service account. Refuses `identity.service-account-missing` where there is none. */
    asOwner: async (path: string, body: Readonly<Record<string, unknown>> | null) => {
      if (!bearer) throw new Refusal('identity.service-account-missing')
      const headers = { authorization: `Bearer ${await bearer()}` }
      const ask: Ask = body ? { method: 'POST', body } : { method: 'GET' }
      return send(`${identityToolkit}/v1/projects/${encodeURIComponent(projectId)}${path}`, ask, { headers })
    },
  }
}

/** Sends, and waits as long as the device may. Refuses `identity.network-request-failed`: no answer, a broken one, or 5xx. */
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
    // The embedded service is in this process.
    const response = await (transport === fetch
      ? callOut('identity', hostOf(url), () => transport(request))
      : transport(request))
    const body: unknown = await response.json()
    if (response.status >= 500) throw new Error(`The service answered ${response.status}.`)
    return { status: response.status, body, headers: response.headers }
  } catch (error) {
    // The address without its query: keys stay out of the log.
    log.warn({ err: error, place: url.split('?')[0] }, 'the identity service did not answer')
    throw outOfReach()
  }
}

const envelope = z.object({ error: z.object({ message: z.string() }) })

/** The service's own words of an error, or `null`. */
export function messageOf({ body }: Outcome): string | null {
  const said = envelope.safeParse(body)
  return said.success ? said.data.error.message : null
}

/** The answer, in the shape it must have. Refuses what the service refused; a word nobody knows is `identity.internal-error`. */
export function read<Answer>(schema: z.ZodType<Answer>, outcome: Outcome): Answer {
  if (outcome.status >= 400) throw refused(outcome)
  const answer = schema.safeParse(outcome.body)
  if (answer.success) return answer.data
  log.error({ issues: answer.error.issues }, 'the identity service answered in a shape it does not have')
  throw new Refusal('identity.internal-error')
}

function refused(outcome: Outcome): Refusal {
  const message = messageOf(outcome) ?? ''
  const known = refusalOf(message, secondsIn(outcome.headers))
  // Google's own limits come as 429, the service's as 400.
  if (!known && outcome.status === 429) return refusalOf('QUOTA_EXCEEDED')!
  // The word alone: what follows it may hold an address.
  log.info({ status: outcome.status, said: message.split(' : ')[0] }, 'the identity service refused')
  return known ?? new Refusal('identity.internal-error')
}

function secondsIn(headers: Headers): number | null {
  const given = headers.get('retry-after') ?? ''
  return /^\d+$/.test(given) ? Number(given) : null
}
