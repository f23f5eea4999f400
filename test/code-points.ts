import * as fc from 'fast-check'

/** Surrogates, the halves of pairs: alone they stand for no character. */
const HALVES = { first: 0xd800, count: 0x800 }

/**
 * Any code point, for `fc.string({ unit: CODE_POINT })`. It gives the same as the unit `binary`, which first lists all
 * million code points in each process, to look one up again: 2 s of processor time, and 150 MB to be garbage-collected
 * ever after.
 */
export const CODE_POINT: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - HALVES.count })
  .map((place) => String.fromCodePoint(place < HALVES.first ? place : place + HALVES.count), placeOf)

function placeOf(text: unknown): number {
  const [letter, ...others] = typeof text === 'string' ? text : []
  if (letter === undefined || others.length > 0 || !letter.isWellFormed()) throw new Error('This is not one code point')
  const point = letter.codePointAt(0)!
  return point < HALVES.first ? point : point - HALVES.count
}
