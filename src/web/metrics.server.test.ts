import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '#db/client.server.ts'
import { order } from '#db/queue.server.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { readGauges } from '#features/system/gauges/queries.server.ts'
import { countAnswer, countJob, noteProof } from '#platform/metrics.ts'
import { areasOf } from './areas.ts'
import { createMetricsServer } from './metrics.server.ts'

const areaOf = areasOf({
  root: {},
  site: { parentId: 'root' },
  login: { path: 'login', parentId: 'site' },
  'en/login': { path: 'en/login', parentId: 'root' },
  sign: { path: 'sign/:token', parentId: 'site' },
  admin: { path: 'admin', parentId: 'root' },
  week: { path: 'weekly/:week', parentId: 'admin' },
})

const server = await createMetricsServer({
  read: () => readGauges(Temporal.Now.instant()),
  areaOf,
  token: 'a long enough token',
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
afterAll(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const ask = (path = '/metrics', token = 'a long enough token') =>
  fetch(url + path, { headers: { authorization: `Bearer ${token}` } })

/** Every sample by its name and labels, as the text format writes them; throws for a line that is no sample. */
function samplesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name, value] =
        /^([a-zA-Z_:][\w:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*",?)*\})?) (\S+)$/.exec(line) ?? []
      // A value that was not measured yet is written `Nan`.
      if (name === undefined || (value !== 'Nan' && Number.isNaN(Number(value)))) throw new Error(line)
      return [name, Number(value)]
    }),
  )
}

test('an area is one of few, in no language and without an id, however an address is written', () => {
  expect(
    [
      '/',
      '/en',
      '/login?x=1',
      '/en/login',
      '/sign/abcdef',
      '/admin',
      '/en/admin/weekly/2026-W23',
      '/admin/.git',
      '/wp-login.php',
      '/assets/a.js',
    ].map(areaOf),
  ).toEqual([...['home', 'home', 'login', 'login', 'sign', 'admin', 'admin/weekly', 'admin', 'other', 'assets']])
})

test('only who shows the token is told, and only here', async () => {
  expect([(await ask('/metrics', 'another token here')).status, (await ask('/')).status]).toEqual([401, 404])
  expect((await ask()).status).toBe(200)
})

test('answers and work are counted by area and name, and nothing of whom they were for', async () => {
  countAnswer({ path: '/admin/weekly/2026-W23', method: 'GET', status: 200, seconds: 0.02 })
  countAnswer({ path: '/sign/a-secret-token', method: 'POST', status: 503, seconds: 3 })
  countJob({ job: 'files.forget', outcome: 'failed', seconds: 0.5 })
  const text = await (await ask()).text()
  const samples = samplesOf(text)
  expect(samples.get('volante_http_requests_total{area="admin/weekly",method="GET",status="2xx"}')).toBe(1)
  expect(samples.get('volante_http_requests_total{area="sign",method="POST",status="5xx"}')).toBe(1)
  expect(samples.get('volante_http_request_seconds_bucket{le="0.025",part="admin"}')).toBe(1)
  expect(samples.get('volante_jobs_total{job="files.forget",outcome="failed"}')).toBe(1)
  expect(text).not.toMatch(/secret|2026-W23/)
})

test('what waits, how old it is and what is broken are told as they stand', async () => {
  const before = samplesOf(await (await ask()).text())
  expect(before.get('volante_queue_waiting_jobs')).toBe(0)
  expect([...before.keys()]).not.toContain('volante_backup_age_seconds')
  await inTransaction(async (tx) => {
    await order(tx, forgetFile, { sha256: '00' })
    await sql`insert into mail_outbox (template, recipient, language, created_at) values ('test', 'a@example.org', 'pt', now() - interval '7 minutes')`.execute(
      tx,
    )
  })
  noteProof(2)
  const after = samplesOf(await (await ask()).text())
  expect(after.get('volante_queue_waiting_jobs')).toBeGreaterThan(0)
  expect(after.get('volante_mail_waiting')).toBe(1)
  expect(after.get('volante_mail_oldest_seconds')).toBeGreaterThan(419)
  expect(after.get('volante_ledger_invariant_violations')).toBe(2)
  expect(after.get('volante_database_connections{work="page",state="waiting"}')).toBe(0)
  expect(after.get('volante_clock_skew_seconds')).toBeLessThan(1)
})
