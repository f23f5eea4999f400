import {
  createRequestHandler,
  createStaticHandler,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { requestContext } from './context.ts'
import type { Screens } from './handler.server.ts'
import { withoutEncoding } from './page-data.ts'

/**
 * Answers requests with the build's pages and files. A refused file is answered in JSON; a reader who asked for a page
 * gets a page with the reason, and the same status.
 */
export function createScreens(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: 'production' | 'development',
): Screens {
  const screens =
    typeof build === 'function' ? createRequestHandler(build, mode) : byAddress(withoutDataEncoding(build), mode)
  const pages = createRequestHandler(
    typeof build === 'function' ? async () => withPages(await build()) : withPages(build),
    mode,
  )
  return async (request, context) => {
    const answer = await screens(request, context)
    if (!isRefusedFile(request, answer)) return answer
    const pageContext = new RouterContextProvider()
    pageContext.set(requestContext, context.get(requestContext))
    const page = await pages(request, pageContext)
    // The second reading succeeded, so the cause has gone meanwhile: keep the first answer.
    if (page.status !== answer.status) return answer
    for (const value of answer.headers.getSetCookie()) page.headers.append('set-cookie', value)
    return page
  }
}

type Routes = ServerBuild['routes']

/** Most addresses whose screen is remembered, and the length of the longest: requests cannot fill the memory. */
const MAX_ADDRESSES = 5_000
const LONGEST = 120

/**
 * The framework's own handler, given only the screen of an address and its layouts instead of the site's four hundred: in
 * each request it searches all the routes it is given twice, and builds them anew.
 */
function byAddress(build: ServerBuild, mode: 'production' | 'development') {
  const site = createStaticHandler(treeOf(build.routes))
  const whole = createRequestHandler(build, mode)
  const handlers = new Map<string, Screens>()
  const handlerByAddress = new Map<string, Screens>()

  function handlerOf(pathname: string): Screens {
    const ids = site.match(pathname)?.map(({ route: { id } }) => id)
    const screen = ids?.at(-1)
    if (!ids || screen === undefined) return whole
    const handler =
      handlers.get(screen) ?? handlerWithoutPage(build, screen) ?? createRequestHandler(withRoutes(build, ids), mode)
    handlers.set(screen, handler)
    return handler
  }

  return (request: Request, context: RouterContextProvider) => {
    const { pathname } = new URL(request.url)
    const handler = handlerByAddress.get(pathname) ?? handlerOf(pathname)
    if (handlerByAddress.size >= MAX_ADDRESSES) handlerByAddress.clear()
    if (pathname.length <= LONGEST) handlerByAddress.set(pathname, handler)
    return handler(request, context)
  }
}

/**
 * Answers an address without parameters whose screen says `handle = { alone: true }`. Such a screen has no page and no session around it,
 * so its functions are called without the framework, which costs more than their work. `null` for every other screen.
 */
function handlerWithoutPage(build: ServerBuild, screen: string): Screens | null {
  const { handle, loader, action } = build.routes[screen]?.module ?? {}
  if (!(typeof handle === 'object' && handle !== null && 'alone' in handle)) return null
  return async (request, context) => {
    const args = { request, context, params: {}, url: new URL(request.url), pattern: '' }
    try {
      const answer: unknown = await (request.method === 'POST' ? action : loader)?.(args)
      return answer instanceof Response ? answer : new Response(null, { status: 405 })
    } catch (error) {
      if (error instanceof Response) return error
      build.entry.module.handleError?.(error, args)
      return new Response(null, { status: 500 })
    }
  }
}

function treeOf(routes: Routes): RouteObject[] {
  const byParent = Map.groupBy(
    Object.values(routes).filter((route) => route !== undefined),
    (route) => route.parentId ?? '',
  )
  const childrenOf = (parent: string): RouteObject[] =>
    (byParent.get(parent) ?? []).map(({ id, index, path }) => {
      const place = { id, ...(path === undefined ? {} : { path }) }
      return index ? { ...place, index } : { ...place, children: childrenOf(id) }
    })
  return childrenOf('')
}

/** The build with these routes alone. */
function withRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  // oxlint-disable-next-line typescript/no-non-null-assertion -- every id is one of the build's own routes
  const pick = <Value>(all: Record<string, Value>) => Object.fromEntries(ids.map((id) => [id, all[id]!]))
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } }
}

function isRefusedFile({ method, headers }: Request, answer: Response): boolean {
  const type = answer.headers.get('content-type') ?? ''
  return (
    answer.status >= 400 &&
    /^(application\/json|text\/plain)\b/i.test(type) &&
    method === 'GET' &&
    /\btext\/html\b/i.test(headers.get('accept') ?? '')
  )
}

/** Changes the loaders of all pages so that their data is not encoded. Routes that answer with a file stay as they are. */
function withoutDataEncoding(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route?.module.default || !route.module.loader) return [id, route]
    return [id, { ...route, module: { ...route.module, loader: withoutEncoding(route.module.loader) } }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

/** The build with an empty page in place of each file, so that the layout around it shows a refusal of the file. */
function withPages(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route || route.module.default || route.module.ErrorBoundary) return [id, route]
    return [id, { ...route, module: { ...route.module, default: Nothing } }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

function Nothing() {
  return null
}
