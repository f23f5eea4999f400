import type { IncomingMessage } from 'node:http'
import { RouterContextProvider } from 'react-router'
import { LANGUAGES } from '#messages/language.ts'
import { cacheCompressed, type CachedAnswer, responseOf } from '#platform/kept.ts'
import { securityHeaders } from '#platform/security-headers.ts'
import { runAs } from '#platform/work.ts'
import { requestContext } from './context.ts'
import type { Screens } from './handler.server.ts'
import { consentStateIn, DRAWN_BY } from './measuring/consent-cookie.ts'
import { isMeasured } from './measuring/measured-pages.ts'
import { othersFor } from './measuring/measuring.server.ts'
import { inlineStyles } from './page-styles.server.ts'
import { isPublicPage } from './public-pages.ts'
import { HEAD_HASHES } from './head-styles.server.ts'
import { SITE_RULES } from './speculation-rules.server.ts'
import { cardAddress, SEO_PAGES } from './seo.tsx'
import { CUT_SIZES, ICON_SIZES, cutIconAddress, iconAddress, manifestAddress } from './shell/icons.ts'
import { COLOUR_KEY, colourModeIn } from './shell/colour-mode.ts'

/** Addresses that search engines and social networks ask for; their answers are the same for everybody too. */
const MACHINE_ADDRESSES: ReadonlySet<string> = new Set([
  '/robots.txt',
  '/sitemap.xml',
  '/logo-500.png',
  ...LANGUAGES.map(({ code }) => manifestAddress(code)),
  ...ICON_SIZES.map(iconAddress),
  ...CUT_SIZES.map(cutIconAddress),
  ...SEO_PAGES.flatMap((page) => LANGUAGES.map(({ code }) => cardAddress(page, code))),
])

const SESSION = /(?:^|;\s*)(?:__Host-)?sid=/

type Maker = {
  screens: Screens
  /** The address under which visitors see the site. */
  origin: () => string
  /** The built files, from which style sheets are read. */
  files: ReadonlyMap<string, CachedAnswer>
}

/**
 * The public pages as signed-out visitors see them, in the memory of this process. Each is made once for each path, colour mode and state
 * of consent, from a request of our own (nothing that a visitor sends is in it), and then sent as bytes. A page that says `no-store`, sets
 * a cookie or does not answer 200 is made anew for each reader.
 */
export class KeptPages {
  readonly #maker: Maker
  #pages = new Map<string, CachedAnswer | null | Promise<CachedAnswer | null>>()
  /** Milliseconds: the moment at which the pages may change by the date alone (terms of a week, a job that is open until a day). */
  #dayEnds = 0

  constructor(maker: Maker) {
    this.#maker = maker
  }

  /** The kept page that answers a request; `null` when the screens must answer it. A promise only the first time. */
  find({
    method,
    url = '',
    headers: { cookie = '' },
  }: IncomingMessage): CachedAnswer | null | Promise<CachedAnswer | null> {
    if ((method !== 'GET' && method !== 'HEAD') || SESSION.test(cookie)) return null
    return this.page(url, cookie)
  }

  /** A page as signed-out visitors with these cookies see it; `null` when it is not one that is kept. */
  page(path: string, cookie: string): CachedAnswer | null | Promise<CachedAnswer | null> {
    if (!isPublicPage(path) && !MACHINE_ADDRESSES.has(path)) return null
    if (Date.now() >= this.#dayEnds) this.forget()
    const drawnBy = drawingCookies(path, cookie)
    const key = `${path} ${drawnBy}`
    const known = this.#pages.get(key)
    if (known !== undefined) return known
    const pages = this.#pages
    const making = this.#make(path, drawnBy).then((page) => {
      pages.set(key, page)
      return page
    })
    pages.set(key, making)
    // A page that failed is tried again by the next reader.
    making.catch(() => pages.delete(key))
    return making
  }

  /** The signed-out page for a request whose own could not be made; `null` when there is none. */
  async spare({ method, url, headers }: Request): Promise<Response | null> {
    if (method !== 'GET' && method !== 'HEAD') return null
    const page = await this.page(new URL(url).pathname, headers.get('cookie') ?? '')
    return page && responseOf(page)
  }

  /** Called when something that the pages show has changed: each is made anew when it is next asked for. */
  forget(): void {
    this.#pages = new Map()
    this.#dayEnds = Temporal.Now.zonedDateTimeISO('Europe/Lisbon').startOfDay().add({ days: 1 }).epochMilliseconds
  }

  async #make(path: string, cookie: string): Promise<CachedAnswer | null> {
    const { origin, files } = this.#maker
    const answer = await this.#render(path, cookie ? { cookie } : {})
    const type = answer.headers.get('content-type') ?? ''
    const isOwn = answer.headers.has('set-cookie') || /no-store/.test(answer.headers.get('cache-control') ?? '')
    if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`)
    if (answer.status !== 200 || isOwn) return null

    const https = origin().startsWith('https:')
    const vary = ['vary', 'accept-encoding, cookie'] as const
    const options = { type, cacheControl: 'no-cache' }
    if (!type.startsWith('text/html')) {
      return cacheCompressed(await answer.bytes(), { ...options, headers: [vary, ...securityHeaders({ https })] })
    }
    const { html, styles } = inlineStyles(await answer.text(), files)
    return cacheCompressed(new TextEncoder().encode(html), {
      ...options,
      headers: [
        vary,
        ['speculation-rules', `"${SITE_RULES}"`],
        ...(/<meta name="robots" content="noindex/.test(html) ? [['x-robots-tag', 'noindex, nofollow'] as const] : []),
        ...securityHeaders({ https, styles: [...HEAD_HASHES, ...styles], others: othersFor(path) }),
      ],
    })
  }

  #render(path: string, headers: Record<string, string> = {}): Promise<Response> {
    const context = new RouterContextProvider()
    const facts = { id: crypto.randomUUID(), address: '', userAgent: '' }
    context.set(requestContext, { ...facts, now: Temporal.Now.instant() })
    const request = new Request(this.#maker.origin() + path, { headers })
    // Readers wait for it, so it has the time limit of any page.
    return runAs('page', () => this.#maker.screens(request, context))
  }
}

/** The cookies that change what is drawn, each in one form. There are so few that the pages for all of them fit in memory. */
function drawingCookies(path: string, cookies: string): string {
  if (cookies === '') return ''
  const colour = colourModeIn(cookies) === 'dark' ? `${COLOUR_KEY}=dark` : ''
  const consent = isMeasured(path) ? DRAWN_BY[consentStateIn(cookies)] : ''
  return colour && consent ? `${colour}; ${consent}` : colour + consent
}
