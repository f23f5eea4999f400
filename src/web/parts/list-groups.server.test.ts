import { expect, test } from 'vitest'
import { translator } from '#messages/translate.ts'
import { listFile } from '../list-file.server.ts'
import { textIn } from '#test/pdf-text.ts'
import { list, pageOf, queryOf } from './list.ts'

type Fine = { id: string; driver: string | null; on: string; amount: number }
const FINES = list({
  place: '/admin/vehicles/fines',
  words: (word) => `page.fines.${word}`,
  searchTexts: ({ driver }: Fine) => [driver],
  groups: ['driver', 'at'],
  columns: {
    number: { value: ({ id }) => id, sorts: true },
    driver: { value: ({ driver }) => driver, sorts: true },
    at: { value: ({ on }) => on, kind: 'moment' },
    amount: { value: ({ amount }) => amount, kind: 'money', sums: true },
  },
  head: (column) => `page.fines.list.${column}`,
})
const fine = (id: string, driver: string | null, on: string, amount: number) => ({ id, driver, on, amount })
const ALL = [
  fine('1', 'Rui', '2026-05-31T22:30:00Z', 60_00),
  fine('2', 'Ana', '2026-05-31T23:30:00Z', 120_00),
  fine('3', 'Rui', '2026-06-10T10:00:00Z', 30_05),
  fine('4', null, '2026-06-11T10:00:00Z', 0),
]
const pt = translator('pt')
const asked = (query: string, format = 'csv') =>
  new Request(`https://casa.exemplo/admin/vehicles/fines/files/${format}${query}`)

test('a list is grouped by a column with its sums, the largest first, and what says nothing is a group of its own', () => {
  const { groups } = pageOf(FINES, ALL, asked('?group=driver'), pt)
  expect(groups?.rows.map(({ name, count, sums }) => [name, count, sums['amount']])).toEqual([
    ['Ana', 1, 120_00],
    ['Rui', 2, 90_05],
    ['Sem indicação', 1, 0],
  ])
  expect(groups?.total).toEqual({ count: 4, sums: { amount: 210_05 } })
})

test('moments are grouped by the month in Lisbon, the newest first', () => {
  const { groups } = pageOf(FINES, ALL, asked('?group=at'), pt)
  expect(groups?.rows.map(({ name, count }) => [name, count])).toEqual([
    ['Junho de 2026', 3],
    ['Maio de 2026', 1],
  ])
})

test('a group opens into its rows, and the question is kept whole in the address', () => {
  const { rows, groups, view } = pageOf(FINES, ALL, asked('?group=driver&in=Rui&q=r'), pt)
  expect([rows.map(({ id }) => id), groups]).toEqual([['1', '3'], null])
  expect(new URLSearchParams(queryOf(view)).get('in')).toBe('Rui')
  expect(pageOf(FINES, ALL, asked('?group=driver&in=-'), pt).rows.map(({ id }) => id)).toEqual(['4'])
  expect(pageOf(FINES, ALL, asked('?group=amount'), pt).groups).toBeNull()
})

test('a file has the groups with their total as the page has them: CSV, and on paper', async () => {
  const csv = await listFile(FINES, ALL, asked('?group=driver'), pt)
  const lines = new TextDecoder().decode(csv.bytes).trim().split('\r\n')
  expect(lines.slice(1)).toEqual(['Ana;1;120,00', 'Rui;2;90,05', 'Sem indicação;1;0,00', 'Total;4;210,05'])
  const { bytes, mediaType } = await listFile(FINES, ALL, asked('?group=driver', 'pdf'), pt)
  expect(mediaType).toBe('application/pdf')
  const said = textIn(bytes).join(' ')
  // On paper each group has its rows, which do not repeat the group's name.
  for (const words of ['Ana · 1', 'Rui · 2', 'Sem indicação · 1', 'Total · 4', '210,05']) expect(said).toContain(words)
  expect(said.match(/Rui/g)).toHaveLength(1)
})
