import { promisify } from 'node:util'
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib'

/** A file for an archive; its name may have folders (`a/b.pdf`). */
export type ZipFile = { name: string; data: string | Uint8Array }

/**
 * An entry as header and directory describe it. `at`: position of its bytes, where they are written already; `null`:
 * they are still to be written.
 */
export type PackedEntry = {
  name: Buffer
  packed: Uint8Array
  crc: number
  size: number
  flags: number
  at: number | null
}

const NAMES_ARE_UTF8 = 0x800
/** 1980-01-01, the first day the format knows: with a fixed day the same files give the same bytes. */
const NO_DAY = 0x21
const MAX_ENTRIES = 65_535
const MAX_BYTES = 2 ** 32 - 1

/** Writes a ZIP file, deflated. Throws `RangeError` beyond what the plain format holds (65,535 files, 4 GiB). */
export function writeZip(files: readonly ZipFile[]): Uint8Array {
  return assemble(files.map(pack))
}

/** Writes the same bytes, but deflates without blocking the process. */
export async function writeZipInTurns(files: readonly ZipFile[]): Promise<Uint8Array> {
  return assemble(await Promise.all(files.map(packInTurns)))
}

/** Writes an archive piece by piece as its files come, holding none of them. Throws `RangeError` beyond what the plain format holds. */
export async function* zipPieces(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const lines: Uint8Array[] = []
  let offset = 0
  for await (const file of files) {
    const entry = pack(file)
    lines.push(lineOf(entry, offset))
    const written = Buffer.concat(partsOf(entry))
    offset += written.length
    yield written
  }
  yield endOf(lines, offset)
}

export function pack(file: ZipFile): PackedEntry {
  const bytes = Buffer.from(file.data)
  return entryOf(file, bytes, deflateRawSync(bytes, HARD))
}

async function packInTurns(file: ZipFile): Promise<PackedEntry> {
  const bytes = Buffer.from(file.data)
  return entryOf(file, bytes, await promisify(deflateRaw)(bytes, HARD))
}

const HARD = { level: 9 }

function entryOf({ name }: ZipFile, bytes: Uint8Array, packed: Uint8Array): PackedEntry {
  return { name: Buffer.from(name), packed, crc: crc32(bytes), size: bytes.length, flags: NAMES_ARE_UTF8, at: null }
}

/** Puts entries one after the other, with the directory that names them all at the end. */
export function assemble(entries: readonly PackedEntry[]): Uint8Array {
  const parts: Uint8Array[] = []
  const lines: Uint8Array[] = []
  let offset = 0
  for (const entry of entries) {
    lines.push(lineOf(entry, entry.at ?? offset))
    if (entry.at !== null) continue
    const written = partsOf(entry)
    parts.push(...written)
    offset += written.reduce((size, part) => size + part.byteLength, 0)
  }
  return Buffer.concat([...parts, endOf(lines, offset)])
}

/** Answers the parts of an entry in the file. */
function partsOf(entry: PackedEntry): Uint8Array[] {
  return [Buffer.from('PK\x03\x04'), describe(entry), entry.name, entry.packed]
}

/** Makes the line of an entry in the directory. */
function lineOf(entry: PackedEntry, at: number): Uint8Array {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(at, 10)
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), describe(entry), rest, entry.name])
}

/** Makes the directory of entries that end at `offset`, and the end of the file. */
function endOf(lines: readonly Uint8Array[], offset: number): Uint8Array {
  const directory = Buffer.concat(lines)
  if (lines.length > MAX_ENTRIES || offset + directory.length > MAX_BYTES) {
    throw new RangeError(`${lines.length} files, ${offset} bytes are too much for one ZIP file`)
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(lines.length, 8)
  end.writeUInt16LE(lines.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([directory, end])
}

/** Writes the fields that the header of an entry and its line in the directory share. */
function describe({ name, packed, crc, size, flags }: PackedEntry): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(flags, 2)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt16LE(NO_DAY, 8)
  fields.writeUInt32LE(crc, 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(size, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}
