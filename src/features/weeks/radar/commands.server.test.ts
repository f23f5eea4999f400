import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { ZERO } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { assignVehicle, endAssignment } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { beginStay, withdrawStay } from '#features/fleet/workshop-stays/commands.server.ts'
import { findOpenStay } from '#features/fleet/workshop-stays/queries.server.ts'
import { addJob } from '#features/fleet/upkeep/commands.server.ts'
import { answerRow, takeBack, leaveToCompany } from '#features/weeks/answers/commands.server.ts'
import { findRow } from '#features/weeks/answers/queries.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import {
  type Fleet,
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  makeChange,
  drop,
  dropPublicSet,
  publicFile,
  withoutLines,
} from '#test/factories.ts'
import { answerAnomaly } from './commands.server.ts'

/** D1's identifier at Uber. */
const UUID = '17dbf0fa-850a-4120-b6cf-88253a8163c8'

let fleet: Fleet
beforeEach(async () => {
  fleet = await aFleet()
})

const page = (week: Week = WEEK) => getWeekPage(week, MONDAY)
const anomalyQuestions = async () => (await page()).questions.flatMap((one) => (one.kind === 'anomaly' ? [one] : []))
const aSilentDriver = () => drop([withoutLines(publicFile('payments_driver'), UUID), publicFile('2026W23')])

test('an anomaly answered as right is remembered and listed, and asks again once the answer is taken back', async () => {
  await aSilentDriver()
  const before = (await page()).checks
  const [question] = await anomalyQuestions()
  expect(question).toMatchObject({ anomaly: { kind: 'silent-platform', platform: 'uber' }, isFollowedUp: false })

  await makeChange((change) => answerAnomaly(change, WEEK, question!.anomaly.id, 'right'))
  const { answers, checks, drivers } = await page()
  expect([await anomalyQuestions(), checks]).toEqual([[], before])
  expect(answers).toEqual([expect.objectContaining({ kind: 'anomaly', said: 'right' })])
  expect(drivers.find(({ id }) => id === fleet.driver('D1'))!.isUnusual).toBe(false)

  await makeChange((change) => takeBack(change, answers[0]!.id))
  expect(await anomalyQuestions()).toEqual([question])
})

test('nothing is asked about the platforms of a driver who has left', async () => {
  await aSilentDriver()
  expect(await anomalyQuestions()).toHaveLength(1)
  await db.updateTable('drivers').set({ status: 'inactive' }).where('id', '=', fleet.driver('D1')).execute()
  expect(await anomalyQuestions()).toEqual([])
})

test('an anomaly to be talked about stays open; the last answer counts, once', async () => {
  await aSilentDriver()
  const [question] = await anomalyQuestions()
  const { id } = question!.anomaly
  await makeChange((change) => answerAnomaly(change, WEEK, id, 'talk'))
  expect(await anomalyQuestions()).toEqual([{ ...question, isFollowedUp: true }])
  await makeChange((change) => answerAnomaly(change, WEEK, id, 'right'))
  expect([await anomalyQuestions(), (await page()).answers.length]).toEqual([[], 1])
})

test('the answer “always ignore” holds for the kind and the driver, whatever the week', async () => {
  await aSilentDriver()
  const [question] = await anomalyQuestions()
  await db
    .insertInto('anomaly_answers')
    .values({
      anomaly: question!.anomaly.id.replace(WEEK, '2026-05-25'),
      kind: 'silent-platform',
      driver_id: fleet.driver('D1'),
      week: '2026-05-25',
      answer: 'always',
      answered_at: MONDAY.toString(),
    })
    .execute()
  expect(await anomalyQuestions()).toEqual([])
  expect((await page()).answers).toEqual([expect.objectContaining({ kind: 'anomaly', said: 'always' })])
})

test('an answer is in the history of its driver; one about another week, or nobody, is refused', async () => {
  await aSilentDriver()
  const { id } = (await anomalyQuestions())[0]!.anomaly
  await makeChange((change) => answerAnomaly(change, WEEK, id, 'right'), { action: 'anomaly.answer' })
  const events = await db.selectFrom('audit_events').select('subject').where('action', '=', 'anomaly.answer').execute()
  expect(events).toEqual([{ subject: `driver:${fleet.driver('D1')}` }])

  const refused = { code: 'record.not-found' }
  await expect(makeChange((change) => answerAnomaly(change, NEXT_WEEK, id, 'right'))).rejects.toMatchObject(refused)
  await expect(makeChange((change) => answerAnomaly(change, WEEK, 'nothing', 'right'))).rejects.toMatchObject(refused)
  const nobody = id.replace(fleet.driver('D1'), crypto.randomUUID())
  await expect(makeChange((change) => answerAnomaly(change, WEEK, nobody, 'right'))).rejects.toMatchObject(refused)
})

test('a card of one driver used for the car another has is told with both', async () => {
  await dropPublicSet()
  expect((await anomalyQuestions()).filter(({ anomaly }) => anomaly.kind === 'two-drivers')).toEqual([])
  const rows = await db
    .selectFrom('import_rows')
    .select(['keys'])
    .where('source', '=', 'prio')
    .where('state', '=', 'live')
    .orderBy('id')
    .execute()
  const keys = rows.map((row) => row.keys as unknown as { kind: string; value: string }[])
  const both = keys.find((own) => own.length > 1)!
  const [card, plate] = [both[0]!, both.find(({ kind }) => kind === 'plate')!]
  await db
    .updateTable('source_keys')
    .set({ vehicle_id: null, driver_id: fleet.driver('D2') })
    .where('value', '=', card.value)
    .execute()
  const [holder] = await listAssignments(fleet.vehicle(plate.value))
  const at = holder!.from ?? MONDAY.subtract({ hours: 24 * 30 })
  if (holder!.driverId === fleet.driver('D2')) {
    await makeChange((change) => endAssignment(change, fleet.vehicle(plate.value), holder!.id, at.add({ hours: 1 })))
    const span = { driverId: fleet.driver('D3'), from: at.add({ hours: 1 }), to: null }
    await makeChange((change) => assignVehicle(change, fleet.vehicle(plate.value), span))
  }
  const shared = (await anomalyQuestions()).filter(({ anomaly }) => anomaly.kind === 'two-drivers')
  expect(shared).toEqual([expect.objectContaining({ driver: expect.objectContaining({ id: fleet.driver('D2') }) })])
  expect(shared[0]!.other).not.toBeNull()
  expect(shared[0]!.rows.length).toBeGreaterThan(0)
})

/** The first toll of the week that a driver of ours pays, with its car and day. */
async function findToll() {
  const rows = await db
    .selectFrom('import_rows')
    .select(['id', 'at', 'keys'])
    .where('source', '=', 'viaverde')
    .where('state', '=', 'live')
    .where('at', 'is not', null)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const cars = new Map(
    (await db.selectFrom('vehicles').select(['id', 'plate']).execute()).map(({ id, plate }) => [plate, id]),
  )
  for (const { id, at, keys } of rows) {
    const plate = (keys as unknown as { kind: string; value: string }[]).find(({ kind }) => kind === 'plate')?.value
    const car = cars.get(plate ?? '')
    const found = await findRow(WEEK, String(id))
    if (car && at && found?.counts && found.can.includes('company'))
      return { row: String(id), car, day: at.toZonedDateTimeISO('Europe/Lisbon').toPlainDate() }
  }
  throw new Error('the public set has no toll of a driver')
}

/** Work on a car that came into the workshop on one day and was done on another. */
const inWorkshop = (car: string, inSince: string, on: string) =>
  makeChange((change) =>
    addJob(change, car, {
      what: 'Caixa de velocidades',
      rule: null,
      inSince,
      on,
      kilometres: null,
      cost: ZERO,
      workshop: 'Oficina do Cais',
      paper: undefined,
    }),
  )

test('what a car used while it stood in the workshop is asked about, and may stay with the company', async () => {
  await dropPublicSet()
  const { row, car, day } = await findToll()
  const { owner } = (await findRow(WEEK, row))!
  const asked = async () => (await anomalyQuestions()).filter(({ anomaly }) => anomaly.kind === 'in-workshop')
  // On the day on which it came in somebody drove it there.
  await inWorkshop(car, day.toString(), day.add({ days: 1 }).toString())
  expect(await asked()).toEqual([])

  await inWorkshop(car, day.subtract({ days: 1 }).toString(), day.add({ days: 1 }).toString())
  const [question] = await asked()
  expect(question).toMatchObject({ driver: { id: (owner as { id: string }).id } })
  // Rows of its cards, too, which do not say its plate.
  expect(question!.rows.map(({ id }) => id)).toContain(row)
  expect(await asked()).toHaveLength(1)
  for (const { id } of question!.rows) {
    expect((await findRow(WEEK, id))!.can).toEqual(['nothing', 'company'])
    await makeChange((change) => answerRow(change, WEEK, { row: id, says: 'company', reason: '' }))
    expect((await findRow(WEEK, id))!.owner).toBe('company')
  }
  expect(await asked()).toEqual([])
  const { answers } = await page()
  await makeChange((change) => takeBack(change, answers.find(({ kind }) => kind === 'row')!.id))
  expect(await asked()).toHaveLength(1)
})

test('a car that is still in the workshop is asked about before its work is recorded, until the entry is withdrawn', async () => {
  await dropPublicSet()
  const { car, day } = await findToll()
  const asked = async () => (await anomalyQuestions()).filter(({ anomaly }) => anomaly.kind === 'in-workshop')
  const stay = { since: day.subtract({ days: 1 }).toString(), expectedOn: null, workshop: '', why: '' }
  await makeChange((change) => beginStay(change, car, stay))
  expect(await asked()).toHaveLength(1)
  const { id } = (await findOpenStay(car))!
  await makeChange((change) => withdrawStay(change, car, { stay: id, reason: 'Era outra viatura' }))
  expect(await asked()).toEqual([])
})

test('all that a car used in the workshop stays with the company in one press, which is taken back as one', async () => {
  await dropPublicSet()
  const { car, day } = await findToll()
  const asked = async () => (await anomalyQuestions()).filter(({ anomaly }) => anomaly.kind === 'in-workshop')
  await inWorkshop(car, day.subtract({ days: 1 }).toString(), day.add({ days: 5 }).toString())
  const [question] = await asked()
  if (question?.anomaly.kind !== 'in-workshop') throw new Error('a question')
  const { rows } = question.anomaly
  expect(rows.length).toBeGreaterThan(1)
  const leave = () => makeChange((change) => leaveToCompany(change, WEEK, rows))
  await leave()
  expect(await asked()).toEqual([])
  for (const row of rows) expect((await findRow(WEEK, row))!.owner).toBe('company')
  await expect(leave()).rejects.toMatchObject({ code: 'row.answered' })
  const given = (await page()).answers.filter(({ kind }) => kind === 'row')
  expect(given).toMatchObject([{ count: rows.length, says: 'company' }])
  await makeChange((change) => takeBack(change, given[0]!.id))
  expect(await asked()).toHaveLength(1)
})

test('a car that nobody had says that it stood in the workshop', async () => {
  await dropPublicSet()
  const gap = async () =>
    (await page()).questions.flatMap((one) =>
      one.kind === 'unmatched' && one.reason === 'no-driver-at-that-time' ? [one] : [],
    )[0]
  const toll = await findToll()
  await db.deleteFrom('assignments').where('vehicle_id', '=', toll.car).execute()
  expect(await gap()).toMatchObject({ vehicle: { id: toll.car }, stay: null })
  const from = toll.day.toString()
  await inWorkshop(toll.car, from, toll.day.add({ days: 6 }).toString())
  expect(await gap()).toMatchObject({ stay: { from, workshop: 'Oficina do Cais' } })
})
