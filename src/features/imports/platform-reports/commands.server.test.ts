import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import fc from 'fast-check'
import { db } from '#db/client.server.ts'
import { type UberMishap, type UberService, startUberService } from '#demo/services/uber-service.ts'
import { setConnection, tryCredentials } from '#features/connections/commands.server.ts'
import { testConnection } from '#features/connections/runs/commands.server.ts'
import { findConnection, listRuns } from '#features/connections/queries.server.ts'
import { connectionInput } from '#features/connections/schema.ts'
import { trustConnection } from '#features/imports/deliveries/commands.server.ts'
import { listDeliveries } from '#features/imports/deliveries/queries.server.ts'
import { listImports } from '#features/imports/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import {
  MONDAY,
  PUBLIC_FILES,
  WEEK,
  aFleet,
  anApprovedWeek,
  asOwner,
  drop,
  dropPublicSet,
  emptyDatabase,
  makeChange,
  publicFile,
} from '#test/factories.ts'
import { frozenMoney } from '#test/frozen.ts'
import { collectFrom } from './commands.server.ts'
import { listAsked, listTransfers } from './queries.server.ts'

const CLIENT = { id: 'frota-de-teste', secret: 'S3gredo-da-uber-7a1d' }
const ORGANISATION = 'b3JnYW5pemFjYW8='
/** Does not wait between looks. */
const NOW = { now: MONDAY, by: null, rest: async () => {} }
const HEAD =
  'Organization UUID,Organisation name,Paid to you,Paid to you:Trip balance:Payouts:Transferred To Bank Account'

type Uber = {
  mishap: (path: string, count: number) => UberMishap | null
  /** The content of the week's file, by the name of the report. */
  week: Record<string, string | null>
  day: (day: string) => string
  looks: number
  packed: 'plain' | 'gzip'
  isWrapped: boolean
  at: Temporal.Instant
}
let uber: Uber
let service: UberService

const textOf = (part: string) => Buffer.from(publicFile(part).bytes).toString('utf8')
const dayOf = (ms: number) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('Europe/Lisbon').toPlainDate()

/** Starts a service that has made no report yet. */
async function start(): Promise<void> {
  service = await startUberService({
    clients: [CLIENT],
    organisations: [
      { id: 'acima', name: 'Grupo', file: () => null },
      {
        id: ORGANISATION,
        name: 'Rotas Lusas Fictícias Unipessoal Lda',
        parent: 'acima',
        file: (report, from) => {
          const day = dayOf(from).toString()
          if (report === 'payments_organization') return uber.day(day)
          return day === WEEK ? (uber.week[report] ?? null) : null
        },
      },
    ],
    get looks() {
      return uber.looks
    },
    get packed() {
      return uber.packed
    },
    get isWrapped() {
      return uber.isWrapped
    },
    now: () => Math.floor(uber.at.epochMilliseconds / 1_000),
    mishap: ({ path, count }) => uber.mishap(path, count),
  })
  vi.stubEnv('CONNECTIONS_LOCAL', service.url)
}

beforeEach(async () => {
  await emptyDatabase()
  await aFleet()
  uber = {
    mishap: () => null,
    week: { payments_driver: textOf('payments_driver'), driver_activity: textOf('driver_activity') },
    day: () => `${HEAD}\n5d0f2f55-3f0a-4d43-9a53-6a1c0c9a7e01,ROTAS LUSAS,0.00,\n`,
    looks: 2,
    packed: 'plain',
    isWrapped: false,
    at: MONDAY,
  }
  await start()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await service.close()
})

const typed = (more: object = {}) =>
  connectionInput.parse({ intent: 'save', clientId: CLIENT.id, clientSecret: CLIENT.secret, everyHours: '3', ...more })
const set = (more: object = {}) => makeChange((change) => setConnection(change, 'uber', typed(more)))
const trust = (takesIn: boolean) => makeChange((change) => trustConnection(change, 'uber', takesIn))
const count = async () => (await listImports({ limit: 50, offset: 0 })).count
const later = (hours: number) => {
  uber.at = MONDAY.add({ hours })
  return { ...NOW, now: uber.at }
}

test('the reports of a week wait as one delivery, under the names they have by hand, and nothing goes in', async () => {
  await set()
  const ran = await collectFrom('uber', NOW)
  expect(ran.trouble).toBeNull()
  expect(ran.lists).toMatchObject({ companies: { received: 1 }, reports: { kept: 2 }, transfers: { kept: 14 } })
  expect(await listDeliveries(10)).toMatchObject([
    { outcome: 'waiting', files: 2, way: { kind: 'connection', name: 'uber' } },
  ])
  const names = await db.selectFrom('drop_files').select('name').orderBy('name').execute()
  expect(names.map(({ name }) => name)).toEqual(
    PUBLIC_FILES.map(({ name }) => name)
      .filter((name) => /driver_activity|payments_driver/.test(name))
      .toSorted(),
  )
  expect(await count()).toBe(0)
})

test.each(['plain', 'gzip'] as const)(
  'a week that came by a trusted connection (%s) is that of by hand, to the cent',
  async (packed) => {
    uber.packed = packed
    uber.isWrapped = packed === 'gzip'
    await set()
    await trust(true)
    await drop(PUBLIC_FILES.filter(({ name }) => !/driver_activity|payments_driver/.test(name)))
    await collectFrom('uber', NOW)
    expect(await listDeliveries(1)).toMatchObject([{ outcome: 'taken-in', reason: null }])
    const { checks, statements } = await getWeek(WEEK)
    expect(statements.every(({ state }) => state === 'draft')).toBe(true)
    await aFleet()
    await dropPublicSet()
    expect((await getWeek(WEEK)).checks).toEqual(checks)
  },
)

test('a file that was dropped by hand before is no delivery, and one dropped after it is known', async () => {
  await dropPublicSet()
  const before = await count()
  await set()
  await trust(true)
  await collectFrom('uber', NOW)
  expect(await listDeliveries(10)).toEqual([])
  expect(await count()).toBe(before)

  // The same figures in other bytes: another version, so it is a delivery.
  uber.week['payments_driver'] = `${textOf('payments_driver').trimEnd()}\n\n`
  await collectFrom('uber', later(13))
  expect(await listDeliveries(10)).toHaveLength(1)
})

test('what was fetched is fetched again after half a day while it may change, and not before', async () => {
  await set()
  await collectFrom('uber', NOW)
  const asks = () => service.asked.filter(({ path, body }) => path.endsWith('/reports') && 'reportType' in body).length
  const first = asks()
  await collectFrom('uber', later(3))
  // Only reports that Uber did not make are asked for again.
  const refused = first - 2 - 14
  expect(asks() - first).toBe(refused)
  await collectFrom('uber', later(13))
  expect(asks() - first - refused).toBe(refused + 2 + 1)
  expect(await listDeliveries(10)).toHaveLength(1)
})

test('at most six reports are made at once; they are looked at together, with rests in between', async () => {
  uber.looks = 5
  const rests: number[] = []
  await set()
  const { trouble } = await collectFrom('uber', { ...NOW, rest: async (milliseconds) => void rests.push(milliseconds) })
  expect(trouble).toBeNull()
  // A report too many would be refused, and asked for again.
  const asks = service.asked.filter(({ body }) => 'reportType' in body).map(({ body }) => JSON.stringify(body))
  expect(asks).toHaveLength(new Set(asks).size)
  expect(rests.slice(0, 3)).toEqual([2_000, 4_000, 8_000])
})

test('a report that is never made leaves the others, waits, and is not asked for twice', async () => {
  await set()
  uber.mishap = (path) => (path.endsWith('/reports/report-1') ? { is: 'stuck' } : null)
  const ran = await collectFrom('uber', NOW)
  expect(ran).toMatchObject({ trouble: 'busy', lists: { transfers: { kept: 14 } } })
  expect(await findConnection('uber')).toMatchObject({ state: 'waiting' })
  expect(await listDeliveries(10)).toEqual([])
  uber.mishap = () => null
  const before = service.asked.length
  await collectFrom('uber', later(1))
  const asked = service.asked.slice(before).filter(({ body }) => body['reportType'] === 'REPORT_TYPE_PAYMENTS_DRIVER')
  // Of the newest week one report is still being made, so it waits; the three older weeks have none.
  expect(asked).toHaveLength(3)
  expect(await listDeliveries(10)).toMatchObject([{ files: 2 }])
})

test('a report that failed is named, and the rest of its week comes', async () => {
  await set()
  uber.week['driver_quality'] = 'Driver UUID\n'
  uber.mishap = (path) => (path.endsWith('/reports/report-1') ? { is: 'failed' } : null)
  const { lists, trouble } = await collectFrom('uber', NOW)
  expect(trouble).toBeNull()
  expect(lists.reports?.named).toContainEqual({ of: 'payments_driver 2026-W23', field: 'REPORT_STATUS_FAILED' })
  expect(await listDeliveries(10)).toMatchObject([{ files: 2 }])
})

test('the transfer of a day is kept to the cent, nought where there was none, and nothing where it cannot be read', async () => {
  const rows: Record<string, string> = {
    '2026-06-08': '-3118.74',
    '2026-06-01': '-1,50',
    '2026-05-28': '12.00',
    '2026-05-26': '-0.10',
  }
  uber.at = MONDAY.add({ hours: 24 })
  uber.day = (day) => `${HEAD}\n5d0f2f55,ROTAS LUSAS,,${rows[day] ? `"${rows[day]}"` : ''}\n`
  await set()
  const { lists } = await collectFrom('uber', later(24))
  expect(await listTransfers('2026-01-01')).toEqual([
    { platform: 'uber', day: '2026-06-08', amount: 3_118_74 },
    { platform: 'uber', day: '2026-06-01', amount: 1_50 },
    { platform: 'uber', day: '2026-05-26', amount: 10 },
  ])
  expect(lists.transfers?.named).toEqual([
    { of: 'payments_organization 2026-05-28', field: 'Transferred To Bank Account' },
  ])
})

test('a report of a day without a row, or of another kind, says nothing', async () => {
  uber.day = (day) => (day === '2026-06-07' ? `${HEAD}\n` : 'isto;não;é\n')
  await set()
  await collectFrom('uber', NOW)
  expect(await db.selectFrom('platform_transfers').selectAll().execute()).toEqual([])
})

test('the token goes to Uber alone, and never to where a file lies; another host is not asked', async () => {
  await set()
  uber.mishap = (path) => (path.endsWith('/link') ? { is: 'elsewhere' } : null)
  expect(await collectFrom('uber', NOW)).toMatchObject({ trouble: 'answer', detail: 'link host' })
  uber.mishap = () => null
  expect(await collectFrom('uber', NOW)).toMatchObject({ trouble: null })
  expect(service.asked.filter(({ path }) => path.includes('amazonaws')).length).toBeGreaterThan(0)
})

test('what is not known, not allowed and not reached are told apart', async () => {
  await expect(tryCredentials('uber', typed({ clientSecret: 'outro' }))).rejects.toMatchObject({
    code: 'connection.credentials',
  })
  await set()
  expect(await testConnection('uber', NOW)).toBeNull()
  const after = async (mishap: UberMishap, at = /./) => {
    uber.mishap = (path) => (at.test(path) ? mishap : null)
    const { trouble } = await collectFrom('uber', NOW)
    return [trouble, (await findConnection('uber'))?.state]
  }
  expect(await after({ is: 'status', status: 503 })).toEqual(['unreachable', 'waiting'])
  expect(await after({ is: 'status', status: 429, retryAfter: '5400' })).toEqual(['busy', 'waiting'])
  expect(await after({ is: 'status', status: 403 }, /orgs$/)).toEqual(['access', 'needs-access'])
  expect(await after({ is: 'status', status: 403 }, /reports$/)).toEqual(['access', 'needs-access'])
  expect(await after({ is: 'status', status: 401 })).toEqual(['credentials', 'expired'])
  expect(await after({ is: 'not-json' }, /orgs$/)).toEqual(['answer', 'error'])
})

test('the secret and the address of a file stand in no table, run, log of changes or error', async () => {
  await set()
  uber.mishap = (path, at) => (at > 40 && path.includes('amazonaws') ? { is: 'not-json' } : null)
  await collectFrom('uber', NOW)
  uber.mishap = (path) => (path.endsWith('/link') ? { is: 'elsewhere' } : null)
  await collectFrom('uber', later(14))
  const wrong = await tryCredentials('uber', typed({ clientSecret: `${CLIENT.secret}-x` })).catch((error) => error)
  const tables = [
    'connections',
    'connection_runs',
    'audit_events',
    'platform_reports',
    'file_deliveries',
    'drops',
  ] as const
  const kept = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  const said = JSON.stringify([kept, await listRuns('uber', 10), String(wrong), wrong.stack])
  for (const secret of [CLIENT.secret, Buffer.from(CLIENT.secret).toString('base64'), 'uber-token-', 'X-Amz-Signature'])
    expect(said).not.toContain(secret)
})

const mishaps: fc.Arbitrary<UberMishap> = fc.oneof(
  fc.constantFrom<UberMishap>({ is: 'not-json' }, { is: 'cut' }, { is: 'failed' }, { is: 'stuck' }, { is: 'redirect' }),
  fc.constantFrom(400, 401, 404, 429, 500, 503).map((status): UberMishap => ({ is: 'status', status })),
)
/** `npm run slow -- connections` runs a thousand. */
const RUNS = Number(process.env['VOLANTE_SCRIPTS'] ?? 5)

test('whatever goes wrong, when it is over each file came once, no network ended an account, and nothing that was approved changed', async () => {
  await anApprovedWeek()
  const approved = [await frozenMoney(), await getWeek(WEEK)]
  // The new files contradict the approved week, and are imported by themselves when they raise no question.
  uber.week = { ...uber.week, payments_driver: textOf('payments_driver').replace(/(?<=\d)\.\d\d(?=\D)/, '.99') }
  uber.day = (day) => `${HEAD}\n5d0f2f55,ROTAS LUSAS,,${day === '2026-06-01' ? '-3118.74' : ''}\n`
  await set()
  await trust(true)
  const whole = async () => [
    (await listAsked('uber', ORGANISATION))
      .filter(({ sha256 }) => sha256 !== null)
      .map(({ report, sha256 }) => [report, sha256])
      .toSorted(),
    await listTransfers('2026-01-01'),
    new Set((await db.selectFrom('drop_files').select(['name', 'sha256']).execute()).map((one) => JSON.stringify(one))),
  ]
  await collectFrom('uber', NOW)
  const right = await whole()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(80), mishaps), { maxLength: 6 }), async (steps) => {
      for (const table of ['platform_reports', 'platform_transfers', 'file_deliveries', 'drop_files', 'drops'])
        await asOwner(`delete from ${table}`)
      await asOwner(`delete from idempotency_keys`)
      await service.close()
      uber.at = MONDAY
      await start()
      const script = new Map(steps)
      let asked = 0
      uber.mishap = () => script.get(asked++) ?? null
      await collectFrom('uber', NOW)
      const isOfNetwork = steps.every(
        ([, mishap]) => mishap.is === 'cut' || (mishap.is === 'status' && mishap.status >= 500),
      )
      if (isOfNetwork) expect(['connected', 'waiting']).toContain((await findConnection('uber'))!.state)
      uber.mishap = () => null
      // A report that is never made is given up after three hours.
      await collectFrom('uber', later(4))
      await collectFrom('uber', later(5))
      expect(await whole()).toEqual(right)
    }),
    { numRuns: RUNS },
  )
  expect((await listDeliveries(5)).every(({ outcome }) => outcome === 'waiting')).toBe(true)
  expect([await frozenMoney(), await getWeek(WEEK)]).toEqual(approved)
})
