import { expect, test } from 'vitest'
import { translator } from '#messages/translate.ts'
import { listFile } from './list-file.server.ts'
import { list, pageOf } from './parts/list.ts'
import { lines, year } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

type Car = { id: string; plate: string; driver: string | null; rent: number; status: string }
const CARS = list({
  place: '/admin/vehicles',
  words: (word) => `page.fleet.vehicles.${word}`,
  searchTexts: ({ plate, driver }: Car) => [plate, driver],
  views: { sold: { words: 'page.fleet.vehicles.sold', holds: ({ status }) => status === 'sold' } },
  columns: {
    plate: { value: ({ plate }) => plate, sorts: true },
    driver: { value: ({ driver }) => driver, sorts: true },
    rent: { value: ({ rent }) => rent, kind: 'money', sorts: true },
  },
  head: (column) => `page.fleet.vehicles.columns.${column}`,
})
const car = (plate: string, rent: number, driver: string | null = null, status = 'active') => ({
  id: plate,
  plate,
  driver,
  rent,
  status,
})
const ALL = [car('BB-22-BB', 900_00, 'Inês'), car('AA-11-AA', 1_250_50, 'Rui'), car('CC-33-CC', 0, null, 'sold')]
const asked = (query: string) => new Request(`https://casa.exemplo/admin/vehicles/files/csv${query}`)
const pt = translator('pt')

test('a page holds what is found and seen, in the order asked for, and how many each view has', () => {
  const { rows, counts, total, count } = pageOf(CARS, ALL, asked('?sort=rent&dir=desc'), pt)
  expect(rows.map(({ id }) => id)).toEqual(['AA-11-AA', 'BB-22-BB', 'CC-33-CC'])
  expect({ counts, total, count }).toEqual({ counts: { '': 3, sold: 1 }, total: 3, count: 3 })
  expect(pageOf(CARS, ALL, asked('?view=sold'), pt).rows.map(({ id }) => id)).toEqual(['CC-33-CC'])
  expect(pageOf(CARS, ALL, asked('?q=in%C3%AAs'), pt).rows.map(({ id }) => id)).toEqual(['BB-22-BB'])
  expect(pageOf(CARS, ALL, asked('?sort=nothing&view=nothing&page=99'), pt).rows).toHaveLength(3)
})

test('the file holds the same rows in the same order, money as money', async () => {
  const { name, bytes } = await listFile(CARS, ALL, asked('?sort=plate'), pt)
  expect(name).toBe('Viaturas.csv')
  expect(new TextDecoder().decode(bytes).split('\r\n')).toEqual([
    expect.stringMatching(/;/),
    'AA-11-AA;Rui;1250,50',
    'BB-22-BB;Inês;900,00',
    'CC-33-CC;;0,00',
    '',
  ])
  const years = record({ year: year(), notes: lines(9) }, (field) => `page.fleet.vehicle.${field}`)
  const { bytes: more } = await listFile(CARS, ALL.slice(0, 1), asked(''), pt, {
    of: years,
    kept: () => ({ year: 2021 }),
  })
  expect(new TextDecoder().decode(more).split('\r\n').slice(0, 2)).toEqual([
    expect.stringMatching(/;Ano;Notas do escritório$/),
    'BB-22-BB;Inês;900,00;2021;',
  ])
  const { bytes: sold } = await listFile(CARS, ALL, asked('?view=sold'), pt)
  expect(new TextDecoder().decode(sold).split('\r\n')).toHaveLength(3)
})

test('what a list does not say of its row on a phone is taken from its columns', () => {
  expect(CARS.phone).toEqual({ identity: 'plate', amount: 'rent', facts: ['driver'] })
})

test('a list whose views hold others too shows and counts those that are meant where no view is asked for', () => {
  const those = { ...CARS, holds: ({ status }: Car) => status !== 'sold' }
  const page = pageOf(those, ALL, asked(''), pt)
  expect({ ids: page.rows.map(({ id }) => id), counts: page.counts, total: page.total }).toEqual({
    ids: ['AA-11-AA', 'BB-22-BB'],
    counts: { '': 2, sold: 1 },
    total: 2,
  })
  expect(pageOf(those, ALL, asked('?view=sold'), pt).rows).toHaveLength(1)
  expect(pageOf(those, ALL.slice(2), asked(''), pt)).toMatchObject({ total: 0, isEmpty: false })
})
