import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { Connection } from '#db/connection.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { periodAround, readFiguresPeriod } from '#domain/performance.ts'
import { ZONE, nextWeek, weekName } from '#domain/week.ts'
import { listOwnActivity } from '#features/adjustments/activity/queries.server.ts'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import {
  WEEK,
  aFleet,
  asOwner,
  dropPublicSet,
  edited,
  makeChange,
  drop,
  publicFile,
  textOf,
  withoutLines,
} from '#test/factories.ts'
import { listWeeksDriven, openPerformance, showOwnPerformance, showPerformance } from './queries.server.ts'

const NOW = Temporal.PlainDate.from(nextWeek(WEEK)).toZonedDateTime({ timeZone: ZONE, plainTime: '12:00' }).toInstant()

/** Uber's files as plain cells, read by this test and not by the product. */
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
  // For a quarter that still runs, the line ends with the newest week: weeks to come are no gap in it.
  const quarter = periodAround('quarter', WEEK)
  expect(quarter.weeks.at(-1)).not.toBe(WEEK)
  expect((await showPerformance(quarter, NOW)).weeks.at(-1)).toBe(WEEK)

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

/** Uber's report of what drivers of the public files did with their offers in the week. */
function qualityFile(rows: readonly (readonly string[])[]) {
  const head =
    'Driver UUID,Driver first name,Driver surname,Trips completed,Confirmation rate,Cancellation rate,Completion rate,Driver ratings (last 4 weeks)'
  const { name } = publicFile('driver_activity')
  const text = [head, ...rows.map((cells) => cells.join(','))].join('\n')
  return { name: name.replace('driver_activity', 'driver_quality'), bytes: new TextEncoder().encode(text) }
}

test('a report of work brings shares and stars, changes no money, is replaced whole, and counts again when the newer one is undone', async () => {
  await aFleet()
  await dropPublicSet()
  const before = await showPerformance(null, NOW)
  const [uuid = '', name = ''] = cellsOf('driver_activity')[1] ?? []
  await drop([qualityFile([[uuid, name, '', '50', '87%', '4%', '96%', '4.91']])])
  const key = await db.selectFrom('source_keys').select('driver_id').where('value', '=', uuid).executeTakeFirstOrThrow()
  const of = async () => (await showPerformance(null, NOW)).rows.find(({ id }) => id === key.driver_id)?.figures
  expect(await of()).toMatchObject({ acceptance: 8_700, cancellation: 400, completion: 9_600, rating: 491 })
  const after = await showPerformance(null, NOW)
  const money = ({ rows }: typeof after) => rows.map(({ id, figures }) => [id, figures.received, figures.trips])
  expect(money(after)).toEqual(money(before))

  const [newer] = await drop([qualityFile([[uuid, name, '', '50', '70%', '', '96%', '']])])
  expect(await of()).toMatchObject({ acceptance: 7_000, cancellation: null, rating: null })
  await makeChange((change) => undoImport(change, newer?.importId ?? 0))
  expect(await of()).toMatchObject({ acceptance: 8_700, rating: 491 })
})

test('by platform and by car the same files come to the same sums', async () => {
  await aFleet()
  await dropPublicSet()
  const drivers = await showPerformance(null, NOW)
  const added = (rows: typeof drivers.rows) => rows.reduce((soFar, { figures }) => soFar + (figures.received ?? 0), 0)
  const platforms = await showPerformance(null, NOW, { by: 'platform', of: 'all' })
  expect(platforms.rows.map(({ id }) => id).toSorted()).toEqual(['bolt', 'uber'])
  expect(added(platforms.rows)).toBe(added(drivers.rows))
  const uber = await showPerformance(null, NOW, { by: 'driver', of: 'uber' })
  expect(added(uber.rows)).toBe(platforms.rows.find(({ id }) => id === 'uber')?.figures.received)
  const cars = await showPerformance(null, NOW, { by: 'car', of: 'all' })
  expect(added(cars.rows)).toBeLessThanOrEqual(added(drivers.rows))
  expect(cars.rows.length + cars.withoutCar).toBeGreaterThan(0)
})

test('a car’s record says of the newest week what the list of cars says', async () => {
  await aFleet()
  await dropPublicSet()
  const { rows } = await showPerformance(null, NOW, { by: 'car', of: 'all' })
  expect(rows.length).toBeGreaterThan(1)
  for (const { id, figures } of rows) {
    expect((await listWeeksDriven(id, NOW)).at(-2)).toEqual(figures)
  }
  const nothing = await listWeeksDriven('00000000-0000-4000-8000-000000000000', NOW)
  expect(nothing.flatMap((week) => Object.values(week)).filter((value) => value !== null)).toEqual([])
})

test('opened, each figure is the sums of the lines that are shown for it', async () => {
  await aFleet()
  await dropPublicSet()
  const { rows } = await showPerformance(null, NOW)
  for (const { id, figures } of rows) {
    const opened = await openPerformance(id, null, NOW)
    expect(opened.figures).toEqual(figures)
    const minutes = opened.reportedRows.reduce(
      (soFar, { source, measures }) => soFar + (source === 'uber' ? (measures['online_minutes'] ?? 0) : 0),
      0,
    )
    expect(opened.figures.minutes ?? 0).toBe(minutes)
    const { amount, over } = opened.parts.perHour
    if (over > 0) expect(opened.figures.perHour).toBe(Math.round((amount * 60) / over))
  }
  for (const nobody of ['00000000-0000-4000-8000-000000000000', 'ninguém'])
    await expect(openPerformance(nobody, null, NOW)).rejects.toThrow('record.not-found')
})

const asked: string[] = []
const plans: CompiledQuery[] = []
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
const watched = new Kysely<DB>({
  dialect: new PostgresDialect({
    pool: { connect: async () => new Connection(await pool.connect(), { prepares: false }), end: () => pool.end() },
  }),
  log: ({ query }) => {
    asked.push(query.sql)
    plans.push(query)
  },
})
afterAll(() => watched.destroy())

test('others are shown as a rounded range of five or more who were measured, without names, and only where the company wants it', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  const { rows } = await showPerformance(null, NOW)
  const rates = rows.flatMap(({ figures }) => figures.perHour ?? []).toSorted((a, b) => a - b)
  const own = fleet.driver('D1') as OwnDriverId
  expect((await showOwnPerformance(own, NOW)).middle).toBeNull()

  await asOwner('update company set compares_drivers = true')
  const compared = await showOwnPerformance(own, NOW)
  expect(rates).toHaveLength(7)
  const bands = compared.middle!.filter((band) => band !== null)
  expect(bands).toEqual([{ low: Math.floor(rates[1]! / 50) * 50, high: Math.ceil(rates[5]! / 50) * 50 }])
  const others = await db.selectFrom('drivers').select(['id', 'name', 'ref']).where('id', '<>', own).execute()
  const page = JSON.stringify([compared, await listOwnActivity(own, NOW)])
  for (const { id, name } of others) for (const word of [id, name]) expect(page).not.toContain(word)

  const measured = async (left: readonly string[]) => {
    await drop([left.reduce((file, line) => withoutLines(file, line), publicFile('driver_activity'))])
    return (await showOwnPerformance(own, NOW)).middle!.some((band) => band !== null)
  }
  expect(await measured(['Prates', 'Ferrão'])).toBe(true)
  expect(await measured(['Prates', 'Ferrão', 'Iqbal'])).toBe(false)
})

test('all drivers and twelve weeks are a handful of statements, however many they are', async () => {
  await aFleet()
  await dropPublicSet()
  asked.length = 0
  await showPerformance(null, NOW, undefined, watched)
  expect(asked.length).toBeLessThanOrEqual(11)
  expect(asked.filter((text) => /from "?import_rows/.test(text) && !text.includes('week'))).toEqual([])
})

const READ = new Set([
  ...['import_rows', 'imports', 'import_weeks', 'row_answers', 'passage_answers', 'source_keys', 'drivers'],
  ...['vehicles', 'assignments', 'settlements'],
  // Trips and hours as a connected platform reports them, by driver and day.
  ...['platform_drivers', 'platform_vehicles', 'platform_weeks', 'platform_days', 'platform_orders'],
  // The setting whether drivers are compared.
  'company',
])

test('figures are made of files, keys, cars and statements alone: where a phone was is in none of these tables', async () => {
  await aFleet()
  await dropPublicSet()
  const own = await db.selectFrom('drivers').select('id').executeTakeFirstOrThrow()
  plans.length = 0
  for (const by of ['driver', 'car', 'platform'] as const) await showPerformance(null, NOW, { by, of: 'all' }, watched)
  await openPerformance(own.id, null, NOW, watched)
  await showOwnPerformance(own.id as OwnDriverId, NOW, watched)
  const tables = new Set<string>()
  for (const { sql: text, parameters } of [...plans]) {
    const { rows } = await pool.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${text}`, [...parameters])
    for (const [, name = ''] of JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)) tables.add(name)
  }
  expect(tables.size).toBeGreaterThan(5)
  expect([...tables.difference(READ)]).toEqual([])
})
