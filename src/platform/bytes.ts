import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'

/** A sealed file on a disk, and what opens it: enough for a thread that has no environment to ask. */
export type SealedPlace = { path: string; key: Uint8Array; from: number }

/**
 * Bytes that can be walked more than once, piece by piece: a long file is never in memory as a whole. A piece is good until
 * the next one is asked for; who keeps it longer copies it.
 */
export type ByteSource = {
  size: number
  pieces: () => AsyncIterable<Uint8Array>
  /** Where it lies on a disk, if it does. */
  path?: string
  /** Where it lies sealed on a disk, with what opens it. */
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

/** The bytes of a file that is in memory or can be walked. */
export function sourceOf({ bytes }: { bytes: Uint8Array | ByteSource }): ByteSource {
  return bytes instanceof Uint8Array ? inMemory(bytes) : bytes
}

/** A file on disk. It must not change while it is read; who needs to be sure compares hashes. */
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

/** Passes the bytes of a source on; `see` is told of every piece before it is handed on, and stops the walk by throwing. */
export function watched(source: ByteSource, see: (bytes: number) => void): ByteSource {
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

/** The first bytes: what a signature needs. */
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

/** Pieces that are kept, as a stream does that runs ahead of its reader. */
export async function* copies({ pieces }: ByteSource): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces()) yield Uint8Array.from(piece)
}

/** A source as a stream for an answer; who stops reading closes the file. */
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

/** SHA-256 in hexadecimal. */
export async function sha256Of(source: ByteSource): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of source.pieces()) hash.update(piece)
  return hash.digest('hex')
}
