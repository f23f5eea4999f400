import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { createDriver, saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { newDriver } from '#features/fleet/drivers/schema.ts'
import { saveTitle } from '#features/fleet/upkeep/commands.server.ts'
import { assignVehicle, correctAssignment, endAssignment, handOver } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { addPaper } from '#features/papers/commands.server.ts'
import { saveAgeLimit, saveKind, saveRules } from '#features/papers/kinds/commands.server.ts'
import { getKind, listKinds, paperRules } from '#features/papers/kinds/queries.server.ts'
import { listSlots } from '#features/papers/queries.server.ts'
import type { PaperOf } from '#features/papers/schema.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { type Fleet, MONDAY, WEEK, aFleet, anApprovedWeek, makeChange, paidBy } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import {
  listDriving,
  listLacking,
  listBarredDrivers,
  listBarredDriversWithCar,
  listMissingFor,
  readCar,
  readDriver,
  readFirstRide,
  readFleet,
} from './queries.server.ts'

let fleet: Fleet
beforeEach(async () => {
  fleet = await aFleet()
})

const TODAY = '2026-06-08'
const give = (of: PaperOf, code: string, expiresOn: string | null = '2030-01-01') =>
  makeChange((change) =>
    addPaper(change, of, code, {
      number: '1',
      issuedOn: '2026-01-01',
      expiresOn,
      files: [new File([pdfBytes()], 'a.pdf')],
    }),
  )
/** Gives holders every document that a use requires. */
async function inOrder(use: 'drive' | 'assign' | 'pay', holders: readonly PaperOf[]) {
  const kinds = await listKinds()
  for (const of of holders)
    for (const { code, holder, needed, appliesTo, hasExpiry } of kinds)
      if (holder === of.holder && needed[use] && (appliesTo.length === 0 || appliesTo.includes('slot')))
        await give(of, code, hasExpiry ? '2030-01-01' : null)
}
const rules = async (said: { stopsAssigning?: boolean; stopsPaying?: boolean; needsContract?: boolean }) => {
  const { version } = await paperRules()
  await makeChange((change) =>
    saveRules(change, { stopsAssigning: false, stopsPaying: false, needsContract: false, ...said, version }),
  )
}
/** A kind required only for driving. */
const TICKED = { drive: true, assign: false, pay: false, hasExpiry: true, validMonths: null, fromDriver: false }
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

test('a document that is accepted after its own end is missing since that end, not since the day it came', async () => {
  const driver = fleet.driver('D1')
  await inOrder('drive', [
    { holder: 'driver', id: driver },
    { holder: 'car', id: await carOf(driver) },
    { holder: 'company' },
  ])
  const missingOn = async (day: string) =>
    (await readDriver(driver, day)).missing.map((one) => ('ended' in one ? [one.kind, one.ended] : [one.kind]))
  expect(await missingOn(TODAY)).toEqual([])
  const late = { number: '1', issuedOn: null, expiresOn: '2026-05-20', files: [new File([pdfBytes()], 'a.pdf')] }
  await makeChange((change) => addPaper(change, { holder: 'driver', id: driver }, 'driving-licence', late))
  expect(await missingOn(TODAY)).toEqual([['paper', '2026-05-20']])
  // The one before counted until this one came.
  expect(await missingOn('2026-05-25')).toEqual([])
})

test('a suspension is dated: it begins and ends on the days on which the record said so', async () => {
  const driver = fleet.driver('D1')
  const say = async (status: 'suspended' | 'active', day: string) => {
    const known = await getDriver(driver)
    await makeChange((change) => saveDriver(change, driver, { ...known, nif: null, status }), {
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
  await makeChange((change) => handOver(change, car, other, MONDAY))
  await rules({ stopsAssigning: true })
  await expect(makeChange((change) => handOver(change, car, driver, later))).rejects.toMatchObject({
    code: 'paper.stops-assigning',
    params: { pt: expect.stringContaining('Carta de condução'), en: expect.stringContaining('Driving licence') },
  })
  await inOrder('assign', [{ holder: 'driver', id: driver }, { holder: 'car', id: car }, { holder: 'company' }])
  const status = async (said: 'active' | 'suspended') => {
    const record = await getDriver(driver)
    await makeChange((change) => saveDriver(change, driver, { ...record, nif: null, status: said }))
  }
  await status('suspended')
  await expect(makeChange((change) => handOver(change, car, driver, later))).rejects.toMatchObject({
    code: 'assignment.suspended',
  })
  await status('active')
  await makeChange((change) => handOver(change, car, driver, later))
})

test('nobody who is suspended or away is given a car, whatever the office lets be stopped', async () => {
  const [driver, other] = [fleet.driver('D1'), fleet.driver('D2')]
  const car = await carOf(driver)
  await makeChange((change) => handOver(change, car, other, MONDAY))
  const giveAgain = () => makeChange((change) => handOver(change, car, driver, MONDAY.add({ hours: 1 })))
  const say = async (changes: { status: 'active' | 'suspended' | 'inactive'; endedOn?: string }) => {
    const record = await getDriver(driver)
    await makeChange((change) => saveDriver(change, driver, { ...record, nif: null, ...changes }))
  }
  await say({ status: 'suspended' })
  await expect(giveAgain()).rejects.toMatchObject({ code: 'assignment.suspended' })
  await say({ status: 'inactive', endedOn: '2026-06-01' })
  await expect(giveAgain()).rejects.toMatchObject({ code: 'assignment.away' })
  await say({ status: 'active', endedOn: '2026-12-31' })
  await giveAgain()
})

test('of those who are asked for, whoever may not drive on a day is named with the reason, whatever is stopped', async () => {
  const [driver, other] = [fleet.driver('D1'), fleet.driver('D2')]
  const car = await carOf(driver)
  await inOrder('drive', [{ holder: 'driver', id: driver }, { holder: 'car', id: car }, { holder: 'company' }])
  const named = async (day: string) => (await listBarredDrivers([driver, other], day)).map(({ id }) => id)
  expect(await named(TODAY)).toEqual([other])
  expect((await named('2030-01-02')).toSorted()).toEqual([driver, other].toSorted())
  expect(await listBarredDrivers([driver], TODAY)).toEqual([])
  expect((await listBarredDrivers([other], TODAY))[0]?.missing.map(({ name }) => name?.pt)).toContain(
    'Certificado de motorista de TVDE',
  )
})

test('who is given a car is judged with that car, whatever is missing of the one they had', async () => {
  const [driver, other] = [fleet.driver('D1'), fleet.driver('D2')]
  const [own, given] = [await carOf(driver), await carOf(other)]
  await inOrder('drive', [{ holder: 'driver', id: driver }, { holder: 'car', id: given }, { holder: 'company' }])
  const missing = (found: Awaited<ReturnType<typeof listBarredDrivers>>) =>
    new Set(found.flatMap((one) => one.missing.map((what) => ('car' in what ? what.car?.id : undefined))))
  expect(missing(await listBarredDrivers([driver], TODAY))).toEqual(new Set([own]))
  expect(await listBarredDriversWithCar(given, [driver], TODAY)).toEqual([])
  expect(missing(await listBarredDriversWithCar(own, [driver], TODAY))).toEqual(new Set([own]))
  expect(await listBarredDriversWithCar(null, [driver], TODAY)).toEqual([])
  expect(await listBarredDriversWithCar(given, [driver, other], TODAY)).toEqual(
    await listBarredDriversWithCar(given, [other], TODAY),
  )
  expect(await listBarredDriversWithCar(own, [driver, other], TODAY)).toHaveLength(2)
})

test('giving a car back, and writing down who had one last month, asks for no paper', async () => {
  const [driver, other] = [fleet.driver('D1'), fleet.driver('D2')]
  const car = await carOf(driver)
  await rules({ stopsAssigning: true })
  const [held] = await listAssignments(car)
  await makeChange((change) => endAssignment(change, car, held!.id, MONDAY.subtract({ hours: 48 })))
  const span = { from: MONDAY.subtract({ hours: 40 }), to: MONDAY.subtract({ hours: 30 }) }
  await makeChange((change) => assignVehicle(change, car, { driverId: other, ...span }))
  expect((await listAssignments(car)).map(({ driverId }) => driverId)).toEqual([other, driver])
})

test('whoever gave a car back does not keep it longer by a correction either', async () => {
  const driver = fleet.driver('D1')
  const car = await carOf(driver)
  const [held] = await listAssignments(car)
  const span = { driverId: driver, from: held!.from, to: MONDAY.subtract({ hours: 1 }) }
  await makeChange((change) => correctAssignment(change, car, held!.id, span))
  await rules({ stopsAssigning: true })
  await makeChange((change) =>
    correctAssignment(change, car, held!.id, { ...span, to: MONDAY.subtract({ minutes: 30 }) }),
  )
  await expect(
    makeChange((change) => correctAssignment(change, car, held!.id, { ...span, to: null })),
  ).rejects.toMatchObject({
    code: 'paper.stops-assigning',
  })
})

test('with the rule of contracts nobody drives or is given a car before both sides signed one, for its days alone', async () => {
  const driver = fleet.driver('D1')
  const car = await carOf(driver)
  await inOrder('drive', [{ holder: 'driver', id: driver }, { holder: 'car', id: car }, { holder: 'company' }])
  await rules({ needsContract: true })
  expect(await readDriver(driver, TODAY)).toMatchObject({ may: false, missing: [{ kind: 'contract', ended: null }] })
  await signed(driver, { from: '2026-06-01', until: '2026-06-30' })
  expect(await readDriver(driver, TODAY)).toMatchObject({ may: true, until: '2026-06-30' })
  expect(await readDriver(driver, '2026-07-01')).toMatchObject({
    may: false,
    missing: [{ kind: 'contract', ended: '2026-06-30' }],
  })
  await rules({ needsContract: true, stopsAssigning: true })
  const other = fleet.driver('D2')
  await inOrder('assign', [{ holder: 'driver', id: other }, { holder: 'car', id: car }, { holder: 'company' }])
  await expect(makeChange((change) => handOver(change, car, other, MONDAY.add({ hours: 1 })))).rejects.toMatchObject({
    code: 'paper.stops-assigning',
    params: { pt: 'contrato', en: 'contract' },
  })
})

/** A contract of service signed by both sides. */
async function signed(
  driverId: string,
  { from, until }: { from: string; until: string },
  state: 'sent' | 'sealed' = 'sealed',
): Promise<string> {
  const sha256 = 'a'.repeat(64)
  await db
    .insertInto('files')
    .values({ sha256, size: 1, media_type: 'application/pdf' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const template = { kind: 'own-car', language: 'pt' }
  await db
    .insertInto('contract_templates')
    .values({ ...template, version: 1, body: 'x', sha256, used_since: '2026-01-01T00:00:00Z' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await db
    .insertInto('contracts')
    .values({
      ...template,
      template_version: 1,
      driver_id: driverId,
      body: Buffer.from([1]),
      text_sha256: sha256,
      starts_on: from,
      ends_on: until,
      state,
      created_at: '2026-01-01T00:00:00Z',
      file_sha256: state === 'sealed' ? sha256 : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('a new car needs no inspection in its first year, and one that is too old by the law of the day is not driven', async () => {
  const driver = fleet.driver('D1')
  const car = await carOf(driver)
  await inOrder('assign', [{ holder: 'driver', id: driver }, { holder: 'car', id: car }, { holder: 'company' }])
  await give({ holder: 'car', id: car }, 'inspection', '2026-05-01')
  const registered = (day: string) =>
    makeChange((change) =>
      saveTitle(change, car, {
        title: 'own',
        ownerId: null,
        slotNumber: '',
        slotSince: null,
        firstRegisteredOn: day,
      }),
    )
  expect(await readCar(car, TODAY)).toMatchObject({ may: false, missing: [{ paper: 'inspection' }] })
  await registered('2026-03-15')
  expect(await readCar(car, TODAY)).toMatchObject({ may: true, until: '2027-03-14' })
  expect(await readCar(car, '2027-03-15')).toMatchObject({ may: false, missing: [{ paper: 'inspection' }] })

  await give({ holder: 'car', id: car }, 'inspection', '2030-01-01')
  await db.updateTable('vehicles').set({ energy: 'diesel' }).where('id', '=', car).execute()
  await registered('2018-06-30')
  const age = { kind: 'age', car: { id: car }, ended: '2025-06-29' }
  expect(await readCar(car, TODAY)).toMatchObject({ may: false, missing: [age], until: '2026-08-31' })
  expect(await readDriver(driver, '2026-09-01')).toMatchObject({ may: true, until: '2028-06-29' })
  await makeChange((change) => saveAgeLimit(change, { from: '2028-01-01', years: 12, electricYears: 12 }))
  expect(await readCar(car, '2026-09-01')).toMatchObject({ may: true, until: '2030-01-01' })
  await rules({ stopsAssigning: true })
  await expect(makeChange((change) => handOver(change, car, fleet.driver('D2'), MONDAY))).rejects.toMatchObject({
    params: { pt: expect.stringContaining('idade da viatura') },
  })
})

test('the way to the first ride is told by what is there', async () => {
  const driver = fleet.driver('D1')
  const states = async () =>
    Object.fromEntries((await readFirstRide(driver, MONDAY)).map(({ step, state }) => [step, state]))
  expect(await states()).toEqual({
    account: 'open',
    nif: 'yours',
    iban: 'done',
    terms: 'done',
    papers: 'yours',
    contract: 'open',
    car: 'done',
    platforms: 'done',
  })
  await inOrder('assign', [{ holder: 'driver', id: driver }])
  expect(await states()).toMatchObject({ papers: 'done' })
  await db.deleteFrom('assignments').where('driver_id', '=', driver).execute()
  await signed(driver, { from: '2026-06-01', until: '2026-06-30' })
  expect(await states()).toMatchObject({ contract: 'done', car: 'open' })
})

test('each step says who acts next: the driver where something is to be sent or signed, the office where it came', async () => {
  const driver = await makeChange((change) => createDriver(change, newDriver({ name: 'Quem Começa' })))
  const states = async () =>
    Object.fromEntries((await readFirstRide(driver, MONDAY)).map(({ step, state }) => [step, state]))
  expect(await states()).toMatchObject({ iban: 'yours', papers: 'yours', contract: 'open', car: 'open' })
  await give({ holder: 'driver', id: driver }, 'iban-proof', null)
  expect(await states()).toMatchObject({ iban: 'waits' })
  const contract = await signed(driver, { from: '2026-06-01', until: '2026-06-30' }, 'sent')
  expect(await states()).toMatchObject({ contract: 'yours' })
  await db.updateTable('contracts').set({ state: 'signed' }).where('id', '=', contract).execute()
  expect(await states()).toMatchObject({ contract: 'waits' })
})

test('a list says who may drive, what is missing, and whose answer ends within a month', async () => {
  const driver = fleet.driver('D1')
  const car = await carOf(driver)
  await inOrder('drive', [{ holder: 'driver', id: driver }, { holder: 'car', id: car }, { holder: 'company' }])
  await give({ holder: 'car', id: car }, 'inspection', '2026-07-08')
  const { drivers, cars } = await listDriving(MONDAY)
  expect([drivers.get(driver), cars.get(car)]).toMatchObject([
    { may: true, until: '2026-07-08', endsSoon: true },
    { may: true, endsSoon: true },
  ])
  expect(drivers.get(fleet.driver('D2'))).toMatchObject({ may: false, endsSoon: false })
  await give({ holder: 'car', id: car }, 'inspection', '2027-07-08')
  expect((await listDriving(MONDAY)).drivers.get(driver)).toMatchObject({ may: true, endsSoon: false })
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
  await expect(makeChange((change) => payOne(change, id, paidBy('MB WAY')))).rejects.toMatchObject({
    code: 'payment.papers-missing',
    params: { en: 'Proof of IBAN' },
  })
  await expect(makeChange((change) => exportBatch(change, WEEK))).rejects.toMatchObject({ code: 'payment.nobody' })
  await give({ holder: 'driver', id: driver }, 'iban-proof', null)
  const { transactions, blocked } = await makeChange((change) => exportBatch(change, WEEK))
  expect([transactions, blocked.filter(({ reason }) => reason === 'papers-missing').length > 0]).toEqual([1, true])
})

test('who would be stopped is known before anything is turned on', async () => {
  expect((await listMissingFor('pay', MONDAY)).size).toBeGreaterThan(5)
  const before = await getKind('iban-proof')
  await makeChange((change) =>
    saveKind(change, 'iban-proof', {
      namePt: before.name.pt,
      nameEn: before.name.en,
      appliesTo: [],
      hasExpiry: false,
      validMonths: null,
      drive: false,
      assign: false,
      pay: false,
      fromDriver: true,
      isSensitive: false,
      atRoadside: false,
      isUsed: true,
      firstAfterMonths: null,
      version: 1,
    }),
  )
  expect((await listMissingFor('pay', MONDAY)).size).toBe(0)
})

test('a car’s paper of some titles is asked of those, and whoever holds a driver’s own car is asked for its link', async () => {
  // Without agreed terms, the requirements follow from the car alone.
  const driver = await makeChange((change) => createDriver(change, newDriver({ name: 'Sem Condições' })))
  const car = await carOf(fleet.driver('D1'))
  await makeChange((change) => handOver(change, car, driver, MONDAY))
  const lacks = async (code: string) => {
    const { missing } = await readDriver(driver, TODAY)
    const slots = await listSlots(
      { holder: code === 'car-title' ? 'car' : 'driver', id: code === 'car-title' ? car : driver },
      MONDAY,
    )
    return [
      missing.some((one) => one.kind === 'paper' && one.paper === code),
      slots.find(({ kind }) => kind.code === code)?.isAsked ?? false,
    ]
  }
  const kind = await getKind('car-title')
  await makeChange((change) =>
    saveKind(change, 'car-title', {
      ...kind,
      ...TICKED,
      namePt: kind.name.pt,
      nameEn: kind.name.en,
      appliesTo: ['leasing'],
    }),
  )
  const title = (said: 'own' | 'leasing' | 'driver', ownerId: string | null = null) =>
    makeChange((change) =>
      saveTitle(change, car, { title: said, ownerId, slotNumber: '', slotSince: null, firstRegisteredOn: null }),
    )
  await title('own')
  expect([await lacks('car-title'), await lacks('slot-link')]).toEqual([
    [false, false],
    [false, false],
  ])
  await title('leasing')
  expect([await lacks('car-title'), await lacks('slot-link')]).toEqual([
    [true, true],
    [false, false],
  ])
  await title('driver', driver)
  expect([await lacks('car-title'), await lacks('slot-link')]).toEqual([
    [false, false],
    [true, true],
  ])
})

test('who lacks a kind is told whether or not anything needs it; who is away and of whom it is not asked is left out', async () => {
  const kind = { ...(await getKind('iban-proof')), appliesTo: [] }
  const all = (await listLacking(kind, Temporal.Instant.from(`${TODAY}T10:00:00Z`))).map(({ id }) => id)
  const [driver, other] = [fleet.driver('D1'), fleet.driver('D2')]
  expect(all).toContain(driver)
  await give({ holder: 'driver', id: driver }, 'iban-proof', null)
  const known = await getDriver(other)
  await makeChange((change) =>
    saveDriver(change, other, { ...known, nif: null, status: 'inactive', endedOn: '2026-06-01' }),
  )
  const left = (await listLacking(kind, Temporal.Instant.from(`${TODAY}T10:00:00Z`))).map(({ id }) => id)
  expect(left).toEqual(all.filter((id) => id !== driver && id !== other))
  expect(await listLacking(await getKind('inspection'), Temporal.Instant.from(`${TODAY}T10:00:00Z`))).not.toEqual([])
  expect(await listLacking({ ...kind, appliesTo: ['nobody'] }, Temporal.Instant.from(`${TODAY}T10:00:00Z`))).toEqual([])
})
