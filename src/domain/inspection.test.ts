import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PARTS, PART_NAMES, SIDES, partAt, placeOf } from './inspection.ts'

test('every part lies where it is found, and every point of the drawing is a part', () => {
  expect(PART_NAMES.map((part) => partAt(PARTS[part][0], PARTS[part][1]))).toEqual(PART_NAMES)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: 1_000 }), (x, y) => {
      expect(PART_NAMES).toContain(partAt(x, y))
    }),
  )
})

test('one walks round the car once: no side comes twice', () => {
  expect(new Set(SIDES).size).toBe(SIDES.length)
})

test('a damage is where it was marked, or at the part that was named without marking', () => {
  expect(placeOf('bonnet', 210, 480)).toEqual([210, 480])
  expect(placeOf('bonnet', ...PARTS['front-bumper'])).toEqual(PARTS.bonnet)
  expect(placeOf('bonnet', Number.NaN, Number.NaN)).toEqual(PARTS.bonnet)
})
