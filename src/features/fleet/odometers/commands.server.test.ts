import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { basisPoints, cents } from '#domain/money.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { bounds } from '#domain/week.ts'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { changeTerms } from '#features/fleet/terms/commands.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import { MONDAY, WEEK, aFleet, makeChange, dropPublicSet } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { addReading, addTracked, withdrawReading } from './commands.server.ts'
import { listReadings, listUnread } from './queries.server.ts'

const { start, end } = bounds(WEEK)
const RENTER: Terms = {
  ...PLAIN_TERMS,
  regime: 'rental',
  fee: { mode: 'percent', rate: basisPoints(400), base: 'commissionable' },
  kilometres: { included: 1_700, rate: cents(15) },
}

/** The car that a driver of the fleet has all the time. */
async function carOf(driverId: string): Promise<string> {
  const held = db.selectFrom('assignments').select('vehicle_id').where('driver_id', '=', driverId)
  return (await held.executeTakeFirstOrThrow()).vehicle_id
}

const read = (car: string, at: Temporal.Instant, kilometres: number, reason = '') =>
  makeChange((change) => addReading(change, car, { at, kilometres, reason }))

async function aRenter() {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const car = await carOf(driverId)
  await db
    .deleteFrom('assignments')
    .where((one) => one.or([one('driver_id', '=', driverId), one('vehicle_id', '=', car)]))
    .execute()
  await db
    .insertInto('assignments')
    .values({ driver_id: driverId, vehicle_id: car, period: '(,)', created_at: MONDAY.toString() })
    .execute()
  const [agreed] = await listTerms(driverId)
  await makeChange((change) => changeTerms(change, driverId, agreed!.id, { terms: RENTER, reason: 'aluga' }))
  const kilometreLine = async () =>
    (await getWeek(WEEK)).statements
      .find(({ driver }) => driver.id === driverId)
      ?.settlement?.lines.find(({ code }) => code === 'vehicle.kilometres')
  const asked = async () =>
    (await getWeekPage(WEEK, MONDAY)).questions.flatMap((one) => (one.kind === 'no-reading' ? [one.vehicle] : []))
  return { driverId, car, kilometreLine, asked }
}

test('a week read at both ends charges the kilometres past those in the rent, and shows the two readings', async () => {
  const { car, kilometreLine, asked } = await aRenter()
  await dropPublicSet()
  await read(car, start, 120_000)
  // Readings for half a week give no figure.
  expect([await kilometreLine(), await asked()]).toEqual([undefined, [car]])
  await read(car, end, 122_400)
  const line = await kilometreLine()
  expect(line).toMatchObject({ amount: -105_00 })
  expect(line?.steps[0]).toMatchObject({
    kind: 'driven',
    kilometres: 2_400,
    included: 1_700,
    spans: [{ first: 120_000, last: 122_400 }],
  })
  expect(await asked()).toEqual([])
})

test('a reading that comes after the statement is a difference of its week', async () => {
  const { driverId, car, asked } = await aRenter()
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  // An approved week asks for no readings.
  expect(await asked()).toEqual([])
  await read(car, start, 0)
  await read(car, end, 1_900)
  const late = (await getWeek(WEEK)).statements.find(({ driver }) => driver.id === driverId)?.late
  expect(late).toMatchObject({ amount: -30_00, changes: [{ code: 'vehicle.kilometres', from: 0, to: -30_00 }] })
})

test('ten times the kilometres ask for a reason, and count with one', async () => {
  const car = await carOf((await aFleet()).driver('D1'))
  await read(car, start, 48_210)
  await expect(read(car, end, 482_100)).rejects.toMatchObject({ code: 'odometer.leaps' })
  await read(car, end, 482_100, 'conta-quilómetros trocado')
  expect((await listReadings(car)).map(({ kilometres }) => kilometres)).toEqual([482_100, 48_210])
})

test('a reading tells the name of who wrote it, not their address', async () => {
  const car = await carOf((await aFleet()).driver('D1'))
  const uid = await anAccount('marta@example.org', 'admin')
  await makeChange((change) => addReading(change, car, { at: start, kilometres: 48_210, reason: '' }), {
    actor: { ...SYSTEM, uid },
  })
  expect((await listReadings(car)).map(({ by }) => by)).toEqual(['marta'])
})

test('a reading that goes down says why, and a moment is read once', async () => {
  const fleet = await aFleet()
  const car = await carOf(fleet.driver('D1'))
  await read(car, start, 1_000)
  await expect(read(car, end, 900)).rejects.toMatchObject({ code: 'odometer.contradicts' })
  await expect(read(car, start, 1_000)).rejects.toMatchObject({ code: 'odometer.known' })
  await expect(read(car, MONDAY.add({ hours: 1 }), 1_000)).rejects.toMatchObject({ code: 'odometer.in-future' })
  await read(car, end, 5, 'Conta-quilómetros trocado')
  const [last] = await listReadings(car)
  await makeChange((change) => withdrawReading(change, car, last!.id, 'Engano'))
  await read(car, end, 1_400)
  expect((await listReadings(car)).map(({ kilometres, withdrawn }) => [kilometres, withdrawn])).toEqual([
    [1_400, null],
    [5, 'Engano'],
    [1_000, null],
  ])
})

/** Trips of a car by the hours around the week's beginning, with their odometers in kilometres. */
const tripsOf = (...trips: readonly [from: number, to: number, first: number, last: number][]) =>
  trips.map(([from, to, first, last]) => ({
    from: start.add({ hours: from }),
    to: start.add({ hours: to }),
    first: first * 1_000,
    last: last * 1_000,
  }))
const plateOf = async (car: string) =>
  (await db.selectFrom('vehicles').select('plate').where('id', '=', car).executeTakeFirstOrThrow()).plate
const tracked = async (car: string, trips: ReturnType<typeof tripsOf>, now = MONDAY) => {
  const plate = (await plateOf(car)).replaceAll(/[^A-Z0-9]/g, '')
  return addTracked({ tracker: 'cartrack', trips: new Map([[plate, trips]]), now })
}

test('a tracker reads what counts and nobody read: the Mondays and the hand-overs at which the car stood', async () => {
  const { driverId, car, kilometreLine } = await aRenter()
  await dropPublicSet()
  const noon = start.add({ hours: 60 })
  await db.deleteFrom('assignments').where('vehicle_id', '=', car).execute()
  for (const period of [`(,${noon.toString()})`, `[${noon.toString()},)`])
    await db
      .insertInto('assignments')
      .values({ driver_id: driverId, vehicle_id: car, period, created_at: MONDAY.toString() })
      .execute()
  expect(
    (await listUnread(MONDAY)).filter(({ vehicleId }) => vehicleId === car).map(({ at }) => at.toString()),
  ).toEqual([previous(3), previous(2), previous(1), start, noon, end].map(String))
  const trips = tripsOf([-10, -4, 119_000, 120_000], [8, 20, 120_000, 120_400], [70, 166, 120_400, 122_400])
  // The car's trips after the last Monday are not known yet, so that Monday waits.
  expect(await tracked(car, trips)).toEqual({ added: 2, contradicted: [] })
  expect(await kilometreLine()).toBeUndefined()
  expect(await tracked(car, [...trips, ...tripsOf([175, 176, 122_400, 122_410])])).toEqual({
    added: 1,
    contradicted: [],
  })
  expect(await kilometreLine()).toMatchObject({ amount: -105_00 })
  expect(await listReadings(car)).toMatchObject([
    { kilometres: 122_400, tracker: 'cartrack', by: null },
    { kilometres: 120_400 },
    { kilometres: 120_000 },
  ])
  expect(await tracked(car, trips)).toEqual({ added: 0, contradicted: [] })
  const events = db.selectFrom('audit_events').select('after').where('action', '=', 'vehicle.add-reading')
  const noted = await events.where('actor_role', '=', 'system').orderBy('id').execute()
  expect(noted.map(({ after }) => after)).toMatchObject([
    { kilometres: 120_000, source: 'cartrack' },
    { kilometres: 120_400 },
    { kilometres: 122_400 },
  ])
})

test('an odometer that a tracker tells to go back is left to a person', async () => {
  const { car } = await aRenter()
  const before = tripsOf([-10, -4, 119_000, 120_000], [8, 20, 120_000, 120_400])
  const trips = [...before, ...tripsOf([100, 110, 300, 400], [170, 171, 400, 410])]
  expect(await tracked(car, trips)).toMatchObject({ added: 1, contradicted: [{ at: end }] })
  expect(await listReadings(car)).toMatchObject([{ kilometres: 120_000 }])
})

test('what a person wrote or withdrew stays as it is, and what contradicts it is named', async () => {
  const { car } = await aRenter()
  await read(car, start, 125_000)
  const trips = tripsOf([-10, -4, 119_000, 120_000], [8, 20, 120_000, 120_400], [170, 171, 120_400, 120_410])
  expect(await tracked(car, trips)).toMatchObject({ added: 0, contradicted: [{ vehicleId: car, at: end }] })
  const [own] = await listReadings(car)
  await makeChange((change) => withdrawReading(change, car, own!.id, 'engano'))
  expect(await tracked(car, trips)).toEqual({ added: 1, contradicted: [] })
  expect((await listReadings(car)).map(({ at, kilometres }) => [at, kilometres])).toEqual([
    [end.toString(), 120_400],
    [start.toString(), 125_000],
  ])
})

const previous = (weeks: number) => start.toZonedDateTimeISO('Europe/Lisbon').subtract({ weeks }).toInstant()
