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
  // 10 / 255 / 12.92 = 0.003035 of light in the linear part of the curve: 1.05 / 0.053035.
  expect(contrast(colour('#0a0a0a'), WHITE)).toBeCloseTo(19.8, 2)
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
      for (const [text, background] of texts) expect(contrast(text, background)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
      expect(shade[500]).toBe(one)
    }),
    { numRuns: 2_000 },
  )
})

test('shades grow darker from 50 to 950', () => {
  const lights = SHADES.map((name) => contrast(shadesOf(colour('#228b22'))[name], WHITE))
  expect(lights).toEqual(lights.toSorted((a, b) => a - b))
})

// Worked out without this code, with the matrices of CSS Color 4 by way of XYZ.
test.each([
  ['#228b22', '#f2faf1 #e5f4e4 #cee6cc #aad2a7 #73b26f #228b22 #007906 #07620a #044b06 #023703 #002200'],
  ['#ff0000', '#fff6f5 #feece9 #fcd8d3 #f3bab1 #e38d80 #ff0000 #c03328 #a41c14 #80140d #600c07 #3f0503'],
  ['#0000ff', '#f5f8ff #e9f0ff #d2e0fd #b2c8f6 #81a3eb #0000ff #1e429c #1c3f96 #1a3a8b #112a68 #071945'],
  ['#4b0082', '#f9f7ff #f3edfe #e6dbf9 #d1c0ef #b396e0 #4b0082 #3d1c61 #391a5b #341855 #30154f #271040'],
  ['#c2410c', '#fff6f4 #ffece7 #fbd8ce #f2bbaa #e18f75 #c2410c #bb3b00 #992e00 #782200 #591700 #3a0c00'],
  ['#0e7490', '#effaff #def3fc #c1e6f4 #91d1e8 #58aecc #0e7490 #05708c #0d5b72 #004659 #033341 #001f2a'],
  ['#ffd400', '#fcf8ee #f5f0df #e9e0c2 #d6c794 #bba24a #ffd400 #7b6607 #645206 #4e3f03 #382d02 #241b00'],
  ['#000000', '#f8f8f8 #efefef #e0e0e0 #c7c7c7 #a3a3a3 #000000 #101010 #101010 #101010 #101010 #101010'],
])('the shades of %s are %s', (brand, shades) => {
  const found = shadesOf(colour(brand))
  expect(SHADES.map((name) => found[name]).join(' ')).toBe(shades)
})

test.each([
  ['green', '#228b22', [1.06, 1.14, 1.32, 1.68, 2.5, 4.38, 5.6, 7.6, 10.3, 13.5, 17]],
  ['indigo, darker from 600 on,', '#4b0082', [1.06, 1.14, 1.32, 1.68, 2.5, 12.95, 13.59, 14.24, 14.89, 15.54, 17]],
  ['black, above all that is asked,', '#000000', [1.06, 1.14, 1.32, 1.68, 2.5, 21, 19, 19, 19, 19, 19]],
])('the shades of %s reach their contrasts on white and go hardly beyond', (_, brand, wanted) => {
  const found = shadesOf(colour(brand))
  const reached = SHADES.map((name, index) => contrast(found[name], WHITE) / wanted[index]!)
  expect(Math.min(...reached)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...reached)).toBeLessThan(1.02)
})
