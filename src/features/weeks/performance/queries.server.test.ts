import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { Connection } from '#db/connection.server.ts'
import type { DB } from '#db/types.ts'
import { readFiguresPeriod } from '#domain/performance.ts'
import { ZONE, nextWeek, weekName } from '#domain/week.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { WEEK, aFleet, dropPublicSet, edited, makeChange, drop, publicFile, textOf } from '#test/factories.ts'
import { showPerformance } from './queries.server.ts'

const NOW = Temporal.PlainDate.from(nextWeek(WEEK)).toZonedDateTime({ timeZone: ZONE, plainTime: '12:00' }).toInstant()

/** Uber's files as plain cells: read here by themselves, and not by the product. */
function cellsOf(part: string): string[][] {
  return textOf(publicFile(part))
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
}

test('each driver’s hours, trips and euros an hour are those that one adds up from the raw files', async () => {
  await aFleet()
  await dropPublicSet()
  const { period, newest, rows: drivers } = await showPerformance(null, NOW)
  expect([newest, period.weeks]).toEqual([WEEK, [WEEK]])

  const keys = await db.selectFrom('source_keys').select(['value', 'driver_id']).where('source', '=', 'uber').execute()
  const [[, ...activity], [headings = [], ...payments]] = [cellsOf('driver_activity'), cellsOf('payments_driver')]
  const at = (heading: string) => headings.findIndex((one) => one.replaceAll(/\s*:\s*/g, ':') === heading)
  const amount = (cells: string[] | undefined, heading: string) =>
    at(heading) === -1 ? 0 : Math.round(Number(cells?.[at(heading)] || 0) * 100)
  let seen = 0
  for (const { value, driver_id } of keys) {
    const shown = drivers.find(({ id }) => id === driver_id)
    const [, , , trips, online = ''] = activity.find(([uuid]) => uuid === value) ?? []
    if (trips === undefined) continue
    const [days = 0, hours = 0, minutes = 0] = online.split(':').map(Number)
    const all = days * 1_440 + hours * 60 + minutes
    const paid = payments.find(([uuid]) => uuid === value)
    const received =
      amount(paid, 'Pago a si') -
      amount(paid, 'Pago a si:Saldo da viagem:Pagamentos:Dinheiro recebido') -
      amount(paid, 'Pago a si:Saldo da viagem:Reembolsos:Portagem') -
      amount(paid, 'Pago a si:Saldo da viagem:Impostos:Imposto sobre a tarifa')
    expect(shown?.figures).toMatchObject({ minutes: all })
    expect(shown?.figures.trips).toBeGreaterThanOrEqual(Number(trips))
    if (all > 0 && paid) expect(shown?.figures.perHour).toBe(Math.round((received * 60) / all))
    seen += 1
  }
  expect(seen).toBeGreaterThan(1)
})

test('the net is there once a week is approved, and who did nothing in a week is not listed in it', async () => {
  await aFleet()
  await dropPublicSet()
  const open = await showPerformance(null, NOW)
  expect(open.rows.length).toBeGreaterThan(1)
  expect(open.rows.every(({ figures }) => figures.net === null)).toBe(true)

  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const { rows: drivers } = await showPerformance(readFiguresPeriod(weekName(WEEK)), NOW)
  const issued = await db
    .selectFrom('settlements')
    .select(['driver_id', 'net_cents'])
    .where('state', '<>', 'void')
    .execute()
  expect(issued.length).toBeGreaterThan(1)
  for (const { driver_id, net_cents } of issued)
    expect(drivers.find(({ id }) => id === driver_id)?.figures.net).toBe(net_cents)

  const after = await showPerformance(readFiguresPeriod(weekName(nextWeek(WEEK))), NOW)
  expect([after.rows, after.sources]).toEqual([[], []])
})

test('a newer version of a report counts instead of the old one, and its age is said', async () => {
  await aFleet()
  await dropPublicSet()
  const file = publicFile('driver_activity')
  const [line = ''] = textOf(file).split('\n').slice(1)
  const [uuid = ''] = line.split(',')
  const longer = line.replace(/\d\d:\d\d:\d\d/, '00:10:00')
  expect(longer).not.toBe(line)
  await drop([edited(file, (text) => text.replace(line, longer))])
  const { rows: drivers, sources } = await showPerformance(null, NOW)
  const key = await db.selectFrom('source_keys').select('driver_id').where('value', '=', uuid).executeTakeFirstOrThrow()
  expect(drivers.find(({ id }) => id === key.driver_id)?.figures.minutes).toBe(600)
  expect(sources.map(({ report }) => report).toSorted()).toEqual(['driver_activity', 'earnings', 'payments_driver'])
})

const asked: string[] = []
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
const watched = new Kysely<DB>({
  dialect: new PostgresDialect({
    pool: { connect: async () => new Connection(await pool.connect(), { prepares: false }), end: () => pool.end() },
  }),
  log: ({ query }) => void asked.push(query.sql),
})
afterAll(() => watched.destroy())

test('all drivers and twelve weeks are a handful of statements, however many they are', async () => {
  await aFleet()
  await dropPublicSet()
  asked.length = 0
  await showPerformance(null, NOW, watched)
  expect(asked.length).toBeLessThanOrEqual(9)
  expect(asked.filter((text) => /from "?import_rows/.test(text) && !text.includes('week'))).toEqual([])
})
