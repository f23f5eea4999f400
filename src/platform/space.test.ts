import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { gigabytes, isFull, isLow, spaceOf } from './space.ts'

const GB = 1024 ** 3

test('room is low below a tenth of the disk or below a gigabyte', () => {
  expect(isLow({ free: 9.9 * GB, total: 100 * GB })).toBe(true)
  expect(isLow({ free: 10 * GB, total: 100 * GB })).toBe(false)
  expect(isLow({ free: 0.9 * GB, total: 5 * GB })).toBe(true)
  expect(isLow({ free: GB, total: 5 * GB })).toBe(false)
  expect(gigabytes(0.99 * GB)).toBe(0.9)
})

test('a disk is full while the database still has room for its own log', () => {
  expect(isFull({ free: 64 * 1024 ** 2 - 1 })).toBe(true)
  expect(isFull({ free: 64 * 1024 ** 2 })).toBe(false)
})

test('the room of a folder is that of its disk', async () => {
  const { free, total } = await spaceOf(tmpdir())
  expect(free).toBeGreaterThan(0)
  expect(total).toBeGreaterThanOrEqual(free)
})
