import { beforeEach, expect, test } from 'vitest'
import { createVehicles } from '#features/fleet/vehicles/commands.server.ts'
import { findVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { takeCarListIn } from '#features/roster/car-lists/commands.server.ts'
import { proposeCarList, textOfCarList } from '#features/roster/car-lists/queries.server.ts'
import { translator } from '#messages/translate.ts'
import { MONDAY, emptyDatabase, makeChange } from '#test/factories.ts'
import { listFile } from '#web/list-file.server.ts'
import { CARS } from './cars.tsx'
import { listedCars } from './listed.server.ts'

beforeEach(emptyDatabase)

const { nothing } = vehicleRecord
const FLEET = [
  {
    ...nothing,
    plate: 'ZX11TA',
    make: 'Toyota',
    model: 'Corolla "Touring"',
    year: 2021,
    energy: 'plug-in',
    rent: 1_180_50,
    notes: 'Duas chaves.\nCâmara atrás; "GPS", -10 km',
  },
  { ...nothing, plate: 'AA22BB', model: 'Zoe', energy: 'electric', status: 'maintenance', notes: '=1+1' },
  { ...nothing, plate: '1234CD', make: 'Renault', status: 'sold' },
  { ...nothing, plate: 'X9999', make: '+Opel' },
] as Parameters<typeof createVehicles>[1]

async function fileOf(language: 'pt' | 'en', format: 'csv' | 'xlsx'): Promise<string> {
  const request = new Request(`http://localhost/admin/vehicles/files/${format}`)
  const file = await listFile(CARS, await listedCars(MONDAY), request, translator(language), {
    of: vehicleRecord,
    kept: (row) => row,
  })
  return await textOfCarList(file.bytes)
}

test.each([
  ['pt', 'csv'],
  ['pt', 'xlsx'],
  ['en', 'csv'],
  ['en', 'xlsx'],
] as const)(
  'the list of cars as a file is taken in again unchanged, and fills an empty fleet: %s %s',
  async (language, format) => {
    await makeChange((change) => createVehicles(change, FLEET))
    const text = await fileOf(language, format)
    const same = await proposeCarList(text, MONDAY)
    expect(same).toMatchObject({ problems: [], left: [], sums: [], unnamed: [] })
    expect(same.lines.map(({ plate, fills, differs }) => [plate, fills, differs]).toSorted()).toEqual(
      FLEET.map(({ plate }) => [plate, [], []]).toSorted(),
    )
    expect(same.lines.flatMap(({ warnings }) => warnings.map(({ code }) => code))).toEqual(['plate-unusual'])

    await emptyDatabase()
    const { fingerprint, left, lines } = await proposeCarList(text, MONDAY)
    expect([left.length, lines.length]).toEqual([1, 3])
    await makeChange((change) => takeCarListIn(change, { text, fingerprint, differences: 'keep' }))
    const plain = (notes: string) => notes.replaceAll(/\s+/g, ' ')
    const made = [...(await findVehicles(undefined)).values()].map((car) => ({
      ...vehicleRecord.only(car),
      notes: plain(car.notes),
    }))
    const wanted = FLEET.filter(({ status }) => status !== 'sold').map((car) => ({ ...car, notes: plain(car.notes) }))
    const byPlate = (a: { plate: string }, b: { plate: string }) => a.plate.localeCompare(b.plate)
    expect(made.toSorted(byPlate)).toEqual(wanted.toSorted(byPlate))
  },
)
