import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Sheet, type Style } from './sheet.ts'

const SHEET = new Sheet({
  title: 'Contrato',
  author: 'Via, Lda',
  language: 'pt-PT',
  createdAt: Temporal.Instant.from('2026-06-01T09:00:00Z'),
})

/** Breaks a text by measuring each line anew with every further word: as slow as it is plain. */
function plainLines(text: string, style: Style, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (SHEET.widthOf(longer, style) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (SHEET.widthOf(line, style) > width) {
      let length = line.length - 1
      while (length > 1 && SHEET.widthOf(line.slice(0, length), style) > width) length--
      lines.push(line.slice(0, length))
      line = line.slice(length)
    }
  }
  return [...lines, line]
}

const word = fc.constantFrom(
  ...[
    '',
    'a',
    'de',
    'AVA',
    'Łukasz',
    'Țț',
    'Жанна',
    'transferência',
    '1.234,56 €',
    'Sa\u0303o',
    'b\u200bc',
    'guarda\u00adchuva',
  ],
  'x'.repeat(30),
)
const style = fc.record({
  size: fc.constantFrom(7, 8.5, 9.5, 22),
  weight: fc.constantFrom(400 as const, 500 as const, 600 as const),
  colour: fc.constant('#222222'),
  tracking: fc.constantFrom(0, 0.04),
  figures: fc.boolean(),
})

test('lines break where they did when each was measured as a whole, also in a box as wide as a part, or a hair less', () => {
  const texts = fc.array(word, { minLength: 1, maxLength: 16 })
  fc.assert(
    fc.property(texts, style, fc.nat(16), fc.nat(300), (words, how, part, more) => {
      const text = words.join(' ')
      const exact = SHEET.widthOf(words.slice(0, part).join(' '), how)
      for (const width of [exact, exact - 0.1, 20 + more].filter((one) => one > how.size)) {
        const lines = plainLines(text, how, width)
        expect(SHEET.heightOf(text, how, width) / SHEET.heightOf('a', how, 500)).toBeCloseTo(lines.length)
      }
    }),
    { numRuns: 60 },
  )
})
