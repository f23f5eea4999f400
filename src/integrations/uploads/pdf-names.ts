import { constants, inflateSync } from 'node:zlib'

/** Pages that a PDF may have; a paper of a driver or a car has a few. */
export const MOST_PDF_PAGES = 200

/** What runs, sends, or leads out of the file, in names so long that they stand in no bytes by chance. */
const ACTIVE =
  /\/(?:JavaScript|Launch|GoTo[RE]|RichMedia|Rendition|Movie|Sound|EmbeddedFiles?|ImportData|SubmitForm)(?![A-Za-z])/
/** What runs, sends, or leads out of the file, in short names: looked for where names stand, and not in the bytes of a picture. */
const SHORT = /\/(?:JS|XFA|AA|EF)(?![A-Za-z])/
/** Bytes that one part in which objects are packed may have, unpacked, and all of them: a file of 10 MB has less by far. */
const MOST_PACKED = 16_000_000
const MOST_PACKED_IN_ALL = 48_000_000
/** Bytes that the places of all objects may take. */
const MOST_PLACES = 4_000_000

/** What is done when the file is opened; to show a page of its own is harmless. */
const OPENING = /\/OpenAction(?![A-Za-z])/

/** `opens`: quiet, but something is done when it is opened. `hidden`: parts whose names cannot be read, or more of them than a paper has. */
export type Names = 'quiet' | 'opens' | 'active' | 'hidden'

/**
 * What the names in a PDF say of what it does when somebody opens it or presses on it. Objects may lie packed in a part of the file:
 * each such part is unpacked and read too, by what stands in it and not by what the file calls it. Opens nothing else.
 */
export function namesIn(bytes: Buffer): Names {
  const text = spelledOut(bytes).toString('latin1')
  if (ACTIVE.test(text)) return 'active'
  let outside = ''
  let [from, packedInAll, opens] = [0, 0, false]
  // Places are those of the file as it came: a name that is spelled out is shorter.
  const whole = bytes.toString('latin1')
  for (const { 0: found, index } of whole.matchAll(/(?<!end)stream[ \t]*(?:\r\n|\n|\r)/g)) {
    // A stream that is said inside another one is its bytes.
    if (index < from) continue
    const before = spelledOut(bytes.subarray(from, index)).toString('latin1')
    outside += before
    const begin = index + found.length
    const end = whole.indexOf('endstream', begin)
    from = end < 0 ? whole.length : end
    const packed = bytes.subarray(begin)
    if (/\/XRef(?![A-Za-z])/.test(before) && unpacked(packed, MOST_PLACES) === 'long') return 'hidden'
    const isPacked = beginsWithNumbers(packed)
    if (!isPacked && /\/ObjStm(?![A-Za-z])/.test(before) && !beginsWithNumbers(packed, false)) return 'hidden'
    if (!isPacked) continue
    const names = unpacked(packed, MOST_PACKED)
    if (names === 'long' || (packedInAll += names.length) > MOST_PACKED_IN_ALL) return 'hidden'
    const inside = spelledOut(names).toString('latin1')
    if (ACTIVE.test(inside) || SHORT.test(inside)) return 'active'
    opens ||= OPENING.test(inside)
  }
  outside += spelledOut(bytes.subarray(from)).toString('latin1')
  if (SHORT.test(outside)) return 'active'
  return opens || OPENING.test(outside) ? 'opens' : 'quiet'
}

/** Objects that are packed begin with their numbers and places. */
function beginsWithNumbers(bytes: Buffer, isDeflated = true): boolean {
  const head = isDeflated ? unpacked(bytes.subarray(0, 256), MOST_PACKED) : bytes.subarray(0, 64)
  return head !== 'long' && /^(?:\s|%[^\r\n]*[\r\n])*\d+\s+\d+/.test(head.toString('latin1'))
}

/** What a part is unpacked, as far as it can be; `long` where that is more than so many bytes. */
function unpacked(bytes: Buffer, most: number): Buffer | 'long' {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'long' : Buffer.alloc(0)
  }
}

const HASH = 0x23

/** The bytes of a PDF with each letter of a name that was written by its number, `/J#61vaScript`, as itself. */
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

/** The worth of a hexadecimal digit, or -1. */
function digitOf(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
