import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import type { FileToRead } from '#domain/import.ts'
import { previousWeek } from '#domain/week.ts'
import type { Service } from '#demo/services/bolt-service.ts'
import { setConnection } from '#features/connections/commands.server.ts'
import { connectionInput } from '#features/connections/schema.ts'
import { deliver, makeKey, trustFolder } from '#features/imports/deliveries/commands.server.ts'
import { findWayOfKey } from '#features/imports/deliveries/queries.server.ts'
import { saveNoticeRules } from '#features/mail/notice-rules/commands.server.ts'
import { receiveFile } from '#features/files/commands.server.ts'
import { OPEN_NOTICES } from '#domain/notice.ts'
import { answerRow } from '#features/weeks/answers/commands.server.ts'
import { mondayWords } from '#features/mail/schema.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import { translator } from '#messages/translate.ts'
import { BOLT_CLIENT, type BoltFleet, aBoltService, boltOrder } from '#test/bolt-fleet.ts'
import { PUBLIC_FILES, WEEK, aFleet, asOwner, dropPublicSet, makeChange } from '#test/factories.ts'
import { lookAtWeek, saveMondayTime } from './commands.server.ts'
import { listMondayRuns } from './queries.server.ts'

const SEVEN = Temporal.Instant.from('2026-06-08T07:00:00+01:00')
const LONG_AGO = Temporal.Instant.from('2026-05-01T00:00:00Z')
const OFFICE = 'escritorio@frota.example'

const folder = mkdtempSync(join(tmpdir(), 'volante-mondays-'))
let fleet: BoltFleet
let service: Service
beforeEach(async () => {
  await aFleet()
  await asOwner(
    `insert into users (uid, email, role, scopes, created_at) values ('helena', '${OFFICE}', 'admin', '{owner}', '2020-01-01')`,
  )
  fleet = { orders: [boltOrder(Temporal.Instant.from('2026-06-02T10:00:00+01:00'))], states: [], mishap: () => null }
  await serve(SEVEN)
  vi.stubEnv('DELIVERY_FOLDER', folder)
  await makeChange((change) => saveMondayTime(change, { isOn: true, weekday: 1, hour: 7 }), { at: LONG_AGO })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await service.close()
})

async function serve(now: Temporal.Instant) {
  service = await aBoltService(fleet, now)
  vi.stubEnv('CONNECTIONS_LOCAL', service.url)
}

const look = (now: Temporal.Instant, asked = false) => lookAtWeek({ now, by: null, ...(asked ? { askedAt: now } : {}) })
const hours = (count: number) => SEVEN.add({ hours: count })
const connect = () => {
  const typed = { intent: 'save', clientId: BOLT_CLIENT.id, clientSecret: BOLT_CLIENT.secret, everyHours: '24' }
  return makeChange((change) => setConnection(change, 'bolt', connectionInput.parse(typed)), { at: LONG_AGO })
}
const mails = () =>
  db.selectFrom('mail_outbox').select(['recipient', 'params']).where('template', '=', 'monday').orderBy('id').execute()
const linesOf = (run: Awaited<ReturnType<typeof look>>) => run?.found?.lines ?? []

function lay(files: readonly FileToRead[], at: Temporal.Instant) {
  for (const file of files) {
    writeFileSync(join(folder, file.name), file.bytes)
    const quiet = new Date(at.epochMilliseconds - 120_000)
    utimesSync(join(folder, file.name), quiet, quiet)
  }
}

test('nothing happens before its hour, or while it is switched off', async () => {
  expect(await look(SEVEN.subtract({ minutes: 1 }))).toBeNull()
  await makeChange((change) => saveMondayTime(change, { isOn: false, weekday: 1, hour: 7 }), { at: LONG_AGO })
  expect(await look(SEVEN)).toBeNull()
  expect(await listMondayRuns(5)).toEqual([])
})

test('an hour that was set after it had gone by today counts from the next week on', async () => {
  await makeChange((change) => saveMondayTime(change, { isOn: true, weekday: 1, hour: 7 }), { at: hours(1) })
  expect(await look(hours(2))).toBeNull()
  expect(await look(SEVEN.add({ hours: 24 * 7 }))).not.toBeNull()
})

test('it asks the connection, says what is missing with its place, and tells the office once', async () => {
  await connect()
  const run = await look(SEVEN)
  expect(run).toMatchObject({ name: '2026-W23', isScheduled: true, lacks: true, notifiedAt: SEVEN.toString() })
  expect(run?.found?.asked).toMatchObject([{ provider: 'bolt', isWhole: true }])
  expect(linesOf(run).filter(({ is }) => is === 'source')).toMatchObject([
    { source: 'uber', state: 'missing' },
    { source: 'bolt' },
    {},
    {},
  ])
  const [mail, ...more] = await mails()
  expect([mail?.recipient, more]).toEqual([OFFICE, []])
  expect(mail?.params).toMatchObject({ week: '2026-W23', nextAt: hours(1).toString() })
  expect(linesOf(run).map((line) => mondayWords(line, WEEK, translator('pt')))).toContainEqual({
    what: 'Uber: falta o ficheiro',
    to: '/admin/weekly/2026-W23#sources',
  })
  // A quarter of an hour later no look is due; at the next hour nothing has changed, so no second mail goes out.
  expect(await look(SEVEN.add({ minutes: 15 }))).toBeNull()
  expect(await look(hours(1))).toMatchObject({ notifiedAt: null, lacks: true })
  expect(await mails()).toHaveLength(1)
})

test('what comes late is taken at the next hour and said to be there; from noon on it is left to people', async () => {
  await makeChange((change) => trustFolder(change, true))
  await look(SEVEN)
  lay(PUBLIC_FILES, hours(1))
  const second = await look(hours(1))
  expect(second?.notifiedAt).not.toBeNull()
  expect(linesOf(second).filter(({ is }) => is === 'came')).toMatchObject([{ source: 'uber' }, {}, {}, {}])
  expect(second?.lacks).toBe(false)
  expect(linesOf(second).some(({ is }) => is === 'decide')).toBe(true)
  expect(await look(hours(2))).toBeNull()
  expect(await mails()).toHaveLength(2)
})

test('at noon is the last look of a week that nobody brings', async () => {
  expect((await look(SEVEN))?.found?.nextAt).toBe(hours(1).toString())
  expect((await look(hours(5)))?.found?.nextAt).toBeNull()
  expect(await look(hours(6))).toBeNull()
})

test('a week with a doubt names each decision by its kind and place, and approves nothing', async () => {
  await dropPublicSet()
  const run = await look(SEVEN)
  const page = await getWeekPage(WEEK, SEVEN)
  const decide = linesOf(run).flatMap((line) => (line.is === 'decide' ? [line] : []))
  expect(decide.reduce((all, { count }) => all + count, 0)).toBe(page.status.toDecide)
  for (const { first } of decide) expect(page.questions.some(({ id }) => id === first)).toBe(true)
  expect(await db.selectFrom('settlements').select('id').execute()).toEqual([])
})

test('a clean week waits for one press, and nothing of it is approved', async () => {
  await dropPublicSet()
  await look(SEVEN)
  const asked = (await getWeekPage(WEEK, SEVEN)).questions.flatMap((one) => (one.kind === 'unmatched' ? one.rows : []))
  for (const { id } of asked)
    await makeChange((change) => answerRow(change, WEEK, { row: id, says: 'nothing', reason: 'Carro de outra frota' }))
  const run = await look(SEVEN.add({ minutes: 5 }), true)
  const { approval } = await getWeekPage(WEEK, SEVEN)
  expect(run).toMatchObject({ lacks: false, found: { nextAt: null } })
  expect(linesOf(run)).toEqual([{ is: 'approve', count: approval.drivers }])
  const [, mail] = await mails()
  expect(mail?.params).toMatchObject({ week: '2026-W23', lines: linesOf(run) })
  expect(await db.selectFrom('settlements').select('id').execute()).toEqual([])
})

test('two jobs at once make one look, and a second run changes nothing', async () => {
  await connect()
  await dropPublicSet()
  const both = await Promise.all([look(SEVEN), look(SEVEN)])
  expect(both.filter((run) => run !== null)).toHaveLength(1)
  expect(await listMondayRuns(5)).toHaveLength(1)
  const orders = () => db.selectFrom('platform_orders').selectAll().execute()
  const before = await orders()
  const again = await look(SEVEN.add({ minutes: 3 }), true)
  expect(again).toMatchObject({ notifiedAt: null, isScheduled: false })
  expect([await orders(), await mails()]).toEqual([before, [expect.anything()]])
})

test('a killed look is taken up again, and sends its message once', async () => {
  await asOwner(
    `insert into monday_runs (week, day, began_at) values ('${WEEK}', '2026-06-08', '2026-06-08T06:00:10Z')`,
  )
  expect((await listMondayRuns(1))[0]).toMatchObject({ endedAt: null, found: null })
  const run = await look(SEVEN.add({ minutes: 15 }))
  expect(run).toMatchObject({ name: '2026-W23', endedAt: SEVEN.add({ minutes: 15 }).toString() })
  expect(await listMondayRuns(5)).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
})

test('a killed look of an earlier week stays as it was when it broke off', async () => {
  await asOwner(
    `insert into monday_runs (week, day, began_at) values ('${previousWeek(WEEK)}', '2026-06-01', '2026-06-01T06:00:10Z')`,
  )
  await look(SEVEN)
  expect(await listMondayRuns(5)).toMatchObject([
    { name: '2026-W23', found: {} },
    { name: '2026-W22', found: null },
  ])
})

test('a platform that does not answer stops nothing: the rest is done, and its connection is said to wait', async () => {
  await connect()
  fleet.mishap = () => ({ is: 'status', status: 503 }) as never
  await makeChange((change) => trustFolder(change, true))
  lay(PUBLIC_FILES, SEVEN)
  const run = await look(SEVEN)
  expect(run?.found?.files).toBe(8)
  expect(linesOf(run)).toContainEqual({ is: 'connection', provider: 'bolt', state: 'waiting' })
  // A platform that asks to wait is not asked again before that time.
  const sent = await db.selectFrom('connection_runs').select('id').execute()
  await look(SEVEN.add({ minutes: 1 }), true)
  expect(await db.selectFrom('connection_runs').select('id').execute()).toEqual(sent)
}, 60_000)

test('a delivery by a trusted way goes in once it raises no question any more, and one that still does waits', async () => {
  const key = await makeChange((change) => makeKey(change, { name: 'Portal', takesIn: false }))
  const way = (await findWayOfKey(key))!
  const files = []
  for (const { name, bytes } of PUBLIC_FILES) files.push(await receiveFile(name, Readable.from([Buffer.from(bytes)])))
  await deliver(way, files, SEVEN)
  const [first] = [await look(SEVEN)]
  expect(linesOf(first)).toContainEqual({ is: 'drops', count: 1 })
  await db.updateTable('delivery_ways').set({ takes_in: true }).execute()
  const second = await look(hours(1))
  expect(second?.found).toMatchObject({ taken: 1, files: 8 })
  expect(linesOf(second).some(({ is }) => is === 'drops')).toBe(false)
})

test('the week in which clocks go back is one of 169 hours, and is whole when its last hour is there', async () => {
  await service.close()
  const monday = Temporal.Instant.from('2026-10-26T07:00:00Z')
  const last = Temporal.Instant.from('2026-10-25T23:30:00Z')
  fleet.orders = [boltOrder(last)]
  await serve(monday)
  await connect()
  expect(await look(monday.subtract({ minutes: 30 }))).toBeNull()
  const run = await look(monday)
  expect(run).toMatchObject({ name: '2026-W43' })
  expect(run?.found?.asked).toMatchObject([{ isWhole: true }])
  const weeks = await db
    .selectFrom('platform_weeks')
    .select(['week', 'is_whole'])
    .where('week', '=', '2026-10-19')
    .execute()
  expect(weeks).toEqual([{ week: '2026-10-19', is_whole: true }])
})

test('where the office leaves the message out nobody is mailed, and the look is there to be read', async () => {
  await makeChange((change) => saveNoticeRules(change, { sent: OPEN_NOTICES.filter((one) => one !== 'monday/mail') }))
  await look(SEVEN)
  expect(await mails()).toEqual([])
  expect((await listMondayRuns(1))[0]?.found?.lines.length).toBeGreaterThan(0)
})
