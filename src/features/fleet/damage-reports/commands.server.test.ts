import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { withdrawAccident } from '#features/fleet/accidents/commands.server.ts'
import { getAccident, listAccidentsOfCar, readAccidentForm } from '#features/fleet/accidents/queries.server.ts'
import { proposeCost } from '#features/fleet/damages/commands.server.ts'
import { listDamageCosts, listDamagesOfCar, readDamagePhoto } from '#features/fleet/damages/queries.server.ts'
import { createDriver } from '#features/fleet/drivers/commands.server.ts'
import { newDriver } from '#features/fleet/drivers/schema.ts'
import { mergeDrivers } from '#features/fleet/merges/commands.server.ts'
import { handOver } from '#features/fleet/vehicles/commands.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { openTicket } from '#features/support/tickets/commands.server.ts'
import { listTicketsOfCar, listTicketsOfReport } from '#features/support/tickets/queries.server.ts'
import { askInput } from '#features/support/tickets/schema.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { PNG, pdfBytes } from '#test/papers.ts'
import { confirmReport, refuseReport, reopenReport, sendReport, withdrawReport } from './commands.server.ts'
import {
  findWaitingReports,
  getOwnReport,
  getReport,
  listOwnReports,
  readReportForm,
  readReportPhoto,
} from './queries.server.ts'
import { MAX_PHOTOS, reportInput } from './schema.ts'

const NOW = Temporal.Instant.from('2026-06-10T11:00:00Z')
const now = <Result>(work: Parameters<typeof makeChange<Result>>[0]) => makeChange(work, { at: NOW })
const refused = (code: string) => expect.objectContaining({ code })
const photo = () => new File([PNG], 'IMG_1.png')
const DENT = { type: 'dent', part: 'front-bumper', severity: 'light' } as const

const typed = (more: Record<string, unknown> = {}) =>
  reportInput.safeParse({
    kind: 'damage',
    atDay: '2026-06-09',
    atTime: '18:20',
    atTimeTwice: '',
    place: 'Rua Augusta, Lisboa',
    account: 'Encontrei a viatura assim de manhã',
    type: 'dent',
    part: '',
    severity: '',
    ...more,
  })
const said = (more: Record<string, unknown> = {}) => {
  const read = typed(more)
  if (!read.success) throw new Error(JSON.stringify(read.error.issues))
  return read.data
}
const ACCIDENT = {
  kind: 'accident',
  injured: 'no',
  amicable: 'signed',
  otherName: 'Rui Sá',
  otherPlate: 'ZX-01-ZZ',
  otherInsurer: '',
  otherPolicy: '',
  police: 'PSP',
  policeNumber: '12/2026',
}

/** Ana has the car since Monday morning; Rui has none. */
async function aHeldCar() {
  const fleet = await aFleet()
  const car = fleet.vehicle('ZX11TA')
  const [ana, rui] = [fleet.driver('D1') as OwnDriverId, fleet.driver('D2') as OwnDriverId]
  await db.deleteFrom('assignments').where('vehicle_id', '=', car).execute()
  await db.deleteFrom('assignments').where('driver_id', 'in', [ana, rui]).execute()
  await now((change) => handOver(change, car, ana, Temporal.Instant.from('2026-06-08T08:00:00Z')))
  return { car, other: fleet.vehicle('ZX22TB'), ana, rui }
}

const send = (driver: OwnDriverId, more: Record<string, unknown> = {}) =>
  now((change) => sendReport(change, driver, said(more)))

test('a report is of the car its driver had at that minute, waits for the office, and charges nothing', async () => {
  const { car, ana, rui } = await aHeldCar()
  await asOwner(
    `insert into users (uid, email, role, scopes) values ('rita', 'rita@example.org', 'admin', '{operations}')`,
  )
  const id = await send(ana, { photos: [photo(), new File([], ''), photo()] })
  const report = await getReport(car, id)
  expect(report).toMatchObject({ state: 'waiting', driver: { id: ana }, holder: { id: ana }, type: 'dent', part: null })
  expect(report.photos).toHaveLength(2)
  expect(await findWaitingReports()).toMatchObject({ count: 1, vehicle: car, first: id })
  expect(await listDamagesOfCar(car)).toEqual([])
  const mails = await db.selectFrom('mail_outbox').select(['template', 'params']).execute()
  expect(JSON.stringify(mails)).toContain(`/admin/vehicles/${car}/reports/${id}`)
  expect(JSON.stringify(mails)).not.toContain('de manhã')
  // The photos are drawn anew, and only their driver and the office can read them.
  expect((await readReportPhoto({ report: id, driver: ana }, report.photos[0]!)).mediaType).toBe('image/jpeg')
  expect((await readReportPhoto({ report: id, vehicle: car }, report.photos[0]!)).mediaType).toBe('image/jpeg')
  await expect(readReportPhoto({ report: id, driver: rui }, report.photos[0]!)).rejects.toEqual(
    refused('record.not-found'),
  )
  await expect(getOwnReport(rui, id)).rejects.toEqual(refused('record.not-found'))
  await expect(now((change) => withdrawReport(change, rui, id))).rejects.toEqual(refused('record.not-found'))
})

test('a report that is confirmed is the car’s damage with its photos, tied to what was asked about it', async () => {
  const { car, ana } = await aHeldCar()
  const id = await send(ana, { photos: [photo()] })
  await now((change) =>
    openTicket(change, ana, askInput.parse({ topic: 'car', words: 'Posso conduzir assim?', about: `report:${id}` })),
  )
  await now((change) => confirmReport(change, car, id, DENT))
  const [damage] = await listDamagesOfCar(car)
  expect(damage).toMatchObject({
    ...DENT,
    state: 'noted',
    isNew: true,
    reportId: id,
    inspectionId: null,
    estimate: null,
  })
  expect(damage).toMatchObject({ driver: { id: ana }, hasPhoto: true, foundAt: '2026-06-09T17:20:00Z' })
  expect((await readDamagePhoto(damage!.id, null)).mediaType).toBe('image/jpeg')
  expect((await listDamageCosts()).get(car)).toMatchObject([{ on: '2026-06-09', isOpen: true }])
  expect(await getOwnReport(ana, id)).toMatchObject({ state: 'confirmed', damageId: damage!.id })
  expect(await listTicketsOfReport(id, NOW)).toHaveLength(1)
  expect((await listTicketsOfCar(car, NOW))[0]?.about).toMatchObject({ kind: 'report', id })
  expect(await findWaitingReports()).toBeNull()
  const { notices } = await listNotices(ana, { limit: 10, before: null })
  expect(notices.map(({ facts }) => facts)).toContainEqual(
    expect.objectContaining({ kind: 'damage-report', event: 'confirmed', id }),
  )
  await expect(now((change) => refuseReport(change, car, id, 'x'))).rejects.toEqual(refused('damage-report.decided'))
  await expect(now((change) => withdrawReport(change, ana, id))).rejects.toEqual(refused('damage-report.decided'))

  // Taken back before anything was done with its damage, and confirmed again.
  await now((change) => reopenReport(change, car, id, 'Era outra viatura'))
  expect(await listDamagesOfCar(car)).toEqual([])
  expect(await getReport(car, id)).toMatchObject({ state: 'waiting', damageId: null })
  await now((change) => confirmReport(change, car, id, DENT))
  const [again] = await listDamagesOfCar(car)
  await now((change) => proposeCost(change, again!.id, { driverId: ana, amount: cents(100_00) }))
  await expect(now((change) => reopenReport(change, car, id, 'x'))).rejects.toEqual(refused('damage.used'))
})

test('a report of an accident is the car’s accident too, and none any more when that is taken back', async () => {
  const { car, ana } = await aHeldCar()
  const form = new File([pdfBytes()], 'declaracao.pdf')
  const id = await send(ana, { ...ACCIDENT, form })
  await now((change) => confirmReport(change, car, id, DENT))
  const { accidentId } = await getReport(car, id)
  expect(await getAccident(car, accidentId!)).toMatchObject({
    happenedAt: '2026-06-09T17:20:00Z',
    account: 'Encontrei a viatura assim de manhã',
    driver: { id: ana },
    amicable: 'signed',
    otherPlate: 'ZX-01-ZZ',
    police: 'PSP',
    reportedOn: null,
  })
  expect((await readAccidentForm(car, accidentId!)).mediaType).toBe('application/pdf')
  expect((await readReportForm({ report: id, driver: ana })).mediaType).toBe('application/pdf')
  expect((await listDamagesOfCar(car))[0]).toMatchObject({ accidentId })
  await now((change) => reopenReport(change, car, id, 'Foi confirmado sem ver'))
  expect([await listAccidentsOfCar(car), await listDamagesOfCar(car)]).toEqual([[], []])
  await now((change) => confirmReport(change, car, id, DENT))
  expect(await listAccidentsOfCar(car)).toHaveLength(1)
  // Its accident was withdrawn on its own page: the report leads to none, and is taken back all the same.
  const again = (await getReport(car, id)).accidentId!
  await now((change) => withdrawAccident(change, car, again, 'Não foi acidente'))
  expect((await getReport(car, id)).accidentId).toBeNull()
  await now((change) => reopenReport(change, car, id, 'Engano'))
  expect(await listDamagesOfCar(car)).toEqual([])
})

test('a refusal says why to its driver, is taken back, and a report is withdrawn while it waits', async () => {
  const { car, other, ana } = await aHeldCar()
  const id = await send(ana)
  await expect(now((change) => refuseReport(change, other, id, 'x'))).rejects.toEqual(refused('record.not-found'))
  await now((change) => refuseReport(change, car, id, 'Já estava na vistoria'))
  expect(await getOwnReport(ana, id)).toMatchObject({ state: 'refused', answer: 'Já estava na vistoria' })
  await now((change) => reopenReport(change, car, id, 'Não estava'))
  await expect(now((change) => reopenReport(change, car, id, 'x'))).rejects.toEqual(refused('damage-report.waiting'))
  const { notices } = await listNotices(ana, { limit: 10, before: null })
  expect(notices.map(({ facts }) => ('event' in facts ? facts.event : null))).toEqual(
    expect.arrayContaining(['waiting', 'refused']),
  )
  await now((change) => withdrawReport(change, ana, id))
  expect((await listOwnReports(ana))[0]?.state).toBe('withdrawn')
  await expect(now((change) => confirmReport(change, car, id, DENT))).rejects.toEqual(refused('damage-report.decided'))
})

test('who had no car then names one of theirs, and who reports for another is told apart from who had it', async () => {
  const { car, other, ana, rui } = await aHeldCar()
  await expect(send(rui)).rejects.toEqual(refused('damage-report.no-car'))
  await expect(send(rui, { vehicleId: car })).rejects.toEqual(refused('record.not-found'))
  await expect(send(ana, { vehicleId: other })).rejects.toEqual(refused('record.not-found'))
  await expect(send(ana, { atDay: '2026-06-12' })).rejects.toEqual(refused('damage-report.in-future'))
  await now((change) => handOver(change, car, rui, Temporal.Instant.from('2026-06-10T08:00:00Z')))
  // Rui found on Wednesday what had happened on Tuesday, when Ana had the car.
  const id = await send(rui, { vehicleId: car })
  expect(await getReport(car, id)).toMatchObject({ driver: { id: rui }, holder: { id: ana } })
  await now((change) => confirmReport(change, car, id, DENT))
  expect((await listDamagesOfCar(car))[0]?.driver?.id).toBe(ana)
  // A person whose records are merged finds what they reported under the other.
  const twin = (await now((change) =>
    createDriver(change, newDriver({ ref: 'T9', name: 'Ana outra vez' })),
  )) as OwnDriverId
  await now((change) => handOver(change, car, twin, Temporal.Instant.from('2026-06-10T09:00:00Z')))
  const twins = await send(twin, { atDay: '2026-06-10', atTime: '10:30' })
  await now((change) => mergeDrivers(change, twin, { into: ana, reason: 'É a mesma pessoa' }))
  expect((await listOwnReports(ana)).map((one) => one.id)).toEqual([twins])
})

test('a form says what it lacks, takes so many photos, and of damage nothing that belongs to an accident', async () => {
  expect(typed({ atTime: '' }).success).toBe(false)
  expect(typed({ place: ' ' }).success).toBe(false)
  expect(typed({ account: '' }).success).toBe(false)
  expect(typed({ kind: 'accident' }).success).toBe(false)
  expect(typed({ photos: Array.from({ length: MAX_PHOTOS + 1 }, photo) }).success).toBe(false)
  expect(said({ ...ACCIDENT, kind: 'damage' }).otherName).toBeUndefined()
  const { ana } = await aHeldCar()
  await expect(send(ana, { photos: [new File([pdfBytes()], 'a.pdf')] })).rejects.toEqual(
    expect.objectContaining({ code: 'upload.no-photo', params: { name: 'a.pdf' } }),
  )
  await expect(send(ana, { photos: [new File(['olá'], 'b.jpg')] })).rejects.toEqual(
    expect.objectContaining({ code: 'upload.no-photo', params: { name: 'b.jpg' } }),
  )
  for (let at = 0; at < 20; at++) await send(ana)
  await expect(send(ana)).rejects.toEqual(refused('damage-report.too-many'))
})
