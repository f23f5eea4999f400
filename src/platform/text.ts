/** Text of a file and how it was stored. `damaged`: letters were lost before the file reached us (U+FFFD). */
export type DecodedText = { text: string; encoding: 'utf-8' | 'windows-1252'; damaged: boolean }

/** What windows-1252 has at 0x80–0x9F; everything else of it has the number of its character. */
const SPECIAL = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const BYTE_OF_SPECIAL = new Map([...SPECIAL].map((letter, index) => [letter, 0x80 + index]))

/**
 * The text of a file saved by a portal, Excel or an editor: UTF-8 with or without a mark, UTF-16 with its mark
 * (Excel's "Unicode text", reported as `utf-8`), else windows-1252. Text that was encoded twice is put right, once.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = wideEncoding(bytes)
  if (wide) return decoded(new TextDecoder(wide).decode(bytes), 'utf-8')
  const utf8 = strictUtf8(bytes)
  if (utf8 === null) return decoded(new TextDecoder('windows-1252').decode(bytes), 'windows-1252')
  return decoded(encodedOnce(utf8), 'utf-8')
}

function decoded(text: string, encoding: DecodedText['encoding']): DecodedText {
  return { text: withoutMark(text), encoding, damaged: text.includes('\ufffd') }
}

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff+/, '').replace(/^ï»¿/, '')
}

/** Undoes one needless encoding (`Ã£` → `ã`), and only when the whole text was encoded so. */
function encodedOnce(text: string): string {
  if (!/[ÂÃâï][\u0080-\u00bf€‚-„…†‡ˆ‰Š‹Œ-Žž‘-”•–—˜™š›œŸƒ]/.test(text)) return text
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const byte = code <= 0xff ? code : BYTE_OF_SPECIAL.get(text[at]!)
    if (byte === undefined) return text
    bytes[at] = byte
  }
  return strictUtf8(bytes) ?? text
}
