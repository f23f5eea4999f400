import { expect, test } from 'vitest'
import { Allowance } from './allowance.ts'

const NOON = Temporal.Instant.from('2026-06-10T12:00:00Z')

test('an address may so often in a while; another is not held up, and the next while begins anew', () => {
  const allowance = new Allowance(2, { hours: 1 })
  const take = (name: string, minutes: number) => allowance.take(name, NOON.add({ minutes }))
  expect([take('a', 0), take('a', 1), take('a', 59), take('b', 59), take('a', 60)]).toEqual([
    true,
    true,
    false,
    true,
    true,
  ])
})
