import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { USUAL_HOURS } from '#domain/shift.ts'
import { saveCompany } from '#features/company/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { companyInput, companyRecord } from '#features/company/schema.ts'
import { addPattern, endPattern, changeShift, takeOver } from '#features/fleet/shifts/commands.server.ts'
import { listShifts } from '#features/fleet/shifts/queries.server.ts'
import { handOver } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { NEXT_WEEK, aFleet, asOwner, makeChange } from '#test/factories.ts'
import {
  acceptRequest,
  answerRequest,
  endRequestsOf,
  askForCar,
  askSwap,
  offerShift,
  offerCar,
  refuseRequest,
  withdrawRequest,
} from './commands.server.ts'
import { countWaitingRequests, getRequest, listOwnRequests } from './queries.server.ts'
import { type RequestKind, answersOfOffice } from './schema.ts'

/** Today is Monday 8 June 2026: Ana has the car by day and Rui by night, every day. */
const [TUESDAY, WEDNESDAY] = ['2026-06-09', '2026-06-10']
let car: string
let [ana, rui, eva] = ['', '', ''] as OwnDriverId[] as [OwnDriverId, OwnDriverId, OwnDriverId]

beforeEach(async () => {
  const fleet = await aFleet()
  const [first] = await db.selectFrom('vehicles').select('id').orderBy('plate').limit(1).execute()
  car = first!.id
  ;[ana, rui, eva] = ['D1', 'D2', 'D3'].map((ref) => fleet.driver(ref) as OwnDriverId) as [
    OwnDriverId,
    OwnDriverId,
    OwnDriverId,
  ]
  const all = { vehicleId: car, weekdays: [1, 2, 3, 4, 5, 6, 7], from: '2026-06-08', until: null }
  await makeChange((change) => addPattern(change, { ...all, driverId: ana, ...USUAL_HOURS.day }))
  await makeChange((change) => addPattern(change, { ...all, driverId: rui, ...USUAL_HOURS.night }))
})

const slot = (day: string, hours: 'day' | 'night') => ({ vehicleId: car, day, ...USUAL_HOURS[hours] })
const whose = async (day: string) =>
  (await listShifts(NEXT_WEEK)).shifts.filter((one) => one.day === day).map(({ driverId }) => driverId)
const shiftEvents = async (driver: OwnDriverId) =>
  (await listNotices(driver, { limit: 9, before: null })).notices.flatMap(({ facts }) =>
    facts.kind === 'shift' ? facts.event : [],
  )
const swap = () =>
  makeChange((change) =>
    askSwap(change, ana, { slot: slot(TUESDAY, 'day'), inReturn: slot(WEDNESDAY, 'night'), words: 'Médico' }),
  )
/** Sends the company's form, in which a tick that is not set is not sent. */
const confirming = async (isOn: boolean) => {
  const known = await findCompany()
  const form = { name: 'Via, Lda', sepaFormat: 'pain.001.001.09', ...(isOn ? { confirmsShifts: 'on' } : {}) }
  const empty = Object.fromEntries(Object.keys(companyRecord.input.shape).map((name) => [name, '']))
  const { comparesDrivers: _, confirmsShifts: __, ...texts } = empty
  const typed = { ...texts, ...form, debtorIban: '', version: String(known?.version ?? 0) }
  await makeChange((change) => saveCompany(change, companyInput.parse(typed)))
}
const refused = (code: ConstructorParameters<typeof Refusal>[0]) => new Refusal(code)

test('a swap changes the plan when the other says yes, and the office takes it back', async () => {
  const id = await swap()
  expect(await whose(TUESDAY)).toEqual([ana, rui])
  expect(await shiftEvents(rui)).toEqual(['asked'])
  await expect(swap()).rejects.toEqual(refused('shift-request.waiting'))
  await expect(makeChange((change) => acceptRequest(change, eva, id))).rejects.toEqual(refused('record.not-found'))
  await makeChange((change) => acceptRequest(change, rui, id))
  expect([await whose(TUESDAY), await whose(WEDNESDAY)]).toEqual([
    [rui, rui],
    [ana, ana],
  ])
  expect(await shiftEvents(ana)).toEqual(['accepted'])
  await expect(makeChange((change) => acceptRequest(change, rui, id))).rejects.toEqual(
    refused('shift-request.answered'),
  )
  await makeChange((change) => answerRequest(change, id, 'undo'))
  expect([await whose(TUESDAY), await whose(WEDNESDAY)]).toEqual([
    [ana, rui],
    [ana, rui],
  ])
})

test('where the company confirms, a yes waits, can be taken back, and counts once the office confirms', async () => {
  await confirming(true)
  const id = await swap()
  await makeChange((change) => acceptRequest(change, rui, id))
  expect([(await getRequest(id)).state, await whose(TUESDAY)]).toEqual(['accepted', [ana, rui]])
  expect(await countWaitingRequests(Temporal.Instant.from('2026-06-08T09:00:00Z'))).toMatchObject({ only: id })
  await makeChange((change) => refuseRequest(change, rui, id))
  expect((await getRequest(id)).state).toBe('refused')
  const again = await swap()
  await expect(makeChange((change) => answerRequest(change, again, 'confirm'))).rejects.toEqual(
    refused('shift-request.answered'),
  )
  await makeChange((change) => acceptRequest(change, rui, again))
  await makeChange((change) => answerRequest(change, again, 'confirm'))
  expect(await whose(TUESDAY)).toEqual([rui, rui])
})

test('what the company’s form says of swaps holds from the next yes on, and stands in the log', async () => {
  await confirming(true)
  const id = await swap()
  expect(await makeChange((change) => acceptRequest(change, rui, id))).toBe('waits')
  await confirming(false)
  // A waiting request keeps waiting for the office, or for the driver's refusal.
  expect([(await getRequest(id)).state, await whose(TUESDAY)]).toEqual(['accepted', [ana, rui]])
  await makeChange((change) => answerRequest(change, id, 'refuse'))
  const again = await swap()
  expect(await makeChange((change) => acceptRequest(change, rui, again))).toBe('done')
  expect(await whose(TUESDAY)).toEqual([rui, rui])
  const { rows } = await sql<{ after: unknown }>`
    select after -> 'confirmsShifts' as after from audit_events where subject = 'company' order by id`.execute(db)
  expect(rows.map(({ after }) => after).slice(-2)).toEqual([true, false])
})

test('the office answers what waits for it, takes back what is done, and nothing else', () => {
  const answers = (kind: RequestKind) =>
    (['open', 'accepted', 'done', 'refused', 'withdrawn', 'undone'] as const).map((state) =>
      answersOfOffice({ kind, state }),
    )
  const both = ['confirm', 'refuse']
  expect(answers('swap')).toEqual([['refuse'], both, ['undo'], [], [], []])
  expect(answers('take')).toEqual([both, both, ['undo'], [], [], []])
  expect(answers('offer')[0]).toEqual(['withdraw'])
})

test('a day that is given to whoever wants it is the first one’s, and nobody else’s shift is given', async () => {
  const give = (driver: OwnDriverId) =>
    makeChange((change) => offerShift(change, driver, { slot: slot(TUESDAY, 'day'), to: null, words: '' }))
  await expect(give(rui)).rejects.toEqual(refused('record.not-found'))
  const id = await give(ana)
  expect((await listOwnRequests(eva, '2026-06-08')).map((one) => one.id)).toEqual([id])
  await expect(makeChange((change) => acceptRequest(change, ana, id))).rejects.toEqual(refused('record.not-found'))
  await makeChange((change) => acceptRequest(change, eva, id))
  expect(await whose(TUESDAY)).toEqual([eva, rui])
  await expect(makeChange((change) => acceptRequest(change, rui, id))).rejects.toEqual(refused('record.not-found'))
})

test('who is suspended or has left neither asks for a free car nor takes an offered one', async () => {
  const free = slot(TUESDAY, 'day')
  await makeChange((change) =>
    changeShift(change, { vehicleId: car, day: TUESDAY, starts: '06:00' }, { whose: 'nobody', ...USUAL_HOURS.day }),
  )
  const offer = await makeChange((change) => offerCar(change, { slot: free, to: null, words: '' }))
  for (const status of ['suspended', 'inactive']) {
    await asOwner(`update drivers set status = '${status}' where id = '${eva}'`)
    for (const act of [
      (change: Change) => askForCar(change, eva, { slot: free, words: '' }),
      (change: Change) => acceptRequest(change, eva, offer),
    ])
      await expect(makeChange(act)).rejects.toEqual(refused('shift-request.not-serving'))
  }
})

test('a question is taken back, and a shift that went elsewhere meanwhile is not given', async () => {
  const id = await swap()
  await expect(makeChange((change) => withdrawRequest(change, rui, id))).rejects.toEqual(refused('record.not-found'))
  await makeChange((change) => withdrawRequest(change, ana, id))
  expect([(await getRequest(id)).state, await shiftEvents(rui)]).toEqual(['withdrawn', ['withdrawn', 'asked']])
  const next = await swap()
  await makeChange((change) =>
    changeShift(change, { vehicleId: car, day: TUESDAY, starts: '06:00' }, { whose: eva, ...USUAL_HOURS.day }),
  )
  await expect(makeChange((change) => acceptRequest(change, rui, next))).rejects.toMatchObject({
    code: 'shift.changed',
  })
})

test('a request for a day past the last one of its pattern is answered with what ends it', async () => {
  const id = await swap()
  const pattern = await db.selectFrom('shift_patterns').select('id').where('driver_id', '=', ana).executeTakeFirst()
  await makeChange((change) => endPattern(change, pattern!.id, '2026-06-08'))
  await expect(makeChange((change) => acceptRequest(change, rui, id))).rejects.toEqual(refused('shift-request.moved'))
  await expect(swap()).rejects.toEqual(refused('shift-request.moved'))
  await makeChange((change) => withdrawRequest(change, ana, id))
  expect((await getRequest(id)).state).toBe('withdrawn')
})

test('free hours are asked of the office and offered by it, once', async () => {
  await expect(
    makeChange((change) => askForCar(change, eva, { slot: slot(TUESDAY, 'day'), words: '' })),
  ).rejects.toEqual(refused('shift-request.taken'))
  await makeChange((change) =>
    changeShift(change, { vehicleId: car, day: TUESDAY, starts: '06:00' }, { whose: 'nobody', ...USUAL_HOURS.day }),
  )
  const asked = await makeChange((change) => askForCar(change, eva, { slot: slot(TUESDAY, 'day'), words: '' }))
  const offered = await makeChange((change) => offerCar(change, { slot: slot(TUESDAY, 'day'), to: null, words: '' }))
  await makeChange((change) => answerRequest(change, asked, 'confirm'))
  expect([await whose(TUESDAY), await shiftEvents(eva)]).toEqual([
    [eva, rui],
    ['confirmed', 'offered'],
  ])
  await expect(makeChange((change) => acceptRequest(change, rui, offered))).rejects.toMatchObject({
    code: 'shift.car-taken',
  })
  await makeChange((change) => answerRequest(change, offered, 'withdraw'))
  await makeChange((change) => answerRequest(change, asked, 'undo'))
  expect(await whose(TUESDAY)).toEqual([null, rui])
})

test('who says that the car has come has it from then on, within the own shift, and who had it is told', async () => {
  const key = { vehicleId: car, day: '2026-06-08', starts: '18:00' }
  const say = (driver: OwnDriverId, at: string) =>
    makeChange((change) => takeOver(change, driver, key), { at: Temporal.Instant.from(at) })
  await expect(say(rui, '2026-06-08T09:00:00Z')).rejects.toEqual(refused('shift.not-now'))
  await expect(say(eva, '2026-06-08T17:10:00Z')).rejects.toEqual(refused('record.not-found'))
  const [held] = await listAssignments(car)
  await say(rui, '2026-06-08T17:10:20Z')
  const [now, before] = await listAssignments(car)
  expect([now?.driverId, String(now?.from), String(before?.to)]).toEqual([
    rui,
    '2026-06-08T17:10:00Z',
    '2026-06-08T17:10:00Z',
  ])
  expect(await shiftEvents(held!.driverId as OwnDriverId)).toContain('passed')
})

/** Monday's night, 18:00 to 06:00 in Lisbon, is Rui's: 17:00Z to 05:00Z. */
const NIGHT = () => ({ vehicleId: car, day: '2026-06-08', starts: '18:00' })
const at = (moment: string) => Temporal.Instant.from(moment)
/** A hand-over said at one moment that arrives at another. */
const say = (driver: OwnDriverId, saidAt: string, arrives: string, kilometres: number | null = null) =>
  makeChange((change) => takeOver(change, driver, NIGHT(), { saidAt: at(saidAt), kilometres }), { at: at(arrives) })
const holders = async () =>
  (await listAssignments(car)).map(({ driverId, from, to }) => [driverId, from && String(from), to && String(to)])

test('what was said without a network counts from when it was said, however late it arrives, and from no earlier than one may say it', async () => {
  const [[holder]] = (await holders()) as [[OwnDriverId]]
  await say(rui, '2026-06-08T17:10:40Z', '2026-06-09T21:00:00Z')
  const [now, before] = await holders()
  expect([now, before?.[2]]).toEqual([[rui, '2026-06-08T17:10:00Z', null], '2026-06-08T17:10:00Z'])
  expect(await shiftEvents(holder)).toContain('passed')
  // Said in the morning, it counts from two hours before the shift.
  await db.deleteFrom('assignments').where('vehicle_id', '=', car).execute()
  await say(rui, '2026-06-08T06:00:00Z', '2026-06-08T20:00:00Z')
  expect((await holders())[0]).toEqual([rui, '2026-06-08T15:00:00Z', null])
})

test('what was said too early, after the shift, or more than two days ago is refused, and nothing moves', async () => {
  const untouched = await holders()
  for (const [saidAt, arrives, code] of [
    ['2026-06-08T06:00:00Z', '2026-06-08T14:59:00Z', 'shift.not-now'],
    ['2026-06-09T05:00:00Z', '2026-06-09T05:00:00Z', 'shift.not-now'],
    ['2026-06-08T18:00:00Z', '2026-06-10T18:00:01Z', 'shift.too-late'],
  ] as const)
    await expect(say(rui, saidAt, arrives)).rejects.toEqual(refused(code))
  expect(await holders()).toEqual(untouched)
})

test('a car that went on to somebody meanwhile stays with them, be it for an hour', async () => {
  await makeChange((change) => handOver(change, car, eva, at('2026-06-08T19:00:00Z')), {
    at: at('2026-06-08T19:00:00Z'),
  })
  const moved = await holders()
  await expect(say(rui, '2026-06-08T18:00:00Z', '2026-06-08T20:00:00Z')).rejects.toMatchObject({
    code: 'shift.went-on',
  })
  expect(await holders()).toEqual(moved)
})

test('who has the car already keeps it as it is, and only the kilometres are new; kilometres that cannot be move nothing', async () => {
  await say(rui, '2026-06-08T17:10:00Z', '2026-06-08T17:10:00Z', 50_000)
  const held = await holders()
  const notices = (await shiftEvents(rui)).length
  await say(rui, '2026-06-08T18:10:00Z', '2026-06-08T21:00:00Z', 50_040)
  expect([await holders(), (await shiftEvents(rui)).length]).toEqual([held, notices])
  const { readings } = await readOdometer()
  expect(readings).toEqual([
    ['2026-06-08T17:10:00Z', 50_000],
    ['2026-06-08T18:10:00Z', 50_040],
  ])
  await db.deleteFrom('assignments').where('vehicle_id', '=', car).execute()
  await expect(say(rui, '2026-06-08T19:00:00Z', '2026-06-08T21:00:00Z', 40_000)).rejects.toMatchObject({
    code: 'odometer.contradicts',
  })
  expect(await holders()).toEqual([])
})

async function readOdometer() {
  const rows = await db
    .selectFrom('odometer_readings')
    .select(['read_at', 'kilometres'])
    .where('vehicle_id', '=', car)
    .orderBy('read_at')
    .execute()
  return {
    readings: rows.map(({ read_at, kilometres }) => [String(read_at), kilometres]),
  }
}

test('a shift for anybody whose taker leaves before the office confirms is offered to everybody again', async () => {
  await confirming(true)
  const id = await makeChange((change) => offerShift(change, ana, { slot: slot(TUESDAY, 'day'), to: null, words: '' }))
  await makeChange((change) => acceptRequest(change, eva, id))
  const leaving = (from: string) => makeChange((change) => endRequestsOf(change, eva, Temporal.Instant.from(from)))
  await leaving('2026-06-09T12:00:00Z')
  expect((await getRequest(id)).state).toBe('accepted')
  await leaving('2026-06-08T17:00:00Z')
  expect(await getRequest(id)).toMatchObject({ state: 'open', takenBy: null, closedByLeaver: null })
  expect(await shiftEvents(ana)).toContain('refused')
})
