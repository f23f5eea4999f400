import { promisify } from 'node:util'
import { gzip, zstdCompress } from 'node:zlib'
import type { ClientAddress } from '@remix-run/node-fetch-server'
import { RouterContextProvider } from 'react-router'
import { WHATS_APP_ORIGINS } from '#domain/whats-app.ts'
import { formsWantCaptcha } from '#features/sessions/sign-ins/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { becauseOf } from '#platform/cause.ts'
import { setting } from '#platform/env.server.ts'
import { accepts, type Kept } from '#platform/kept.ts'
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
import { workingAs } from '#platform/work.ts'
import { type Away, awayPage, copyOfForm } from './away-page.server.ts'
import { NO_TROUBLE, type PageTrouble, requestContext, troubleContext } from './context.ts'
import { formHeldFor } from './held-form.server.ts'
import { othersFor } from './measuring/measuring.server.ts'
import { workOf } from './page-work.server.ts'
import { isFirstVisit, withItsStylesFirst } from './page-styles.server.ts'
import { plainPath } from './plain-path.ts'
import { type FormRead, keepingForm, typedIn } from './read-form.server.ts'
import { isSameOrigin } from './same-origin.ts'
import { readToken } from './session.server.ts'
import { HEAD_HASHES } from './head-styles.server.ts'
import { PANEL_RULES } from './speculation-rules.server.ts'

const MEGABYTE = 1024 * 1024

/** Uploads of a week's files; everything else that is sent is a form. */
const LARGEST_UPLOAD = 110 * MEGABYTE
/** One paper, and its form. */
const LARGEST_PAPER = 11 * MEGABYTE
/** The streets of a country. */
const LARGEST_STREETS = 2048 * MEGABYTE
const LARGEST_FORM = MEGABYTE
const UPLOAD_PATHS = /^(\/en)?\/(admin\/(data|weekly)\b|api\/drop$)|^(\/en)?\/admin\/vehicles\/[^/]+\/inspections\/new$/
const STREETS_PATH = /^(\/en)?\/admin\/monitor\/streets\/file$/
const PAPER_PATHS =
  /^(\/en)?\/(signup\/documents$|verify(\/[^/]*)?$|dashboard\/|admin\/(vehicles|financing|drivers|contracts|documents\/times)\/)/

/** Pages of a driver from which the area is kept on the phone. */
const KEEPING_PATHS = /^(\/en)?\/dashboard(\/(offline|documents(\/roadside)?))?\/?$/

/** Pages of the own account, on which notices can be asked for. */
const PUSH_PATHS = /^(\/en)?\/(dashboard|admin)\/profile\/?$/

/** Where the cars are. */
const MAP_PATHS = /^(\/en)?\/admin\/monitor(\/[^/]+|\/zones\/[^/]+)?\/?$/

/** Pages with a form that the hosted identity service may take with a solved reCAPTCHA alone. */
const CAPTCHA_PATHS = /^(\/en)?\/(login|login\/confirm|forgot|invite|setup)$/

/** The pages from which drivers are told, of a week and of one statement: one press leads to WhatsApp, which leads on to its own. */
const TELLING_PATHS = /^(\/en)?\/admin\/weekly\/[^/]+\/(messages|[0-9a-f-]{36})$/

/** What is held at once of forms, of one network and of all of them. A form of fields alone is light. */
const MOST_HELD = { network: 64 * MEGABYTE, all: 256 * MEGABYTE, light: 16 * 1024 }
/** Seconds after which what found no room may be sent again. */
const RETRY_HELD = '10'

/** Seconds after which what the database gave up may be asked for again. */
const RETRY_SLOW = '30'

const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/

/** What `/readyz` says; the first word decides. */
export type Readiness = 'ready' | 'ready, low space' | 'not ready'

export type Screens = (request: Request, context: RouterContextProvider) => Promise<Response>
export type Handle = (request: Request, client: ClientAddress) => Promise<Response>

type House = {
  screens: Screens
  /** Where the site is seen from outside. */
  publicUrl: () => string
  /** Whether the database answers, and whether there is room on the disk. */
  isReady: () => Promise<Readiness>
  /** Whether there is room to write so many bytes. */
  hasRoom: (bytes: number) => Promise<boolean>
  /** The page of the signed-out, for when a signed-in person's can't be made. */
  spare: (request: Request) => Promise<Response | null>
  /** Room for forms, where several share it. */
  flights?: Flights
  /** The built files, whose style sheets a page has inside it where a browser has none of them yet. */
  files?: ReadonlyMap<string, Kept>
}

type Flights = { panel: InFlight; site: InFlight }

/** Room for the forms of a process. Of the panel a form is read once it is known whose it is: whoever is not signed in takes no room from those who are. */
export function formsInFlight(): Flights {
  return { panel: new InFlight(MOST_HELD), site: new InFlight(MOST_HELD) }
}

/** Everything a request passes before and after the screens: limits, same origin, request id, headers, one log line. */
export function createHandler({
  screens,
  publicUrl,
  isReady,
  hasRoom,
  spare,
  flights = formsInFlight(),
  files,
}: House): Handle {
  return (request, client) => {
    const id = requestIdOf(request.headers.get('x-request-id'))
    const parent = traceParentOf(request.headers.get('traceparent'))
    const asked = { method: request.method, path: new URL(request.url).pathname, parent }
    return becauseOf({ request: id }, () => traceRequest(asked, () => handle(request, client, id)))
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
      const made = await spare(request).catch(() => null)
      const away = awayOf(request, trouble)
      response =
        made ?? (away ? await awayPage(away, request, await typedIn(request, sent, formRead), https) : response)
    }
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    const styled =
      files && isPage && !response.headers.has('content-security-policy') && isFirstVisit(request)
        ? withItsStylesFirst(await response.text(), files)
        : null
    const headers = new Headers(response.headers)
    if (styled) {
      const page = Buffer.from(styled.html)
      headers.set('content-length', String(page.byteLength))
      response = new Response(page, { status: response.status, headers })
    }
    if (response.status === 503 && !headers.has('retry-after')) headers.set('retry-after', RETRY_SLOW)
    // The development server's own scripts and styles would not pass these.
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
    let give = () => {}
    // How the framework's own scripts would ask for a page's data: no page brings them, and it would be a second door to each.
    if (plainPath(url.pathname).endsWith('.data')) return plain('unreadable', url, 404)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } })
      const isMessage = isOfPlatform(request, url) || isOfDevice(request, url)
      if (!isMessage && !isByKey(request, url) && !isSameOrigin(request, publicUrl()))
        return plain('otherSite', url, 403)
      const length = lengthOf(request, url)
      if (!Number.isFinite(length)) return plain('noLength', url, 411)
      const largest = largestOf(url.pathname, request.headers)
      if (length > largest) return plain('tooLarge', url, 413, { size: Math.floor(largest / MEGABYTE) })
      if (!isMessage && !sendsForm(request.headers)) return plain('onlyForms', url, 415)
      // Before anything is written: what is left is the database's, which could not even be read without it. What comes in
      // lies there twice, as it came and sealed.
      if (!(await hasRoom(2 * length))) {
        trouble.isDiskFull = true
        return new Response(null, { status: 503 })
      }
      const flight = flights[isPanelPath(plainPath(url.pathname)) ? 'panel' : 'site']
      // Streets go to the disk while they come: nothing of them is held.
      const room = flight.take(networkOf(address), STREETS_PATH.test(url.pathname) ? 0 : length)
      if (!room) return plain('tooMuchAtOnce', url, 429, {}, [['retry-after', RETRY_HELD]])
      give = room
    }
    return await screensFor(request, url, { id, address }, trouble).finally(give)
  }

  async function screensFor(
    request: Request,
    url: URL,
    { id, address }: { id: string; address: string },
    trouble: PageTrouble,
  ): Promise<Response> {
    noteProxy(request.headers)
    const now = Temporal.Now.instant()
    const held = await formHeldFor(request, url, now)
    if (held instanceof Response) return held
    const context = new RouterContextProvider()
    const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 300)
    context.set(requestContext, { id, address, userAgent, now })
    context.set(troubleContext, trouble)
    const asked = held ?? request
    const work = workOf(asked.method, url.pathname)
    // A heavy page has its connections when its turn comes; who asks for it is asked of the others.
    return workingAs(work === 'heavy' ? 'page' : work, () => screens(asked, context), networkOf(address))
  }
}

/** Of a personal link its token opens a contract: whoever reads the log has none. */
export function withoutToken(path: string): string {
  // Screens are found by other spellings too.
  const [place] = /^(?:\/en)?\/(?:sign|statement|where)\/(?=.)/.exec(plainPath(path)) ?? []
  return place === undefined ? path : `${place}…`
}

/** What the page itself lacked; one that was only read says so on a page of the site, and is asked for again. */
function awayOf({ method }: Request, trouble: PageTrouble): Away | null {
  if (trouble.isDiskFull) return 'disk'
  if (trouble.isDatabaseLost) return 'database'
  if (trouble.isDatabaseBusy || (trouble.isTooSlow && method === 'POST')) return 'busy'
  return trouble.isWithoutFiles && method === 'POST' ? 'files' : null
}

/** A page of the panel, for a reader who does not ask to save data. */
function isPageAhead(request: Request, headers: Headers, inPanel: boolean): boolean {
  return (
    inPanel &&
    headers.get('content-type')?.startsWith('text/html') === true &&
    request.headers.get('save-data') !== 'on'
  )
}

/** A program that shows a key of its own sends from nowhere: no cookie is looked at there, so no other site can send in its name. */
function isByKey({ headers }: Request, { pathname }: URL): boolean {
  return /^(\/en)?\/api\/drop$/.test(pathname) && headers.get('authorization') !== null
}

/** In which header what is sent to an address is signed. */
const SIGNED_BY: Readonly<Record<string, string>> = {
  '/api/messages/uber': 'x-uber-signature',
  '/api/messages/whatsapp': 'x-hub-signature-256',
}

/** A platform signs what it sends by itself; no cookie is looked at there, and it sends no form. */
function isOfPlatform({ headers }: Request, { pathname }: URL): boolean {
  const signature = SIGNED_BY[pathname]
  return signature !== undefined && headers.get(signature) !== null
}

/** A device shows its own token, in one of several shapes that are no form of a page; no cookie is looked at there, and no page of a browser sends there. */
function isOfDevice({ headers }: Request, { pathname }: URL): boolean {
  return pathname === '/api/positions' && !headers.has('origin') && !headers.has('sec-fetch-site')
}

/** How many bytes come, or `NaN` where nobody says it. A device that says all in the address sends nothing, and some say nothing of that. */
function lengthOf(request: Request, url: URL): number {
  const { headers } = request
  const isEmpty = isOfDevice(request, url) && !headers.has('content-length') && !headers.has('transfer-encoding')
  return isEmpty ? 0 : Number(headers.get('content-length') ?? Number.NaN)
}

/** How many bytes may be sent to a path: files come in a form of parts alone. */
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

/** The id a proxy gave the request, when it is one; else a new one. */
export function requestIdOf(given: string | string[] | null | undefined): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : crypto.randomUUID()
}

const PROBES: ReadonlySet<string> = new Set(['/readyz', '/livez', '/api/health'])

type Answered = { id: string; method: string | undefined; path: string | undefined; status: number; started: number }

/** Who went away before there was an answer, as by opening the next page, met no defect: 499, as proxies write it. */
export function statusInLog(status: number, isGone: boolean): number {
  return isGone && status >= 500 ? 499 : status
}

export function logAnswer({ started, ...answered }: Answered): void {
  const took = performance.now() - started
  const { method = 'GET', path = '', status } = answered
  // A proxy asks each second whether it is well: only the other answer is news.
  log[PROBES.has(path) && status < 400 ? 'debug' : 'info']({ ...answered, ms: Math.round(took) })
  countAnswer({ path, method, status, seconds: took / 1_000 })
}

/** The visitor's address: behind N trusted proxies, the Nth from the right of X-Forwarded-For. */
function clientAddress(request: Request, client: ClientAddress): string {
  const hops = setting('TRUST_PROXY')
  const chain = (request.headers.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  return (hops > 0 && chain.at(-hops)) || client.address
}

/**
 * Pages are text and shrink to a fifth, in a fifth of the time where the browser takes zstd; streams of events are never held
 * back.
 */
async function compress(request: Request, { body, status, statusText }: Response, headers: Headers): Promise<Response> {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const compressible = /^text\/(html|csv|plain)|^application\/(json|xml)/.test(headers.get('content-type') ?? '')
  // What is there as a whole shrinks as a whole.
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
