import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Colour,
  contrast,
  PAPER,
  readColour,
  SHADES,
  SHAPE_CONTRAST,
  shadesOf,
  TEXT_CONTRAST,
  WHITE,
} from './colour.ts'

const colour = (text: string) => readColour(text)!
const INK_900 = colour('#1a1d19')
const INK_950 = colour('#0f110e')

test('contrast is that of WCAG: black on white 21, the brand green on white 4.39', () => {
  expect(contrast(colour('#000000'), WHITE)).toBeCloseTo(21, 5)
  expect(contrast(WHITE, WHITE)).toBe(1)
  expect(contrast(colour('#228B22'), WHITE)).toBeCloseTo(4.39, 2)
  expect(contrast(colour('#767676'), WHITE)).toBeCloseTo(4.54, 2)
})

test('a colour is six hexadecimal digits, with or without the sign', () => {
  expect([readColour(' 228B22 '), readColour('#abcdef')]).toEqual(['#228b22', '#abcdef'])
  expect(['', '#fff', 'red', '#12345g', '#1234567'].map(readColour)).toEqual([null, null, null, null, null])
})

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => colour(value.toString(16).padStart(6, '0')))
const onPaper = anyColour.filter((one) => contrast(one, PAPER) >= SHAPE_CONTRAST)

test('whatever brand colour can be seen on paper, its text, buttons and dark accents meet WCAG', () => {
  fc.assert(
    fc.property(onPaper, (one) => {
      const shade = shadesOf(one)
      const texts: [Colour, Colour][] = [
        [shade[700], PAPER],
        [shade[700], shade[50]],
        [WHITE, shade[700]],
        [WHITE, shade[800]],
        [shade[300], INK_900],
        [shade[400], INK_950],
        [shade[950], shade[400]],
        [shade[950], shade[300]],
        [shade[50], shade[900]],
        [shade[200], shade[900]],
      ]
      for (const [text, ground] of texts) expect(contrast(text, ground)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
      expect(shade[500]).toBe(one)
    }),
    { numRuns: 2_000 },
  )
})

test('shades grow darker from 50 to 950', () => {
  const lights = SHADES.map((name) => contrast(shadesOf(colour('#228b22'))[name], WHITE))
  expect(lights).toEqual(lights.toSorted((a, b) => a - b))
})
