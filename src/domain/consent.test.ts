import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONSENT_VERSION, PURPOSES, readAllowed, readConsent, writeConsent } from './consent.ts'

const ID = '5f0c8a52-6a0e-4a6b-9d55-0d6f5a3b1c11'

test('an answer reads back as it was written, whatever was chosen', () => {
  fc.assert(
    fc.property(
      fc.subarray([...PURPOSES]),
      fc.integer({ min: 1_700_000_000, max: 9_999_999_999 }),
      (purposes, seconds) => {
        const consent = { id: ID, version: CONSENT_VERSION, purposes, seconds }
        expect(readConsent(writeConsent(consent))).toEqual(consent)
        expect(readAllowed(writeConsent(consent))).toEqual(purposes)
      },
    ),
  )
})

test('an answer is kept as its version, the letters of what is allowed, its moment and its id', () => {
  const consent = { id: ID, version: 1, purposes: PURPOSES, seconds: 1_781_078_400 }
  expect(writeConsent(consent)).toBe(`1.ap.1781078400.${ID}`)
  expect(writeConsent({ ...consent, purposes: [] })).toBe(`1.n.1781078400.${ID}`)
})

test('only what is necessary is an answer too', () => {
  expect(readAllowed(`1.n.1781078400.${ID}`)).toEqual([])
})

test.each([
  ['', 'nothing'],
  [`2.ap.1781078400.${ID}`, 'another version'],
  [`1.pa.1781078400.${ID}`, 'letters in another order'],
  [`1.an.1781078400.${ID}`, 'a yes and a no at once'],
  [`1..1781078400.${ID}`, 'no letters'],
])('%s is no answer: %s', (text) => {
  expect(readConsent(text)).toBeNull()
  expect(readAllowed(text)).toBeNull()
})

test.each([
  `1.ap.soon.${ID}`,
  `1.ap.x1781078400.${ID}`,
  `1.ap.1781078400x.${ID}`,
  `1.ap.178107840012.${ID}`,
  `1.ap.17810784.${ID}`,
  '1.ap.1781078400.me',
  `1.ap.1781078400.${ID}.more`,
  '1.ap.1781078400',
  '1.ap',
  '1',
])('%s allows nothing to be recorded', (text) => expect(readConsent(text)).toBeNull())
