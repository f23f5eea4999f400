import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { aFleet, asOwner } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { listLooks } from '../queries.server.ts'
import { keptState, showMoment } from './queries.server.ts'

const NOW = Temporal.Instant.from('2026-06-09T10:00:00Z')
const SETUBAL = { lat: 38.5244, lon: -8.8882 }

/** A car of a driver, standing in Lisbon from 9:00 to 9:30. */
async function parkedCar() {
  const fleet = await aFleet()
  const uid = await anAccount('operacoes@exemplo.pt', 'admin')
  const car = fleet.vehicle('ZX11TA')
  const { driver_id: driver } = await db
    .selectFrom('assignments')
    .select('driver_id')
    .where('vehicle_id', '=', car)
    .executeTakeFirstOrThrow()
  await db.insertInto('position_settings').values({ records_since: '2026-06-01T00:00:00Z' }).execute()
  await asOwner(`select positions.make_days('2026-06-08', 3)`)
  for (let minute = 0; minute <= 30; minute++)
    await asOwner(`insert into positions.points (device, at, vehicle_id, lat, lon, accuracy, received_at, hidden)
      values (1, '2026-06-09T09:00:00Z'::timestamptz + interval '${minute} minutes', '${car}', 387200000, -91400000, 10, now(), ${minute === 20})`)
  const look = (reason: string) => ({ by: { uid, role: 'admin' as const }, reason, now: NOW })
  return { car, driver, uid, look }
}

const at = Temporal.Instant.from('2026-06-09T09:12:00Z')

test('where a car was at a minute is shown to whoever says why, and each press is a look of its own', async () => {
  const { car, driver, look } = await parkedCar()
  await expect(showMoment(look('  '), { vehicleId: car, at, town: null })).rejects.toMatchObject({
    code: 'position.reason-missing',
  })
  expect(await listLooks({ vehicleId: car }, 9)).toEqual([])
  const found = await showMoment(look('Multa 123'), { vehicleId: car, at, town: SETUBAL })
  expect(found).toMatchObject({
    is: 'standing',
    from: '2026-06-09T09:00:00Z',
    to: '2026-06-09T09:30:00Z',
    lat: 38.72,
    distance: { kilometres: 31, isElsewhere: true },
  })
  await showMoment(look('Multa 123'), { vehicleId: car, at, town: null })
  expect(await listLooks({ driverId: driver }, 9)).toMatchObject([
    { what: 'moment', day: '2026-06-09', reason: 'Multa 123', by: 'operacoes' },
    { what: 'moment' },
  ])
})

test('a moment of which nothing is there says so, and is a look all the same', async () => {
  const { car, look } = await parkedCar()
  const early = Temporal.Instant.from('2026-06-09T06:00:00Z')
  expect(await showMoment(look('Dano'), { vehicleId: car, at: early, town: SETUBAL })).toEqual({
    is: 'unknown',
    from: null,
    to: null,
    lat: null,
    lon: null,
    distance: null,
  })
  expect(await listLooks({ vehicleId: car }, 9)).toMatchObject([{ what: 'moment', reason: 'Dano' }])
})

test('the function shows nothing without a name or a reason, and nothing that is hidden', async () => {
  const { car, uid } = await parkedCar()
  const ask = (reader: string | null, reason: string) =>
    sql<{
      at: Temporal.Instant
    }>`select at from positions.see_moment(${reader}, ${car}, ${at.toString()}, ${reason}, ${NOW.toString()})`.execute(
      db,
    )
  await expect(ask(null, 'Multa')).rejects.toMatchObject({ code: '42501' })
  await expect(ask('nobody', 'Multa')).rejects.toMatchObject({ code: '42501' })
  await expect(ask(uid, ' ')).rejects.toMatchObject({ code: '42501' })
  const { rows } = await ask(uid, 'Multa')
  expect(rows).toHaveLength(30)
})

test('a moment may be asked about within the days that are kept, and longer while somebody holds the car', async () => {
  const { car, uid } = await parkedCar()
  const old = Temporal.Instant.from('2026-06-02T12:00:00Z')
  expect(await keptState(car, at, NOW)).toBe('kept')
  expect(await keptState(car, old, NOW)).toBe('gone')
  expect(await keptState(car, Temporal.Instant.from('2026-05-30T12:00:00Z'), NOW)).toBe('off')
  expect(await keptState(car, NOW.add({ hours: 1 }), NOW)).toBe('off')
  await asOwner(`insert into position_holds (vehicle_id, kind, reason, from_at, until_at, made_at, made_by)
    values ('${car}', 'proof', 'Multa 123', '2026-06-02', '2026-07-01', '2026-06-03', '${uid}')`)
  expect(await keptState(car, old, NOW)).toBe('kept')
})
