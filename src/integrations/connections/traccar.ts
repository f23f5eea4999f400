import { z } from 'zod'
import type { Fix } from '#domain/position.ts'
import { isRecord, readPosition } from '#integrations/positions/sent.ts'
import { type Span, type Way, patientAsking } from './asking.ts'
import { type ReadRows, readJson, reader } from './bolt-answers.ts'
import { ConnectionFault } from './connection-fault.ts'
import type { OutgoingAnswer } from './outgoing.ts'
import type { Credentials } from './providers.ts'

/** A device of a Traccar server: by its number there, and by the identifier that it sends itself. */
export type TraccarDevice = { id: number; uniqueId: string }

/** Positions of one answer: a server that keeps more cuts the list there, and says nothing (`report.maxPositions`). */
const MOST = 50_000
/** Hours that are asked for at once. */
const WINDOW = 24
/** Seconds below which a time is not cut in two any more. */
const SHORTEST = 60

export type TraccarClient = ReturnType<typeof traccarClient>

/**
 * A Traccar server (API 6) at the address of `clientId`, by a token of a person there. A list is whole or it throws `ConnectionFault`; a device that cannot be read is
 * named, and a position that is none is passed over, as one that is sent on is.
 */
export function traccarClient({ clientId, clientSecret }: Credentials, way: Way, most = MOST) {
  const { ask, sent } = patientAsking(way)
  const headers = { authorization: `Bearer ${clientSecret}`, accept: 'application/json' }

  async function list(path: string, query: Readonly<Record<string, string>> = {}): Promise<readonly unknown[]> {
    const url = `${clientId}/api/${path}?${new URLSearchParams(query)}`
    return listOf(await ask(async () => ({ url, method: 'GET', headers, body: null })), path)
  }

  /** Asked again in halves where there may be more than an answer holds. */
  async function positions(device: number, { from, to }: Span): Promise<readonly unknown[]> {
    const query = { deviceId: String(device), from: from.toString(), to: to.toString() }
    const found = await list('positions', query)
    const seconds = from.until(to).total('seconds')
    if (found.length < most || seconds <= SHORTEST) return found
    const middle = from.add({ seconds: Math.floor(seconds / 2) })
    return [...(await positions(device, { from, to: middle })), ...(await positions(device, { from: middle, to }))]
  }

  return {
    /** Requests that left so far. */
    sent,

    /** Whether the token is let in; refuses by `ConnectionFault` alone. */
    async letIn(): Promise<void> {
      await list('devices')
    },

    /** Every device that the token's person sees. */
    devices: async (): Promise<ReadRows<TraccarDevice>> => readDevices(await list('devices')),

    /** Where a device was in a time, a day after the other, in the order in which the server gives it. */
    async *fixes(device: number, { from, to }: Span): AsyncGenerator<Fix[]> {
      for (let start = from; Temporal.Instant.compare(start, to) < 0;) {
        const full = start.add({ hours: WINDOW })
        const end = Temporal.Instant.compare(full, to) < 0 ? full : to
        yield (await positions(device, { from: start, to: end })).flatMap((one) => {
          const fix = isRecord(one) && one['deviceId'] === device ? readPosition(one) : null
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
  const said: unknown = readJson(text)?.value
  if (!Array.isArray(said)) throw new ConnectionFault('answer', path)
  return said
}

const device = z
  .object({ id: z.number().int(), uniqueId: z.union([z.string().min(1), z.number().int()]).transform(String) })
  .transform(({ id, uniqueId }): TraccarDevice => ({ id, uniqueId }))
const readDevices = reader(device, 'uniqueId')

/** The address of a server as a person writes it; `null` where it is none: encrypted, without a name and password in it, or the one origin that may be otherwise. */
export function readServerAddress(typed: string, inside: string | null): string | null {
  const address = URL.parse(typed)
  if (address === null || address.username !== '' || address.password !== '' || address.search !== '') return null
  if (address.protocol !== 'https:' && address.origin !== inside) return null
  return `${address.origin}${address.pathname.replace(/\/+$/, '')}`
}
