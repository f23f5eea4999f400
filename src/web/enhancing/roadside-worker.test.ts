import { afterEach, expect, test, vi } from 'vitest'

const MARK = '1aaaaaaaaaaaa'
const PAGE = '/dashboard/documents/roadside'
const KEPT = '<div data-without-network="" hidden="">Sem rede</div>'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type Worker = {
  /** What somebody without a network sees at an address. */
  open: (path: string) => Promise<string | null>
  tell: (cookie: string) => void
  isKept: () => boolean
}

/** The worker in a browser without a network, with a copy that was kept under `MARK`; `cookie`: what its worker reads, if it can. */
async function aWorker(cookie?: string): Promise<Worker> {
  const kept = new Map([
    [PAGE, KEPT],
    ['/roadside-kept', JSON.stringify({ mark: MARK, page: PAGE, at: '', until: '2999-01-01T00:00:00Z' })],
  ])
  let isKept = true
  const store = { match: async (path: string) => (isKept && kept.has(path) ? new Response(kept.get(path)) : undefined) }
  const on = new Map<string, (event: object) => void>()
  vi.stubGlobal('caches', { open: async () => store, delete: async () => (isKept = false) })
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')))
  vi.stubGlobal('cookieStore', cookie === undefined ? undefined : { get: async () => ({ value: cookie }) })
  vi.stubGlobal('addEventListener', (name: string, act: (event: object) => void) => on.set(name, act))
  vi.resetModules()
  await import('./roadside-worker.ts')
  const open = async (path: string) => {
    const answers: Promise<Response>[] = []
    const request = { url: `http://localhost${path}`, method: 'GET', mode: 'navigate' }
    on.get('fetch')!({ request, respondWith: (given: Promise<Response>) => answers.push(given) })
    const response = await answers[0]
    return !response || response.type === 'error' ? null : await response.text()
  }
  return { open, tell: (data) => on.get('message')!({ data, source: null }), isKept: () => isKept }
}

test('without a network the copy is shown in the session in which it was kept, and deleted in any other', async () => {
  const own = await aWorker(MARK)
  expect(await own.open(PAGE)).toContain('data-without-network="">Sem rede')
  const other = await aWorker('1bbbbbbbbbbbb')
  expect(await other.open(PAGE)).toBeNull()
  expect(other.isKept()).toBe(false)
})

test('where the worker reads no cookie a page reads it and says nothing else, and only then the copy is shown', async () => {
  const worker = await aWorker()
  const asked = await worker.open(PAGE)
  expect(asked).toContain('document.cookie')
  expect(asked).not.toContain('Sem rede')
  worker.tell(MARK)
  expect(await worker.open(PAGE)).toContain('Sem rede')

  const signedOut = await aWorker()
  expect(await signedOut.open(PAGE)).toContain('document.cookie')
  signedOut.tell('')
  expect(await signedOut.open(PAGE)).toBeNull()
  expect(signedOut.isKept()).toBe(false)
})

test('what a page said of the cookie counts for seconds', async () => {
  const worker = await aWorker()
  worker.tell(MARK)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 6_000)
  expect(await worker.open(PAGE)).toContain('document.cookie')
})
