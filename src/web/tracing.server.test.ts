import { afterEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import { startQueue } from '#db/queue.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { mailJobs } from '#features/mail/jobs.server.ts'
import { startTracing, withoutValues } from '#platform/tracing.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { aMailServer } from '#test/mail-server.ts'
import { aTraceCollector } from '#test/trace-collector.ts'
import { areasOf } from './areas.ts'
import { createHandler } from './handler.server.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const PERSON = { name: 'Benedita Canária', email: 'benedita.canaria@example.org', nif: '299999998' }
const FROM = { address: '192.0.2.77', family: 'IPv4', port: 1 } as const

/** A site whose one page looks for somebody and writes to her. */
const handle = createHandler({
  screens: async ({ url }) => {
    if (url.includes('broken')) throw new Error(`${PERSON.name} was not found`)
    await db.selectFrom('drivers').select('id').where('name', '=', PERSON.name).execute()
    const params = { link: '/admin/mail', name: PERSON.name }
    await makeChange((change) =>
      writeMail(change, { template: 'test', params, recipient: PERSON.email, language: 'pt' }),
    )
    return new Response('taken')
  },
  publicUrl: () => 'http://localhost',
  isReady: async () => 'ready',
  hasRoom: async () => true,
  spare: async () => null,
})

async function aTracedSite() {
  const collector = await aTraceCollector()
  ends.push(collector.close)
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  const stop = await startTracing(areasOf({ drivers: { path: 'admin/drivers/:id' } }))
  ends.push(stop)
  return { collector, stop }
}

test('a click, its statements, the work that it ordered and the call of the mail server are one trace, and nobody is in it', async () => {
  const server = await aMailServer()
  ends.push(server.close)
  vi.stubEnv('SMTP_URL', server.url)
  await aFleet()
  const { collector, stop } = await aTracedSite()
  const proxy = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
  const request = new Request(`http://localhost/admin/drivers/${PERSON.nif}?q=${PERSON.email}`, {
    headers: { traceparent: `00-${proxy.trace}-${proxy.span}-01`, 'x-request-id': 'a-click-of-hers' },
  })
  expect((await handle(request, FROM)).status).toBe(200)
  const queue = await startQueue(mailJobs)
  await vi.waitFor(() => expect(server.received).toHaveLength(1), 10_000)
  await queue.stop()
  await stop()

  const { spans } = collector
  const named = (name: string) => spans.filter((span) => span.name === name)
  const [click] = named('GET admin/drivers')
  expect(click).toMatchObject({ trace: proxy.trace, parent: proxy.span, failed: false })
  expect(click?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'volante.area': 'admin/drivers',
    'volante.request': 'a-click-of-hers',
  })
  expect(named('select drivers')).toContainEqual(
    expect.objectContaining({
      trace: proxy.trace,
      parent: click?.id,
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.text': 'select "id" from "drivers" where "name" = $1',
      },
    }),
  )
  const [job] = named('job mail.deliver')
  const [call] = named('call mail')
  expect(job).toMatchObject({ trace: proxy.trace, parent: click?.id, failed: false })
  expect(call).toMatchObject({ trace: proxy.trace, parent: job?.id })
  expect(call?.attributes).toEqual({ 'volante.service': 'mail', 'server.address': '127.0.0.1' })
  expect(new Set(spans.map(({ trace }) => trace))).toEqual(new Set([proxy.trace]))
  for (const canary of ['Benedita', 'benedita', PERSON.nif, 'example.org', FROM.address])
    expect(collector.said()).not.toContain(canary)
})

test('a failure is told by its kind alone, and what belongs to no request has no span of a statement', async () => {
  const { collector, stop } = await aTracedSite()
  await db.selectFrom('drivers').select('id').execute()
  expect((await handle(new Request('http://localhost/admin/drivers/broken'), FROM)).status).toBe(500)
  await stop()
  expect(collector.spans.map(({ name, failed }) => ({ name, failed }))).toEqual([
    { name: 'GET admin/drivers', failed: true },
  ])
  expect(collector.said()).not.toContain('Benedita')
})

test('nothing is written where nobody asked for it, and a collector that is away holds nobody', async () => {
  const { collector, stop } = await aTracedSite()
  await stop()
  expect((await handle(new Request('http://localhost/admin/drivers/broken'), FROM)).status).toBe(500)
  expect(collector.spans).toEqual([])
  await collector.close()
  ends.length = 0
  const end = await startTracing(areasOf({}))
  const started = performance.now()
  expect((await handle(new Request('http://localhost/broken'), FROM)).status).toBe(500)
  await end()
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('values that are written into a statement are taken out of it', () => {
  expect(
    withoutValues(`select "a1" from t
      where name = 'O''Brien' and nif = 299999998 and x > $12 and y = $$secret$$ limit 10`),
  ).toBe('select "a1" from t where name = ? and nif = ? and x > $12 and y = ? limit ?')
})
