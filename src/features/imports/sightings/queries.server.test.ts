import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { bounds } from '#domain/week.ts'
import { MONDAY, WEEK, aFleet, dropPublicSet, makeChange } from '#test/factories.ts'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import { type Sighting, listSightings } from './queries.server.ts'

const { start } = bounds(WEEK)

/** The result of `listSightings`, worked out from every row with a plate, one after the other. */
async function byPlate(until: Temporal.Instant) {
  const cars = new Map(
    (await db.selectFrom('vehicles').select(['id', 'plate']).execute()).map(({ id, plate }) => [plate, id]),
  )
  const rows = await db
    .selectFrom('import_rows')
    .select(['at', 'keys', 'facts', 'line', 'kind'])
    .where('state', '=', 'live')
    .where('source', '=', 'viaverde')
    .execute()
  const last = new Map<string, { at: string; place: string }>()
  for (const { at, keys, facts, kind } of rows) {
    const plate = (keys as { kind: string; value: string }[]).find((key) => key.kind === 'plate')?.value ?? ''
    const car = cars.get(plate)
    if (!car || !at || kind === 'company-fee' || Temporal.Instant.compare(at, until) > 0) continue
    if ((last.get(car)?.at ?? '') >= at.toString()) continue
    last.set(car, { at: at.toString(), place: (facts as { place: string }).place })
  }
  return last
}

const plainSightings = (seen: ReadonlyMap<string, Sighting>) =>
  new Map([...seen].map(([car, { at, place }]) => [car, { at: at.toString(), place }]))

test('each car was seen last where its last toll says, up to the moment that is asked about', async () => {
  await aFleet()
  await dropPublicSet()
  const tolls = await byPlate(MONDAY)
  expect(tolls.size).toBeGreaterThan(1)
  const seen = await listSightings(MONDAY)
  const ofTolls = [...seen].filter(([, { source }]) => source === 'viaverde')
  expect(ofTolls.length).toBeGreaterThan(0)
  for (const [car, { at, place, importId, line }] of ofTolls) {
    expect({ at: at.toString(), place }).toEqual(tolls.get(car))
    expect(importId).toBeGreaterThan(0)
    expect(line).toBeGreaterThan(0)
  }
  // A car whose last sighting is no toll has a pump or a charger after it.
  for (const [car, { at }] of tolls) expect(seen.get(car)!.at.toString() >= at).toBe(true)
  const middle = start.add({ hours: 72 })
  const before = await listSightings(middle)
  expect([...before.values()].every(({ at }) => Temporal.Instant.compare(at, middle) <= 0)).toBe(true)
  expect(await listSightings(start.subtract({ hours: 24 * 30 }))).toEqual(new Map())
})

test('a pump and a charger see the car of their card, and what is taken back saw nobody', async () => {
  await aFleet()
  await dropPublicSet()
  const seen = await listSightings(MONDAY)
  const prio = [...seen.values()].filter(({ source }) => source === 'prio')
  expect(prio.length).toBeGreaterThan(0)
  expect(prio.every(({ kind, place }) => /fuel|charging/.test(kind) && place !== null)).toBe(true)
  const imports = await db.selectFrom('imports').select('id').where('source', 'in', ['viaverde', 'prio']).execute()
  for (const { id } of imports) await makeChange((change) => undoImport(change, id))
  expect(plainSightings(await listSightings(MONDAY))).toEqual(new Map())
})

test('a fleet without a file saw nobody', async () => {
  await aFleet()
  expect(await listSightings(MONDAY)).toEqual(new Map())
})
