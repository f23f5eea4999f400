import { afterEach, expect, test, vi } from 'vitest'

const MARK = '1aaaaaaaaaaaa'
const STATEMENT = '/dashboard/payslips/2026-W20'
const OFFLINE = '/dashboard/offline'
const HOME = '/dashboard'
const COPY =
  '<div data-without-network="" hidden="">Sem rede</div><div data-from-icon="" hidden="">Mais recente</div><div data-not-kept="" hidden="">Falta</div>'
const HTML = { headers: { 'content-type': 'text/html; charset=utf-8' } }

const FIREFOX = 'Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0'
const CHROME =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type Phone = {
  /** The cookie that the worker can read; a worker of an older browser reads none. */
  cookie?: string
  userAgent?: string
  network?: (asked: Request | string) => Promise<Response>
  preload?: Promise<Response | undefined>
  kept?: readonly string[]
  until?: string
  /** Age of the kept pages in hours. */
  age?: number
}

/** A worker on a phone that kept some pages under `MARK`; without a network unless the test gives one. */
async function aWorker(phone: Phone = {}) {
  const {
    cookie,
    userAgent = CHROME,
    kept = [OFFLINE, STATEMENT, `${STATEMENT}/pdf`],
    until = '2999-01-01T00:00:00Z',
    preload,
    age = 1,
  } = phone
  const about = JSON.stringify({ mark: MARK, area: '/dashboard', at: '', until })
  const pages = new Map(kept.map((path) => [path, path.endsWith('pdf') ? '%PDF' : `${path} ${COPY}`]))
  const keptHtml = { headers: { ...HTML.headers, 'x-kept-at': new Date(Date.now() - age * 3_600_000).toISOString() } }
  let isKept = true
  const puts: string[] = []
  const match = async (asked: string) => {
    if (asked === '/area-kept') return isKept ? new Response(about) : undefined
    const text = isKept ? pages.get(asked) : undefined
    return text === undefined ? undefined : new Response(text, text === '%PDF' ? {} : keptHtml)
  }
  const put = async (asked: string) => void puts.push(asked)
  const on = new Map<string, (event: object) => void>()
  const asked = vi.fn<(request: Request | string) => Promise<Response>>(
    phone.network ?? (() => Promise.reject(new TypeError('no network'))),
  )
  vi.stubGlobal('caches', {
    open: async () => ({ match, put }),
    match: async (request: { url: string }) =>
      request.url.endsWith('kept.js') ? new Response('kept', HTML) : undefined,
    delete: async () => (isKept = false),
  })
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('navigator', { userAgent })
  vi.stubGlobal('cookieStore', cookie === undefined ? undefined : { get: async () => ({ value: cookie }) })
  vi.stubGlobal('addEventListener', (name: string, act: (event: object) => void) => on.set(name, act))
  vi.resetModules()
  await import('./area-worker.ts')
  const ask = async (path: string, mode = 'navigate', method = 'GET') => {
    const answers: Promise<Response>[] = []
    const request = { url: new URL(path, 'http://localhost').href, method, mode }
    on.get('fetch')!({
      request,
      preloadResponse: preload,
      waitUntil: () => {},
      respondWith: (given: Promise<Response>) => answers.push(given),
    })
    return (await answers[0]) ?? null
  }
  const open = async (path: string) => {
    const answer = await ask(path)
    if (answer && answer.status >= 300 && answer.status < 400) return `to ${answer.headers.get('location')}`
    return !answer || answer.type === 'error' ? null : await answer.text()
  }
  return {
    ask,
    open,
    asked,
    puts,
    tell: (data: unknown) => on.get('message')!({ data, source: null }),
    isKept: () => isKept,
    on,
  }
}

const answers = (text: string) => async () => new Response(text, HTML)

test('while there is a network a page is the network’s, asked once, and nothing is kept of what passes', async () => {
  const worker = await aWorker({ cookie: MARK, network: answers('new') })
  expect(await worker.open(STATEMENT)).toBe('new')
  expect(worker.asked).toHaveBeenCalledTimes(1)
  const ahead = await aWorker({ cookie: MARK, network: answers('asked again'), preload: answers('preloaded')() })
  expect(await ahead.open(STATEMENT)).toBe('preloaded')
  expect(ahead.asked).not.toHaveBeenCalled()
  expect([...worker.puts, ...ahead.puts]).toEqual([])
})

test.each([
  [FIREFOX, 'disable'],
  [CHROME, 'enable'],
] as const)('a page is preloaded but in Firefox, which would then show no copy: %s', async (userAgent, done) => {
  const navigationPreload = { enable: vi.fn<() => Promise<void>>(), disable: vi.fn<() => Promise<void>>() }
  vi.stubGlobal('clients', { claim: async () => {} })
  vi.stubGlobal('registration', { navigationPreload })
  const worker = await aWorker({ userAgent })
  let begun: Promise<unknown> = Promise.resolve()
  worker.on.get('activate')!({ waitUntil: (work: Promise<unknown>) => (begun = work) })
  await begun
  expect([navigationPreload.enable.mock.calls.length, navigationPreload.disable.mock.calls.length]).toEqual(
    done === 'enable' ? [1, 0] : [0, 1],
  )
})

test('in Firefox the page is asked who is signed in, because the worker may read no cookie there', async () => {
  const worker = await aWorker({ cookie: '', userAgent: FIREFOX })
  expect(await worker.open(STATEMENT)).toContain('document.cookie')
  expect(worker.isKept()).toBe(true)
  worker.tell(MARK)
  expect(await worker.open(STATEMENT)).toContain('Sem rede')
})

test('what is sent, what is another site’s and what is no page passes by', async () => {
  const worker = await aWorker({ cookie: MARK, network: answers('new') })
  expect(await worker.ask(STATEMENT, 'navigate', 'POST')).toBeNull()
  expect(await worker.ask('https://elsewhere.example/dashboard')).toBeNull()
  expect(await worker.ask('/api/auth/session', 'cors')).toBeNull()
})

test('without a network a page says that it is a copy, with and without a query; a file is the file', async () => {
  const worker = await aWorker({ cookie: MARK })
  for (const path of [STATEMENT, `${STATEMENT}?done=right`]) {
    const page = await worker.open(path)
    expect(page).toContain('data-without-network="">Sem rede')
    expect(page).toContain('data-not-kept="" hidden=""')
  }
  expect(await worker.open(`${STATEMENT}/pdf`)).toBe('%PDF')
})

test('a page that is not kept leads to the list of those that are, which says so', async () => {
  const worker = await aWorker({ cookie: MARK })
  expect(await worker.open('/dashboard/commissions')).toBe(`to http://localhost${OFFLINE}?missing`)
  expect(await worker.open(`${OFFLINE}?missing`)).toContain('data-not-kept="">Falta')
  expect(await worker.open(OFFLINE)).toContain('data-not-kept="" hidden=""')
  const empty = await aWorker({ cookie: MARK, kept: [] })
  expect(await empty.open('/dashboard/commissions')).toBeNull()
})

test('a network that takes and gives nothing counts as none where there is a copy, and is waited for where there is none', async () => {
  vi.useFakeTimers()
  let give: (answer: Response) => void = () => {}
  const worker = await aWorker({ cookie: MARK, network: () => new Promise((resolve) => (give = resolve)) })
  const copy = worker.open(STATEMENT)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await copy).toContain('Sem rede')
  const waiting = worker.open('/dashboard/commissions')
  await vi.advanceTimersByTimeAsync(60_000)
  give(new Response('late', HTML))
  expect(await waiting).toBe('late')
})

test('from the icon the home stands there as it was kept, with its age, and what is new comes of the one request that was made meanwhile', async () => {
  const kept = [HOME, STATEMENT, OFFLINE]
  let give: (answer: Response) => void = () => {}
  const preload = new Promise<Response>((resolve) => (give = resolve))
  const worker = await aWorker({ cookie: MARK, kept, preload, network: answers('asked again') })
  const first = await worker.open(`${HOME}?app`)
  expect(first).toContain('data-from-icon="">Mais recente')
  expect(first).toContain('data-without-network="" hidden=""')
  const fresh = worker.ask(`${HOME}?app`, 'cors')
  give(new Response('new', HTML))
  expect(await (await fresh)!.text()).toBe('new')
  expect(worker.asked).not.toHaveBeenCalled()
  // The preloaded answer is used once: the next request goes to the network.
  expect(await worker.ask(`${HOME}?app`, 'cors')).toBeNull()
})

test('an answer that leads elsewhere, or none, is asked for again by the page', async () => {
  for (const preload of [
    Promise.resolve(new Response(null, { status: 302 })),
    Promise.resolve(undefined),
    Promise.reject<Response>(new TypeError('no network')),
  ]) {
    const worker = await aWorker({ cookie: MARK, kept: [HOME], preload, network: answers('asked again') })
    expect(await worker.open(`${HOME}?app`)).toContain('data-from-icon="">')
    expect(await (await worker.ask(`${HOME}?app`, 'cors'))!.text()).toBe('asked again')
  }
})

test('nothing but a young home of this session is shown first', async () => {
  const network = answers('new')
  for (const [path, phone] of [
    [HOME, {}],
    [`${STATEMENT}?app`, {}],
    [`${HOME}?app`, { age: 25 }],
    [`${HOME}?app`, { kept: [OFFLINE] }],
    [`${HOME}?app`, { cookie: '1bbbbbbbbbbbb' }],
    [`${HOME}?app`, { cookie: '' }],
    [`${HOME}?app`, { until: '2020-01-01T00:00:00Z' }],
  ] as const)
    expect(
      await (await aWorker({ cookie: MARK, kept: [HOME, STATEMENT, OFFLINE], network, ...phone })).open(path),
    ).toBe('new')
})

test('what is kept is shown in the session in which it was kept, and deleted in any other and after its days', async () => {
  const own = await aWorker({ cookie: MARK })
  expect(await own.open(STATEMENT)).toContain(STATEMENT)
  for (const phone of [{ cookie: '1bbbbbbbbbbbb' }, { cookie: '' }, { cookie: MARK, until: '2020-01-01T00:00:00Z' }]) {
    const other = await aWorker(phone)
    expect(await other.open(STATEMENT)).toBeNull()
    expect(other.isKept()).toBe(false)
  }
})

test('where the worker reads no cookie a page reads it and says nothing else, and only then the copy is shown', async () => {
  const worker = await aWorker()
  const asked = await worker.open(STATEMENT)
  expect(asked).toContain('document.cookie')
  expect(asked).not.toContain('Sem rede')
  worker.tell(MARK)
  expect(await worker.open(STATEMENT)).toContain('Sem rede')

  const signedOut = await aWorker()
  expect(await signedOut.open(STATEMENT)).toContain('document.cookie')
  signedOut.tell('')
  expect(await signedOut.open(STATEMENT)).toBeNull()
  expect(signedOut.isKept()).toBe(false)
})

test('what a page said of the cookie counts for seconds', async () => {
  const worker = await aWorker()
  worker.tell(MARK)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 6_000)
  expect(await worker.open(STATEMENT)).toContain('document.cookie')
})

test('parts of pages come out of the cache, by a route where the browser knows them and by hand where not', async () => {
  const worker = await aWorker({ network: answers('fetched') })
  expect(await (await worker.ask('/assets/kept.js', 'cors'))!.text()).toBe('kept')
  expect(await (await worker.ask('/assets/other.js', 'cors'))!.text()).toBe('fetched')

  vi.stubGlobal('skipWaiting', async () => {})
  vi.stubGlobal('URLPattern', URLPattern)
  const addRoutes = vi.fn<(rules: object[]) => Promise<void>>(async () =>
    Promise.reject(new TypeError('an older form')),
  )
  const done: Promise<unknown>[] = []
  worker.on.get('install')!({ addRoutes, waitUntil: (work: Promise<unknown>) => done.push(work) })
  await expect(Promise.all(done)).resolves.toBeDefined()
  expect(addRoutes).toHaveBeenCalledWith([expect.objectContaining({ source: { cacheName: 'parts' } })])
})

test('what waits is sent also when every page is closed: the own alone, until the server has kept it', async () => {
  const person = 'aaaaaaaaaaaa'
  const fields = [
    ['words', 'A portagem não é minha'],
    ['photo', new Blob(['jpg'], { type: 'image/jpeg' }), 'foto.jpg'],
  ]
  const row = (key: string, more: object = {}) => ({
    key,
    lateKey: `${key}-late`,
    owner: person,
    address: `/dashboard/${key}`,
    fields,
    ...more,
  })
  const rows = [
    row('kept', { at: new Date(Date.now() - 90_000).toISOString() }),
    row('late', { isLate: true }),
    row('refused-before', { refused: 'Falta o motivo' }),
    row('others', { owner: 'bbbbbbbbbbbb' }),
    row('of-before', { owner: undefined }),
    row('refused-now'),
    row('signed-out'),
    row('with-a-tab'),
  ]
  const store = new Map(rows.map((one) => [one.key, one]))
  const isHeld = (name: string) => name.endsWith('with-a-tab')
  vi.doMock('./outbox-store.ts', async (original) => ({
    ...(await original<typeof import('./outbox-store.ts')>()),
    allWaiting: async () => [...store.values()],
    forgetWaiting: async (key: string) => void store.delete(key),
    withLock: async (key: string, act: (one: unknown) => Promise<unknown>) =>
      isHeld(key) ? null : act(store.get(key)),
  }))
  const sent: [string, FormData][] = []
  const waited: unknown[] = []
  const worker = await aWorker({ cookie: `1${'c'.repeat(12)}${person}` })
  vi.stubGlobal('fetch', async (address: string, { body, headers }: { body: FormData; headers: object }) => {
    waited.push(headers)
    sent.push([address, body])
    const to = address.endsWith('signed-out') ? '/login?next=x' : '/dashboard/payslips?done=contested'
    const isAgain = address.endsWith('refused-now')
    return { ok: !isAgain, redirected: !isAgain, url: `http://localhost${isAgain ? address : to}` }
  })
  const done: Promise<unknown>[] = []
  worker.on.get('sync')!({ waitUntil: (work: Promise<unknown>) => done.push(work) })
  await Promise.all(done)
  expect(sent.map(([address]) => address)).toEqual(
    ['kept', 'late', 'refused-now', 'signed-out'].map((key) => `/dashboard/${key}`),
  )
  // A form that does not say when it was filled in counts as filled in now.
  expect(waited).toEqual(['90', '0', '0', '0'].map((seconds) => ({ 'outbox-waited': seconds })))
  expect([...store.keys()]).toEqual([
    'refused-before',
    'others',
    'of-before',
    'refused-now',
    'signed-out',
    'with-a-tab',
  ])
  const [[, first], [, late]] = sent as [[string, FormData], [string, FormData]]
  expect([first.get('words'), (first.get('photo') as File).name, first.get('late')]).toEqual([
    fields[0]![1],
    'foto.jpg',
    null,
  ])
  expect([late.get('late'), late.get('idempotencyKey')]).toEqual(['on', 'late-late'])
  vi.doUnmock('./outbox-store.ts')
})
