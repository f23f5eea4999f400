import { constants, inflateSync } from 'node:zlib'

/** Most pages of a PDF; a document of a driver or a car has a few. */
export const MAX_PDF_PAGES = 200

/** Names of what runs, sends, or leads out of the file, so long that they do not occur in bytes by chance. */
const ACTIVE =
  /\/(?:JavaScript|Launch|GoTo[RE]|RichMedia|Rendition|Movie|Sound|EmbeddedFiles?|ImportData|SubmitForm)(?![A-Za-z])/
/**
 * Short names of what runs, sends, or leads out of the file: they are looked for only where names stand, and not in the
 * bytes of a picture.
 */
const SHORT = /\/(?:JS|XFA|AA|EF)(?![A-Za-z])/
/** Most unpacked bytes of one stream of packed objects, and of all of them: a file of 10 MB has far fewer. */
const MAX_UNPACKED_BYTES = 16_000_000
const MAX_UNPACKED_BYTES_IN_ALL = 48_000_000
/** Most bytes of the places of all objects. */
const MAX_XREF_BYTES = 4_000_000

/** Name of the action when the file is opened; showing a page of its own is harmless. */
const OPENING = /\/OpenAction(?![A-Za-z])/

/**
 * Result of the names. `opens`: harmless, but something is done when the file is opened. `hidden`: there are parts
 * whose names cannot be read, or more of them than a document has.
 */
export type NamesFinding = 'quiet' | 'opens' | 'active' | 'hidden'

/**
 * Judges by the names in a PDF what it does when somebody opens it or clicks in it. Objects may be packed in a stream:
 * each such stream is unpacked and read too, recognised by its content and not by what the file calls it. Nothing else
 * is opened.
 */
export function namesIn(bytes: Buffer): NamesFinding {
  const text = spelledOut(bytes).toString('latin1')
  if (ACTIVE.test(text)) return 'active'
  let outside = ''
  let [from, packedInAll, opens] = [0, 0, false]
  // Positions are those in the original file: a decoded name is shorter.
  const whole = bytes.toString('latin1')
  for (const { 0: found, index } of whole.matchAll(/(?<!end)stream[ \t]*(?:\r\n|\n|\r)/g)) {
    // A stream that seems to begin inside another one is part of its bytes.
    if (index < from) continue
    const before = spelledOut(bytes.subarray(from, index)).toString('latin1')
    outside += before
    const begin = index + found.length
    const end = whole.indexOf('endstream', begin)
    from = end < 0 ? whole.length : end
    const packed = bytes.subarray(begin)
    if (/\/XRef(?![A-Za-z])/.test(before) && unpack(packed, MAX_XREF_BYTES) === 'long') return 'hidden'
    const isPacked = beginsWithNumbers(packed)
    if (!isPacked && /\/ObjStm(?![A-Za-z])/.test(before) && !beginsWithNumbers(packed, false)) return 'hidden'
    if (!isPacked) continue
    const names = unpack(packed, MAX_UNPACKED_BYTES)
    if (names === 'long' || (packedInAll += names.length) > MAX_UNPACKED_BYTES_IN_ALL) return 'hidden'
    const inside = spelledOut(names).toString('latin1')
    if (ACTIVE.test(inside) || SHORT.test(inside)) return 'active'
    opens ||= OPENING.test(inside)
  }
  outside += spelledOut(bytes.subarray(from)).toString('latin1')
  if (SHORT.test(outside)) return 'active'
  return opens || OPENING.test(outside) ? 'opens' : 'quiet'
}

/** Whether bytes begin like packed objects, with their numbers and places. */
function beginsWithNumbers(bytes: Buffer, isDeflated = true): boolean {
  const head = isDeflated ? unpack(bytes.subarray(0, 256), MAX_UNPACKED_BYTES) : bytes.subarray(0, 64)
  return head !== 'long' && /^(?:\s|%[^\r\n]*[\r\n])*\d+\s+\d+/.test(head.toString('latin1'))
}

/** Unpacks a part as far as possible; `long` where it has more than `most` bytes. */
function unpack(bytes: Buffer, most: number): Buffer | 'long' {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'long' : Buffer.alloc(0)
  }
}

const HASH = 0x23

/** Decodes names in which a letter is written by its number, `/J#61vaScript`. */
function spelledOut(bytes: Buffer): Buffer {
  if (!bytes.includes(HASH)) return bytes
  const plain = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const [high, low] = bytes[at] === HASH ? [digitOf(bytes[at + 1]), digitOf(bytes[at + 2])] : [-1, -1]
    if (high < 0 || low < 0) plain[length++] = bytes[at]!
    else {
      plain[length++] = high * 16 + low
      at += 2
    }
  }
  return plain.subarray(0, length)
}

/** Answers the value of a hexadecimal digit, or -1. */
function digitOf(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
