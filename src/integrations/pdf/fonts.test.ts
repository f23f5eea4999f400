import { expect, test } from 'vitest'
import { textIn } from '#test/pdf-text.ts'
import { fonts, openFonts, runsOf } from './fonts.ts'
import { Sheet } from './sheet.ts'

// This test must be the first: the tests below look at every letter, and the fonts remember it.
test('a letter is read as itself, whatever an earlier paper drew it as a part of', async () => {
  const capitals = await paperOf('ÁÇÉÍÓÚ ŠŽ')
  expect(capitals).toEqual(['ÁÇÉÍÓÚ ŠŽ'])
  expect(await paperOf('ACEIOSUZ')).toEqual(['ACEIOSUZ'])
})

test.each([
  ['São João, 1.234,56 € − nº 3', [['latin', 'São João, 1.234,56 € − nº 3']]],
  [
    'Łukasz',
    [
      ['latin-ext', 'Ł'],
      ['latin', 'ukasz'],
    ],
  ],
  [
    'Жанна D’Orey',
    [
      ['cyrillic', 'Жанна'],
      ['latin', ' D’Orey'],
    ],
  ],
  ['Nguyễn', [['latin', 'Nguyen']]],
  ['王 Ana', [['latin', '? Ana']]],
  ['a\tb\u200bc\u202fd', [['latin', 'a bc\u00a0d']]],
  ['Sao\u0303', [['latin', 'Saõ']]],
  ['guarda\u00adchuva', [['latin', 'guardachuva']]],
])('%s is drawn with the files that have its letters', (text, pieces) => {
  expect(runsOf(text).map((run) => [run.script, run.text])).toEqual(pieces)
})

test('every script has its file in every weight, unwrapped to TrueType tables in their places', () => {
  expect(fonts().map(({ name }) => name)).toHaveLength(9)
  for (const { file } of fonts()) {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
    expect(view.getUint32(0)).toBe(0x00010000)
    for (let table = 0; table < view.getUint16(4); table++) {
      const [checksum, offset, length] = [4, 8, 12].map((at) => view.getUint32(12 + 16 * table + at))
      const name = new TextDecoder().decode(file.subarray(12 + 16 * table, 16 + 16 * table))
      if (name !== 'head') expect([name, sumOfWords(view, offset!, length!)]).toEqual([name, checksum])
    }
  }
})

test('no picture of a font stands for two letters: documents that share it would tell one for the other', () => {
  for (const { name, font } of openFonts()) {
    const { characterSet, layout } = font as unknown as Shared
    const letters = characterSet
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => runsOf(letter)[0]?.text === letter)
    for (const letter of letters)
      for (const features of [undefined, ['tnum']]) {
        const codes = layout.call(font, letter, features).glyphs.flatMap(({ codePoints }) => codePoints)
        expect([name, String.fromCodePoint(...codes)]).toEqual([name, letter])
      }
    expect(letters.length).toBeGreaterThan(60)
  }
})

test('a text that was laid out before is drawn as it was, with figures of one width or without', async () => {
  const text = '1.111,11'
  const [plain, figures] = [await drawn(text), await drawn(text, true)]
  expect(plain.equals(figures)).toBe(false)
  expect(plain.equals(await drawn(text))).toBe(true)
  expect(figures.equals(await drawn(text, true))).toBe(true)
})

async function paperOf(text: string): Promise<string[]> {
  return textIn(await drawn(text))
}

async function drawn(text: string, figures = false): Promise<Buffer> {
  const sheet = new Sheet({
    title: '',
    author: '',
    language: 'pt',
    createdAt: Temporal.Instant.fromEpochMilliseconds(0),
  })
  const style = { size: 9, weight: 600, colour: '#000', figures } as const
  sheet.write('P', text, style, { x: 56, y: 56, width: 400, align: 'right' })
  return Buffer.from(await sheet.close(() => undefined))
}

type Shared = {
  characterSet: number[]
  layout: (text: string, features?: string[]) => { glyphs: { codePoints: number[] }[] }
}

/** Computes the checksum of a table as the OpenType specification does. */
function sumOfWords(view: DataView, offset: number, length: number): number {
  let total = 0
  for (let at = offset; at < offset + length; at += 4) total = (total + view.getUint32(at)) >>> 0
  return total
}
