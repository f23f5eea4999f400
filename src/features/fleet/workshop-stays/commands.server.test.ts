import { expect, test } from 'vitest'
import { askAlone } from '#db/together.server.ts'
import { db } from '#db/client.server.ts'
import { cents } from '#domain/money.ts'
import { sellVehicle, undoSale } from '#features/fleet/sales/commands.server.ts'
import { addJob, withdrawJob } from '#features/fleet/upkeep/commands.server.ts'
import { listCarStays, listJobs, readBooks } from '#features/fleet/upkeep/queries.server.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { aFleet, makeChange, NEXT_WEEK, WEEK } from '#test/factories.ts'
import { beginStay, endStay, resumeStay, withdrawStay } from './commands.server.ts'
import { findOpenStay, listStays, workshopStays } from './queries.server.ts'

const NOW = Temporal.Instant.from('2026-06-10T11:00:00Z')
const now = <Result>(work: Parameters<typeof makeChange<Result>>[0]) => makeChange(work, { at: NOW })
const ENTRY = { since: '2026-06-04', expectedOn: '2026-06-12', workshop: 'Oficina do Cais', why: 'Acidente' }
const WORK = {
  what: 'Para-choques',
  rule: null,
  inSince: '2026-06-04',
  on: '2026-06-09',
  kilometres: null,
  cost: cents(300_00),
  workshop: 'Oficina do Cais',
  paper: undefined,
}

async function aCarInside() {
  const { vehicle } = await aFleet()
  const car = vehicle('ZX11TA')
  await now((change) => beginStay(change, car, ENTRY))
  const stay = (await findOpenStay(car))!.id
  return { car, other: vehicle('ZX22TB'), stay }
}
const statusOf = async (car: string) => (await getVehicle(car)).status
const timesOf = async (car: string) => (await readBooks())(car).workshop

test('a car is in the workshop from its entry on, before any work is recorded, in each week until it comes back', async () => {
  const { car, stay } = await aCarInside()
  expect(await statusOf(car)).toBe('maintenance')
  const inside = { from: '2026-06-04', until: null }
  for (const week of [WEEK, NEXT_WEEK])
    expect((await askAlone(workshopStays([week]), db)).get(car)).toMatchObject([inside])
  expect(await timesOf(car)).toEqual([inside])
  expect((await listCarStays()).find(({ id }) => id === car)!.workshop).toEqual([inside])
  await expect(now((change) => beginStay(change, car, ENTRY))).rejects.toMatchObject({ code: 'vehicle.in-workshop' })

  const end = (until: string) => now((change) => endStay(change, car, { stay, until }))
  await expect(end('2026-06-03')).rejects.toMatchObject({ code: 'vehicle.back-before-it-came' })
  await end('2026-06-06')
  expect(await statusOf(car)).toBe('active')
  await expect(end('2026-06-07')).rejects.toMatchObject({ code: 'vehicle.stay-ended' })
  expect((await askAlone(workshopStays([WEEK]), db)).get(car)).toMatchObject([{ until: '2026-06-06' }])
  expect((await askAlone(workshopStays([NEXT_WEEK]), db)).get(car)).toBeUndefined()

  await now((change) => resumeStay(change, car, { stay }))
  expect(await statusOf(car)).toBe('maintenance')
  await now((change) => withdrawStay(change, car, { stay, reason: 'Era outra viatura' }))
  expect(await statusOf(car)).toBe('active')
  expect([await listStays(car), await timesOf(car)]).toEqual([[], []])
})

test('work since the day of the entry ends the stay, and goes on with it if that work is withdrawn', async () => {
  const { car } = await aCarInside()
  await now((change) => addJob(change, car, { ...WORK, inSince: null }))
  expect(await findOpenStay(car)).toMatchObject({ since: '2026-06-04' })
  await now((change) => addJob(change, car, WORK))
  expect(await listStays(car)).toMatchObject([{ since: '2026-06-04', until: '2026-06-09' }])
  expect(await statusOf(car)).toBe('active')
  const job = (await listJobs(car)).find(({ inSince }) => inSince !== null)!.id
  await now((change) => withdrawJob(change, car, { job, reason: 'Engano' }))
  expect(await findOpenStay(car)).toMatchObject({ since: '2026-06-04', until: null })
  expect(await statusOf(car)).toBe('maintenance')
})

test('the stay of another car is not found, and a car in another state keeps it', async () => {
  const { car, other, stay } = await aCarInside()
  for (const act of [endStay, resumeStay])
    await expect(now((change) => act(change, other, { stay, until: '2026-06-09' }))).rejects.toMatchObject({
      code: 'record.not-found',
    })
  await db.deleteFrom('assignments').where('vehicle_id', '=', car).execute()
  const sale = { way: 'scrapped' as const, leftOn: '2026-06-10', buyer: '', price: null, kilometres: null }
  const sell = () => now((change) => sellVehicle(change, car, { ...sale, paper: undefined }))
  await sell()
  await now((change) => undoSale(change, car, 'Afinal tem arranjo'))
  expect(await statusOf(car)).toBe('maintenance')
  await sell()
  await now((change) => endStay(change, car, { stay, until: '2026-06-09' }))
  expect(await statusOf(car)).toBe('sold')
  await expect(now((change) => resumeStay(change, car, { stay }))).rejects.toMatchObject({ code: 'vehicle.gone' })
})
