import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers one request; an error breaks the connection. */
export type Answers = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Serves on loopback, on a free port or on this one. */
export async function serve(answers: Answers, port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    answers(request, response).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url, close }
}

export async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

export function jsonOf(text: string): Record<string, unknown> | null {
  try {
    const said: unknown = JSON.parse(text)
    return said && typeof said === 'object' && !Array.isArray(said) ? (said as Record<string, unknown>) : null
  } catch {
    return null
  }
}

export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** How any service fails: a wrong answer, a slow one, or one that breaks off. */
export type CommonMishap =
  | { is: 'status'; status: number; retryAfter?: string }
  | { is: 'not-json' }
  | { is: 'slow'; milliseconds: number }
  | { is: 'cut' }
  | { is: 'redirect' }

/** Fails instead of answering if the mishap says so, and returns whether it did. A slow service answers afterwards. */
export async function failAsSet(
  response: ServerResponse,
  mishap: CommonMishap | { is: string } | null,
): Promise<boolean> {
  if (mishap?.is === 'status' && 'status' in mishap) {
    const headers = mishap.retryAfter === undefined ? {} : { 'retry-after': mishap.retryAfter }
    send(response, mishap.status, { error: 'mishap' }, headers)
    return true
  }
  if (mishap?.is === 'redirect') {
    response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end()
    return true
  }
  if (mishap?.is === 'not-json') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Just a moment…</body></html>')
    return true
  }
  if (mishap?.is === 'slow' && 'milliseconds' in mishap)
    await new Promise((resolve) => setTimeout(resolve, mishap.milliseconds))
  return false
}

/** Sends half of an answer, then breaks the connection. */
export function cutOff(
  response: ServerResponse,
  status: number,
  whole: string | Uint8Array,
  type = 'application/json',
): void {
  const bytes = Buffer.from(whole)
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
}

/** How the rows of a page are wrong: some missing, some twice, or in another order. */
export type RowMishap = { is: 'short' } | { is: 'doubled' } | { is: 'shuffled' }

export function withMishap<Row>(rows: readonly Row[], mishap: { is: string } | null): Row[] {
  if (mishap?.is === 'short') return rows.slice(0, Math.floor(rows.length / 2))
  if (mishap?.is === 'doubled') return [...rows, ...rows.slice(0, 3)]
  if (mishap?.is === 'shuffled') return rows.toReversed()
  return [...rows]
}
