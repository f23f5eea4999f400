import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { scheduleReport, sendDueReports, stopReport } from './commands.server.ts'
import { getSchedule, listSchedules } from './queries.server.ts'

/** A Monday at eight in Lisbon, in summer. */
const EIGHT = Temporal.Instant.from('2026-06-08T07:00:00Z')
const later = (hours: number) => EIGHT.add({ hours })
const WEEKLY = { kind: 'week', name: 'Semana', place: '/admin/reports', query: '', rhythm: 'weekly' } as const
const TIME = { weekday: 1, day: 1, hour: 8 }

async function person(uid: string, scopes: readonly string[] = ['owner']) {
  await db
    .insertInto('users')
    .values({ uid, email: `${uid}@frota.example`, role: 'admin', scopes: [...scopes] })
    .execute()
}

const schedule = (readers: string[], more: object = {}, at = later(-24)) =>
  makeChange((change) => scheduleReport(change, 'dona', { ...WEEKLY, ...TIME, ...more, readers }), { at })

async function mailed() {
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['recipient', 'params'])
    .where('template', '=', 'report')
    .execute()
  return rows.map(({ recipient, params }) => [recipient.split('@')[0], Object(params).link]).toSorted()
}

beforeEach(async () => {
  await aFleet()
  for (const uid of ['dona', 'contas']) await person(uid, uid === 'dona' ? ['owner'] : ['accountant'])
})

test('at its hour each reader is mailed a link to the week that is over, once, however often the job comes', async () => {
  await schedule(['dona', 'contas'])
  await sendDueReports(EIGHT.subtract({ minutes: 1 }))
  expect(await mailed()).toEqual([])
  await Promise.all([sendDueReports(EIGHT), sendDueReports(EIGHT)])
  await sendDueReports(later(3))
  const link = '/admin/reports?period=2026-W23'
  expect(await mailed()).toEqual([
    ['contas', link],
    ['dona', link],
  ])
  await sendDueReports(later(7 * 24))
  expect(await mailed()).toHaveLength(4)
})

test('a view leads to its own question, and a month to the one that is over', async () => {
  await schedule(['dona'], { kind: 'view', place: '/admin/bank', query: '?group=what', rhythm: 'daily' })
  await schedule(['dona'], { kind: 'month', rhythm: 'monthly', day: 8 })
  await sendDueReports(EIGHT)
  expect((await mailed()).map(([, link]) => link)).toEqual(['/admin/bank?group=what', '/admin/reports?period=2026-05'])
})

test('a reader who left, or may no longer read, gets no report, and that is written down', async () => {
  const id = await schedule(['dona', 'contas'])
  await person('saiu')
  const other = await schedule(['saiu'])
  await asOwner(
    `update users set disabled = true where uid = 'contas'; update users set scopes = '{}' where uid = 'saiu'`,
  )
  await sendDueReports(EIGHT)
  expect((await mailed()).map(([to]) => to)).toEqual(['dona'])
  const outcomesOf = async (of: string) => (await getSchedule(of)).sendings.map(({ outcome }) => outcome).toSorted()
  expect([await outcomesOf(id), await outcomesOf(other)]).toEqual([['closed', 'mailed'], ['no-power']])
})

test('a report that was set up after its hour begins with the next one', async () => {
  await schedule(['dona'], { rhythm: 'daily' }, later(1))
  await sendDueReports(later(2))
  expect(await mailed()).toEqual([])
  await sendDueReports(later(24))
  expect(await mailed()).toHaveLength(1)
})

test('a reader stops a report for themselves, whoever made it stops it for all, and nobody else can', async () => {
  const id = await schedule(['dona', 'contas'])
  const stop = (uid: string, whose: 'own' | 'all', mayHouse = false) =>
    makeChange((change) => stopReport(change, { uid, mayHouse }, id, whose))
  await person('outra')
  await expect(stop('outra', 'own')).rejects.toMatchObject({ code: 'record.not-found' })
  await expect(stop('contas', 'all')).rejects.toMatchObject({ code: 'access.scope' })
  await stop('contas', 'own')
  await sendDueReports(EIGHT)
  expect((await mailed()).map(([to]) => to)).toEqual(['dona'])
  await stop('dona', 'all')
  await sendDueReports(later(7 * 24))
  expect(await mailed()).toHaveLength(1)
  expect((await listSchedules())[0]?.stoppedAt).not.toBeNull()
})

test('nobody outside the office is a reader', async () => {
  await db.insertInto('users').values({ uid: 'motorista', email: 'm@exemplo.pt', role: 'driver' }).execute()
  await expect(schedule(['motorista'])).rejects.toMatchObject({ code: 'record.not-found' })
})
