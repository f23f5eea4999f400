import { type ByteSource, type SealedPlace, onDisk } from './bytes.ts'
import { unsealPieces, unsealedSize } from './sealed-file.ts'

/** Opens piece by piece what is sealed after the first `from` bytes of a file; a change to it is noticed while it is read. */
export async function sealedOnDisk(place: SealedPlace): Promise<ByteSource> {
  const file = await onDisk(place.path)
  return {
    size: unsealedSize(file.size - place.from),
    sealed: place,
    pieces: () => unsealPieces({ kind: 'file', bytes: place.key }, skipBytes(file.pieces(), place.from)),
  }
}

/** Answers what comes after the first `count` bytes. */
export async function* skipBytes(pieces: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count
  for await (const piece of pieces) {
    if (piece.byteLength > left) yield piece.subarray(left)
    left = Math.max(0, left - piece.byteLength)
  }
}
