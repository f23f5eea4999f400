import { askAlone } from '#db/together.server.ts'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { listReadings, readingsIn } from '#features/fleet/odometers/queries.server.ts'
import { bounds } from '#domain/week.ts'
import { MONDAY, WEEK, aFleet, makeChange } from '#test/factories.ts'
import { takeEstimate } from './commands.server.ts'
import { readKilometres } from './queries.server.ts'

const { start, end } = bounds(WEEK)

/** A car that drove 100 km on each day of the week, by positions. */
async function driven(): Promise<string> {
  const fleet = await aFleet()
  const { vehicle_id: car } = await db
    .selectFrom('assignments')
    .select('vehicle_id')
    .where('driver_id', '=', fleet.driver('D1'))
    .executeTakeFirstOrThrow()
  const first = start.toZonedDateTimeISO('Europe/Lisbon').toPlainDate()
  for (let day = 0; day < 7; day++)
    await db
      .insertInto('position_days')
      .values({
        vehicle_id: car,
        day: first.add({ days: day }).toString(),
        metres: 100_000,
        trips: 4,
        moving_seconds: 9_000,
        counted_at: MONDAY.toString(),
      })
      .execute()
  return car
}

const read = (car: string, at: Temporal.Instant, kilometres: number) =>
  makeChange((change) => addReading(change, car, { at, kilometres, reason: '', photo: undefined }))
const take = (car: string, at: Temporal.Instant) => makeChange((change) => takeEstimate(change, car, at.toString()))

test('what positions say is offered where nobody read, counts once a person took it, and says that it is an estimate', async () => {
  const car = await driven()
  await expect(take(car, end)).rejects.toMatchObject({ code: 'record.not-found' })
  await read(car, start, 50_000)
  expect((await readKilometres(car, MONDAY)).estimates).toMatchObject([{ at: end.toString(), kilometres: 50_700 }])
  expect((await askAlone(readingsIn([WEEK]), db))(WEEK).get(car)).toEqual([{ at: start, kilometres: 50_000 }])
  await take(car, end)
  expect((await askAlone(readingsIn([WEEK]), db))(WEEK).get(car)).toContainEqual({
    at: end,
    kilometres: 50_700,
    isEstimate: true,
  })
  expect((await readKilometres(car, MONDAY)).estimates).toEqual([])
  // An estimate is no reading: it is compared with nothing, and cannot be taken twice.
  expect((await readKilometres(car, MONDAY)).comparisons).toEqual([])
  await expect(take(car, end)).rejects.toMatchObject({ code: 'record.not-found' })
})

test('whoever reads the odometer goes before what positions said, at that moment and at those that stood on an older reading', async () => {
  const car = await driven()
  await read(car, start, 50_000)
  await take(car, end)
  await read(car, end, 50_640)
  expect(await listReadings(car)).toMatchObject([
    { kilometres: 50_640, withdrawn: null, tracker: null },
    { kilometres: 50_700, withdrawn: 'read-since', tracker: 'positions' },
    { kilometres: 50_000, withdrawn: null },
  ])
  expect((await readKilometres(car, MONDAY)).comparisons).toMatchObject([
    { odometer: 640, least: 700, most: 700, known: 7, days: 7, differs: 'more' },
  ])
})

test('a reading between takes away what stands on an older one, and one that says less what says more before it', async () => {
  const car = await driven()
  await read(car, start, 50_000)
  await take(car, end)
  await read(car, start.add({ hours: 60 }), 50_300)
  expect((await listReadings(car)).filter(({ withdrawn }) => withdrawn === null)).toMatchObject([
    { kilometres: 50_300 },
    { kilometres: 50_000 },
  ])
  // The day is cut in half: the kilometres before that moment are unknown.
  expect((await readKilometres(car, MONDAY)).estimates).toEqual([])
})
