import { type ByteSource, headOf } from './bytes.ts'

/** Text of a file and its encoding; every walk reads the file again, piece by piece. */
export type Text = { encoding: 'utf-8' | 'windows-1252' | 'macintosh'; pieces: () => AsyncIterable<string> }

/** Characters of windows-1252 at 0x80–0x9F; every other byte is the number of its character. */
const SPECIAL = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const BYTE_OF_SPECIAL = new Map([...SPECIAL].map((letter, index) => [letter, 0x80 + index]))

/**
 * Opens the text of a file saved by a portal, Excel or an editor: UTF-8 with or without a byte order mark, UTF-16 with
 * its mark (Excel's "Unicode text", reported as `utf-8`), as Excel for the Mac saves a CSV, else windows-1252. Text that
 * was encoded twice is decoded once more.
 */
export async function openText(bytes: ByteSource): Promise<Text> {
  const found = await storedAs(bytes)
  return {
    encoding: encodingOf(found),
    pieces: async function* () {
      const decode = decoderOf(found)
      let lead: string | null = ''
      for await (const piece of bytes.pieces()) {
        const text: string = (lead ?? '') + decode(piece)
        const isWhole: boolean = lead === null || text.length >= LONGEST_MARK
        if (isWhole) yield lead === null ? text : withoutMark(text)
        lead = isWhole ? null : text
      }
      const rest = (lead ?? '') + decode(null)
      yield lead === null ? rest : withoutMark(rest)
    },
  }
}

/** Decodes bytes in memory, and tells their encoding. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Text['encoding'] } {
  const learner = storageLearner(bytes.subarray(0, 2))
  learner.see(bytes)
  learner.see(null)
  const found = learner.found()
  const decode = decoderOf(found)
  return { text: withoutMark(decode(bytes) + decode(null)), encoding: encodingOf(found) }
}

function encodingOf(stored: Stored): Text['encoding'] {
  return stored === 'windows-1252' || stored === 'macintosh' ? stored : 'utf-8'
}

type Stored = 'utf-16le' | 'utf-16be' | 'utf-8' | 'utf-8 twice' | 'windows-1252' | 'macintosh'

/** Decodes the next bytes, `null` after the last: characters cut between two pieces come out whole. Throws for bytes that are no text. */
type Decode = (piece: Uint8Array | null) => string

function decoderOf(stored: Stored): Decode {
  if (stored === 'utf-8 twice') {
    const [outer, inner] = [decoderOf('utf-8'), decoderOf('utf-8')]
    return (piece) => {
      const text = inner(bytesOf(outer(piece)))
      return piece === null ? text + inner(null) : text
    }
  }
  const decoder = new TextDecoder(stored, { fatal: stored === 'utf-8' })
  return (piece) => (piece === null ? decoder.decode() : decoder.decode(piece, { stream: true }))
}

/** Learns the encoding of a text from all its bytes; `mark` are the first two of them. */
function storageLearner(mark: Uint8Array): { see: (piece: Uint8Array | null) => void; found: () => Stored } {
  const wide =
    mark[0] === 0xff && mark[1] === 0xfe ? 'utf-16le' : mark[0] === 0xfe && mark[1] === 0xff ? 'utf-16be' : null
  const decode = decoderOf('utf-8')
  const doubleEncoding = needlessEncoding()
  const letters = macLetters()
  let isUtf8 = true
  return {
    see: (piece) => {
      if (wide) return
      if (piece) letters.see(piece)
      if (!isUtf8) return
      try {
        doubleEncoding.see(decode(piece))
      } catch {
        isUtf8 = false
      }
    },
    found: () =>
      wide ??
      (!isUtf8 ? (letters.found() ? 'macintosh' : 'windows-1252') : doubleEncoding.found() ? 'utf-8 twice' : 'utf-8'),
  }
}

/** Accents inside a word: `Ç á ã ç é ê õ` as a Mac writes them, and the small letters of windows-1252. */
const INSIDE_A_WORD = {
  mac: /[A-Za-z][\x82\x87\x8b\x8d\x8e\x90\x9b]+[A-Za-z]/,
  windows: /[a-z][\xe0-\xfd]+[a-z]/,
}
/** The longest run of letters that may be cut between two pieces. */
const CUT_WORD = 8

/** Finds out whether words have the accents of a Mac, and none of windows-1252. */
function macLetters() {
  let [isMac, isWindows] = [false, false]
  let last = ''
  return {
    see: (piece: Uint8Array) => {
      if (isWindows) return
      const text = last + Buffer.from(piece).toString('latin1')
      isMac ||= INSIDE_A_WORD.mac.test(text)
      isWindows = INSIDE_A_WORD.windows.test(text)
      last = text.slice(-CUT_WORD)
    },
    found: () => isMac && !isWindows,
  }
}

async function storedAs(bytes: ByteSource): Promise<Stored> {
  const learner = storageLearner(await headOf(bytes, 2))
  for await (const piece of bytes.pieces()) learner.see(piece)
  learner.see(null)
  return learner.found()
}

/** Number of letters of `ï»¿`. */
const LONGEST_MARK = 3

function withoutMark(text: string): string {
  return text.replace(/^\ufeff+/, '').replace(/^ï»¿/, '')
}

const SIGNS_OF_TWO = /[ÂÃâï][\u0080-\u00bf€‚-„…†‡ˆ‰Š‹Œ-Žž‘-”•–—˜™š›œŸƒ]/

/**
 * Finds out whether a text was encoded once too often (`Ã£` for `ã`): it holds such letters, and all of it, read as
 * bytes, is valid text.
 */
function needlessEncoding() {
  const decode = decoderOf('utf-8')
  let hasSigns = false
  let possible = true
  let last = ''
  const feed = (bytes: Uint8Array | null) => {
    try {
      decode(bytes)
    } catch {
      possible = false
    }
  }
  return {
    see: (text: string) => {
      if (!possible || text === '') return
      hasSigns ||= SIGNS_OF_TWO.test(last + text)
      last = text.at(-1)!
      const bytes = mappable(text)
      if (bytes) feed(bytes)
      else possible = false
    },
    found: () => {
      if (possible) feed(null)
      return hasSigns && possible
    },
  }
}

/** Answers the windows-1252 bytes of these letters; `null` when one of them has none. */
function mappable(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'latin1')
  if (!/[^\0-\xff]/.test(text)) return bytes
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code <= 0xff) continue
    const byte = BYTE_OF_SPECIAL.get(text[at]!)
    if (byte === undefined) return null
    bytes[at] = byte
  }
  return bytes
}

function bytesOf(text: string): Uint8Array {
  const bytes = mappable(text)
  if (!bytes) throw new TypeError('The text changed while it was read.')
  return bytes
}
