import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { translator } from '#messages/translate.ts'
import { aFleet, dropPublicSet } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { readCarDay } from './day.server.ts'
import type { Looking } from './looker.server.ts'
import { marksOf } from './marks.ts'
import { listSeenCars } from './seen.server.ts'

const NOW = Temporal.Instant.from('2026-06-09T10:00:00Z')

/** A fleet in which one car sends positions, on its way north from Lisbon, until `silentFor` before now. */
async function aTrackedCar({ silentFor = 0 } = {}) {
  const fleet = await aFleet()
  await dropPublicSet()
  const uid = await anAccount('operacoes@exemplo.pt', 'admin')
  const car = fleet.vehicle('ZX11TA')
  await db.insertInto('position_settings').values({ records_since: '2026-06-01T00:00:00Z' }).execute()
  const { id: device } = await db
    .insertInto('position_devices')
    .values({ kind: 'tracker', name: 'Caixa 7', vehicle_id: car, made_at: NOW.toString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const steps = Array.from({ length: 40 }, (_, step) => step)
  const ats = steps.map((step) => NOW.subtract({ minutes: silentFor, seconds: (39 - step) * 15 }).toString())
  await sql`select positions.keep(${steps.map(() => device)}::int[], ${ats}::timestamptz[], ${steps.map(() => car)}::uuid[],
    ${steps.map((step) => Math.round((38.72 + step * 0.001) * 1e7))}::int[], ${steps.map(() => Math.round(-9.14 * 1e7))}::int[],
    ${steps.map(() => 740)}::smallint[], ${steps.map(() => 0)}::smallint[], ${steps.map(() => 8)}::smallint[],
    ${steps.map(() => false)}::bool[], ${NOW.toString()})`.execute(db)
  const looking = { by: { uid, role: 'admin' }, reason: '', now: NOW } satisfies Looking
  return { car, looking }
}

const looks = () => db.selectFrom('position_looks').select(['what', 'reason', 'reader']).execute()

test('a car is where its tracker says, with its state and who has it; every other where files saw it', async () => {
  const { car, looking } = await aTrackedCar()
  const { cars, wantsReason } = await listSeenCars(looking, NOW)
  expect(wantsReason).toBe(false)
  const tracked = cars.find(({ id }) => id === car)
  expect(tracked).toMatchObject({
    state: 'moving',
    age: 0,
    seen: { kind: 'fix', source: { device: 'Caixa 7' } },
    fix: { lat: 38.759, lon: -9.14, speed: 27 },
  })
  expect(tracked?.driver).not.toBeNull()
  const others = cars.filter(({ id }) => id !== car)
  expect(others.some(({ state, seen }) => state === 'untracked' && seen?.kind === 'toll' && seen.to !== null)).toBe(
    true,
  )
  expect(others.every(({ fix, state, seen }) => fix === null && state === (seen ? 'untracked' : 'unseen'))).toBe(true)
  // Only a car with a position of its own is a point on the map.
  const marks = marksOf(cars, translator('pt'))
  expect(marks.filter(({ kind }) => kind !== 'area').map(({ id }) => id)).toEqual([car])
  expect(marks.filter(({ kind }) => kind === 'area').every(({ area }) => area !== '')).toBe(true)
  expect(await looks()).toEqual([{ what: 'last', reason: '', reader: looking.by.uid }])
})

test('a tracker that is silent stays where it was, and is said to be', async () => {
  const { car, looking } = await aTrackedCar({ silentFor: 45 })
  const { cars } = await listSeenCars(looking, NOW)
  expect(cars.find(({ id }) => id === car)).toMatchObject({ state: 'offline', age: 45 * 60_000 })
})

test('whoever has nothing to do with cars sees what files say and no position, and nothing is looked at', async () => {
  const { car } = await aTrackedCar()
  const { cars, wantsReason } = await listSeenCars(null, NOW)
  expect(wantsReason).toBe(false)
  expect(cars.every(({ fix }) => fix === null)).toBe(true)
  const day = await readCarDay(car, null, null, NOW)
  expect(day).toMatchObject({ way: null, metres: null, mayLook: false })
  expect(await looks()).toEqual([])
})

test('where the operator wants a reason the list is there without positions until one is said', async () => {
  const { car, looking } = await aTrackedCar()
  await db.updateTable('position_settings').set({ asks_reason: true }).execute()
  const asked = await listSeenCars(looking, NOW)
  expect(asked.wantsReason).toBe(true)
  expect(asked.cars.length).toBeGreaterThan(1)
  expect(asked.cars.every(({ fix }) => fix === null)).toBe(true)
  expect((await readCarDay(car, '2026-06-09', looking, NOW)).wantsReason).toBe(true)
  expect(await looks()).toEqual([])
  const said = await listSeenCars({ ...looking, reason: 'cliente à espera' }, NOW)
  expect(said.cars.find(({ id }) => id === car)?.fix).not.toBeNull()
  expect(await looks()).toEqual([{ what: 'last', reason: 'cliente à espera', reader: looking.by.uid }])
})

test('a day of a car has its trip, its driver and its tolls in the order of time; of a day to come there is none', async () => {
  const { car, looking } = await aTrackedCar()
  const day = await readCarDay(car, '2026-06-09', looking, NOW)
  expect(day.happened.map(({ kind }) => kind)).toContain('trip')
  expect(day.happened.find(({ kind }) => kind === 'trip')?.driver).toBe(day.had[0])
  expect(day.metres).toBeGreaterThan(4_000)
  expect(day.after).toBeNull()
  const { cars } = await listSeenCars(null, NOW)
  const toll = cars.find(({ seen }) => seen?.kind === 'toll')!
  const on = Temporal.Instant.from(toll.seen!.at).toZonedDateTimeISO('Europe/Lisbon').toPlainDate().toString()
  const then = await readCarDay(toll.id, on, looking, NOW)
  expect(then.happened.some(({ kind, from, link }) => kind === 'toll' && from === toll.seen!.at && link !== null)).toBe(
    true,
  )
  for (const wrong of ['2026-06-10', 'ontem', '2026-02-30'])
    await expect(readCarDay(car, wrong, looking, NOW)).rejects.toMatchObject({ code: 'record.not-found' })
})
