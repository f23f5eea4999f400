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
import { addReading, withdrawReading } from './commands.server.ts'
import { listReadings } from './queries.server.ts'

const { start, end } = bounds(WEEK)
const RENTER: Terms = {
  ...PLAIN_TERMS,
  regime: 'rental',
  fee: { mode: 'percent', rate: basisPoints(400), base: 'commissionable' },
  kilometres: { included: 1_700, rate: cents(15) },
}

/** The car a driver of the fleet has all along. */
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
  // Half a week says nothing.
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
  // What is approved asks for nothing.
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
