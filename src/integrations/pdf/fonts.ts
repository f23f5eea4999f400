import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import Pdf from 'pdfkit'

export type Weight = 400 | 500 | 600

/** Letters in each of Rubik's files, which are split by script (their own `unicode-range` promises more). */
const SCRIPTS = {
  latin:
    /[\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u02bc\u02c6\u02da\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u2044\u20ac\u2122\u2212\u2215]/,
  'latin-ext':
    /[\u0100-\u0130\u0132-\u0151\u0154-\u0161\u0164-\u017f\u0192\u01fc-\u01ff\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2\u1ef3]/,
  cyrillic: /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/,
} as const

type Script = keyof typeof SCRIPTS

/** Matches what the Latin file draws as it is written: almost every text, which need not be looked at letter by letter. */
const ALL_LATIN = new RegExp(`^(?:(?!\\u00ad)${SCRIPTS.latin.source})+$`)

/** A piece of text that one font file can draw. */
export type Run = { script: Script; text: string }

const WEIGHTS: readonly Weight[] = [400, 500, 600]

/** Reads every font file once, by names like `latin-400`. */
export function fonts(): readonly { name: string; file: Uint8Array }[] {
  files ??= WEIGHTS.flatMap((weight) => Object.keys(SCRIPTS).map((script) => readFont(script, weight)))
  return files
}

let files: { name: string; file: Uint8Array }[] | undefined

/**
 * Opens every font by its name, in the form that pdfkit takes instead of a file. Documents share them: reading the
 * tables each time took half the time of a statement. A font remembers for each glyph the letter it first stood for. So
 * each letter is shown to it at once: a glyph first met as a part of another (the U of Ú) would stand for nothing in
 * every later text.
 */
export function openFonts(): readonly { name: string; font: PDFKit.Mixins.PDFFontSource }[] {
  opened ??= fonts().map(({ name, file }) => ({ name, font: open(file) }))
  return opened
}

let opened: { name: string; font: PDFKit.Mixins.PDFFontSource }[] | undefined

function open(file: Uint8Array) {
  const doc: unknown = new Pdf({ autoFirstPage: false }).font(Buffer.from(file))
  // oxlint-disable-next-line no-underscore-dangle -- what pdfkit calls it
  const { font } = (doc as Reading)._font
  for (const code of font.characterSet) if (scriptOf(String.fromCodePoint(code)) !== null) font.glyphForCodePoint(code)
  rememberLayouts(font)
  return font
}

/** Parts of pdfkit that its types lack. */
type Reading = { _font: { font: PDFKit.Mixins.PDFFontSource & Font } }
type Font = {
  characterSet: number[]
  glyphForCodePoint: (code: number) => unknown
  layout: (text: string, features?: string[]) => Layout
}
type Layout = { glyphs: unknown[]; positions: object[] }

/** Number of texts whose layout a font remembers: those of the current document, and words that documents share. */
const MAX_LAYOUTS = 1_000

/**
 * Makes a font remember layouts: a document asks for the layout of each text some five times (to break lines, for
 * height and place, to draw), which was half of its time. pdfkit scales the positions that it gets, so each answer is a
 * copy.
 */
function rememberLayouts(font: Font) {
  const lay = font.layout.bind(font)
  const known = new Map<string, Layout>()
  font.layout = (text, features) => {
    const key = `${features?.join() ?? ''}:${text}`
    const layout = known.get(key) ?? lay(text, features)
    if (known.size >= MAX_LAYOUTS) known.clear()
    known.set(key, layout)
    const positions = layout.positions.map((position) => ({ ...position }))
    return Object.create(layout, { positions: { value: positions } }) as Layout
  }
}

function readFont(script: string, weight: Weight) {
  const path = createRequire(import.meta.url).resolve(`@fontsource/rubik/files/rubik-${script}-${weight}-normal.woff`)
  return { name: `${script}-${weight}`, file: unwrapFont(readFileSync(path)) }
}

/**
 * Unwraps the font in a WOFF 1.0 file (W3C recommendation, sections 3 to 5). Inflating once here saves every document a
 * quarter of a second: pdfkit's own reader inflates each table in JavaScript, each time.
 */
function unwrapFont(woff: Buffer): Uint8Array {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts: Uint8Array[] = [head]
  let end = head.length
  for (let index = 0; index < count; index++) {
    const entry = 44 + 20 * index
    const offset = woff.readUInt32BE(entry + 4)
    const packed = woff.readUInt32BE(entry + 8)
    const length = woff.readUInt32BE(entry + 12)
    const bytes = woff.subarray(offset, offset + packed)
    const place = 12 + 16 * index
    woff.copy(head, place, entry, entry + 4)
    woff.copy(head, place + 4, entry + 16, entry + 20)
    head.writeUInt32BE(end, place + 8)
    head.writeUInt32BE(length, place + 12)
    parts.push(packed < length ? inflateSync(bytes) : bytes, Buffer.alloc(-length & 3))
    end += length + (-length & 3)
  }
  return Buffer.concat(parts)
}

/**
 * Splits a text by the font file that can draw it. A letter that Rubik lacks loses its accents, and becomes a question
 * mark if it still lacks it: visible, never silently dropped.
 */
export function runsOf(text: string): Run[] {
  const composed = text.normalize('NFC')
  if (ALL_LATIN.test(composed)) return [{ script: 'latin', text: composed }]
  const result: Run[] = []
  for (const letter of drawable(text)) {
    const last = result.at(-1)
    const script = scriptOf(letter) ?? 'latin'
    if (last?.script === script) last.text += letter
    else result.push({ script, text: letter })
  }
  return result
}

/** Whether a text is drawn as it is written: no letter is changed or left out. */
export function isDrawnWhole(text: string): boolean {
  return [...text.normalize('NFC').replace(/\s/g, ' ')].every((letter) => scriptOf(letter) !== null)
}

function drawable(text: string): string {
  return [...text.normalize('NFC').replace(/[\u2000-\u200a\u202f]/g, '\u00a0')]
    .map((letter) => (/\p{Format}/u.test(letter) ? '' : /\p{Control}/u.test(letter) ? ' ' : letter))
    .map((letter) => (letter === '' || scriptOf(letter) ? letter : plainLetter(letter)))
    .join('')
}

function plainLetter(letter: string): string {
  const bare = letter.normalize('NFKD').replace(/\p{Mark}/gu, '')
  return bare !== '' && [...bare].every(scriptOf) ? bare : '?'
}

function scriptOf(letter: string): Script | null {
  if (SCRIPTS.latin.test(letter)) return 'latin'
  if (SCRIPTS['latin-ext'].test(letter)) return 'latin-ext'
  return SCRIPTS.cyrillic.test(letter) ? 'cyrillic' : null
}
