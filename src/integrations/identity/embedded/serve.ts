import { createServer, type Server } from 'node:http'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { ADDRESS_HEADER } from './embedded-identity.ts'
import { type EmulatorOptions, identityEmulator } from './emulator.ts'
import { DEVICE_HEADER } from '../known-device.ts'

/** Headers that a page of another origin may send: the official client's own. */
const CROSS_ORIGIN = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, x-client-version, x-firebase-appcheck, x-firebase-client, x-firebase-gmpid, ' +
    'x-firebase-locale, x-goog-api-key',
}

const LARGEST_BODY = 8 * 1024 * 1024

/** Matches an address of this machine, on any port. */
const HERE = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Answers the headers for a page of another origin. A service with temporary data answers every page; one with kept
 * data answers only pages of this machine, reached by its own name: any other page in a browser here could act as the
 * office.
 */
function crossOrigin(origin: string | null, isKept: boolean): Readonly<Record<string, string>> {
  if (!isKept) return { ...CROSS_ORIGIN, 'access-control-allow-origin': '*' }
  if (origin === null || !HERE.test(origin)) return { vary: 'origin' }
  return { ...CROSS_ORIGIN, 'access-control-allow-origin': origin, vary: 'origin' }
}

export type ServedIdentity = { url: string; close: () => Promise<void> }

/** Serves the embedded service on a port of this machine, for clients that need one. Loopback only. */
export async function serveIdentity({
  port,
  ...options
}: Omit<EmulatorOptions, 'origin'> & { port: number }): Promise<ServedIdentity> {
  const { isKept = false } = options
  let url = ''
  const { handle, settled } = identityEmulator({ ...options, origin: () => url })
  const server = createServer(
    createRequestListener(async (request, client) => {
      if (isKept && !HERE.test(request.headers.get('host') ?? '')) return new Response(null, { status: 421 })
      const cross = crossOrigin(request.headers.get('origin'), isKept)
      if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cross })
      if (Number(request.headers.get('content-length') ?? 0) > LARGEST_BODY) return new Response(null, { status: 413 })
      const answer = await handle(new Request(request, { headers: headersOf(request, client.address) }))
      for (const [name, value] of Object.entries(cross)) answer.headers.set(name, value)
      return answer
    }),
  )
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${portOf(server)}`
  return {
    url,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await settled()
    },
  }
}

/**
 * Sets the address header: a site's server says for whom it asks; for a browser, and for callers that say nothing, the
 * connection's address counts.
 */
function headersOf(request: Request, address: string): Headers {
  const headers = new Headers(request.headers)
  const isBrowser = headers.has('origin') || headers.has('sec-fetch-site')
  if (isBrowser) headers.delete(DEVICE_HEADER)
  if (isBrowser || !headers.has(ADDRESS_HEADER)) headers.set(ADDRESS_HEADER, address)
  return headers
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.')
  return address.port
}
