import { expect, test } from 'vitest'
import { PAGE_SIZE, arrange, isMatch, readListView } from './list-view.ts'

const view = (query: string) => readListView(new URL(`http://x/admin/drivers?${query}`), 'name')

test('every word is looked for without case, accents and separators', () => {
  const texts = ['Gonçalo Ferrão', 'D7', null, 'ZX77TG', '+351990000107']
  expect(['goncalo', 'FERRÃO gon', 'zx-77-tg', '990 000 107', ''].map((q) => isMatch(q, texts))).toEqual(
    Array(5).fill(true),
  )
  expect(isMatch('goncalo silva', texts)).toBe(false)
})

test('a list is in the order of its column, numbers within texts by their value', () => {
  const rows = ['M10', 'M9', 'á', 'b'].map((name) => ({ name }))
  const columns = { name: ({ name }: { name: string }) => name }
  expect(arrange(rows, view(''), columns).rows.map(({ name }) => name)).toEqual(['á', 'b', 'M9', 'M10'])
  expect(arrange(rows, view('dir=desc&sort=nada'), columns).rows[0]).toEqual({ name: 'M10' })
})

test('a page beyond the last is the last, and one that is no number the first', () => {
  const rows = Array.from({ length: PAGE_SIZE + 1 }, (_, index) => index)
  const columns = { size: (row: number) => row }
  expect(arrange(rows, view('page=9'), columns)).toEqual({ rows: [PAGE_SIZE], count: PAGE_SIZE + 1, page: 2 })
  expect(arrange(rows, view('page=x'), columns).page).toBe(1)
})
