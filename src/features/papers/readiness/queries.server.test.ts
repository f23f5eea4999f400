import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { assignVehicle, endAssignment, handOver } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { addPaper } from '#features/papers/commands.server.ts'
import { saveKind, saveRules } from '#features/papers/kinds/commands.server.ts'
import { getKind, listKinds, paperRules } from '#features/papers/kinds/queries.server.ts'
import type { PaperOf } from '#features/papers/schema.ts'
import { exportBatch, payOne } from '#features/payments/commands.server.ts'
import { type Fleet, MONDAY, WEEK, aFleet, anApprovedWeek, change } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { listMissingFor, readCar, readDriver, readFleet } from './queries.server.ts'

let fleet: Fleet
beforeEach(async () => {
  fleet = await aFleet()
})

const TODAY = '2026-06-08'
const give = (of: PaperOf, code: string, expiresOn: string | null = '2030-01-01') =>
  change((deed) =>
    addPaper(deed, of, code, {
      number: '1',
      issuedOn: '2026-01-01',
      expiresOn,
      files: [new File([pdfBytes()], 'a.pdf')],
    }),
  )
/** Every paper that a use asks for. */
async function inOrder(use: 'drive' | 'assign' | 'pay', holders: readonly PaperOf[]) {
  const kinds = await listKinds()
  for (const of of holders)
    for (const { code, holder, needed, appliesTo, hasExpiry } of kinds)
      if (holder === of.holder && needed[use] && (appliesTo.length === 0 || appliesTo.includes('slot')))
        await give(of, code, hasExpiry ? '2030-01-01' : null)
}
const rules = async (said: { stopsAssigning?: boolean; stopsPaying?: boolean; needsContract?: boolean }) => {
  const { version } = await paperRules()
  await change((deed) =>
    saveRules(deed, { stopsAssigning: false, stopsPaying: false, needsContract: false, ...said, version }),
  )
}
const carOf = async (driverId: string) =>
  (await db.selectFrom('assignments').select('vehicle_id').where('driver_id', '=', driverId).executeTakeFirstOrThrow())
    .vehicle_id

test('a driver may drive with own papers, those of the car and those of the company, until the first ends', async () => {
  const driver = fleet.driver('D1')
  const car = await carOf(driver)
  await inOrder('drive', [{ holder: 'driver', id: driver }, { holder: 'car', id: car }, { holder: 'company' }])
  expect(await readDriver(driver, TODAY)).toMatchObject({ may: true, missing: [], until: '2030-01-01' })
  expect(await readCar(car, TODAY)).toMatchObject({ may: true, until: '2030-01-01' })
  await give({ holder: 'car', id: car }, 'inspection', '2026-07-01')
  expect(await readDriver(driver, TODAY)).toMatchObject({ may: true, until: '2026-07-01' })
  expect(await readDriver(driver, '2026-07-02')).toMatchObject({
    may: false,
    missing: [{ paper: 'inspection', ended: '2026-07-01', car: { id: car } }],
  })
  const all = await readFleet(TODAY)
  expect(all.drivers.filter(({ may }) => may).map(({ id }) => id)).toEqual([driver])
  expect(all.drivers.find(({ id }) => id === driver)).toEqual(await readDriver(driver, TODAY))
})

test('a suspension is dated: it begins and ends on the days on which the record said so', async () => {
  const driver = fleet.driver('D1')
  const say = async (status: 'suspended' | 'active', day: string) => {
    const known = await getDriver(driver)
    await change((deed) => saveDriver(deed, driver, { ...known, nif: null, status }), {
      at: Temporal.Instant.from(`${day}T10:00:00Z`),
    })
  }
  const suspendedOn = async (day: string) =>
    (await readDriver(driver, day)).missing.some(({ kind }) => kind === 'suspended')
  await say('suspended', '2026-06-10')
  await say('active', '2026-06-12')
  expect(await Promise.all(['2026-06-09', '2026-06-10', '2026-06-11', '2026-06-12'].map(suspendedOn))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('a car is given without papers until the office turns the stop on; then the refusal names what is missing', async () => {
  const [driver, other] = [fleet.driver('D1'), fleet.driver('D2')]
  const car = await carOf(driver)
  const later = MONDAY.add({ hours: 1 })
  await change((deed) => handOver(deed, car, other, MONDAY))
  await rules({ stopsAssigning: true })
  await expect(change((deed) => handOver(deed, car, driver, later))).rejects.toMatchObject({
    code: 'paper.stops-assigning',
    params: { pt: expect.stringContaining('Carta de condução'), en: expect.stringContaining('Driving licence') },
  })
  await inOrder('assign', [{ holder: 'driver', id: driver }, { holder: 'car', id: car }, { holder: 'company' }])
  await change((deed) => handOver(deed, car, driver, later))
})

test('giving a car back, and writing down who had one last month, asks for no paper', async () => {
  const [driver, other] = [fleet.driver('D1'), fleet.driver('D2')]
  const car = await carOf(driver)
  await rules({ stopsAssigning: true })
  const [held] = await listAssignments(car)
  await change((deed) => endAssignment(deed, car, held!.id, MONDAY.subtract({ hours: 48 })))
  const span = { from: MONDAY.subtract({ hours: 40 }), to: MONDAY.subtract({ hours: 30 }) }
  await change((deed) => assignVehicle(deed, car, { driverId: other, ...span }))
  expect((await listAssignments(car)).map(({ driverId }) => driverId)).toEqual([other, driver])
})

test('nobody is paid while a paper is missing that the rules ask for, by the bank or by hand', async () => {
  fleet = await anApprovedWeek()
  const driver = fleet.driver('D1')
  await rules({ stopsPaying: true })
  const { id } = await db
    .selectFrom('settlements')
    .select('id')
    .where('driver_id', '=', driver)
    .where('state', '=', 'approved')
    .executeTakeFirstOrThrow()
  await expect(change((deed) => payOne(deed, id, 'MB WAY'))).rejects.toMatchObject({
    code: 'payment.papers-missing',
    params: { en: 'Proof of IBAN' },
  })
  await expect(change((deed) => exportBatch(deed, WEEK))).rejects.toMatchObject({ code: 'payment.nobody' })
  await give({ holder: 'driver', id: driver }, 'iban-proof', null)
  const { transactions, blocked } = await change((deed) => exportBatch(deed, WEEK))
  expect([transactions, blocked.filter(({ reason }) => reason === 'papers-missing').length > 0]).toEqual([1, true])
})

test('who would be stopped is known before anything is turned on', async () => {
  expect((await listMissingFor('pay', MONDAY)).size).toBeGreaterThan(5)
  const before = await getKind('iban-proof')
  await change((deed) =>
    saveKind(deed, 'iban-proof', {
      ...{ namePt: before.name.pt, nameEn: before.name.en, appliesTo: [], hasExpiry: false, validMonths: null },
      ...{ drive: false, assign: false, pay: false, fromDriver: true, isSensitive: false, isUsed: true, version: 1 },
    }),
  )
  expect((await listMissingFor('pay', MONDAY)).size).toBe(0)
})
