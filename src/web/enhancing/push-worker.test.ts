import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const SITE = 'https://frota.example'

/** A worker that shows notices, with these pages open; answers a record of what it did. */
async function aWorker(open: readonly string[] = []) {
  const on = new Map<string, (event: object) => void>()
  const did: unknown[] = []
  const tab = (url: string) => ({ url, focus: async () => did.push(['focus', url]) })
  vi.stubGlobal('addEventListener', (name: string, act: (event: object) => void) => on.set(name, act))
  vi.stubGlobal('location', new URL(`${SITE}/assets/push-only-worker.js`))
  vi.stubGlobal('registration', {
    scope: `${SITE}/dashboard`,
    showNotification: async (title: string, options: object) => did.push(['show', title, options]),
    pushManager: { subscribe: async (options: object) => ({ endpoint: 'fresh', options }) },
  })
  vi.stubGlobal('clients', {
    matchAll: async () => open.map(tab),
    openWindow: async (url: string) => did.push(['open', url]),
  })
  vi.stubGlobal('fetch', async (address: string, { body }: { body: URLSearchParams }) =>
    did.push(['send', address, JSON.parse(body.get('subscription') ?? '')]),
  )
  vi.resetModules()
  await import('./push-only-worker.ts')
  const happens = async (name: string, event: object) => {
    const work: Promise<unknown>[] = []
    on.get(name)!({ ...event, waitUntil: (begun: Promise<unknown>) => work.push(begun) })
    await Promise.all(work)
    return did
  }
  return {
    pushed: (text: string | null) =>
      happens('push', { data: text === null ? null : { json: () => JSON.parse(text) as unknown } }),
    tapped: (data: unknown) =>
      happens('notificationclick', { notification: { close: () => did.push(['close']), data } }),
    changed: (event: object) => happens('pushsubscriptionchange', event),
  }
}

test('a notice is shown as it was sent', async () => {
  const notification = {
    title: 'Volante',
    body: 'O seu extrato está pronto.',
    navigate: `${SITE}/x`,
    lang: 'pt',
    tag: 'a',
  }
  const { pushed } = await aWorker()
  expect(await pushed(JSON.stringify({ web_push: 8030, notification }))).toEqual([
    [
      'show',
      'Volante',
      {
        body: 'O seu extrato está pronto.',
        lang: 'pt',
        tag: 'a',
        data: `${SITE}/x`,
        icon: '/favicon.svg',
      },
    ],
  ])
})

test('something is shown whatever comes, or a browser would take notices away', async () => {
  for (const text of [null, 'nonsense', '[]', 'null', '{"web_push":8030}']) {
    const { pushed } = await aWorker()
    expect(await pushed(text), String(text)).toMatchObject([['show', 'frota.example', { data: `${SITE}/dashboard` }]])
  }
})

test('a tap opens the place of the notice, or the page where it is open already', async () => {
  const place = `${SITE}/dashboard/payslips`
  expect(await (await aWorker()).tapped(place)).toEqual([['close'], ['open', place]])
  expect(await (await aWorker([`${SITE}/dashboard`, place])).tapped(place)).toEqual([['close'], ['focus', place]])
})

test('a tap leads nowhere but to this site', async () => {
  for (const elsewhere of ['https://evil.example/x', 'javascript:alert(1)', 7, undefined])
    expect(await (await aWorker()).tapped(elsewhere)).toEqual([['close'], ['open', `${SITE}/dashboard`]])
})

test('a subscription that the browser changed is told to the site, asked for anew where the browser did not', async () => {
  const given = await (await aWorker()).changed({ newSubscription: { endpoint: 'new' } })
  expect(given).toEqual([['send', '/api/push', { endpoint: 'new' }]])
  const asked = await (await aWorker()).changed({ oldSubscription: { options: { userVisibleOnly: true } } })
  expect(asked).toEqual([['send', '/api/push', { endpoint: 'fresh', options: { userVisibleOnly: true } }]])
  expect(await (await aWorker()).changed({})).toEqual([])
})
