import { expect, test } from 'vitest'
import { gapAround, overlaps, readEnergy, stayAround } from './vehicle.ts'
import { bounds, readWeek } from './week.ts'

const { start, end } = bounds(readWeek('2026-W23'))
const day = (days: number) => start.add({ hours: 24 * days })
const held = (driverId: string, from: number | null, to: number | null) => ({
  driverId,
  from: from === null ? null : day(from),
  to: to === null ? null : day(to),
})
const around = (at: number, ...periods: ReturnType<typeof held>[]) => gapAround(periods, day(at), { start, end })

test('a gap lies between the one who gave the car back and the one who took it', () => {
  const periods = [held('D3', 6, null), held('D1', null, 2), held('D2', 4, 5)]
  expect(around(3, ...periods)).toEqual({ from: day(2), to: day(4), before: 'D1', after: 'D2' })
})

test('a gap never leaves the week, though nobody had the car for longer', () => {
  expect(around(3, held('D1', null, -10), held('D2', 20, null))).toEqual({
    from: start,
    to: end,
    before: 'D1',
    after: 'D2',
  })
  expect(around(3)).toEqual({ from: start, to: end, before: null, after: null })
})

test('the moment a car is given back is in the gap already', () => {
  expect(around(2, held('D1', null, 2))).toMatchObject({ from: day(2), before: 'D1' })
})

test('of all who had the car, the last one before the gap and the first one after it count', () => {
  const periods = [held('D1', -3, 1), held('D2', 1, 2), held('D3', 0, 1), held('D5', 5, null), held('D4', 4, 5)]
  expect(around(3, ...periods)).toEqual({ from: day(2), to: day(4), before: 'D2', after: 'D4' })
})

test.each([
  ['diesel', ['gasoleo', 'Gasóleo', ' DIESEL ']],
  ['petrol', ['gasolina', 'Petrol']],
  ['electric', ['Elétrico', 'eléctrico', 'ELECTRIC']],
  ['hybrid', ['Híbrido', 'hybrid']],
  ['plug-in', ['Híbrido Plug-in', 'plug-in']],
  ['lpg', ['GPL', 'lpg']],
  [null, ['', 'vapor', 'gas oleo', 'elétrica', 'constructor', '__proto__']],
])('a car of a list runs on %s', (energy, words) => {
  expect(words.map(readEnergy)).toEqual(words.map(() => energy))
})

test.each([
  ['one inside the other', [1, 4], [2, 3], true],
  ['the end of one in the other', [1, 3], [2, 4], true],
  ['the same', [1, 2], [1, 2], true],
  ['one that ends as the other begins', [1, 2], [2, 3], false],
  ['one long before the other', [1, 2], [3, 4], false],
  ['one without an end, begun within', [1, 3], [2, null], true],
  ['one without an end, begun after', [1, 2], [2, null], false],
  ['one without a beginning, ended within', [1, 3], [null, 2], true],
  ['one without a beginning, ended before', [2, 3], [null, 2], false],
  ['two without an end', [1, null], [4, null], true],
  ['two without a beginning', [null, 1], [null, 4], true],
  ['one that never ends and one that ended as it began', [3, null], [null, 3], false],
  ['always and ever', [null, null], [null, null], true],
  ['always and a while', [null, null], [1, 2], true],
] as const)('two times with a car overlap, or not: %s', (_, [fromOne, toOne], [fromOther, toOther], shared) => {
  const [one, other] = [held('D1', fromOne, toOne), held('D2', fromOther, toOther)]
  expect([overlaps(one, other), overlaps(other, one)]).toEqual([shared, shared])
})

test('a car stood in the workshop between the day it came in and the day it was done, and on neither of these', () => {
  const stay = { from: '2026-06-02', until: '2026-06-05', workshop: 'Oficina do Cais' }
  const asked = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05']
  expect(asked.filter((one) => stayAround([stay], one))).toEqual(['2026-06-03', '2026-06-04'])
  expect(asked.filter((one) => stayAround([{ ...stay, until: null }], one))).toEqual(asked.slice(2))
  expect(stayAround([], '2026-06-03')).toBeNull()
})
