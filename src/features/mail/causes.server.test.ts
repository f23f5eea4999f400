import { beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '#db/client.server.ts'
import { type Queue, handler, order, startQueue } from '#db/queue.server.ts'
import { becauseOf, causeInLog, currentCause } from '#platform/cause.ts'
import { log } from '#platform/log.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { aMailServer } from '#test/mail-server.ts'
import { writeMail } from './commands.server.ts'
import { mailJobs } from './jobs.server.ts'

const greeting = { name: 'test.greeting', parse: (payload: unknown) => payload as { to: string } }

/** The lines of the log, each with its values. */
const lines: Record<string, unknown>[] = []
vi.spyOn(log, 'info').mockImplementation((line: unknown) => {
  lines.push({ ...causeInLog(), ...Object(line) })
})
beforeEach(() => {
  lines.length = 0
})

test('work has the request of who ordered it, also what it orders itself, and nobody else has', async () => {
  const click = '3f0c9f6e-3d5e-4a51-9a36-0d3a2f9a9b11'
  const seen: Record<string, string | null> = {}
  const done = Promise.withResolvers<void>()
  const queue = await startQueue(
    handler(greeting, async ({ to }) => {
      seen[to] = currentCause().request
      if (to === 'Ana') await inTransaction((tx) => order(tx, greeting, { to: 'whom Ana greets' }))
      if (Object.keys(seen).length === 3) done.resolve()
    }),
  )
  await inTransaction((tx) => order(tx, greeting, { to: 'nobody asked' }))
  await becauseOf({ request: click }, () => inTransaction((tx) => order(tx, greeting, { to: 'Ana' })))
  await done.promise
  await queue.stop()
  expect(seen).toEqual({ 'nobody asked': null, Ana: click, 'whom Ana greets': click })
  // A job that nobody asked for gets no line: work that comes each minute would fill the log.
  const line = { id: click, job: greeting.name, outcome: 'done', ms: expect.any(Number) }
  expect(lines).toEqual([line, line])
})

test('a click is followed to its mail in the log: the order, the call of the mail server and the letter have the id of the request', async () => {
  const server = await aMailServer()
  vi.stubEnv('SMTP_URL', server.url)
  vi.stubEnv('PUBLIC_URL', 'https://frota.example')
  await aFleet()
  const request = '0c6b6a0e-6a0f-4a53-8d3d-6f1f0a3f2b77'
  let queue: Queue | null = null
  try {
    const message = { template: 'test', recipient: 'ana@example.org', language: 'pt' } as const
    const params = { link: '/admin/mail', name: 'Ana' }
    await becauseOf({ request }, () => makeChange((change) => writeMail(change, { ...message, params })))
    queue = await startQueue(mailJobs)
    await vi.waitFor(() => expect(lines.some((line) => line['job'] === 'mail.deliver')).toBe(true), 10_000)
  } finally {
    await queue?.stop()
    await server.close()
  }
  expect(server.received.map(({ to }) => to)).toEqual(['ana@example.org'])
  expect(lines).toEqual([
    { id: request, service: 'mail', host: '127.0.0.1', outcome: 'answered', ms: expect.any(Number) },
    { id: request, message: expect.any(Number), template: 'test', outcome: 'sent' },
    { id: request, job: 'mail.deliver', outcome: 'done', ms: expect.any(Number) },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/ana|example/i)
})
