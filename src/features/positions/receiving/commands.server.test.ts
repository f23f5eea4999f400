import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import {
  beginPrivateTime,
  endPrivateTime,
  holdCar,
  noteDriversNotified,
  readNotice,
  saveRules,
} from '#features/positions/rules/commands.server.ts'
import { endDevice, makeDevice, renewToken } from '#features/positions/devices/commands.server.ts'
import { deviceInput } from '#features/positions/devices/schema.ts'
import { listDevices } from '#features/positions/devices/queries.server.ts'
import { listNotified } from '#features/positions/rules/queries.server.ts'
import { showDay, showFleet, showOwn } from '#features/positions/queries.server.ts'
import { asOwner, aFleet, makeChange } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { storePositions } from './commands.server.ts'

const NOW = Temporal.Now.instant()
const TODAY = NOW.toZonedDateTimeISO('Europe/Lisbon').toPlainDate().toString()
const RULES = {
  records: true,
  keepsDays: 7,
  duty: 'assignment',
  offDuty: 'drop',
  asksReason: false,
  tellsUnheld: true,
  night: null,
} as const
let car = ''
let driver = '' as OwnDriverId
let by = { uid: '' as string | null, role: 'admin' as const }

const at = <Result>(work: Parameters<typeof makeChange<Result>>[0], seconds = 0) =>
  makeChange(work, {
    at: NOW.subtract({ seconds }),
    actor: { uid: by.uid, role: 'admin', address: null, requestId: null },
  })
const device = (more: object) =>
  deviceInput.parse({ kind: 'phone', name: 'Telemóvel', vehicleId: '', driverId: '', knownAs: '', ...more })
/** A fix from this number of seconds ago. */
const fix = (seconds: number, lat = 38.7) => ({
  at: NOW.epochMilliseconds - seconds * 1_000,
  lat,
  lon: -9.1,
  speed: null,
  course: null,
  accuracy: null,
})
const sent = (key: string | null, seconds: number, known: string | null = null) => ({ key, known, fix: fix(seconds) })

beforeEach(async () => {
  const fleet = await aFleet()
  by = { uid: await anAccount('operacoes@exemplo.pt', 'admin'), role: 'admin' }
  car = fleet.vehicle('ZX11TA')
  const held = await db.selectFrom('assignments').select(['id', 'driver_id']).where('vehicle_id', '=', car).execute()
  driver = held[0]!.driver_id as OwnDriverId
  await asOwner(`update assignments set period = tstzrange('2026-01-01', null) where id = '${held[0]!.id}'`)
  await at((change) => saveRules(change, RULES), 40_000)
  await at((change) => readNotice(change, driver), 36_000)
})

test('what a phone sends is kept, answered, and counted; told twice it is one', async () => {
  const { token } = await at((change) => makeDevice(change, device({ vehicleId: car })))
  expect(await storePositions([sent(token, 60), sent(token, 30), { key: token, known: null, fix: null }])).toEqual([
    'kept',
    'kept',
    'no-place',
  ])
  expect(await storePositions([sent(token, 60), sent('nobody', 10)])).toEqual(['kept', 'unknown'])
  expect((await listDevices(NOW))[0]?.counts).toEqual({ kept: 2, double: 1, 'no-place': 1 })
  const [last] = await showFleet({ by, cars: null, reason: '', now: NOW })
  expect(last).toMatchObject({
    vehicleId: car,
    state: 'stopped',
    source: { kind: 'phone', name: 'Telemóvel' },
    fixAt: expect.stringContaining('Z'),
  })
})

test('many at once are written together, each is answered, and a device that was taken back too', async () => {
  const { id, token } = await at((change) => makeDevice(change, device({ vehicleId: car })))
  const outcomes = await Promise.all(Array.from({ length: 200 }, (_, one) => storePositions([sent(token, 300 - one)])))
  expect(new Set(outcomes.flat())).toEqual(new Set(['kept']))
  expect((await showDay({ by, reason: '', now: NOW }, { vehicleId: car, day: TODAY })).points.length).toBeGreaterThan(0)
  const other = await at((change) => renewToken(change, id))
  expect(await storePositions([sent(token, 5), sent(other, 5)])).toEqual(['unknown', 'kept'])
  await at((change) => endDevice(change, id))
  expect(await storePositions([sent(other, 4)])).toEqual(['ended'])
})

test('a person’s phone counts for the car that the person has, and a server for every tracker that it names', async () => {
  const phone = await at((change) => makeDevice(change, device({ driverId: driver })))
  const server = await at((change) => makeDevice(change, device({ kind: 'server', name: 'Traccar' })))
  await at((change) =>
    makeDevice(change, device({ kind: 'tracker', name: 'Caixa', vehicleId: car, knownAs: '990000000000001' })),
  )
  expect(await storePositions([sent(phone.token, 50)])).toEqual(['kept'])
  expect(
    await storePositions([
      sent(server.token, 40, '990000000000001'),
      sent(server.token, 40, 'outro'),
      sent(server.token, 40),
    ]),
  ).toEqual(['kept', 'unknown', 'unknown'])
  // No device can send for another one.
  expect(await storePositions([sent(phone.token, 30, '990000000000001')])).toEqual(['kept'])
  expect((await listDevices(NOW)).map(({ name, counts }) => [name, counts['kept'] ?? 0])).toEqual([
    ['Caixa', 1],
    ['Telemóvel', 2],
    ['Traccar', 0],
  ])
  await asOwner(`update assignments set period = tstzrange('2026-01-01', '2026-02-01') where vehicle_id = '${car}'`)
  expect(await storePositions([sent(phone.token, 20)])).toEqual(['no-car'])
  await expect(
    at((change) => makeDevice(change, device({ kind: 'tracker', vehicleId: car, knownAs: '990000000000001' }))),
  ).rejects.toMatchObject({ code: 'position.known' })
})

test('nothing is kept of who was not told, is private, or drives the own car; becoming private takes back what came meanwhile', async () => {
  const { token } = await at((change) => makeDevice(change, device({ vehicleId: car })))
  await db
    .updateTable('position_settings')
    .set({ records_since: NOW.subtract({ hours: 20 }).toString() })
    .execute()
  expect(await storePositions([sent(token, 36_100), sent(token, 35_900)])).toEqual(['no-notice', 'kept'])
  await storePositions([sent(token, 0)])
  await at((change) => beginPrivateTime(change, driver), 100)
  expect((await showOwn(driver, NOW)).privateSince).not.toBeNull()
  expect(await storePositions([sent(token, 50), sent(token, 150)])).toEqual(['private', 'kept'])
  const { points } = await showDay({ by, reason: '', now: NOW }, { vehicleId: car, day: TODAY })
  expect(points.every(({ at: moment }) => moment < NOW.subtract({ seconds: 100 }).toString())).toBe(true)
  await at((change) => endPrivateTime(change, driver), 20)
  expect(await storePositions([sent(token, 25), sent(token, 15)])).toEqual(['private', 'kept'])
  // A hold for theft outweighs private time, and has a person who answers for it.
  await at((change) => beginPrivateTime(change, driver), 10)
  expect(await storePositions([sent(token, 5)])).toEqual(['private'])
  await at((change) => holdCar(change, { vehicleId: car, kind: 'theft', from: TODAY, until: TODAY, reason: 'Furto' }))
  expect(await storePositions([sent(token, 4)])).toEqual(['kept'])
  const long = NOW.add({ hours: 24 * 100 })
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
    .toString()
  await expect(
    at((change) => holdCar(change, { vehicleId: car, kind: 'theft', from: TODAY, until: long, reason: 'x' })),
  ).rejects.toMatchObject({ code: 'position.hold-ends' })
  await asOwner(
    `delete from position_holds; insert into vehicle_titles (vehicle_id, title, owner_id) values ('${car}', 'driver', '${driver}')`,
  )
  expect(await storePositions([sent(token, 3)])).toEqual(['own-car'])
  await expect(at((change) => makeDevice(change, device({ vehicleId: car })))).rejects.toMatchObject({
    code: 'position.own-car',
  })
})

test('a driver is on duty in a planned shift alone, where the operator says so', async () => {
  await at((change) => saveRules(change, { ...RULES, duty: 'shift' }))
  const { token } = await at((change) => makeDevice(change, device({ vehicleId: car })))
  expect(await storePositions([sent(token, 60)])).toEqual(['off-duty'])
  const weekdays = '{1,2,3,4,5,6,7}'
  await asOwner(`insert into shift_patterns (vehicle_id, driver_id, weekdays, starts, ends, valid_from, created_at)
    values ('${car}', '${driver}', '${weekdays}', '00:00', '00:00', '2026-01-01', now())`)
  expect(await storePositions([sent(token, 60)])).toEqual(['kept'])
})

test('the office says whom it told; that counts from the end of the day, of today from now on', async () => {
  await asOwner('delete from position_notices')
  expect((await listNotified(NOW)).find(({ id }) => id === driver)).toMatchObject({ notifiedAt: null, way: null })
  await at((change) => noteDriversNotified(change, { drivers: [driver], on: TODAY }))
  expect((await listNotified(NOW)).find(({ id }) => id === driver)).toMatchObject({
    notifiedAt: NOW.round('microsecond').toString(),
    way: 'told',
  })
})
