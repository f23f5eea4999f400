import { expect, test } from 'vitest'
import { gapAround } from './vehicle.ts'
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
