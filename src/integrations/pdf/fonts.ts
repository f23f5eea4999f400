import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import Pdf from 'pdfkit'

export type Weight = 400 | 500 | 600

/** Rubik comes cut by script; these letters are really in each piece (its own `unicode-range` promises more). */
const SCRIPTS = {
  latin:
    /[\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u02bc\u02c6\u02da\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u2044\u20ac\u2122\u2212\u2215]/,
  'latin-ext':
    /[\u0100-\u0130\u0132-\u0151\u0154-\u0161\u0164-\u017f\u0192\u01fc-\u01ff\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2\u1ef3]/,
  cyrillic: /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/,
} as const

type Script = keyof typeof SCRIPTS

/** A piece of text that one font file can draw. */
export type Run = { script: Script; text: string }

const WEIGHTS: readonly Weight[] = [400, 500, 600]

/** Every font file by the name `latin-400`, read once. */
export function fonts(): readonly { name: string; file: Uint8Array }[] {
  files ??= WEIGHTS.flatMap((weight) => Object.keys(SCRIPTS).map((script) => readFont(script, weight)))
  return files
}

let files: { name: string; file: Uint8Array }[] | undefined

/**
 * Every font by its name, as pdfkit reads it and takes it in place of a file. Documents share them: reading the tables anew
 * took half the time of a statement. What they remember of a picture is the letter it stood for first, and each stands for one:
 * it is told at once, for a picture first met as a part of another (the U of Ú) would stand for nothing in every later text.
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

/** What pdfkit has and its types do not say. */
type Reading = { _font: { font: PDFKit.Mixins.PDFFontSource & Font } }
type Font = {
  characterSet: number[]
  glyphForCodePoint: (code: number) => unknown
  layout: (text: string, features?: string[]) => Layout
}
type Layout = { glyphs: unknown[]; positions: object[] }

/** How many texts a font remembers the layout of: those of the paper in hand, and the words that papers have in common. */
const MOST_LAYOUTS = 1_000

/**
 * A text is laid out when it is broken into lines, for its height, for its place and to be drawn: a paper asked some five times for each, which
 * was half of its time. pdfkit scales the positions that it is given, so each answer has its own.
 */
function rememberLayouts(font: Font) {
  const lay = font.layout.bind(font)
  const known = new Map<string, Layout>()
  font.layout = (text, features) => {
    const key = `${features?.join() ?? ''}:${text}`
    const layout = known.get(key) ?? lay(text, features)
    if (known.size >= MOST_LAYOUTS) known.clear()
    known.set(key, layout)
    const positions = layout.positions.map((position) => ({ ...position }))
    return Object.create(layout, { positions: { value: positions } }) as Layout
  }
}

function readFont(script: string, weight: Weight) {
  const path = createRequire(import.meta.url).resolve(`@fontsource/rubik/files/rubik-${script}-${weight}-normal.woff`)
  return { name: `${script}-${weight}`, file: unwrapped(readFileSync(path)) }
}

/**
 * WOFF 1.0 back to the font it wraps (W3C recommendation, sections 3 to 5). Inflating here, once, spares every
 * document a quarter of a second: pdfkit's own reader inflates each table in JavaScript, each time.
 */
function unwrapped(woff: Buffer): Uint8Array {
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
 * Splits a text by the font file that can draw it. A letter that Rubik lacks loses its accents,
 * and one it still lacks becomes a question mark: seen, never silently gone.
 */
export function runs(text: string): Run[] {
  const result: Run[] = []
  for (const letter of drawable(text)) {
    const last = result.at(-1)
    const script = scriptOf(letter) ?? 'latin'
    if (last?.script === script) last.text += letter
    else result.push({ script, text: letter })
  }
  return result
}

/** Whether a text is drawn as it is written: each letter as itself, none left out. */
export function isDrawnWhole(text: string): boolean {
  return [...text.normalize('NFC').replace(/\s/g, ' ')].every((letter) => scriptOf(letter) !== null)
}

function drawable(text: string): string {
  return [...text.normalize('NFC').replace(/[\u2000-\u200a\u202f]/g, '\u00a0')]
    .map((letter) => (/\p{Format}/u.test(letter) ? '' : /\p{Control}/u.test(letter) ? ' ' : letter))
    .map((letter) => (letter === '' || scriptOf(letter) ? letter : plain(letter)))
    .join('')
}

function plain(letter: string): string {
  const bare = letter.normalize('NFKD').replace(/\p{Mark}/gu, '')
  return bare !== '' && [...bare].every(scriptOf) ? bare : '?'
}

function scriptOf(letter: string): Script | null {
  if (SCRIPTS.latin.test(letter)) return 'latin'
  if (SCRIPTS['latin-ext'].test(letter)) return 'latin-ext'
  return SCRIPTS.cyrillic.test(letter) ? 'cyrillic' : null
}
