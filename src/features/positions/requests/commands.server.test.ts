import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { makeDevice } from '#features/positions/devices/commands.server.ts'
import { saveRules } from '#features/positions/rules/commands.server.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { answerDevice } from './commands.server.ts'

const NOW = Temporal.Now.instant()

async function aPhone(): Promise<string> {
  const car = (await aFleet()).vehicle('ZX11TA')
  await asOwner(`delete from assignments where vehicle_id = '${car}'`)
  const rules = {
    records: true,
    keepsDays: 7,
    duty: 'shift',
    offDuty: 'drop',
    asksReason: false,
    tellsUnheld: true,
    night: null,
  } as const
  await makeChange((change) => saveRules(change, rules), { at: NOW.subtract({ hours: 1 }) })
  const { token } = await makeChange(
    (change) => makeDevice(change, { kind: 'phone', name: 'Telemóvel', vehicleId: car, driverId: null, knownAs: '' }),
    { at: NOW },
  )
  return token!
}

const ask = (query: string, body = '', { authorization = null as string | null, address = '198.51.100.7' } = {}) =>
  answerDevice({ fields: new URLSearchParams(query), body, authorization, address, now: NOW })
const place = (seconds: number) =>
  `lat=38.7&lon=-9.1&timestamp=${Math.floor(NOW.subtract({ seconds }).epochMilliseconds / 1_000)}`
const counts = () => db.selectFrom('position_counts').select(['outcome', 'count']).orderBy('outcome').execute()

test('a phone says the same in the address, in a form and in JSON; a refused fix is answered as well as a kept one', async () => {
  const token = await aPhone()
  expect(await ask(`id=${token}&${place(30)}`)).toEqual({ status: 200, tally: null })
  expect(await ask('', `id=${token}&${place(25)}`)).toEqual({ status: 200, tally: null })
  const coords = { latitude: 38.7, longitude: -9.1, speed: -1, heading: -1, accuracy: 9 }
  const location = { timestamp: NOW.subtract({ seconds: 20 }).toString(), coords, battery: { level: 1 }, extras: {} }
  expect(await ask('', JSON.stringify({ location, device_id: token }))).toEqual({ status: 200, tally: null })
  // Alive without a place, of tomorrow, of last year, and said again.
  expect(
    await ask('', JSON.stringify({ location: { timestamp: NOW.toString(), extras: {} }, device_id: token })),
  ).toMatchObject({ status: 200 })
  expect(await ask(`id=${token}&${place(-86_400)}`)).toMatchObject({ status: 200 })
  expect(await ask(`id=${token}&${place(86_400 * 365)}`)).toMatchObject({ status: 200 })
  expect(await ask(`id=${token}&${place(30)}`)).toMatchObject({ status: 200 })
  expect(await counts()).toEqual([
    { outcome: 'double', count: 1 },
    { outcome: 'future', count: 1 },
    { outcome: 'kept', count: 3 },
    { outcome: 'no-place', count: 1 },
    { outcome: 'off', count: 1 },
  ])
})

test('many at once are told apart by what became of them', async () => {
  const token = await aPhone()
  const at = (seconds: number) => NOW.subtract({ seconds }).toString()
  const fixes = [
    { at: at(3), lat: 38.7, lon: -9.1 },
    { at: at(2), lat: 38.7, lon: -9.1 },
    { at: at(1), lat: 0, lon: 0 },
  ]
  const authorization = `Bearer ${token}`
  expect(await ask('', JSON.stringify({ fixes }), { authorization })).toEqual({
    status: 200,
    tally: { kept: 2, 'no-place': 1 },
  })
  expect(await ask('', '{"fixes":[', { authorization })).toMatchObject({ status: 400 })
  expect(await ask('', '{}', { authorization })).toMatchObject({ status: 400 })
})

test('who shows no token, or one that nobody knows, is turned away, and soon is not read', async () => {
  const token = await aPhone()
  const address = '203.0.113.9'
  expect(await ask('', '', { address })).toMatchObject({ status: 404 })
  const statuses = new Set<number>()
  for (let tries = 0; tries < 62; tries++)
    statuses.add((await ask(`id=made-up-${tries}&${place(1)}`, '', { address })).status)
  expect([...statuses]).toEqual([400, 429])
  expect(await ask(`id=${token}&${place(1)}`, '', { address })).toMatchObject({ status: 429 })
  expect(await ask(`id=${token}&${place(1)}`)).toMatchObject({ status: 200 })
  expect(await ask('', JSON.stringify({ location: { coords: {} }, device_id: 'made-up' }))).toMatchObject({
    status: 404,
  })
})
