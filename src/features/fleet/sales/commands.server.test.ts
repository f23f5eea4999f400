import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cents } from '#domain/money.ts'
import { addCost, saveTitle } from '#features/fleet/upkeep/commands.server.ts'
import { listFixedCosts } from '#features/fleet/upkeep/queries.server.ts'
import {
  assignVehicle,
  correctAssignment,
  endAssignment,
  handOver,
  saveVehicle,
} from '#features/fleet/vehicles/commands.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { undoSale, sellVehicle } from './commands.server.ts'
import { findSale } from './queries.server.ts'

const NOW = Temporal.Instant.from('2026-10-05T09:00:00Z')
const at = (moment: string) => Temporal.Instant.from(moment)
const now = <Result>(work: Parameters<typeof makeChange<Result>>[0]) => makeChange(work, { at: NOW })
const SALE = { way: 'sold' as const, leftOn: '2026-10-05', buyer: 'Stand do Cais', price: cents(8_500_00) }
const sale = { ...SALE, kilometres: null, paper: undefined }

async function aCar() {
  const fleet = await aFleet()
  const car = fleet.vehicle('ZX11TA')
  await db.deleteFrom('assignments').where('vehicle_id', '=', car).execute()
  const [ana, rui] = [fleet.driver('D1'), fleet.driver('D2')]
  const held = await now((change) =>
    assignVehicle(change, car, { driverId: rui, from: at('2026-09-01T00:00:00Z'), to: null }),
  )
  return { car, ana, rui, held }
}

test('a car leaves once whoever has it gave it back; then nobody is given it, and its monthly costs end', async () => {
  const { car, ana, rui, held } = await aCar()
  await now((change) =>
    addCost(change, car, { kind: 'insurance', what: 'Seguro', monthly: cents(50_00), from: '2026-01-01' }),
  )
  const sell = () => now((change) => sellVehicle(change, car, sale))
  const refused = { code: 'vehicle.held', params: { plate: 'ZX-11-TA' } }
  await expect(sell()).rejects.toMatchObject(refused)
  const record = await getVehicle(car)
  await expect(now((change) => saveVehicle(change, car, { ...record, status: 'sold' }))).rejects.toMatchObject(refused)

  await now((change) => endAssignment(change, car, held, at('2026-10-05T08:00:00Z')))
  await expect(now((change) => sellVehicle(change, car, { ...sale, leftOn: '2026-10-06' }))).rejects.toMatchObject({
    code: 'vehicle.sale-in-future',
  })
  await sell()
  expect(await findSale(car)).toMatchObject(SALE)
  expect((await getVehicle(car)).status).toBe('sold')
  expect(await listFixedCosts(car)).toMatchObject([{ monthly: 50_00, from: '2026-01-01', until: '2026-10-05' }])
  for (const give of [
    () => now((change) => handOver(change, car, ana, at('2026-10-05T08:30:00Z'))),
    () =>
      now((change) =>
        correctAssignment(change, car, held, { driverId: rui, from: at('2026-09-01T00:00:00Z'), to: null }),
      ),
  ])
    await expect(give()).rejects.toMatchObject({ code: 'vehicle.gone' })
  // A past assignment may still be corrected.
  await now((change) =>
    correctAssignment(change, car, held, {
      driverId: ana,
      from: at('2026-09-01T00:00:00Z'),
      to: at('2026-10-04T00:00:00Z'),
    }),
  )
  await expect(sell()).rejects.toMatchObject({ code: 'vehicle.gone' })
})

test('a car that did not leave after all is in service again, with its costs, and is given to somebody', async () => {
  const { car, ana, held } = await aCar()
  await now((change) =>
    addCost(change, car, { kind: 'insurance', what: 'Seguro', monthly: cents(50_00), from: '2026-01-01' }),
  )
  await expect(now((change) => undoSale(change, car, 'Nunca saiu'))).rejects.toMatchObject({
    code: 'record.not-found',
  })
  await now((change) => endAssignment(change, car, held, at('2026-10-01T08:00:00Z')))
  await now((change) => sellVehicle(change, car, sale))
  await now((change) => undoSale(change, car, 'O negócio caiu'))
  expect(await findSale(car)).toBeNull()
  expect((await getVehicle(car)).status).toBe('active')
  expect(await listFixedCosts(car)).toMatchObject([{ until: null }])
  await now((change) => handOver(change, car, ana, at('2026-10-05T08:30:00Z')))
})

test('whoever had a car before it became a driver’s own may still be put right, and does not keep it longer', async () => {
  const { car, ana, rui, held } = await aCar()
  const until = (to: string) =>
    now((change) =>
      correctAssignment(change, car, held, { driverId: rui, from: at('2026-09-01T00:00:00Z'), to: at(to) }),
    )
  await until('2026-09-18T00:00:00Z')
  const slot = { slotNumber: 'A-1', slotSince: '2026-09-20', firstRegisteredOn: null }
  await now((change) => saveTitle(change, car, { title: 'driver', ownerId: ana, ...slot }))
  await until('2026-09-19T22:00:00Z')
  await expect(until('2026-09-21T00:00:00Z')).rejects.toMatchObject({ code: 'vehicle.not-given' })
  expect((await listAssignments(car))[0]!.to!.toString()).toBe('2026-09-19T22:00:00Z')
})
