import type { RouteConfigEntry } from '@react-router/dev/routes'
import {
  createContext,
  createRequestHandler,
  data,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { expect, test } from 'vitest'
import { dataOf } from './page-data.ts'
import routes from './routes.ts'
import { createScreens } from './screens.server.ts'

const passed = createContext<string[]>()

/** The routes of the site, each with a middleware that notes its name; the answer lists the middlewares that a request passed. */
function site(): ServerBuild {
  const all: ServerBuild['routes'] = {}
  const add = (entry: RouteConfigEntry, parentId: string) => {
    const id = entry.id ?? entry.file
    const answer = ({ context, params }: { context: Readonly<RouterContextProvider>; params: object }) =>
      Response.json([...context.get(passed), params])
    const ring = ({ context }: { context: Readonly<RouterContextProvider> }) => void context.get(passed).push(id)
    const module = { middleware: [ring], loader: answer, action: answer } as never
    all[id] = { id, parentId, path: entry.path, index: entry.index, module } as NonNullable<(typeof all)[string]>
    for (const child of entry.children ?? []) add(child, id)
  }
  all['root'] = { id: 'root', path: '', module: { middleware: [] } as never }
  for (const entry of routes) add(entry, 'root')
  const entry = { module: { default: () => new Response('a page'), handleError: () => {} } }
  const facts = { future: {}, ssr: true, isSpaMode: false, prerender: [], routeDiscovery: { mode: 'initial' } }
  return { ...facts, routes: all, entry, assets: { routes: {} }, allowedActionOrigins: ['**'] } as never
}

/** An address of every screen of the site. */
function addresses(entries: readonly RouteConfigEntry[], before = ''): string[] {
  return entries.flatMap((entry) => {
    const part = (entry.path ?? '').replaceAll(/:\w+\??/g, '2026-W23').replace('*', 'nao/existe')
    const here = part === '' ? before : `${before}/${part}`
    return [here === '' ? '/' : here, ...addresses(entry.children ?? [], here)]
  })
}

test('whoever asks passes the same rings as if all the site had been looked through, however the address is spelt', async () => {
  const build = site()
  const whole = createRequestHandler(build, 'production')
  const screens = createScreens(build, 'production')
  const known = [...new Set(addresses(routes))]
  expect(known.length).toBeGreaterThan(300)
  const spelt = known.flatMap((path) =>
    path.startsWith('/en/') ? [path] : [path, `${path.toUpperCase()}/`, `${path}/x`],
  )
  const asked = async (handler: typeof whole, path: string, method: string) => {
    const context = new RouterContextProvider()
    context.set(passed, [])
    const body = method === 'POST' ? new URLSearchParams({ a: 'b' }) : null
    const answer = await handler(new Request(`http://site.test${path}`, { method, body }), context)
    return [answer.status, await answer.text(), context.get(passed)]
  }
  const both = async (path: string, method: string) => {
    const expected = await asked(whole, path, method)
    // Twice, because the second time the screen of the address is remembered.
    for (let time = 0; time < 2; time++)
      expect(await asked(screens as typeof whole, path, method), `${method} ${path}`).toEqual(expected)
  }
  for (const path of spelt) await both(path, 'GET')
  for (const path of known) await both(path, 'POST')
  const office = await asked(whole, '/en/admin/weekly/2026-W23', 'GET')
  expect(office.at(-1)).toEqual(['en/shell/admin-layout', expect.stringContaining('weekly')])
})

test('a module that stands alone is asked itself, in both ways, and no ring with it; what it throws is reported as any defect', async () => {
  const build = site()
  const errors: unknown[] = []
  const entry = {
    ...build.entry,
    module: { ...build.entry.module, handleError: (error: unknown) => errors.push(error) },
  }
  const lost = new Error('the database is away')
  const module = {
    handle: { alone: true },
    loader: ({ url }: { url: URL }) => {
      if (url.searchParams.has('lost')) throw lost
      return new Response(`looked at ${url.pathname}`)
    },
    action: async ({ request }: { request: Request }) =>
      new Response(`was sent ${await request.text()}`, { status: 202 }),
  }
  const id = Object.keys(build.routes).find((one) => one.includes('api/positions'))
  const route = { ...build.routes[id!]!, module: { ...build.routes[id!]!.module, ...module } } as never
  const screens = createScreens({ ...build, entry, routes: { ...build.routes, [id!]: route } }, 'production')
  const ask = async (path: string, init: RequestInit = {}) => {
    const context = new RouterContextProvider()
    context.set(passed, [])
    const answer = await screens(new Request(`http://site.test${path}`, init), context)
    return [answer.status, await answer.text(), context.get(passed)]
  }
  for (const path of ['/api/positions', '/API/positions/'])
    expect(await ask(path)).toEqual([200, `looked at ${path}`, []])
  expect(await ask('/api/positions', { method: 'POST', body: 'x' })).toEqual([202, 'was sent x', []])
  expect(await ask('/api/positions?lost')).toEqual([500, '', []])
  expect(errors).toEqual([lost])
})

test('what a page is made from is not packed for a browser, and is what its loader answered when the page is drawn', async () => {
  const build = site()
  let looks = 0
  const week = {
    get name() {
      looks += 1
      return '2026-W23'
    },
  }
  const drawn: unknown[] = []
  const draw = (_request: Request, status: number, _headers: Headers, { staticHandlerContext }: EntryContext) => {
    drawn.push(looks, dataOf(staticHandlerContext.loaderData)[id])
    return new Response('a page', { status })
  }
  const entry = { ...build.entry, module: { ...build.entry.module, default: draw } }
  const id = Object.keys(build.routes).find((one) => one.includes('site/home'))!
  const loader = ({ url }: { url: URL }) => (url.searchParams.has('gone') ? data(week, { status: 410 }) : week)
  const route = { ...build.routes[id]!, module: { default: () => null, loader } } as never
  const screens = createScreens({ ...build, entry, routes: { ...build.routes, [id]: route } }, 'production')
  const ask = async (path: string) => {
    const context = new RouterContextProvider()
    context.set(passed, [])
    return (await screens(new Request(`http://site.test${path}`), context)).status
  }
  expect(await ask('/')).toBe(200)
  expect(drawn).toEqual([0, week])
  expect(await ask('/?gone')).toBe(410)
  expect(drawn.at(-1)).toBe(week)
})
