import { askAlone } from '#db/together.server.ts'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { undoSale, sellVehicle } from '#features/fleet/sales/commands.server.ts'
import { assignVehicle, handOver } from '#features/fleet/vehicles/commands.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import {
  addCost,
  addJob,
  addRule,
  endCost,
  endRule,
  forgetContract,
  forgetPurchase,
  resumeCost,
  resumeRule,
  saveContract,
  savePurchase,
  saveRoadTax,
  saveTitle,
  setCostKind,
  withdrawCost,
  withdrawJob,
} from './commands.server.ts'
import {
  dueWork,
  findContract,
  findPurchase,
  findTitle,
  listDueWork,
  listEndedRules,
  listFixedCosts,
  listJobs,
  readBooks,
} from './queries.server.ts'
import { upkeepAct } from './schema.ts'
import { warnOfCars } from './warnings.server.ts'

const NOW = Temporal.Instant.from('2026-10-05T09:00:00Z')
const at = (moment: string) => Temporal.Instant.from(moment)
const now = <Result>(work: Parameters<typeof makeChange<Result>>[0]) => makeChange(work, { at: NOW })
const job = {
  what: 'Revisão',
  on: '2026-10-01',
  inSince: null,
  kilometres: 110_000,
  cost: cents(240_00),
  workshop: '',
  paper: undefined,
  isSure: false,
}

async function aCar() {
  const fleet = await aFleet()
  const car = fleet.vehicle('ZX11TA')
  await db.deleteFrom('assignments').where('vehicle_id', '=', car).execute()
  return { car, ana: fleet.driver('D1'), rui: fleet.driver('D2') }
}
const read = (car: string, moment: string, kilometres: number) =>
  now((change) => addReading(change, car, { at: at(moment), kilometres, reason: '' }))

test('work that comes again more often than every hundred kilometres, or costs more than any, is refused in its field', () => {
  const wrong = (said: object) =>
    upkeepAct.safeParse(said).error?.issues.map(({ path, message }) => `${path.join()}: ${message}`)
  const rule = { intent: 'rule', what: 'Óleo', everyMonths: '' }
  expect(wrong({ ...rule, everyKm: '99' })).toEqual(['everyKm: field.every-km'])
  expect(wrong({ ...rule, everyKm: '100' })).toBeUndefined()
  const cost = { intent: 'cost', kind: 'insurance', what: 'Seguro', from: '2026-06-01' }
  expect(wrong({ ...cost, monthly: '1.000.000,01' })).toEqual(['monthly: field.money-most'])
})

test('no car was bought or registered in the year 1, and no work was done on a day to come', async () => {
  const wrong = (said: object) =>
    upkeepAct.safeParse(said).error?.issues.map(({ path, message }) => `${path.join()}: ${message}`)
  const purchase = { intent: 'purchase', price: '18.000,00', years: '5', worth: '' }
  expect(wrong({ ...purchase, boughtOn: '0001-01-01' })).toEqual(['boughtOn: field.day-fleet'])
  expect(wrong({ ...purchase, boughtOn: '2024-02-29' })).toBeUndefined()
  const work = { intent: 'job', what: 'Chapa', rule: '', on: '2026-06-03', kilometres: '', cost: '0', workshop: '' }
  expect(wrong({ ...work, inSince: '2026-06-04' })).toEqual(['on: field.ends-before'])
  expect(wrong({ ...work, inSince: '2026-06-03' })).toBeUndefined()
  const title = { intent: 'title', title: 'own', ownerId: '', slotNumber: '', slotSince: '' }
  expect(wrong({ ...title, firstRegisteredOn: '0219-05-01' })).toEqual(['firstRegisteredOn: field.day-kept'])
  expect(wrong({ ...title, firstRegisteredOn: '1967-05-01' })).toBeUndefined()
  const { car } = await aCar()
  await expect(now((change) => addJob(change, car, { ...job, on: '2026-10-06', rule: null }))).rejects.toMatchObject({
    code: 'vehicle.work-in-future',
  })
})

test('work is counted from what the odometer says, is due by kilometres, and begins anew once it is done', async () => {
  const { car } = await aCar()
  await read(car, '2026-09-01T08:00:00Z', 95_000)
  await now((change) => addRule(change, car, { what: 'Revisão', everyKm: 15_000, everyMonths: null }))
  expect(await listDueWork(car, NOW)).toMatchObject([{ dueKm: 110_000, leftKm: 15_000, state: 'calm' }])
  await read(car, '2026-10-01T08:00:00Z', 110_200)
  const [due] = await listDueWork(car, NOW)
  expect(due).toMatchObject({ leftKm: -200, state: 'due' })
  expect(await askAlone(dueWork(NOW), db)).toEqual({ count: 1, vehicle: car })

  await now((change) => addJob(change, car, { ...job, rule: due!.id }))
  expect(await listDueWork(car, NOW)).toMatchObject([{ dueKm: 125_000, state: 'calm' }])
  expect(await askAlone(dueWork(NOW), db)).toEqual({ count: 0, vehicle: null })
  const [done] = await listJobs(car)
  await now((change) => withdrawJob(change, car, { job: done!.id, reason: 'Era doutra viatura' }))
  expect((await listDueWork(car, NOW))[0]!.state).toBe('due')
  expect(await listJobs(car)).toEqual([])
})

test('work that was stopped by mistake is repeated again, counted as before', async () => {
  const { car } = await aCar()
  await read(car, '2026-09-01T08:00:00Z', 95_000)
  await now((change) => addRule(change, car, { what: 'Pneus', everyKm: 40_000, everyMonths: null }))
  const [due] = await listDueWork(car, NOW)
  await now((change) => endRule(change, car, due!.id))
  expect([await listDueWork(car, NOW), await listEndedRules(car)]).toEqual([[], [{ id: due!.id, what: 'Pneus' }]])
  await now((change) => resumeRule(change, car, due!.id))
  expect([await listDueWork(car, NOW), await listEndedRules(car)]).toEqual([[due], []])
  await expect(now((change) => resumeRule(change, car, due!.id))).rejects.toMatchObject({ code: 'record.not-found' })
})

test('work of one car is never that of another', async () => {
  const { car } = await aCar()
  const other = (await db.selectFrom('vehicles').select('id').where('id', '<>', car).executeTakeFirstOrThrow()).id
  await now((change) => addRule(change, car, { what: 'Revisão', everyKm: 15_000, everyMonths: null }))
  const [due] = await listDueWork(car, NOW)
  await expect(now((change) => addJob(change, other, { ...job, rule: due!.id }))).rejects.toMatchObject({
    code: 'record.not-found',
  })
  expect(await listJobs(other)).toEqual([])
})

test('monthly costs end on a day, and never before they began', async () => {
  const { car } = await aCar()
  await now((change) =>
    addCost(change, car, { kind: 'finance', what: 'Leasing', monthly: cents(365_00), from: '2026-01-01' }),
  )
  const fixed = await listFixedCosts(car)
  const end = (until: string) => now((change) => endCost(change, car, { cost: fixed[0]!.id, until }))
  await expect(end('2025-12-31')).rejects.toMatchObject({
    code: 'vehicle.cost-ends-early',
    params: { from: '01/01/2026' },
  })
  await end('2026-06-30')
  expect(await listFixedCosts(car)).toMatchObject([{ monthly: 365_00, from: '2026-01-01', until: '2026-06-30' }])
  const resume = () => now((change) => resumeCost(change, car, fixed[0]!.id))
  await resume()
  expect(await listFixedCosts(car)).toMatchObject([{ until: null }])
  await expect(resume()).rejects.toMatchObject({ code: 'record.not-found' })
  await end('2026-06-30')
  const sale = { buyer: '', kilometres: null, paper: undefined, way: 'sold' as const, price: null }
  await now((change) => sellVehicle(change, car, { ...sale, leftOn: '2026-07-01' }))
  await expect(resume()).rejects.toMatchObject({ code: 'vehicle.gone' })
})

test('the kind of a monthly cost can be put right, and not that of another car', async () => {
  const { car } = await aCar()
  const other = (await db.selectFrom('vehicles').select('id').where('id', '<>', car).executeTakeFirstOrThrow()).id
  const lease = { kind: 'other' as const, what: 'Renda', monthly: cents(365_00), from: '2026-01-01' }
  await now((change) => addCost(change, car, lease))
  const [cost] = await listFixedCosts(car)
  const say = (of: string) => now((change) => setCostKind(change, of, { cost: cost!.id, kind: 'finance' }))
  await expect(say(other)).rejects.toMatchObject({ code: 'record.not-found' })
  await say(car)
  expect(await listFixedCosts(car)).toEqual([{ ...cost!, kind: 'finance' }])
})

test('a contract is written down, put right and taken away; what was not said of it stays unknown', async () => {
  const { car } = await aCar()
  const said = {
    beginsOn: '2024-03-15',
    months: 48,
    kilometreLimit: 160_000,
    startKilometres: 12,
    beyond: cents(6_50),
    residual: null,
    includes: ['insurance' as const],
  }
  await now((change) => saveContract(change, car, { ...said, months: 36, kilometreLimit: null }))
  expect(await findContract(car)).toMatchObject({ endsOn: '2027-03-14', limit: null })
  await now((change) => saveContract(change, car, said))
  const { kilometreLimit: limit, ...kept } = said
  expect(await findContract(car)).toEqual({ ...kept, limit, endsOn: '2028-03-14' })
  await now((change) => forgetContract(change, car))
  expect(await findContract(car)).toBeNull()
  await expect(now((change) => forgetContract(change, car))).rejects.toMatchObject({ code: 'record.not-found' })
})

test('a driver’s own car is given to nobody else, and does not become one while somebody else has it', async () => {
  const { car, ana, rui } = await aCar()
  const slot = { slotNumber: 'A-1', slotSince: '2026-09-01', firstRegisteredOn: '2019-03-15' }
  await now((change) => assignVehicle(change, car, { driverId: rui, from: at('2026-09-01T00:00:00Z'), to: null }))
  const own = () => now((change) => saveTitle(change, car, { title: 'driver', ownerId: ana, ...slot }))
  await expect(own()).rejects.toMatchObject({ code: 'vehicle.not-lent' })
  await now((change) => handOver(change, car, ana, at('2026-09-20T00:00:00Z')))
  await own()
  await expect(now((change) => handOver(change, car, rui, at('2026-10-01T00:00:00Z')))).rejects.toMatchObject({
    code: 'vehicle.not-given',
    params: { plate: 'ZX-11-TA' },
  })
  // By the law in force since September, the car may be used until it is ten years old.
  expect(await findTitle({ id: car, energy: 'diesel' }, NOW)).toMatchObject({
    title: 'driver',
    owner: { id: ana },
    usableUntil: '2029-03-14',
  })
  await now((change) =>
    saveTitle(change, car, { title: 'own', ownerId: null, ...slot, slotNumber: '', slotSince: null }),
  )
  await now((change) => handOver(change, car, rui, at('2026-10-01T00:00:00Z')))
})

test('road tax is due by the rule of its year, from how much it is and when the car was registered', async () => {
  const { car } = await aCar()
  const tax = () => now((change) => saveRoadTax(change, car, { yearly: cents(186_40) }))
  await expect(tax()).rejects.toMatchObject({ code: 'record.not-found' })
  const title = { title: 'own' as const, ownerId: null, slotNumber: '', slotSince: null }
  await now((change) => saveTitle(change, car, { ...title, firstRegisteredOn: '2022-11-09' }))
  await tax()
  const found = () => findTitle({ id: car, energy: 'diesel' }, NOW)
  expect(await found()).toMatchObject({ roadTax: 186_40, nextRoadTax: { on: '2026-11-30', amount: 186_40 } })
  // A new title leaves the road tax as it was.
  await now((change) => saveTitle(change, car, { ...title, firstRegisteredOn: '2022-03-09' }))
  expect(await found()).toMatchObject({ nextRoadTax: { on: '2027-10-31', amount: 186_40 } })
})

test('what a car loses in value follows from its purchase and what is expected, and from the sale once it left', async () => {
  const fleet = await aFleet()
  const car = fleet.vehicle('ZX11TA')
  await db.deleteFrom('assignments').where('vehicle_id', '=', car).execute()
  const said = { boughtOn: '2024-06-09', price: cents(15_000_00), years: 4, worth: cents(5_000_00) }
  await makeChange((change) => savePurchase(change, car, said))
  expect(await findPurchase(car)).toMatchObject({ counted: { until: '2028-06-08', worth: 5_000_00 }, isSold: false })
  const sale = { buyer: '', kilometres: null, paper: undefined, leftOn: '2026-06-08' }
  await expect(
    makeChange((change) => sellVehicle(change, car, { ...sale, way: 'sold', leftOn: '2024-06-08', price: null })),
  ).rejects.toMatchObject({ code: 'vehicle.sold-before-bought', params: { bought: '09/06/2024', left: '08/06/2024' } })
  const worthAs = async (way: 'sold' | 'scrapped', price: ReturnType<typeof cents> | null) => {
    await makeChange((change) => sellVehicle(change, car, { ...sale, way, price }))
    const counted = (await findPurchase(car))?.counted
    await expect(
      makeChange((change) => savePurchase(change, car, { ...said, boughtOn: '2026-06-09' })),
    ).rejects.toMatchObject({
      code: 'vehicle.sold-before-bought',
    })
    await makeChange((change) => undoSale(change, car, 'engano'))
    return counted
  }
  expect(await worthAs('sold', cents(9_500_00))).toMatchObject({ until: '2026-06-08', worth: 9_500_00 })
  expect(await worthAs('sold', null)).toMatchObject({ worth: 5_000_00 })
  expect(await worthAs('scrapped', null)).toMatchObject({ worth: 0 })
  await makeChange((change) => forgetPurchase(change, car))
  expect(await findPurchase(car)).toBeNull()
  await expect(makeChange((change) => forgetPurchase(change, car))).rejects.toMatchObject({ code: 'record.not-found' })
})

test('whoever has a car is told once that work on it is near and once that it is due, and anew when it was done', async () => {
  const { car, ana, rui } = await aCar()
  const noticesOf = async (who: string) =>
    (await listNotices(who as OwnDriverId, { limit: 9, before: null })).notices.map(({ facts }) => facts)
  const look = async (day: string) => {
    for (let times = 0; times < 2; times++) await warnOfCars(at(`${day}T06:00:00Z`))
  }
  await now((change) => addRule(change, car, { what: 'Revisão', everyKm: 15_000, everyMonths: 12 }))
  await look('2027-09-20')
  expect(await noticesOf(ana)).toEqual([])
  await now((change) => assignVehicle(change, car, { driverId: ana, from: at('2026-10-06T00:00:00Z'), to: null }))
  await look('2027-08-20')
  await look('2027-09-20')
  const facts = { kind: 'car-work', plate: 'ZX-11-TA', what: 'Revisão', km: null, day: '2027-10-05' }
  expect(await noticesOf(ana)).toEqual([{ ...facts, event: 'soon' }])
  await look('2027-10-05')
  expect(await noticesOf(ana)).toMatchObject([{ event: 'due' }, { event: 'soon' }])
  const [work] = await listDueWork(car, NOW)
  await makeChange((change) => addJob(change, car, { ...job, rule: work!.id, on: '2027-10-06' }), {
    at: at('2027-10-06T18:00:00Z'),
  })
  await look('2027-10-07')
  expect(await noticesOf(ana)).toHaveLength(2)
  await look('2028-09-20')
  expect(await noticesOf(ana)).toMatchObject([{ event: 'soon', day: '2028-10-06', km: 125_000 }, {}, {}])
  expect(await noticesOf(rui)).toEqual([])
})

test('a driver is told when the own car grows too old, and nobody of a car of the operator’s', async () => {
  const { car, ana } = await aCar()
  const title = { slotNumber: '', slotSince: null, firstRegisteredOn: '2017-06-01' }
  await now((change) => assignVehicle(change, car, { driverId: ana, from: at('2026-10-06T00:00:00Z'), to: null }))
  const ownNotices = async () =>
    (await listNotices(ana as OwnDriverId, { limit: 9, before: null })).notices.map(({ facts }) => facts)
  await now((change) => saveTitle(change, car, { ...title, title: 'own', ownerId: null }))
  await warnOfCars(at('2026-12-01T09:00:00Z'))
  expect(await ownNotices()).toEqual([])
  await now((change) => saveTitle(change, car, { ...title, title: 'driver', ownerId: ana }))
  for (const day of ['2026-12-01', '2026-12-02', '2027-03-01', '2027-06-01']) await warnOfCars(at(`${day}T09:00:00Z`))
  const facts = { kind: 'car-age', plate: 'ZX-11-TA', day: '2027-05-31' }
  expect(await ownNotices()).toEqual([
    { ...facts, event: 'ended' },
    { ...facts, event: 'ends' },
    { ...facts, event: 'ends' },
  ])
})

test('a monthly cost with a wrong amount is withdrawn with a reason, once, and counts no more; a right one takes its place', async () => {
  const { car } = await aCar()
  const cost = { kind: 'insurance', what: 'Seguro', from: '2026-09-01' } as const
  await now((change) => addCost(change, car, { ...cost, monthly: cents(900_00) }))
  const [wrong] = await listFixedCosts(car)
  const withdraw = (id: string) => now((change) => withdrawCost(change, id, { cost: wrong!.id, reason: 'São 90' }))
  await withdraw(car)
  await now((change) => addCost(change, car, { ...cost, monthly: cents(90_00) }))
  expect(await listFixedCosts(car)).toMatchObject([{ monthly: 90_00 }])
  expect((await readBooks())(car).monthly.map(({ monthly }) => monthly)).toEqual([90_00])
  await expect(withdraw(car)).rejects.toMatchObject({ code: 'record.not-found' })
  await expect(now((change) => endCost(change, car, { cost: wrong!.id, until: '2026-12-31' }))).rejects.toMatchObject({
    code: 'record.not-found',
  })
})

test('work whose kilometres a reading contradicts asks first: fewer than on an earlier day, or more than on a later one', async () => {
  const { car } = await aCar()
  await read(car, '2026-09-20T10:00:00Z', 100_000)
  await read(car, '2026-10-03T10:00:00Z', 103_000)
  const work = (kilometres: number | null, on = '2026-10-01', isSure = false) =>
    now((change) => addJob(change, car, { ...job, rule: null, on, kilometres, isSure }))
  for (const [kilometres, had] of [
    [99_999, 100_000],
    [103_001, 103_000],
  ] as const)
    await expect(work(kilometres)).rejects.toMatchObject({
      code: 'vehicle.work-kilometres',
      params: expect.objectContaining({ kilometres: had }),
    })
  await work(101_000)
  await work(null)
  // The day of a reading has both: before it and after it.
  await work(103_010, '2026-10-03')
  await work(10, '2026-10-01', true)
  expect((await listJobs(car)).map(({ kilometres }) => kilometres).toSorted()).toHaveLength(4)
})
