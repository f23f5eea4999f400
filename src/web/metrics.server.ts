import { timingSafeEqual } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import { hashOfSecret } from '#platform/secret.ts'
import { log } from '#platform/log.ts'
import { type Figure, startMeter } from '#platform/metrics.ts'

type Monitored = {
  read: () => Promise<readonly Figure[]>
  areaOf: (path: string) => string
  /** The token that a monitor must show; `null` lets everybody on this machine look. */
  token: string | null
}

/** A server on a port of its own for monitors: it answers `/metrics` and nothing else. */
export async function createMetricsServer({ read, areaOf, token }: Monitored): Promise<Server> {
  const tell = await startMeter(read, areaOf)
  const isLetIn = (shown = '') =>
    token === null || timingSafeEqual(hashOfSecret(shown), hashOfSecret(`Bearer ${token}`))
  return createServer((request, response) => {
    const say = (status: number, type = 'text/plain', text = '') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') return void say(404)
    if (!isLetIn(request.headers.authorization)) return void say(401)
    tell().then(
      ({ type, text }) => say(200, type, text),
      (error: unknown) => {
        log.warn({ err: error }, 'the monitor could not be told')
        say(503)
      },
    )
  })
}
