import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { Refusal, type RefusalCode, type RefusalParams } from '#domain/refusal.ts'
import { USUAL_HOURS } from '#domain/shift.ts'
import { MONDAY, NEXT_WEEK, aFleet, makeChange, type Fleet } from '#test/factories.ts'
import { nextWeek } from '#domain/week.ts'
import { addPattern, addShift, changePattern, changeShift, copyWeek, endPattern, undoCopy } from './commands.server.ts'
import { listPatterns, listShifts } from './queries.server.ts'

const refused = (code: RefusalCode, params?: RefusalParams) => new Refusal(code, params)
/** Days of the planned week: today is Monday 8 June 2026, 10 o'clock in Lisbon. */
const [TUESDAY, WEDNESDAY] = ['2026-06-09', '2026-06-10']

async function theFleet() {
  const fleet: Fleet = await aFleet()
  const cars = await db.selectFrom('vehicles').select(['id', 'plate']).orderBy('plate').limit(2).execute()
  const [car, other] = cars.map(({ id }) => id) as [string, string]
  return {
    car,
    other,
    plates: cars.map(({ plate }) => plate),
    ana: fleet.driver('D1'),
    rui: fleet.driver('D2'),
    eva: fleet.driver('D3'),
  }
}

const plannedShifts = async () =>
  (await listShifts(NEXT_WEEK)).shifts.map(
    ({ day, starts, driverId, vehicleId }) => [day.slice(8), starts, vehicleId, driverId] as const,
  )
const all = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '2026-06-08', until: null }

test('two have one car by day and by night, and a third is told who has it', async () => {
  const { car, ana, rui, eva } = await theFleet()
  await makeChange((change) => addPattern(change, { vehicleId: car, driverId: ana, ...all, ...USUAL_HOURS.day }))
  await makeChange((change) => addPattern(change, { vehicleId: car, driverId: rui, ...all, ...USUAL_HOURS.night }))
  expect(await plannedShifts()).toHaveLength(14)
  const third = makeChange((change) =>
    addShift(change, { vehicleId: car, driverId: eva, day: TUESDAY, starts: '17:00', ends: '19:00' }),
  )
  await expect(third).rejects.toMatchObject({
    code: 'shift.car-taken',
    params: { period: '09/06/2026 06:00–18:00' },
  })
})

test('nobody is planned for two cars at once, also by a pattern that only meets a night’s end', async () => {
  const { car, other, ana } = await theFleet()
  await makeChange((change) =>
    addPattern(change, { vehicleId: car, driverId: ana, ...all, weekdays: [1], ...USUAL_HOURS.night }),
  )
  const early = { driverId: ana, starts: '05:00', ends: '09:00' }
  await expect(
    makeChange((change) => addShift(change, { vehicleId: other, day: TUESDAY, ...early })),
  ).rejects.toMatchObject({ code: 'shift.person-taken', params: { period: '08/06/2026 18:00–06:00' } })
  await expect(
    makeChange((change) => addPattern(change, { vehicleId: other, ...all, weekdays: [2], ...early })),
  ).rejects.toMatchObject({ code: 'shift.person-taken' })
  await makeChange((change) => addShift(change, { vehicleId: other, day: WEDNESDAY, ...early }))
})

test('a day of a pattern is freed, given to somebody, and goes back to what the pattern says', async () => {
  const { car, ana, rui } = await theFleet()
  await makeChange((change) =>
    addPattern(change, { vehicleId: car, driverId: ana, ...all, weekdays: [2], ...USUAL_HOURS.day }),
  )
  const key = { vehicleId: car, day: TUESDAY, starts: '06:00' }
  await makeChange((change) => changeShift(change, key, { whose: 'nobody', ...USUAL_HOURS.day }))
  expect(await plannedShifts()).toEqual([['09', '06:00', car, null]])
  await makeChange((change) => addShift(change, { vehicleId: car, driverId: rui, day: TUESDAY, ...USUAL_HOURS.day }))
  expect(await plannedShifts()).toEqual([['09', '06:00', car, rui]])
  await expect(
    makeChange((change) => changeShift(change, key, { whose: 'nobody', ...USUAL_HOURS.day, seen: ana })),
  ).rejects.toMatchObject({ code: 'shift.changed' })
  const back = await makeChange((change) => changeShift(change, key, { whose: 'usual', ...USUAL_HOURS.day }))
  expect(back).toEqual([rui, ana])
  expect(await plannedShifts()).toEqual([['09', '06:00', car, ana]])
  await expect(
    makeChange((change) => changeShift(change, key, { whose: 'usual', ...USUAL_HOURS.day })),
  ).rejects.toEqual(refused('record.not-found'))
  const logged = await db.selectFrom('audit_events').select(['subject', 'before', 'after']).orderBy('seq').execute()
  const ofShifts = logged.filter(({ before, after }) => JSON.stringify([before, after]).includes('09/06/2026 06:00'))
  expect(ofShifts.map(({ subject }) => subject)).toEqual([
    ...[`vehicle:${car}`, `driver:${ana}`, `vehicle:${car}`, `driver:${rui}`],
    ...[`vehicle:${car}`, `driver:${rui}`, `driver:${ana}`],
  ])
})

test('a pattern ends and goes on otherwise, and the past is left alone', async () => {
  const { car, ana, rui } = await theFleet()
  const pattern = { vehicleId: car, driverId: ana, ...all, ...USUAL_HOURS.day }
  const id = await makeChange((change) => addPattern(change, pattern))
  await expect(makeChange((change) => addPattern(change, { ...pattern, from: '2026-06-01' }))).rejects.toEqual(
    refused('shift.past'),
  )
  await makeChange((change) => changePattern(change, id, { ...pattern, driverId: rui, from: WEDNESDAY }))
  expect((await plannedShifts()).map(([day, , , driver]) => [day, driver])).toEqual([
    ...[
      ['08', ana],
      ['09', ana],
      ['10', rui],
      ['11', rui],
      ['12', rui],
      ['13', rui],
      ['14', rui],
    ],
  ])
  await expect(makeChange((change) => endPattern(change, id, '2026-06-12'))).rejects.toMatchObject({
    code: 'shift.car-taken',
  })
  const [, second] = await listPatterns('2026-06-08')
  await makeChange((change) => endPattern(change, second!.id, TUESDAY))
  expect(await listPatterns('2026-06-08')).toMatchObject([{ id, until: TUESDAY }])
  const over = { vehicleId: car, driverId: ana, day: '2026-06-07', ...USUAL_HOURS.day }
  await expect(makeChange((change) => addShift(change, over))).rejects.toEqual(refused('shift.over'))
})

test('a pattern that has a last day is not prolonged by a change from a later day on', async () => {
  const { car, ana } = await theFleet()
  const usual = { vehicleId: car, driverId: ana, ...all, ...USUAL_HOURS.day }
  const id = await makeChange((change) => addPattern(change, { ...usual, until: TUESDAY }))
  await makeChange((change) => changePattern(change, id, { ...usual, from: '2026-06-12' }))
  expect((await plannedShifts()).map(([day]) => day)).toEqual(['08', '09', '12', '13', '14'])
})

test('what was said of single days stays said when the hours of their pattern change in the middle of a week', async () => {
  const { car, ana, rui, eva } = await theFleet()
  const usual = { vehicleId: car, driverId: ana, ...all, ...USUAL_HOURS.day }
  const id = await makeChange((change) => addPattern(change, usual))
  const give = (day: string, whose: string) =>
    makeChange((change) => changeShift(change, { vehicleId: car, day, starts: '06:00' }, { ...USUAL_HOURS.day, whose }))
  await give('2026-06-11', 'nobody')
  await give('2026-06-12', rui)
  await give('2026-06-14', 'nobody')
  const later = { ...usual, from: WEDNESDAY, weekdays: [1, 2, 3, 4, 5, 6], starts: '07:00', ends: '19:00' }
  await makeChange((change) => changePattern(change, id, later))
  const days = async () => (await plannedShifts()).map(([day, starts, , driver]) => [day, starts, driver])
  expect(await days()).toEqual([
    ['08', '06:00', ana],
    ['09', '06:00', ana],
    ['10', '07:00', ana],
    ['11', '07:00', null],
    ['12', '06:00', rui],
    ['13', '07:00', ana],
  ])
  // Given back, the day is the new pattern's.
  await give('2026-06-12', 'usual')
  expect((await days())[4]).toEqual(['12', '07:00', ana])
  // A day off is the driver's own: who comes instead works on it.
  const next = (await db.selectFrom('shift_patterns').select('id').where('starts', '=', '07:00').executeTakeFirst())!.id
  await makeChange((change) => changePattern(change, next, { ...later, driverId: eva }))
  expect((await days()).slice(2)).toEqual(['10', '11', '12', '13'].map((day) => [day, '07:00', eva]))
})

test('single days of a week are copied to the next, once, and what cannot be is named', async () => {
  const { car, other, ana, rui } = await theFleet()
  const one = { vehicleId: car, driverId: ana, day: TUESDAY, ...USUAL_HOURS.day }
  await makeChange((change) => addShift(change, one))
  await makeChange((change) => addShift(change, { ...one, day: WEDNESDAY }))
  await makeChange((change) => addShift(change, { ...one, vehicleId: other, day: '2026-06-16' }))
  await makeChange((change) => addShift(change, { ...one, driverId: rui, vehicleId: other, day: WEDNESDAY }))
  const copy = () => makeChange((change) => copyWeek(change, NEXT_WEEK))
  await expect(makeChange((change) => copyWeek(change, nextWeek(NEXT_WEEK, 2)))).rejects.toEqual(
    refused('shift.nothing-to-copy'),
  )
  expect(await copy()).toMatchObject({ copied: 2, left: [{ day: '2026-06-16', driverId: ana, vehicleId: car }] })
  expect((await listShifts(nextWeek(NEXT_WEEK))).shifts).toHaveLength(3)
  expect(await copy()).toMatchObject({ copied: 0 })
})

test('a copy of shifts is taken back as a whole: what was planned before stays', async () => {
  const { car, other, ana, rui } = await theFleet()
  const one = { driverId: ana, vehicleId: car, ...USUAL_HOURS.day }
  await makeChange((change) => addShift(change, { ...one, day: TUESDAY }))
  await makeChange((change) => addShift(change, { ...one, day: WEDNESDAY }))
  await makeChange((change) => addShift(change, { ...one, driverId: rui, vehicleId: other, day: '2026-06-16' }))
  const at = MONDAY.add({ minutes: 5 })
  await makeChange((change) => copyWeek(change, NEXT_WEEK), { at })
  const next = nextWeek(NEXT_WEEK)
  expect((await listShifts(next)).shifts).toHaveLength(3)
  const undo = (later: Temporal.Instant) => makeChange((change) => undoCopy(change, next, at.toString()), { at: later })
  // Of a week that is over nothing is taken away.
  await expect(undo(at.add({ hours: 24 * 20 }))).rejects.toEqual(refused('record.changed-meanwhile'))
  await undo(at)
  expect((await listShifts(next)).shifts).toMatchObject([{ day: '2026-06-16', driverId: rui }])
  expect((await listShifts(NEXT_WEEK)).shifts).toHaveLength(2)
  await expect(undo(at)).rejects.toEqual(refused('record.changed-meanwhile'))
})

test('when two people plan one driver for two cars at once, one is refused', async () => {
  const { car, other, ana } = await theFleet()
  const plan = (vehicleId: string) =>
    makeChange((change) => addShift(change, { vehicleId, driverId: ana, day: TUESDAY, ...USUAL_HOURS.day }))
  const done = await Promise.allSettled([plan(car), plan(other)])
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
