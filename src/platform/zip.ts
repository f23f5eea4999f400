import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'

/** Limits of a compressed file, in bytes and counts. */
export const ARCHIVE_LIMITS = {
  file: 10_000_000,
  entries: 500,
  /** Most files of a plain archive: as many as may be dropped at once. */
  files: 200,
  entry: 50_000_000,
  total: 100_000_000,
  ratio: 200,
  /** Entries below this size are harmless, however well they pack. */
  ratioFrom: 1_000_000,
} as const

export type ArchiveProblem = 'too-large' | 'too-many' | 'unsafe' | 'encrypted' | 'damaged'

/** Thrown for a compressed file that is not opened, or not opened further; `problem` says why. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused'
  readonly problem: ArchiveProblem

  constructor(problem: ArchiveProblem, detail: string) {
    super(`${problem}: ${detail}`)
    this.problem = problem
  }
}

/** An archive whose declared sizes are within the limits. Reading counts again, because headers may lie. */
export type Archive = {
  names: readonly string[]
  /** Reads the bytes of an entry, piece by piece. Throws `ArchiveRefused`; a name that is not there is `damaged`. */
  read: (name: string) => AsyncGenerator<Uint8Array>
  close: () => void
}

/** Opens a ZIP file after checking the sizes in its directory. Throws `ArchiveRefused`. */
export async function openZip(bytes: Uint8Array): Promise<Archive> {
  if (bytes.length > ARCHIVE_LIMITS.file) throw new ArchiveRefused('too-large', `${bytes.length} bytes`)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, autoClose: false }).catch(asRefused)
  const entries = await declaredEntries(zip, bytes.length)
  const budget = { left: ARCHIVE_LIMITS.total }
  return {
    names: [...entries.keys()],
    read: (name) => inflated(zip, entries.get(name), budget),
    close: () => zip.close(),
  }
}

/**
 * Answers the files of a plain archive, one level deep and one after the other, or with `only` the one at that index.
 * Folders and files that file managers add are left out. Throws `ArchiveRefused` when it comes to a file that is not as
 * declared.
 */
export async function* membersOf(
  bytes: Uint8Array,
  only: number | null = null,
): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  const archive = await openZip(bytes)
  try {
    const names = archive.names.filter(
      (name) => !name.endsWith('/') && !name.startsWith('__MACOSX/') && !/(^|\/)\.[^/]*$/.test(name),
    )
    if (names.length > ARCHIVE_LIMITS.files) throw new ArchiveRefused('too-many', `${names.length} files`)
    for (const name of only === null ? names : names.slice(only, only + 1)) {
      const pieces: Uint8Array[] = []
      for await (const piece of archive.read(name)) pieces.push(piece)
      yield { name, bytes: Buffer.concat(pieces) }
    }
  } finally {
    archive.close()
  }
}

/** Opens the file inside a `.gz`. Throws `ArchiveRefused`. */
export async function openGzip(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length > ARCHIVE_LIMITS.file) throw new ArchiveRefused('too-large', `${bytes.length} bytes`)
  const most = Math.min(ARCHIVE_LIMITS.entry, Math.max(ARCHIVE_LIMITS.ratioFrom, bytes.length * ARCHIVE_LIMITS.ratio))
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: most })
  } catch (error) {
    const tooLarge = error instanceof RangeError
    throw new ArchiveRefused(tooLarge ? 'unsafe' : 'damaged', String(error))
  }
}

async function declaredEntries(zip: ZipFile, size: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > ARCHIVE_LIMITS.entries) throw new ArchiveRefused('unsafe', `${zip.entryCount} entries`)
  const entries = new Map<string, Entry>()
  let total = 0
  let packed = 0
  try {
    for await (const entry of zip.eachEntry()) {
      checkDeclared(entry)
      total += entry.uncompressedSize
      packed += entry.compressedSize
      entries.set(entry.fileName, entry)
      if (entries.size > ARCHIVE_LIMITS.entries) throw new ArchiveRefused('unsafe', 'more entries than declared')
      if (total > ARCHIVE_LIMITS.total) throw new ArchiveRefused('unsafe', `${total} bytes declared`)
      if (packed > size) throw new ArchiveRefused('unsafe', 'entries overlap')
    }
  } catch (error) {
    zip.close()
    asRefused(error)
  }
  return entries
}

/** Characters that no name may hold: a NUL, which no database keeps, line ends, and marks that change the direction of the text. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

function checkDeclared(entry: Entry): void {
  if (entry.isEncrypted()) throw new ArchiveRefused('encrypted', entry.fileName)
  if (UNSEEN.test(entry.fileName)) throw new ArchiveRefused('unsafe', 'a name with letters that nobody sees')
  if (entry.uncompressedSize > ARCHIVE_LIMITS.entry)
    throw new ArchiveRefused('unsafe', `${entry.fileName} is too large`)
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
  if (entry.uncompressedSize > ARCHIVE_LIMITS.ratioFrom && ratio > ARCHIVE_LIMITS.ratio) {
    throw new ArchiveRefused('unsafe', `${entry.fileName} packs ${Math.round(ratio)}:1`)
  }
}

async function* inflated(zip: ZipFile, entry: Entry | undefined, budget: { left: number }): AsyncGenerator<Uint8Array> {
  if (!entry) throw new ArchiveRefused('damaged', 'entry missing')
  let size = 0
  try {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const piece of stream) {
      size += piece.length
      budget.left -= piece.length
      if (size > entry.uncompressedSize || size > ARCHIVE_LIMITS.entry || budget.left < 0) {
        stream.destroy()
        throw new ArchiveRefused('unsafe', `${entry.fileName} is larger than declared`)
      }
      yield piece
    }
  } catch (error) {
    asRefused(error)
  }
}

/** Turns the ZIP reader's error into one of ours, and throws it. */
function asRefused(error: unknown): never {
  if (error instanceof ArchiveRefused) throw error
  const text = error instanceof Error ? error.message : String(error)
  const lies = /too many bytes|absolute path|invalid relative path|invalid characters/.test(text)
  throw new ArchiveRefused(lies ? 'unsafe' : 'damaged', text)
}
