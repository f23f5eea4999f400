import { askAlone } from '#db/together.server.ts'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { saveRules } from '#features/positions/rules/commands.server.ts'
import { listHolds } from '#features/positions/rules/queries.server.ts'
import { rulesRecord } from '#features/positions/rules/schema.ts'
import { fileDevice, storePositions } from '#features/positions/receiving/commands.server.ts'
import { endZone, makeZone, reopenZone, saveZone } from '#features/positions/zones/commands.server.ts'
import { listEndedZones, listZones } from '#features/positions/zones/queries.server.ts'
import { zoneInput } from '#features/positions/zones/schema.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { answerAlert, reopenAlert, watchCars } from './commands.server.ts'
import { openAlerts, getAlert, listAlerts } from './queries.server.ts'
import { answerRecord } from './schema.ts'

const NOW = Temporal.Now.instant()
const TODAY = NOW.toZonedDateTimeISO('Europe/Lisbon').toPlainDate()
const RULES = { records: 'on', keepsDays: '7', duty: 'assignment', offDuty: 'drop', tellsUnheld: 'on' }
let car = ''
let driver = ''
let device = 0
let uid = ''

const act = <Result>(work: Parameters<typeof makeChange<Result>>[0], at = NOW) =>
  makeChange(work, { at, actor: { uid, role: 'admin', address: null, requestId: null } })
const answerOf = (said: object) => answerRecord.input.parse({ intent: 'answer', text: 'Foi à lavagem', ...said })
/** Fixes of a car each half minute, at these metres to the north, the last of them now. */
async function drive(...norths: number[]) {
  const fixes = norths.map((north, at) => ({
    at: NOW.epochMilliseconds - (norths.length - 1 - at) * 30_000,
    lat: 38.72 + north / 111_195,
    lon: -9.14,
    speed: 8,
    course: null,
    accuracy: 10,
  }))
  return new Set(await storePositions(fixes.map((fix) => ({ key: device, known: null, fix }))))
}
const AWAY = [...Array.from({ length: 10 }, () => 0), 400, 900, 1_500, 2_200, 3_000]
const alertMails = async () =>
  (await db.selectFrom('mail_outbox').select('params').where('template', '=', 'car-alert').execute()).map(
    ({ params }) => Object(params) as { kind: string; zone: string; link: string },
  )
const nobodyHasIt = () =>
  asOwner(
    `update assignments set period = tstzrange('2026-01-01', now() - interval '10 hours') where vehicle_id = '${car}'`,
  )

beforeEach(async () => {
  const fleet = await aFleet()
  uid = await anAccount('operacoes@exemplo.pt', 'admin')
  car = fleet.vehicle('ZX11TA')
  const held = await db
    .selectFrom('assignments')
    .select(['id', 'driver_id'])
    .where('vehicle_id', '=', car)
    .executeTakeFirstOrThrow()
  driver = held.driver_id
  await asOwner(`update assignments set period = tstzrange('2026-01-01', null) where id = '${held.id}'`)
  await act((change) => saveRules(change, rulesRecord.input.parse(RULES)), NOW.subtract({ hours: 30 }))
  await asOwner(
    `insert into position_notices (driver_id, version, way, told_at) values ('${driver}', 1, 'read', '2026-01-01')`,
  )
  device = await fileDevice(car, NOW)
})

test('a car that moves while nobody has it is told once, however long it goes on, and the look is written down', async () => {
  await nobodyHasIt()
  await drive(...AWAY)
  await watchCars(NOW)
  await watchCars(NOW.add({ seconds: 60 }))
  const [alert, ...others] = await listAlerts()
  expect(others).toEqual([])
  expect(alert).toMatchObject({ plate: 'ZX-11-TA', kind: 'unheld', driver: null, answer: null })
  expect(await alertMails()).toMatchObject([{ kind: 'unheld', link: `/admin/monitor/alerts/${alert!.id}` }])
  expect(await askAlone(openAlerts, db)).toMatchObject({ count: 1, only: alert!.id })
  const looks = await db.selectFrom('position_looks').select(['role', 'what', 'reader']).execute()
  expect(looks).toEqual([{ role: 'system', what: 'watch', reader: null }])
  // Also after an answer it is still the same event.
  await act((change) => answerAlert(change, alert!.id, answerOf({ answer: 'explained' })))
  await watchCars(NOW.add({ seconds: 120 }))
  expect(await alertMails()).toHaveLength(1)
  expect(await askAlone(openAlerts, db)).toBeNull()
})

test('of a car that somebody has, nothing is looked at, and nothing of one in the workshop is told', async () => {
  await drive(...AWAY)
  await watchCars(NOW)
  expect(await db.selectFrom('position_looks').selectAll().execute()).toEqual([])
  await nobodyHasIt()
  await asOwner(`update vehicles set status = 'maintenance' where id = '${car}'`)
  await drive(...AWAY)
  await watchCars(NOW.add({ seconds: 30 }))
  expect(await listAlerts()).toEqual([])
  expect(await alertMails()).toEqual([])
})

test('who drives at night is told where the office asks for it, but not what a driver did in private', async () => {
  const hour = NOW.toZonedDateTimeISO('Europe/Lisbon').hour
  const night = `${(hour + 23) % 24}-${(hour + 2) % 24}`
  await act((change) => saveRules(change, rulesRecord.input.parse({ ...RULES, night })), NOW.subtract({ hours: 29 }))
  await asOwner(
    `insert into position_private_times (driver_id, from_at) values ('${driver}', now() - interval '2 hours')`,
  )
  expect(await drive(...AWAY)).toEqual(new Set(['private']))
  await watchCars(NOW)
  expect(await listAlerts()).toEqual([])
  await asOwner('delete from position_private_times')
  await drive(...AWAY)
  await watchCars(NOW)
  const { name } = await db.selectFrom('drivers').select('name').where('id', '=', driver).executeTakeFirstOrThrow()
  expect(await listAlerts()).toMatchObject([{ kind: 'night', driver: { name } }])
})

test('an answer ends it and is taken back; ignored tells nothing until its day; a theft holds the car by name', async () => {
  await nobodyHasIt()
  await drive(...AWAY)
  await watchCars(NOW)
  const [{ id } = { id: 0 }] = await listAlerts()
  const past = answerOf({ answer: 'ignored', ignoredUntil: TODAY.subtract({ days: 1 }).toString() })
  await expect(act((change) => answerAlert(change, id, past))).rejects.toMatchObject({ code: 'alert.ignored-until' })
  const ignored = answerOf({ answer: 'ignored', ignoredUntil: TODAY.add({ days: 2 }).toString() })
  await act((change) => answerAlert(change, id, ignored))
  await expect(act((change) => answerAlert(change, id, ignored))).rejects.toMatchObject({ code: 'alert.answered' })
  // Hours later it is another event, and until the day given nobody is told of it.
  await asOwner(
    `update position_alerts set from_at = from_at - interval '5 hours', until_at = until_at - interval '5 hours'`,
  )
  await drive(...AWAY.map((metres) => metres + 1))
  await watchCars(NOW.add({ seconds: 30 }))
  expect(await alertMails()).toHaveLength(1)
  await act((change) => reopenAlert(change, id))
  expect(await getAlert(id)).toMatchObject({ answer: null, ignoredUntil: null, by: null })
  await watchCars(NOW.add({ seconds: 50 }))
  expect(await alertMails()).toHaveLength(2)
  const theft = answerOf({ answer: 'theft', heldUntil: TODAY.add({ days: 20 }).toString() })
  await act((change) => answerAlert(change, id, theft))
  expect(await listHolds(NOW)).toMatchObject([{ kind: 'theft', vehicleId: car, reason: 'Foi à lavagem' }])
  await act((change) => reopenAlert(change, id))
  expect(await listHolds(NOW)).toHaveLength(1)
  await expect(act((change) => answerAlert(change, 0, theft))).rejects.toMatchObject({ code: 'record.not-found' })
  await watchCars(NOW.add({ hours: 24 * 500 }))
  expect(await listAlerts()).toEqual([])
})

const zone = (more: object) =>
  zoneInput.parse({ name: 'Lisboa', shape: 'circle', middle: '38.72, -9.14', radius: '1000', covers: 'all', ...more })

test('a car that leaves its zone is told by the name of the zone, whoever has it; another car’s zone is not its own', async () => {
  const yesterday = NOW.subtract({ hours: 24 })
  const other = await db.selectFrom('vehicles').select('id').where('id', '<>', car).executeTakeFirstOrThrow()
  await act((change) => makeZone(change, zone({ tellsLeaving: 'on' })), yesterday)
  await act((change) => makeZone(change, zone({ name: 'Sem aviso' })), yesterday)
  const some = { name: 'De outra', covers: 'some', cars: [other.id], tellsLeaving: 'on' }
  await act((change) => makeZone(change, zone(some)), yesterday)
  await drive(...AWAY)
  await watchCars(NOW)
  expect(await listAlerts()).toMatchObject([{ kind: 'zone', zone: 'Lisboa' }])
  expect(await alertMails()).toMatchObject([{ kind: 'zone', zone: 'Lisboa' }])
})

test('a zone is changed, ended and had again; what is wrong with it is said', async () => {
  const id = await act((change) => makeZone(change, zone({ tellsLeaving: 'on' })))
  const twice = act((change) => makeZone(change, zone({ name: 'LISBOA' })))
  await expect(twice).rejects.toMatchObject({ code: 'zone.taken' })
  const corners = '38.7, -9.2\n38.8, -9.2\n38.8, -9.1'
  const later = NOW.add({ hours: 1 })
  await act((change) => saveZone(change, id, zone({ shape: 'polygon', corners, covers: 'some', cars: [car] })), later)
  expect(await listZones()).toMatchObject([
    {
      id,
      shape: { shape: 'polygon' },
      cars: [{ id: car }],
      tellsLeaving: false,
      since: later.round('microsecond').toString(),
    },
  ])
  const crossed = zone({ name: 'Outra', shape: 'polygon', corners: '38.7, -9.2\nnorte' })
  await expect(act((change) => makeZone(change, crossed))).rejects.toMatchObject({
    code: 'zone.line',
    params: { line: 2 },
  })
  for (const wrong of [{ radius: '5' }, { middle: 'Lisboa' }, { covers: 'some' }, { shape: 'polygon' }])
    expect(() => zone(wrong)).toThrow()
  await act((change) => endZone(change, id))
  expect(await listZones()).toEqual([])
  expect(await listEndedZones()).toEqual([{ id, name: 'Lisboa' }])
  await act((change) => reopenZone(change, id))
  expect(await listZones()).toHaveLength(1)
  await expect(act((change) => reopenZone(change, id))).rejects.toMatchObject({ code: 'record.not-found' })
})
