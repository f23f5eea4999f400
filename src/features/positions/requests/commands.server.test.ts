import fc from 'fast-check'
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
  // A sign of life without a place, a fix from tomorrow, one from last year, and one sent twice.
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

/** Values that no real device sends, in place of a name, a time or a number. */
const ODD = fc.constantFrom<unknown>(
  ...['\0', 'a\0b', '\ud800', '', ' ', '-', 'NaN', '1e999', '9999-12-31T23:59:59Z', '-271821-04-20T00:00:00Z'],
  ...[8.64e15, 1e300, -1e300, 1e-300, -0, 253_402_300_800, 91, -181, true, null, [], {}, '٣', '😀'.repeat(90)],
)

test('whatever a stranger sends, or one that is known, is answered, and costs nobody else a fix', async () => {
  const token = await aPhone()
  const car = (await db.selectFrom('position_devices').select('vehicle_id').executeTakeFirstOrThrow()).vehicle_id
  const tracker = { kind: 'tracker', name: 'Caixa', vehicleId: car, driverId: null, knownAs: '1' } as const
  await makeChange((change) => makeDevice(change, tracker), { at: NOW })
  const names = ['at', 'lat', 'lon', 'speed', 'course', 'accuracy', 'device', 'timestamp', 'id', 'uniqueId', 'fixTime']
  const usual = { at: NOW.toString(), lat: 38.7, lon: -9.1, fixTime: NOW.toString(), latitude: 38.7, longitude: -9.1 }
  const fields = fc
    .dictionary(fc.constantFrom(...names, 'latitude', 'longitude', 'coords', 'valid', 'heading'), ODD, { maxKeys: 4 })
    .map((some) => ({ ...usual, ...some }))
  const body = fc.oneof(
    fc.record({ position: fields, device: fields }),
    fc.record({
      location: fc.record({ timestamp: ODD, coords: fields }),
      device_id: fc.oneof(ODD, fc.constant(token)),
    }),
    fc.record({ device: fc.oneof(ODD, fc.constant('1')), fixes: fc.array(fields, { maxLength: 3 }) }),
    fc.array(fields, { maxLength: 3 }),
  )
  const query = fc.dictionary(fc.constantFrom(...names), ODD, { maxKeys: 3 }).map((some) => {
    const asked = new URLSearchParams()
    for (const [name, value] of Object.entries(some)) asked.append(name, String(value))
    return asked.toString()
  })
  let asked = 0
  await fc.assert(
    fc.asyncProperty(body, query, fc.constantFrom(null, token, 'of-nobody-at-all-of-20'), async (sent, said, shown) => {
      asked += 1
      const address = `10.9.${asked >> 8}.${asked & 255}`
      const authorization = shown === null ? null : `Bearer ${shown}`
      const mine = `id=${token}&lat=38.7&lon=-9.1&timestamp=${NOW.subtract({ seconds: asked }).toString()}`
      const [one, other, third] = await Promise.all([
        ask(said, JSON.stringify(sent), { authorization, address }),
        ask('', mine, { address: '198.51.100.8' }),
        ask(said, '', { authorization, address }),
      ])
      expect([one.status, third.status].every((status) => [200, 400, 404, 429].includes(status))).toBe(true)
      expect(other.status).toBe(200)
    }),
    { numRuns: 60, examples: [[{ device: '\0', fixes: [usual] }, '', token]] },
  )
})

/** The ways in which a device or a server sends some of its fixes, or fails to. */
const WAYS = ['address', 'form', 'client', 'batch', 'batch', 'twice', 'cut', 'stranger'] as const
/** `npm run slow -- connections` asks for a thousand. */
const RUNS = Number(process.env['VOLANTE_SCRIPTS'] ?? 10)
let scripts = 0

test('however broken, doubled and disordered fixes are sent, each is kept once, and whoever sends them goes on being heard', async () => {
  await aPhone()
  const car = (await db.selectFrom('position_devices').select('vehicle_id').executeTakeFirstOrThrow()).vehicle_id!
  const one = fc.record({
    way: fc.constantFrom(...WAYS),
    of: fc.uniqueArray(fc.nat(19), { minLength: 1, maxLength: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 8 }), async (sendings) => {
      scripts += 1
      const address = `10.${scripts >> 8}.${scripts & 255}.1`
      const phone = { kind: 'phone', name: 'Telemóvel', vehicleId: car, driverId: null, knownAs: '' } as const
      const { token } = await makeChange((change) => makeDevice(change, phone), { at: NOW })
      const authorization = `Bearer ${token}`
      const at = (fix: number) => NOW.subtract({ seconds: fix + 1 }).toString()
      const batch = (fixes: readonly number[]) =>
        JSON.stringify({ fixes: fixes.map((fix) => ({ at: at(fix), lat: 38.7, lon: -9.1 })) })
      const client = (fix: number) => ({
        location: { timestamp: at(fix), coords: { latitude: 38.7, longitude: -9.1 } },
        device_id: token,
      })
      const came = new Set<number>()
      const arrive = async (fixes: readonly number[], ...sent: Parameters<typeof ask>) => {
        expect(await ask(...sent)).toMatchObject({ status: 200 })
        for (const fix of fixes) came.add(fix)
      }
      for (const { way, of } of sendings) {
        const [first = 0] = of
        const said = `id=${token}&lat=38.7&lon=-9.1&timestamp=${at(first)}`
        if (way === 'address') await arrive([first], said, '', { address })
        else if (way === 'form') await arrive([first], '', said, { address })
        else if (way === 'client') await arrive([first], '', JSON.stringify(client(first)), { address })
        else if (way === 'batch') await arrive(of, '', batch(of), { authorization, address })
        else if (way === 'twice') await arrive(of, '', batch([...of, ...of.toReversed()]), { authorization, address })
        else if (way === 'cut')
          expect(await ask('', batch(of).slice(0, -4), { authorization, address })).toMatchObject({ status: 400 })
        else expect((await ask(said.replace(token!, 'of-nobody'), '', { address })).status).toBe(400)
      }
      const kept = async () =>
        Number(
          (
            await db
              .selectFrom('position_counts')
              .innerJoin('position_devices', 'position_devices.id', 'device_id')
              .select(({ fn }) => fn.sum<string>('count').as('count'))
              .where('outcome', '=', 'kept')
              .where('ended_at', 'is', null)
              .where('device_id', '=', ({ selectFrom }) =>
                selectFrom('position_devices').select(({ fn }) => fn.max('id').as('id')),
              )
              .executeTakeFirstOrThrow()
          ).count ?? 0,
        )
      expect(await kept()).toBe(came.size)
      // Once nothing goes wrong any more, everything arrives.
      const all = Array.from({ length: 20 }, (_, fix) => fix)
      await arrive(all, '', batch(all), { authorization, address })
      expect(await kept()).toBe(20)
    }),
    { numRuns: RUNS },
  )
})
