import { z } from 'zod'
import type { Fix } from '#domain/position.ts'
import { isRecord, readPosition } from '#integrations/positions/sent.ts'
import { type Span, type SendOptions, patientAsking } from './asking.ts'
import { type ReadRows, readJson, reader } from './bolt-answers.ts'
import { ConnectionFault } from './connection-fault.ts'
import type { OutgoingAnswer } from './outgoing.ts'
import type { Credentials } from './providers.ts'

/** A device of a Traccar server: by its number there, and by the identifier that it sends itself. */
export type TraccarDevice = { id: number; uniqueId: string }

/** Most positions in one answer: a server with more cuts the list there without saying so (`report.maxPositions`). */
const MAX_POSITIONS = 50_000
/** Hours asked for at once. */
const WINDOW = 24
/** Seconds below which a time is not halved any more. */
const SHORTEST = 60

export type TraccarClient = ReturnType<typeof traccarClient>

/**
 * Makes a client of a Traccar server (API 6) at the address in `clientId`, by the token of a person there. A list is
 * complete or throws `ConnectionFault`; a device that cannot be read is named, and an invalid position is skipped, as
 * among positions that are sent to us.
 */
export function traccarClient({ clientId, clientSecret }: Credentials, way: SendOptions, most = MAX_POSITIONS) {
  const { ask, sent } = patientAsking(way)
  const headers = { authorization: `Bearer ${clientSecret}`, accept: 'application/json' }

  async function list(path: string, query: Readonly<Record<string, string>> = {}): Promise<readonly unknown[]> {
    const url = `${clientId}/api/${path}?${new URLSearchParams(query)}`
    return listOf(await ask(async () => ({ url, method: 'GET', headers, body: null })), path)
  }

  /** Asks for a time; asks again in halves where there may be more than one answer holds. */
  async function positions(device: number, { from, to }: Span): Promise<readonly unknown[]> {
    const query = { deviceId: String(device), from: from.toString(), to: to.toString() }
    const found = await list('positions', query)
    const seconds = from.until(to).total('seconds')
    if (found.length < most || seconds <= SHORTEST) return found
    const middle = from.add({ seconds: Math.floor(seconds / 2) })
    return [...(await positions(device, { from, to: middle })), ...(await positions(device, { from: middle, to }))]
  }

  return {
    /** Number of requests sent so far. */
    sent,

    /** Checks that the token is let in; fails only with `ConnectionFault`. */
    async letIn(): Promise<void> {
      await list('devices')
    },

    /** Lists every device that the token's person sees. */
    devices: async (): Promise<ReadRows<TraccarDevice>> => readDevices(await list('devices')),

    /** Lists the positions of a device in a time, day by day, in the server's order. */
    async *fixes(device: number, { from, to }: Span): AsyncGenerator<Fix[]> {
      for (let start = from; Temporal.Instant.compare(start, to) < 0;) {
        const full = start.add({ hours: WINDOW })
        const end = Temporal.Instant.compare(full, to) < 0 ? full : to
        yield (await positions(device, { from: start, to: end })).flatMap((position) => {
          const fix = isRecord(position) && position['deviceId'] === device ? readPosition(position) : null
          return fix === null ? [] : [fix]
        })
        start = end
      }
    },
  }
}

function listOf({ status, text }: OutgoingAnswer, path: string): readonly unknown[] {
  if (status === 401) throw new ConnectionFault('credentials', '401')
  if (status === 403) throw new ConnectionFault('access', '403')
  if (status !== 200) throw new ConnectionFault('answer', `${path} ${status}`)
  const list: unknown = readJson(text)?.value
  if (!Array.isArray(list)) throw new ConnectionFault('answer', path)
  return list
}

const device = z
  .object({ id: z.number().int(), uniqueId: z.union([z.string().min(1), z.number().int()]).transform(String) })
  .transform(({ id, uniqueId }): TraccarDevice => ({ id, uniqueId }))
const readDevices = reader(device, 'uniqueId')

/**
 * Reads the address of a server as a person types it; `null` where it is not valid: it must be encrypted and without a
 * name and password in it, or be the one origin that is allowed otherwise (`inside`).
 */
export function readServerAddress(typed: string, inside: string | null): string | null {
  const address = URL.parse(typed)
  if (address === null || address.username !== '' || address.password !== '' || address.search !== '') return null
  if (address.protocol !== 'https:' && address.origin !== inside) return null
  return `${address.origin}${address.pathname.replace(/\/+$/, '')}`
}
