import { type ByteSource, headOf, wholeOf } from './bytes.ts'

/** Kind of a file by its bytes; its name is never asked. */
export type Content =
  | 'empty'
  | 'text'
  | 'html'
  | 'xml'
  | 'picture'
  | 'pdf'
  | 'zip'
  | 'gzip'
  | 'old-excel'
  | 'old-word'
  | 'encrypted'
  | 'binary'

/** Kind of a ZIP file, by the names inside. */
export type ZipContent = 'xlsx' | 'word' | 'excel-binary' | 'other-office' | 'plain'

/** Signatures of files, and where each stands. */
const SIGNATURES: readonly { content: Content; at: number; bytes: string }[] = [
  { content: 'picture', at: 0, bytes: '\xff\xd8\xff' },
  { content: 'picture', at: 0, bytes: '\x89PNG\r\n' },
  { content: 'picture', at: 0, bytes: 'GIF8' },
  { content: 'picture', at: 8, bytes: 'WEBP' },
  { content: 'picture', at: 0, bytes: 'II*\0' },
  { content: 'picture', at: 0, bytes: 'MM\0*' },
  { content: 'zip', at: 0, bytes: 'PK\x03\x04' },
  { content: 'zip', at: 0, bytes: 'PK\x05\x06' },
  { content: 'gzip', at: 0, bytes: '\x1f\x8b' },
]
const HEIF_BRANDS = new Set(['heic', 'heix', 'hevc', 'mif1', 'msf1', 'heim', 'heis', 'avif'])
const COMPOUND_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

/** Finds the kind of a file of any length: it reads all of it only where the beginning is not enough. */
export async function sniffSource(source: ByteSource): Promise<Content> {
  const content = sniff(await headOf(source, 4096))
  if (content === 'text' || content === 'empty') return await textOrBinary(source, content)
  const isCompound =
    content === 'old-excel' || content === 'old-word' || content === 'encrypted' || content === 'binary'
  return isCompound && source.size <= LARGEST_COMPOUND ? sniff(await wholeOf(source)) : content
}

/** Largest old Office file that is looked at, in bytes: they are refused anyway, so a larger one need not be recognised. */
const LARGEST_COMPOUND = 50_000_000

async function textOrBinary(source: ByteSource, sniffed: 'text' | 'empty'): Promise<Content> {
  const isWide = isMarkedWide(await headOf(source, 2))
  let content = sniffed
  for await (const piece of source.pieces()) {
    if (!isWide && piece.includes(0)) return 'binary'
    if (content === 'empty' && !isBlank(piece)) content = 'text'
  }
  return content
}

export function sniff(bytes: Uint8Array): Content {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1')
  const known = SIGNATURES.find((signature) => head.startsWith(signature.bytes, signature.at))
  if (known) return known.content
  if (isHeif(bytes)) return 'picture'
  if (head.startsWith(COMPOUND_FILE)) return compoundContent(bytes)
  if (head.startsWith('\x09\x08') || head.startsWith('\x09\x04') || head.startsWith('\x09\x02')) return 'old-excel'
  if (head.slice(0, 1024).includes('%PDF-')) return 'pdf'
  const isWide = isMarkedWide(bytes)
  if (!isWide && bytes.includes(0)) return 'binary'
  return textContent(bytes, isWide ? head.replaceAll('\0', '') : head)
}

/** Whether the bytes are a picture as telephones take by default (HEIC, AVIF), which nothing here can draw. */
export function isHeif(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return head.startsWith('ftyp', 4) && HEIF_BRANDS.has(head.slice(8, 12))
}

function isMarkedWide(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte <= 0x20 || byte > 0xba)
}

export function zipContent(names: readonly string[]): ZipContent {
  const lower = names.map((name) => name.toLowerCase())
  const has = (start: string): boolean => lower.some((name) => name.startsWith(start))
  if (has('xl/workbook.bin')) return 'excel-binary'
  if (has('xl/')) return 'xlsx'
  if (has('word/')) return 'word'
  // Numbers keeps a sheet as a folder of its own pieces: none of them is a report.
  const isNumbers = lower.some((name) => name.endsWith('.iwa')) || lower.includes('index.zip')
  return has('[content_types].xml') || lower.includes('mimetype') || isNumbers ? 'other-office' : 'plain'
}

/** Tells compound files apart: they are old Office files, or the shell around an encrypted new one. */
function compoundContent(bytes: Uint8Array): Content {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (stream: string): boolean => buffer.includes(Buffer.from(stream, 'utf16le'))
  if (has('EncryptedPackage')) return 'encrypted'
  if (has('WordDocument')) return 'old-word'
  return has('Workbook') || has('Book') ? 'old-excel' : 'binary'
}

function textContent(bytes: Uint8Array, head: string): Content {
  const start = head.replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').trimStart()
  if (start === '' && isBlank(bytes)) return 'empty'
  if (/^<(!doctype html|html|head|body|table|meta)\b/i.test(start)) return 'html'
  if (/^<(\?xml|workbook)/i.test(start) && /Excel\.Sheet|<Workbook\b/.test(start)) return 'old-excel'
  if (/^<(\?xml|!--)/i.test(start)) return /<html|<table/i.test(start) ? 'html' : 'xml'
  return 'text'
}
