import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { readWeek } from '#domain/week.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { saveTimes, reviewTimes, saveTimeLimits, withdrawTimes, withdrawTimesReview } from './commands.server.ts'
import { saveAverageWarnings } from './averages.server.ts'
import {
  countUnseenTimes,
  listFleetTimes,
  listAverageWarnings,
  listOwnWarnings,
  listTimeLimits,
  showTimes,
} from './queries.server.ts'
import type { RecordLine } from './schema.ts'

const NOW = Temporal.Instant.from('2026-06-05T18:00:00Z')
const at = (text: string) =>
  Temporal.PlainDateTime.from(text).toZonedDateTime('Europe/Lisbon').epochMilliseconds / 1_000
let [ana, other] = ['', '']
const line = (of: number, from: string, to: string, activity: RecordLine['activity'] = 'driving'): RecordLine => ({
  line: of,
  driverId: ana,
  from: at(from),
  to: at(to),
  activity,
  plate: '',
})
const file = (name: string, text = name) => ({ name, bytes: new TextEncoder().encode(text) })
const keep = (name: string, lines: readonly RecordLine[], text = name) =>
  makeChange(
    (change) => saveTimes(change, { driverId: ana, file: file(name, text), source: 'Livro', fromDriver: false, lines }),
    { at: NOW },
  )
const dayOf = async (day: string) =>
  (await showTimes(ana, NOW)).weeks.flatMap(({ days }) => days).find((one) => one.day === day)

beforeEach(async () => {
  await aFleet()
  const rows = await db.selectFrom('drivers').select(['id', 'ref']).orderBy('ref').execute()
  ;[ana, other] = [rows[0]!.id, rows[1]!.id]
})

test('what the record says is summed by day, and what nobody told is not measured', async () => {
  await keep('a.csv', [
    line(2, '2026-06-03T08:00', '2026-06-03T12:00'),
    line(3, '2026-06-03T12:00', '2026-06-03T13:00', 'break'),
    line(4, '2026-06-03T13:00', '2026-06-03T14:30', 'work'),
  ])
  expect(await dayOf('2026-06-03')).toEqual({
    day: '2026-06-03',
    record: { worked: 5.5 * 3_600, driving: 4 * 3_600, most: 4 * 3_600, rest: 3_600 },
    platforms: null,
  })
  expect(await dayOf('2026-06-02')).toEqual({ day: '2026-06-02', record: null, platforms: null })
})

test('the same file changes nothing, one that tells the same and more counts what is new, and each is taken back alone', async () => {
  const morning = line(2, '2026-06-03T08:00', '2026-06-03T12:00')
  const first = await keep('a.csv', [morning])
  expect(await keep('a.csv', [morning])).toBeNull()
  const second = await keep('b.csv', [morning, line(3, '2026-06-03T13:00', '2026-06-03T15:00')])
  expect((await dayOf('2026-06-03'))?.record?.driving).toBe(6 * 3_600)
  await makeChange((change) => withdrawTimes(change, first!))
  expect((await dayOf('2026-06-03'))?.record?.driving).toBe(6 * 3_600)
  await makeChange((change) => withdrawTimes(change, second!))
  expect((await dayOf('2026-06-03'))?.record).toBeNull()
  expect(await keep('a.csv', [morning])).not.toBeNull()
  await expect(makeChange((change) => withdrawTimes(change, first!))).rejects.toMatchObject({
    code: 'record.not-found',
  })
})

test('when two give the same file at once, one does', async () => {
  const lines = [line(2, '2026-06-03T08:00', '2026-06-03T12:00')]
  const both = await Promise.all([keep('a.csv', lines), keep('a.csv', lines)])
  expect(both.filter((one) => one === null)).toHaveLength(1)
})

test('a driver takes back what the driver gave, and nothing of the office or of others', async () => {
  const office = await keep('a.csv', [line(2, '2026-06-03T08:00', '2026-06-03T12:00')])
  const own = await makeChange((change) =>
    saveTimes(change, {
      driverId: ana,
      file: file('own.csv'),
      source: 'Livro',
      fromDriver: true,
      lines: [line(2, '2026-06-02T08:00', '2026-06-02T12:00')],
    }),
  )
  for (const [id, whose] of [
    [office!, ana],
    [own!, other],
  ] as const)
    await expect(makeChange((change) => withdrawTimes(change, id, whose))).rejects.toMatchObject({
      code: 'record.not-found',
    })
  await makeChange((change) => withdrawTimes(change, own!, ana))
  expect((await showTimes(other, NOW)).files).toEqual([])
})

test('more than ten hours are told to the office until somebody has seen them, and again when that is taken back', async () => {
  expect(await countUnseenTimes(NOW)).toBeNull()
  await keep('a.csv', [line(2, '2026-06-03T06:00', '2026-06-03T16:30')])
  expect(await countUnseenTimes(NOW)).toEqual({ count: 1, over: 1, only: ana })
  const { warnings } = await showTimes(ana, NOW)
  expect(warnings).toEqual([
    {
      of: 'in24',
      source: 'record',
      day: '2026-06-03',
      seconds: 10.5 * 3_600,
      allowed: 36_000,
      isOver: true,
    },
  ])
  await makeChange((change) => reviewTimes(change, ana, 'combinado'), { at: NOW })
  expect(await countUnseenTimes(NOW)).toBeNull()
  expect((await listFleetTimes(NOW)).find(({ driver }) => driver.id === ana)?.warnings).toHaveLength(1)
  const { review } = await showTimes(ana, NOW)
  await expect(makeChange((change) => withdrawTimesReview(change, other, review!.id))).rejects.toMatchObject({
    code: 'record.not-found',
  })
  await makeChange((change) => withdrawTimesReview(change, ana, review!.id))
  expect(await countUnseenTimes(NOW)).toMatchObject({ count: 1 })
})

test('sixty hours a week bind the self-employed, not the employed, and a day has the limits of its time', async () => {
  const days = ['2026-05-25', '2026-05-26', '2026-05-27', '2026-05-28', '2026-05-29', '2026-05-30', '2026-05-31']
  await keep(
    'long.csv',
    days.map((day, place) => line(place + 2, `${day}T07:00`, `${day}T15:50`)),
  )
  const kinds = async () => (await showTimes(ana, NOW)).warnings.map(({ of, isOver }) => `${of} ${isOver}`)
  expect(await kinds()).toEqual(['onAverage true', 'inWeek true'])
  await asOwner(
    `set session_replication_role = replica; update terms set regime = 'employee' where driver_id = '${ana}'`,
  )
  expect(await kinds()).toEqual([])
  await makeChange((change) =>
    saveTimeLimits(change, {
      from: '2026-05-30',
      in24: 8,
      inWeek: 60,
      onAverage: 48,
      averageMonths: 4,
      nearPercent: 90,
    }),
  )
  // The first limits now begin after these days: before any has begun, the first ones apply.
  expect((await listTimeLimits()).map(({ from }) => from)).toEqual(['2026-05-30', '2026-09-01'])
  expect(await kinds()).toEqual(Array.from({ length: 7 }, () => 'in24 true'))
})

/** Seven days with this number of hours each, in the week of a Monday. */
const aLongWeek = (monday: string, hours: number) =>
  Array.from({ length: 7 }, (_, day) => {
    const from = Temporal.PlainDate.from(monday).add({ days: day }).toPlainDateTime('06:00')
    return line(day + 2, from.toString(), from.add({ minutes: hours * 60 }).toString())
  })
/** The Monday after the week of `NOW`; its long days no longer count as warnings of the last days. */
const LATER = Temporal.Instant.from('2026-06-23T08:00:00Z')
const kindsOf = async (now: Temporal.Instant) =>
  (await listFleetTimes(now)).find(({ driver }) => driver.id === ana)!.unseen.map(({ of, isOver }) => `${of} ${isOver}`)
const homeOf = async (now: Temporal.Instant) =>
  (await listOwnWarnings(ana as OwnDriverId, now)).map(({ of, isOver }) => `${of} ${isOver}`)

test('an average over months is told once to office and driver, again when it passes from near to over, and ends by itself', async () => {
  // 6.5 hours a day are 45.5 a week: near 48, and far from every other limit.
  const near = await keep('near.csv', aLongWeek('2026-06-15', 6.5))
  expect(await kindsOf(LATER)).toEqual([])
  await saveAverageWarnings(LATER)
  expect(await kindsOf(LATER)).toEqual(['onAverage false'])
  expect(await homeOf(LATER)).toEqual(['onAverage false'])
  expect(await countUnseenTimes(LATER)).toEqual({ count: 1, over: 0, only: ana })
  expect((await showTimes(ana, LATER)).hasUnseen).toBe(true)

  // A pass with the same result does not warn anew, and a week later the driver's own page shows the warning no more.
  const later = (days: number) => LATER.add({ hours: 24 * days })
  await makeChange((change) => reviewTimes(change, ana, 'combinado'), { at: later(1) })
  await saveAverageWarnings(later(2))
  expect(await kindsOf(later(2))).toEqual([])
  expect(await homeOf(later(8))).toEqual([])
  expect((await showTimes(ana, later(2))).hasUnseen).toBe(false)
  const { review } = await showTimes(ana, later(2))
  await makeChange((change) => withdrawTimesReview(change, ana, review!.id), { at: later(2) })
  expect(await kindsOf(later(2))).toEqual(['onAverage false'])
  await makeChange((change) => reviewTimes(change, ana, 'combinado'), { at: later(2) })

  // With longer days the average is over the limit, and the driver is warned again.
  const over = await keep('over.csv', aLongWeek('2026-06-15', 8))
  await saveAverageWarnings(later(3), [ana])
  expect(await kindsOf(later(3))).toEqual(['onAverage true'])
  expect(await homeOf(later(3))).toEqual(expect.arrayContaining(['onAverage true']))

  await makeChange((change) => withdrawTimes(change, over!), { at: later(3) })
  await makeChange((change) => withdrawTimes(change, near!), { at: later(3) })
  await saveAverageWarnings(later(3))
  expect(await kindsOf(later(3))).toEqual([])
  const { rows } = await sql<{
    times: string
  }>`select count(*)::text as times from audit_events where action = 'times.weigh'`.execute(db)
  expect(rows[0]?.times).toBe('3')
})

test('a driver who is employed or away has no average, and the averages of others are left alone', async () => {
  await keep('near.csv', aLongWeek('2026-06-15', 6.5))
  await saveAverageWarnings(LATER, [other])
  expect(await listAverageWarnings()).toEqual([])
  await saveAverageWarnings(LATER, [ana])
  expect(await listAverageWarnings()).toMatchObject([{ driverId: ana, weeks: 1, warning: { source: 'record' } }])
  await saveAverageWarnings(LATER, [other])
  expect(await listAverageWarnings()).toHaveLength(1)
  await asOwner(`update drivers set status = 'inactive' where id = '${ana}'`)
  await saveAverageWarnings(LATER)
  expect(await listAverageWarnings()).toEqual([])
  await asOwner(`update drivers set status = 'active' where id = '${ana}'`)
  await saveAverageWarnings(LATER)
  expect(await listAverageWarnings()).toHaveLength(1)
  await asOwner(
    `set session_replication_role = replica; update terms set regime = 'employee' where driver_id = '${ana}'`,
  )
  expect(await kindsOf(LATER)).toEqual([])
  await saveAverageWarnings(LATER)
  expect(await listAverageWarnings()).toEqual([])
})

test('two records of one person are one, and nobody else’s', async () => {
  await keep('a.csv', [line(2, '2026-06-03T08:00', '2026-06-03T12:00')])
  await db.updateTable('drivers').set({ merged_into: other }).where('id', '=', ana).execute()
  const { weeks } = await showTimes(other, NOW)
  expect(weeks[0]).toMatchObject({ week: readWeek('2026-W23'), worked: { record: 4 * 3_600, platforms: null } })
})

test('what Bolt and Uber had at once counts once, and each says how it is known', async () => {
  const key = (source: string, value: string) => ({ source, kind: 'driver', value, driver_id: ana })
  await db.deleteFrom('source_keys').where('driver_id', '=', ana).where('kind', '=', 'driver').execute()
  await db
    .insertInto('source_keys')
    .values([key('bolt', 'b-1'), key('uber', 'u-1')])
    .execute()
  const day = { provider: 'bolt', driver: 'b-1', day: '2026-06-03', week: '2026-06-01' }
  await db
    .insertInto('platform_days')
    .values({ ...day, online_seconds: 4 * 3_600, online_spans: [8 * 3_600, 12 * 3_600] })
    .execute()
  await db
    .insertInto('platform_orders')
    .values({
      provider: 'bolt',
      reference: 'o-1',
      company: 'x',
      status: 'finished',
      driver: 'b-1',
      created_at: '2026-06-03T10:30:00Z',
      accepted_at: '2026-06-03T10:30:00Z',
      dropped_off_at: '2026-06-03T11:30:00Z',
      day: '2026-06-03',
      week: '2026-06-01',
      ride_cents: 0,
      booking_cents: 0,
      toll_cents: 0,
      cancellation_cents: 0,
      tip_cents: 0,
      commission_cents: 0,
      net_cents: 0,
    })
    .execute()
  expect((await dayOf('2026-06-03'))?.platforms).toEqual({
    boltOnline: 4 * 3_600,
    onTrip: { uber: null, bolt: 3_600 },
    // Online from eight until twelve, with an order from half past eleven until half past twelve.
    together: 4.5 * 3_600,
    most: 4.5 * 3_600,
    rest: null,
  })
})

test('the lines of a record are written once and never changed', async () => {
  await keep('a.csv', [line(2, '2026-06-03T08:00', '2026-06-03T12:00')])
  await expect(db.deleteFrom('working_times').execute()).rejects.toThrow('permission denied')
  await expect(db.deleteFrom('working_time_files').execute()).rejects.toThrow('permission denied')
  await expect(db.updateTable('working_time_files').set({ source: 'x' }).execute()).rejects.toThrow('permission denied')
})

test('an address that is no driver is not found', async () => {
  for (const id of ['x', '00000000-0000-4000-8000-000000000000'])
    await expect(showTimes(id, NOW)).rejects.toMatchObject({ code: 'record.not-found' })
})
