import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'

/** A sealed file on a disk, and the key that opens it: enough for a thread that cannot read the settings. */
export type SealedPlace = { path: string; key: Uint8Array; from: number }

/**
 * Bytes that can be read more than once, piece by piece, so that a long file is never in memory as a whole. A piece is
 * valid until the next one is asked for: copy it to keep it longer.
 */
export type ByteSource = {
  size: number
  pieces: () => AsyncIterable<Uint8Array>
  /** Path of the file, if it lies on a disk. */
  path?: string
  /** Place of the file, if it lies sealed on a disk, with the key that opens it. */
  sealed?: SealedPlace
}

const PIECE = 64 * 1024

export function inMemory(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.byteLength,
    pieces: async function* () {
      for (let start = 0; start < bytes.byteLength; start += PIECE) yield bytes.subarray(start, start + PIECE)
    },
  }
}

/** Answers the source of a file that is in memory or is a source already. */
export function sourceOf({ bytes }: { bytes: Uint8Array | ByteSource }): ByteSource {
  return bytes instanceof Uint8Array ? inMemory(bytes) : bytes
}

/** Opens a file on disk as a source. The file must not change while it is read; callers that need to be sure compare hashes. */
export async function onDisk(path: string): Promise<ByteSource> {
  const { size } = await stat(path)
  return {
    size,
    path,
    pieces: async function* () {
      const file = await open(path)
      const buffer = Buffer.allocUnsafe(PIECE)
      try {
        for (;;) {
          const { bytesRead } = await file.read(buffer, 0, PIECE)
          if (bytesRead === 0) return
          yield buffer.subarray(0, bytesRead)
        }
      } finally {
        await file.close()
      }
    },
  }
}

/**
 * Passes the bytes of a source on; `see` is called with the size of every piece before it is passed on, and may stop
 * the reading by throwing.
 */
export function watchBytes(source: ByteSource, see: (bytes: number) => void): ByteSource {
  return {
    size: source.size,
    pieces: async function* () {
      for await (const piece of source.pieces()) {
        see(piece.byteLength)
        yield piece
      }
    },
  }
}

/** Reads the first bytes, which are enough for a file signature. */
export async function headOf(source: ByteSource, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of source.pieces()) {
    pieces.push(piece.slice())
    size += piece.byteLength
    if (size >= most) break
  }
  return Buffer.concat(pieces).subarray(0, most)
}

export async function wholeOf(source: ByteSource): Promise<Uint8Array> {
  const whole = new Uint8Array(source.size)
  let at = 0
  for await (const piece of source.pieces()) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

/** Copies each piece, for streams that read ahead of their reader. */
export async function* copies({ pieces }: ByteSource): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces()) yield Uint8Array.from(piece)
}

/** Turns a source into a stream for an answer; the file is closed when the reader stops. */
export function streamOf(source: ByteSource): ReadableStream<Uint8Array> {
  const pieces = copies(source)
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
}

/** Computes the SHA-256 of a source, in hexadecimal. */
export async function sha256Of(source: ByteSource): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of source.pieces()) hash.update(piece)
  return hash.digest('hex')
}
