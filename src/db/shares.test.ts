import { expect, test } from 'vitest'
import { leastGiven, sharesOf } from './shares.ts'

const most = { page: 20, heavy: 4, long: 20 }
const sum = ({ page, heavy, long }: typeof most) => page + heavy + long

test('one site on an ordinary database has all it may have', () => {
  expect(sharesOf(most, { given: 97, sites: 1, queue: 4 })).toEqual({ shares: most, isShort: false })
})

test('two and four sites share what the database gives, and leave some', () => {
  for (const sites of [2, 4]) {
    const { shares, isShort } = sharesOf(most, { given: 97, sites, queue: 4 })
    expect(isShort).toBe(false)
    expect(sites * (sum(shares) + 4 + 3)).toBeLessThanOrEqual(97 - 10)
    expect(shares.page).toBeGreaterThanOrEqual(4)
  }
})

test('a database that gives too few says so, and what it would take suffices', () => {
  expect(sharesOf(most, { given: 60, sites: 4, queue: 4 }).isShort).toBe(true)
  expect(sharesOf(most, { given: leastGiven({ sites: 4, queue: 4 }), sites: 4, queue: 4 }).isShort).toBe(false)
})
