import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ReadFile } from '#domain/import.ts'
import { readWhole } from '#test/read-whole.ts'

const PUBLIC = new URL('../../test/fixtures/public/', import.meta.url)
type Expected = {
  source: string
  kind: string
  encoding?: string
  separator?: string
  columns?: number
  period?: [string, string]
  data_rows: number
  per_driver: Record<string, Record<string, number>>
  organisation_rows?: { uuid: string; paid: number; bank_transfer: number }[]
  totals?: Record<string, number>
  distinct_transactions?: number
  rounding_differences?: Record<string, number>
}
const expectedFiles: Record<string, Expected> = JSON.parse(readFileSync(new URL('expected.json', PUBLIC), 'utf8')).files
const roster: { drivers: { id: string; uber_driver_uuid: string | null; bolt_driver_uuid: string | null }[] } =
  JSON.parse(readFileSync(new URL('roster.json', PUBLIC), 'utf8'))
const ids = new Map(
  roster.drivers.flatMap(({ id, uber_driver_uuid, bolt_driver_uuid }) => [
    [uber_driver_uuid, id] as const,
    [bolt_driver_uuid, id] as const,
  ]),
)

async function readPublic(path: string): Promise<ReadFile> {
  const [result, ...others] = await readWhole({
    name: path.split('/')[1]!,
    bytes: readFileSync(new URL(encodeURI(path.normalize('NFC')), PUBLIC)),
  })
  expect(others).toEqual([])
  if (!result?.ok) throw new Error(JSON.stringify(result))
  return result.file
}

function perDriver(file: ReadFile, measures: readonly string[]): Record<string, Record<string, number>> {
  const drivers: Record<string, Record<string, number>> = {}
  for (const row of file.rows) {
    const id = ids.get(row.keys[0]?.value ?? '')
    if (row.kind === 'organisation' || !id) continue
    const figures = (drivers[id] ??= {})
    for (const measure of measures) figures[measure] = (figures[measure] ?? 0) + (row.measures[measure] ?? Number.NaN)
  }
  return drivers
}

const files = ['uber', 'bolt'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, PUBLIC)).map((name) => `${folder}/${name}`.normalize('NFC')),
)

test('the public set has three reports of Uber and two of Bolt', () => {
  expect(files).toHaveLength(5)
  expect(files.filter((path) => !(path in expectedFiles))).toEqual([])
})

test.each(files)('%s is read as expected, to the cent', async (path) => {
  const expected = expectedFiles[path]!
  const file = await readPublic(path)

  expect(file).toMatchObject({ source: expected.source, kind: expected.kind, dataRows: expected.data_rows })
  expect(perDriver(file, Object.keys(Object.values(expected.per_driver)[0]!))).toEqual(expected.per_driver)
  if (expected.totals) expect(file.totals).toMatchObject(expected.totals)
  if (expected.columns) expect(file.columns).toHaveLength(expected.columns)
  if (expected.separator) expect(file).toMatchObject({ separator: expected.separator, encoding: expected.encoding })
  if (expected.period) expect(file.period).toEqual({ from: expected.period[0], to: expected.period[1] })
  const organisations = file.rows.filter((row) => row.kind === 'organisation')
  expect(organisations.map(({ keys, measures }) => ({ uuid: keys[0]!.value, ...measures }))).toEqual(
    expected.organisation_rows ?? [],
  )
  expect(file.warnings.filter(({ code }) => code !== 'rounding-difference')).toEqual([])
})

test('what Uber and Bolt pay in the public week is what its rows add up to', async () => {
  const amounts: Record<string, number> = {}
  for (const path of files) {
    const file = await readPublic(path)
    amounts[path] = file.rows.reduce((sum, row) => sum + row.amount, 0)
  }
  expect(Object.values(amounts).toSorted((a, b) => a - b)).toEqual([0, 0, 141_387, 144_124, 244_561])
})

test('a cent that Bolt rounded away is told, with its line', async () => {
  const file = await readPublic(files.find((path) => path.includes('2026W23'))!)
  expect(file.warnings).toEqual([{ code: 'rounding-difference', params: { count: 1, lines: '4' } }])
})

test('company and account come from the name, the organisation from its row', async () => {
  const weekly = await readPublic(files.find((path) => path.includes('payments_driver'))!)
  expect(weekly.company).toEqual({
    name: 'ROTAS LUSAS FICTICIAS UNIPESSOAL LDA',
    organisation: '18293786-c43a-4c7b-af23-058368f4d037',
    contracts: [],
  })
  const bolt = await readPublic(files.find((path) => path.includes('25 mai'))!)
  expect(bolt.company.name).toBe('ROTAS LUSAS FICTÍCIAS, UNIPESSOAL LDA')
  expect(bolt.account).toBe(weekly.account)
})

test('the tax on the fare and the VAT of Bolt are measures when the file has their columns', async () => {
  const uber = await readPublic(files.find((path) => path.includes('payments_driver'))!)
  expect(uber.rows.find((row) => row.label.startsWith('Cássio'))?.measures.fare_tax).toBe(5_240)
  expect(uber.rows.filter((row) => row.kind === 'earning').every((row) => 'fare_tax' in row.measures)).toBe(true)
  const bolt = await readPublic(files.find((path) => path.includes('2026W23'))!)
  expect(bolt.rows[0]!.measures).toMatchObject({ vat_app: 1_398, vat_cash: 0, vat_cancellation: 0, booking: 131 })
})
