import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import { type ClientAddress, createRequestListener } from '@remix-run/node-fetch-server'
import { RouterContextProvider, type ServerBuild, createRequestHandler } from 'react-router'
import { closeDatabase, db, isDatabaseLost, openDatabase } from '#db/client.server.ts'
import { startQueue } from '#db/queue.server.ts'
import { seedDemo } from '#demo/seed.server.ts'
import { countAdmins } from '#features/accounts/queries.server.ts'
import { createSetupLink } from '#features/accounts/commands.server.ts'
import { mailJobs } from '#features/mail/jobs.server.ts'
import { settlementJobs } from '#features/settlements/jobs.server.ts'
import { languageOf } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { env, isProduction } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { PROJECT_ROOT } from '#platform/root.ts'
import { announceRunning, findRunning } from '#platform/running.server.ts'
import { isReadable, isText, keptBy, sendsForm } from '#platform/requests.ts'
import { securityHeaders } from '#platform/security-headers.ts'
import { answerStatic, loadStaticFiles } from '#platform/static-files.ts'
import { requestContext } from '#web/context.ts'
import { isSameOrigin } from '#web/same-origin.ts'
import { readToken } from '#web/session.server.ts'

/** Uploads of a week's files; everything else that is sent is a form. */
const LARGEST_UPLOAD = 110 * 1024 * 1024
const LARGEST_FORM = 1024 * 1024
const UPLOAD_PATHS = /^(\/en)?\/admin\/(data|weekly)\b/

const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/

type Handle = (request: Request, client: ClientAddress) => Promise<Response>

/** Everything a request passes before and after the screens: limits, same origin, request id, headers, one log line. */
export function createHandler(
  build: () => Promise<ServerBuild>,
  publicUrl: () => string,
  files: ReturnType<typeof loadStaticFiles>,
): Handle {
  const screens = createRequestHandler(build, import.meta.env.PROD ? 'production' : 'development')

  return async (request, client) => {
    const started = performance.now()
    const given = request.headers.get('x-request-id') ?? ''
    const id = REQUEST_ID.test(given) ? given : crypto.randomUUID()
    const nonce = randomBytes(16).toString('base64')
    const url = new URL(request.url)

    const response = answerStatic(files, request) ?? (await answer(request, client, url, id, nonce))
    const headers = new Headers(response.headers)
    const https = publicUrl().startsWith('https:')
    // The development server's own scripts and styles would not pass these.
    const guarded = import.meta.env.PROD
      ? securityHeaders({ nonce, https, signIn: url.pathname.endsWith('/login') })
      : []
    for (const [name, value] of guarded) headers.set(name, value)
    if (!headers.has('cache-control'))
      headers.set('cache-control', keptBy(url.pathname, readToken(request) !== null, headers))
    headers.set('x-request-id', id)
    log.info({
      id,
      method: request.method,
      path: url.pathname,
      status: response.status,
      ms: Math.round(performance.now() - started),
    })
    return compress(
      request,
      new Response(response.body, { status: response.status, statusText: response.statusText, headers }),
    )
  }

  async function answer(
    request: Request,
    client: ClientAddress,
    url: URL,
    id: string,
    nonce: string,
  ): Promise<Response> {
    if (url.pathname === '/livez') return new Response('ok')
    if (url.pathname === '/readyz') return ready()
    if (!isText(url)) return plain('unreadable', url, 400)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } })
      if (!isSameOrigin(request, publicUrl())) return plain('otherSite', url, 403)
      const length = Number(request.headers.get('content-length') ?? Number.NaN)
      if (!Number.isFinite(length)) return plain('noLength', url, 411)
      if (length > (UPLOAD_PATHS.test(url.pathname) ? LARGEST_UPLOAD : LARGEST_FORM)) {
        return plain('tooLarge', url, 413)
      }
      if (!sendsForm(request.headers)) return plain('onlyForms', url, 415)
    }
    const context = new RouterContextProvider()
    const address = clientAddress(request, client)
    const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 300)
    context.set(requestContext, { id, nonce, address, userAgent, now: Temporal.Now.instant() })
    return screens(request, context)
  }
}

/** A refusal before any screen: one sentence in the language of the address. */
function plain(
  reason: 'unreadable' | 'otherSite' | 'noLength' | 'tooLarge' | 'onlyForms',
  url: URL,
  status: number,
): Response {
  const words = translator(languageOf(url.pathname))(`common.request.${reason}`)
  return new Response(words, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

async function ready(): Promise<Response> {
  try {
    await db.selectFrom('schema_migrations').select('name').limit(1).execute()
    return new Response('ready')
  } catch {
    return new Response('not ready', { status: 503 })
  }
}

/** The visitor's address: behind N trusted proxies, the Nth from the right of X-Forwarded-For. */
function clientAddress(request: Request, client: ClientAddress): string {
  const hops = env().TRUST_PROXY
  const chain = (request.headers.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  return (hops > 0 && chain.at(-hops)) || client.address
}

/** Pages are text and shrink to a fifth; streams of events are never held back. */
function compress(request: Request, response: Response): Response {
  const type = response.headers.get('content-type') ?? ''
  const takesGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  const compressible = /^text\/(html|csv|plain|x-script)|^application\/(json|xml)/.test(type)
  if (!takesGzip || !compressible || !response.body || response.headers.has('content-encoding')) return response
  const headers = new Headers(response.headers)
  headers.set('content-encoding', 'gzip')
  headers.append('vary', 'accept-encoding')
  headers.delete('content-length')
  return new Response(response.body.pipeThrough(new CompressionStream('gzip')), { status: response.status, headers })
}

/** Milliseconds after which a second signal ends the process at once. */
const IMPATIENCE = 1_000

/** Starts the site: database, demo fleet when there is nothing and this isn't production, queue, HTTP. */
export async function serve(build: () => Promise<ServerBuild>): Promise<void> {
  const settings = env()
  const t = translator('pt')
  if (isProduction() && !settings.PUBLIC_URL) return stopWith(t('cli.start.publicUrlMissing'))
  const running = findRunning()
  if (running) return stopWith(t('cli.start.alreadyRunning', { url: running.url, pid: running.pid }))

  await openDatabase()
  const signIns = isProduction() || settings.DATABASE_URL ? null : await seedDemo()
  const queue = await startQueue({ ...settlementJobs, ...mailJobs })

  let url = settings.PUBLIC_URL ?? ''
  const files = loadStaticFiles(join(PROJECT_ROOT, 'build', 'client'))
  const handle = createHandler(build, () => url, files)
  const server = createServer(listener(handle, () => url))
  server.headersTimeout = 10_000
  server.requestTimeout = 120_000
  const port = await listen(server, settings.PORT, settings.HOST)
  url ||= `http://localhost:${port}`
  const takeBack = announceRunning({ port, url })

  console.log(t('cli.start.running', { url }))
  if (signIns) console.log(t('cli.start.demo', signIns))
  if ((await countAdmins()) === 0) {
    const link = await createSetupLink(Temporal.Now.instant())
    console.log(t('cli.start.setup', { url: `${url}${link}` }))
  }

  let stoppingSince: number | null = null
  const stop = async () => {
    // Ctrl-C comes twice, from the terminal and from the launcher; one who asks again later means it.
    if (stoppingSince !== null) return performance.now() - stoppingSince > IMPATIENCE && process.exit(1)
    stoppingSince = performance.now()
    console.log(t('cli.start.stopping'))
    server.close()
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 5_000).unref()
    takeBack()
    await queue.stop()
    await closeDatabase()
    process.exit(0)
  }
  // The queue's library forgets a promise when its database goes; the site must not go with it. All else is a defect.
  process.on('unhandledRejection', (error) => {
    if (!isDatabaseLost(error)) throw error
    log.warn({ err: error }, 'work was interrupted: the database is gone')
  })
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** For `npm run dev`: the same handler over the sources, without the built files. */
export async function createDevelopmentListener(
  build: () => Promise<ServerBuild>,
  url: string,
): Promise<RequestListener> {
  await openDatabase()
  const signIns = env().DATABASE_URL ? null : await seedDemo()
  if (signIns) console.log(translator('pt')('cli.start.demo', signIns))
  await startQueue({ ...settlementJobs, ...mailJobs })
  return createRequestListener(
    createHandler(build, () => url, new Map()),
    { onError: logDefect },
  )
}

/** Answers what can't be told to the screens with the same headers as every page, and passes on the rest. */
function listener(handle: Handle, publicUrl: () => string): RequestListener {
  const answered = createRequestListener(handle, { onError: logDefect })
  return (incoming, outgoing) => {
    if (isReadable(incoming)) return answered(incoming, outgoing)
    const https = publicUrl().startsWith('https:')
    const headers = securityHeaders({ nonce: randomBytes(16).toString('base64'), https, signIn: false })
    outgoing.writeHead(400, [...headers, ['cache-control', 'no-store'], ['connection', 'close']].flat()).end()
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function logDefect(error: unknown) {
  log.error({ err: error }, 'a request failed')
  return new Response('Internal error', { status: 500 })
}

function stopWith(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

// The built server starts itself; in development `scripts/dev.ts` does.
if (import.meta.env.PROD) {
  const screens = async () => (await import('virtual:react-router/server-build')) as ServerBuild
  await serve(screens).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      console.error(translator('pt')('cli.start.portTaken', { port: env().PORT }))
    } else {
      console.error(error)
    }
    process.exit(1)
  })
}
