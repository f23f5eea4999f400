import { promisify } from 'node:util'
import { gzip, zstdCompress } from 'node:zlib'
import type { ClientAddress } from '@remix-run/node-fetch-server'
import { RouterContextProvider } from 'react-router'
import { WHATS_APP_ORIGINS } from '#domain/whats-app.ts'
import { FILES_MEGABYTES } from '#domain/uploads.ts'
import { formsWantCaptcha } from '#features/sessions/sign-ins/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { becauseOf } from '#platform/cause.ts'
import { setting } from '#platform/env.server.ts'
import { accepts, type CachedAnswer } from '#platform/kept.ts'
import { InFlight } from '#platform/in-flight.ts'
import { log } from '#platform/log.ts'
import { countAnswer } from '#platform/metrics.ts'
import { boundaryOf } from '#platform/multipart.ts'
import { networkOf } from '#platform/network.ts'
import { isDatabaseBusy, isDatabaseLost } from '#platform/trouble.ts'
import { noteProxy } from '#platform/proxy.server.ts'
import { isPanelPath, isText, keptBy, sendsForm } from '#platform/requests.ts'
import { securityHeaders } from '#platform/security-headers.ts'
import { traceParentOf, traceRequest } from '#platform/tracing.ts'
import { runAs } from '#platform/work.ts'
import { type Away, awayPage, copyOfForm, tooLargePage } from './away-page.server.ts'
import { NO_TROUBLE, type PageTrouble, requestContext, troubleContext } from './context.ts'
import { formHeldFor } from './held-form.server.ts'
import { othersFor } from './measuring/measuring.server.ts'
import { workOf } from './page-work.server.ts'
import { isFirstVisit, inlineFirstStyles } from './page-styles.server.ts'
import { plainPath } from './plain-path.ts'
import { type FormRead, LARGEST_FORM, keepingForm, typedBeside, typedIn } from './read-form.server.ts'
import { isSameOrigin } from './same-origin.ts'
import { readToken } from './session.server.ts'
import { HEAD_HASHES } from './head-styles.server.ts'
import { PANEL_RULES } from './speculation-rules.server.ts'

const MEGABYTE = 1024 * 1024

/** Bytes of an upload of a week's files; other forms have smaller limits. */
const LARGEST_UPLOAD = 110 * MEGABYTE
/** Bytes of a form with its documents; its other fields need far less than a megabyte. */
const LARGEST_PAPER = (FILES_MEGABYTES + 1) * MEGABYTE
/** Bytes of a country's street map. */
const LARGEST_STREETS = 2048 * MEGABYTE
const UPLOAD_PATHS =
  /^(\/en)?\/(admin\/(data|weekly)\b|api\/drop$)|^(\/en)?\/admin\/vehicles\/[^/]+\/(handover|inspections\/new)$|^(\/en)?\/dashboard\/damage-reports\/new$/
const STREETS_PATH = /^(\/en)?\/admin\/monitor\/streets\/file$/
const PAPER_PATHS =
  /^(\/en)?\/(signup\/documents$|verify(\/[^/]*)?$|dashboard\/|admin\/(accounting|bank|contracts|documents|drivers|financing|support|vehicles)\/)/

/** Driver pages from which the area is kept on the phone. */
const KEEPING_PATHS = /^(\/en)?\/dashboard(\/(offline|documents(\/roadside)?))?\/?$/

/** Profile pages, on which somebody can turn notices on. */
const PUSH_PATHS = /^(\/en)?\/(dashboard|admin)\/profile\/?$/

/** Pages with a map. */
const MAP_PATHS = /^(\/en)?\/admin\/monitor(\/[^/]+|\/zones\/[^/]+)?\/?$/

/** Pages with a form that the hosted identity service may accept only with a solved reCAPTCHA. */
const CAPTCHA_PATHS = /^(\/en)?\/(login|login\/confirm|forgot|invite|setup)$/

/** Pages that send drivers their week or statement: one press leads to WhatsApp, which redirects to addresses of its own. */
const TELLING_PATHS = /^(\/en)?\/admin\/weekly\/[^/]+\/(messages|[0-9a-f-]{36})$/

/** Bytes of forms held at once, of one network and of all together. A form up to `light` bytes counts as fields alone. */
const MAX_HELD_BYTES = { network: 64 * MEGABYTE, all: 256 * MEGABYTE, light: 16 * 1024 }
/** Seconds after which a form that found no room may be sent again. */
const RETRY_HELD = '10'

/** Seconds after which a page whose read the database gave up may be asked for again. */
const RETRY_SLOW = '30'

const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/

/** The answer of `/readyz`; monitors decide by its first word. */
export type Readiness = 'ready' | 'ready, low space' | 'not ready'

export type Screens = (request: Request, context: RouterContextProvider) => Promise<Response>
export type Handle = (request: Request, client: ClientAddress) => Promise<Response>

type HandlerOptions = {
  screens: Screens
  /** The address under which visitors see the site. */
  publicUrl: () => string
  /** Whether the database answers, and whether there is room on the disk. */
  isReady: () => Promise<Readiness>
  /** Whether the disk has room for that number of bytes. */
  hasRoom: (bytes: number) => Promise<boolean>
  /** The signed-out version of a page, for when a signed-in person's can't be made. */
  spare: (request: Request) => Promise<Response | null>
  /** Room for forms, if several handlers share it. */
  flights?: Flights
  /** The built files. A page carries its style sheets inside when a browser has none of them yet. */
  files?: ReadonlyMap<string, CachedAnswer>
}

type Flights = { panel: InFlight; site: InFlight }

/**
 * Room for the forms of a process. Forms of the panel are read only once their sender is known, so people who are not signed in take no
 * room from those who are.
 */
export function formsInFlight(): Flights {
  return { panel: new InFlight(MAX_HELD_BYTES), site: new InFlight(MAX_HELD_BYTES) }
}

/** Everything that a request passes before and after the screens: limits, same origin, request id, headers, one log line. */
export function createHandler({
  screens,
  publicUrl,
  isReady,
  hasRoom,
  spare,
  flights = formsInFlight(),
  files,
}: HandlerOptions): Handle {
  return (request, client) => {
    const id = requestIdOf(request.headers.get('x-request-id'))
    const parent = traceParentOf(request.headers.get('traceparent'))
    const traced = { method: request.method, path: new URL(request.url).pathname, parent }
    return becauseOf({ request: id }, () => traceRequest(traced, () => handle(request, client, id)))
  }

  async function handle(request: Request, client: ClientAddress, id: string): Promise<Response> {
    const started = performance.now()
    const url = new URL(request.url)
    const inPanel = isPanelPath(plainPath(url.pathname))

    const sent = copyOfForm(request)
    const trouble = { ...NO_TROUBLE }
    const formRead: FormRead = { form: null }
    let response = await keepingForm(formRead, () => answer(request, client, url, id, trouble)).catch(
      (error: unknown) => {
        if (isDatabaseLost(error)) trouble[isDatabaseBusy(error) ? 'isDatabaseBusy' : 'isDatabaseLost'] = true
        log.error({ err: error, id }, 'a request failed')
        return plain('defect', url, 500)
      },
    )
    const https = publicUrl().startsWith('https:')
    if (response.status >= 500) {
      const sparePage = await spare(request).catch(() => null)
      const away = awayOf(request, trouble)
      response =
        sparePage ?? (away ? await awayPage(away, request, await typedIn(request, sent, formRead), https) : response)
    }
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    const styled =
      files && isPage && !response.headers.has('content-security-policy') && isFirstVisit(request)
        ? inlineFirstStyles(await response.text(), files)
        : null
    const headers = new Headers(response.headers)
    if (styled) {
      const page = Buffer.from(styled.html)
      headers.set('content-length', String(page.byteLength))
      response = new Response(page, { status: response.status, headers })
    }
    if (response.status === 503 && !headers.has('retry-after')) headers.set('retry-after', RETRY_SLOW)
    // These headers would block the development server's own scripts and styles.
    const guarded = import.meta.env.PROD
      ? securityHeaders({
          https,
          styles: [...HEAD_HASHES, ...(styled?.styles ?? [])],
          signIn: url.pathname.endsWith('/login'),
          others: othersFor(url.pathname),
          forms: TELLING_PATHS.test(url.pathname) ? WHATS_APP_ORIGINS : [],
          worker: KEEPING_PATHS.test(url.pathname),
          push: PUSH_PATHS.test(url.pathname),
          map: MAP_PATHS.test(url.pathname),
          captcha: CAPTCHA_PATHS.test(url.pathname) && formsWantCaptcha(),
        })
      : []
    for (const [name, value] of guarded) if (!headers.has(name)) headers.set(name, value)
    if (!headers.has('cache-control'))
      headers.set('cache-control', keptBy(plainPath(url.pathname), readToken(request) !== null, headers))
    if (inPanel) headers.set('x-robots-tag', 'noindex, nofollow')
    if (isPageAhead(request, headers, inPanel)) headers.set('speculation-rules', `"${PANEL_RULES}"`)
    headers.set('x-request-id', id)
    const status = statusInLog(response.status, request.signal.aborted)
    logAnswer({ id, method: request.method, path: withoutToken(url.pathname), status, started })
    return compress(request, response, headers)
  }

  async function answer(
    request: Request,
    client: ClientAddress,
    url: URL,
    id: string,
    trouble: PageTrouble,
  ): Promise<Response> {
    if (url.pathname === '/livez') return new Response('ok')
    if (url.pathname === '/readyz') {
      const readiness = await isReady()
      return new Response(readiness, { status: readiness === 'not ready' ? 503 : 200 })
    }
    if (!isText(url)) return plain('unreadable', url, 400)
    const address = clientAddress(request, client)
    let releaseRoom = () => {}
    // The framework's own scripts would ask for a page's data by this address. No page loads them, and it would be a second
    // door to each page.
    if (plainPath(url.pathname).endsWith('.data')) return plain('unreadable', url, 404)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } })
      const isMessage = isOfPlatform(request, url) || isOfDevice(request, url)
      if (!isMessage && !isByKey(request, url) && !isSameOrigin(request, publicUrl()))
        return plain('otherSite', url, 403)
      const length = lengthOf(request, url)
      if (!Number.isFinite(length)) return plain('noLength', url, 411)
      const largest = largestOf(url.pathname, request.headers)
      if (length > largest) {
        const size = largest === LARGEST_PAPER ? FILES_MEGABYTES : Math.floor(largest / MEGABYTE)
        // In the panel people type much beside a paper; of a larger form nothing is read.
        const isRead = largest === LARGEST_PAPER && length <= LARGEST_UPLOAD && isPanelPath(plainPath(url.pathname))
        const typed = isRead ? await typedBeside(request) : null
        const https = publicUrl().startsWith('https:')
        return tooLargePage(size, request, typed, https) ?? plain('tooLarge', url, 413, { size })
      }
      if (!isMessage && !sendsForm(request.headers)) return plain('onlyForms', url, 415)
      // Checked before anything is written: the database needs the room that is left, and cannot even be read without it.
      // An upload lies on the disk twice, as it came and sealed.
      if (!(await hasRoom(2 * length))) {
        trouble.isDiskFull = true
        return new Response(null, { status: 503 })
      }
      const flight = flights[isPanelPath(plainPath(url.pathname)) ? 'panel' : 'site']
      // A street map goes to the disk while it arrives: no memory is held for it.
      const room = flight.take(networkOf(address), STREETS_PATH.test(url.pathname) ? 0 : length)
      if (!room) return plain('tooMuchAtOnce', url, 429, {}, [['retry-after', RETRY_HELD]])
      releaseRoom = room
    }
    return await screensFor(request, url, { id, address }, trouble).finally(releaseRoom)
  }

  async function screensFor(
    request: Request,
    url: URL,
    { id, address }: { id: string; address: string },
    trouble: PageTrouble,
  ): Promise<Response> {
    noteProxy(request.headers)
    const now = Temporal.Now.instant()
    const heldForm = await formHeldFor(request, url, now, publicUrl().startsWith('https:'))
    if (heldForm instanceof Response) return heldForm
    const context = new RouterContextProvider()
    const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 300)
    context.set(requestContext, { id, address, userAgent, now })
    context.set(troubleContext, trouble)
    const answered = heldForm ?? request
    const work = workOf(answered.method, url.pathname)
    // A heavy page gets a heavy connection when its turn comes; the session is read on an ordinary one.
    return runAs(work === 'heavy' ? 'page' : work, () => screens(answered, context), networkOf(address))
  }
}

/** Cuts the token off a personal link, for the log: the token alone opens a contract, and readers of the log must not have it. */
export function withoutToken(path: string): string {
  // The router also matches other spellings of a path, so compare the plain one.
  const [place] = /^(?:\/en)?\/(?:sign|statement|where)\/(?=.)/.exec(plainPath(path)) ?? []
  return place === undefined ? path : `${place}…`
}

/** The missing part for the page. A page that was only read shows the trouble itself and is asked for again. */
function awayOf({ method }: Request, trouble: PageTrouble): Away | null {
  if (trouble.isDiskFull) return 'disk'
  if (trouble.isDatabaseLost) return 'database'
  if (trouble.isDatabaseBusy || (trouble.isTooSlow && method === 'POST')) return 'busy'
  return trouble.isWithoutFiles && method === 'POST' ? 'files' : null
}

/** Whether browsers may fetch other pages ahead: on a page of the panel, for a reader who does not save data. */
function isPageAhead(request: Request, headers: Headers, inPanel: boolean): boolean {
  return (
    inPanel &&
    headers.get('content-type')?.startsWith('text/html') === true &&
    request.headers.get('save-data') !== 'on'
  )
}

/** Whether a program sends this with its own key. No cookie is read there, so another site cannot send in somebody's name. */
function isByKey({ headers }: Request, { pathname }: URL): boolean {
  return /^(\/en)?\/api\/drop$/.test(pathname) && headers.get('authorization') !== null
}

/** The header with the signature of what is sent to an address. */
const SIGNED_BY: Readonly<Record<string, string>> = {
  '/api/messages/uber': 'x-uber-signature',
  '/api/messages/whatsapp': 'x-hub-signature-256',
}

/** Whether a platform sends this. It signs its messages; no cookie is read there, and the message is no form. */
function isOfPlatform({ headers }: Request, { pathname }: URL): boolean {
  const signature = SIGNED_BY[pathname]
  return signature !== undefined && headers.get(signature) !== null
}

/**
 * Whether a device sends this. It shows its own token, in one of several formats that are no form; no cookie is read there, and no browser
 * page sends there.
 */
function isOfDevice({ headers }: Request, { pathname }: URL): boolean {
  return pathname === '/api/positions' && !headers.has('origin') && !headers.has('sec-fetch-site')
}

/**
 * The length of a request in bytes, or `NaN` if the sender does not say. Devices that put everything into the address send no body, and
 * some leave its length out.
 */
function lengthOf(request: Request, url: URL): number {
  const { headers } = request
  const isEmpty = isOfDevice(request, url) && !headers.has('content-length') && !headers.has('transfer-encoding')
  return isEmpty ? 0 : Number(headers.get('content-length') ?? Number.NaN)
}

/** The most bytes that may be sent to a path: only multipart forms have files. */
function largestOf(path: string, headers: Headers): number {
  if (boundaryOf(headers.get('content-type')) === null) return LARGEST_FORM
  if (UPLOAD_PATHS.test(path)) return LARGEST_UPLOAD
  if (STREETS_PATH.test(path)) return LARGEST_STREETS
  return PAPER_PATHS.test(path) ? LARGEST_PAPER : LARGEST_FORM
}

/** A refusal before any screen: one sentence in the language of the address. */
function plain(
  reason: 'unreadable' | 'otherSite' | 'noLength' | 'tooLarge' | 'tooMuchAtOnce' | 'onlyForms' | 'defect',
  url: URL,
  status: number,
  params: Record<string, number> = {},
  headers: [string, string][] = [],
): Response {
  const words = translator(languageOf(url.pathname))(`common.request.${reason}`, params)
  return new Response(words, { status, headers: [...headers, ['content-type', 'text/plain; charset=utf-8']] })
}

/** The id that a proxy gave the request, if it is well formed; else a new one. */
export function requestIdOf(header: string | string[] | null | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : crypto.randomUUID()
}

const PROBES: ReadonlySet<string> = new Set(['/readyz', '/livez', '/api/health'])

type Answered = { id: string; method: string | undefined; path: string | undefined; status: number; started: number }

/**
 * The status for the log: 499, as proxies write it, when the client left before the answer, as by opening the next
 * page. That is no defect.
 */
export function statusInLog(status: number, isGone: boolean): number {
  return isGone && status >= 500 ? 499 : status
}

export function logAnswer({ started, ...answered }: Answered): void {
  const took = performance.now() - started
  const { method = 'GET', path = '', status } = answered
  // A proxy asks every second whether the site is well: only a bad answer is news.
  log[PROBES.has(path) && status < 400 ? 'debug' : 'info']({ ...answered, ms: Math.round(took) })
  countAnswer({ path, method, status, seconds: took / 1_000 })
}

/** The visitor's address: behind N trusted proxies, the Nth from the right of X-Forwarded-For. */
function clientAddress(request: Request, client: ClientAddress): string {
  const hops = setting('TRUST_PROXY')
  const chain = (request.headers.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  return (hops > 0 && chain.at(-hops)) || client.address
}

/** Pages are text and shrink to a fifth, with zstd in a fifth of the time; streams of events are never held back. */
async function compress(request: Request, { body, status, statusText }: Response, headers: Headers): Promise<Response> {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const compressible = /^text\/(html|csv|plain)|^application\/(json|xml)/.test(headers.get('content-type') ?? '')
  // A body whose length is known is compressed in one go.
  const isWhole = headers.has('content-length')
  const encoding = isWhole && accepts(accepted, 'zstd') ? 'zstd' : accepts(accepted, 'gzip') ? 'gzip' : null
  if (!encoding || !compressible || !body || headers.has('content-encoding'))
    return new Response(body, { status, statusText, headers })
  headers.set('content-encoding', encoding)
  headers.append('vary', 'accept-encoding')
  if (!isWhole) return new Response(body.pipeThrough(new CompressionStream('gzip')), { status, headers })
  const packed = await PACKERS[encoding](await new Response(body).bytes())
  headers.set('content-length', String(packed.byteLength))
  return new Response(packed, { status, headers })
}

const PACKERS = { zstd: promisify(zstdCompress), gzip: promisify(gzip) }
