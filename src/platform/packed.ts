import { createHash } from 'node:crypto'
import { Readable, pipeline } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { SealFault, cursorOf } from './sealed-file.ts'

/** A named stream in a package: streams follow each other, compressed. The length of one need not be known before it ends. */
export type Entry = { name: string; pieces: AsyncIterable<Uint8Array> }

/** Length and SHA-256 of an entry, once it was read. */
export type Weighed = { bytes: number; sha256: string }

/** Longest name, in bytes: a larger number is damage and no length. */
const MAX_NAME_BYTES = 1024
const BLOCK = 64 * 1024

/** Packs entries into one stream: name and blocks, each after its length; a length of 0 ends an entry and the whole. */
export function pack(entries: AsyncIterable<Entry>): AsyncIterable<Uint8Array> {
  return pipeThrough(laidOut(entries), createZstdCompress())
}

async function* laidOut(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  for await (const { name, pieces } of entries) {
    const letters = Buffer.from(name)
    yield Buffer.concat([lengthOf(letters), letters])
    const source = cursorOf(pieces)
    try {
      for (;;) {
        const block = await source.take(BLOCK)
        yield Buffer.concat([lengthOf(block), block])
        if (block.length === 0) break
      }
    } finally {
      await source.close()
    }
  }
  yield lengthOf(Buffer.alloc(0))
}

function lengthOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.byteLength)
  return length
}

/** Answers the entries in their order; the caller need not read one to its end. Throws `SealFault` for a stream that is not ours. */
export async function* unpack(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const source = cursorOf(pipeThrough(pieces, createZstdDecompress()))
  try {
    for (;;) {
      const length = await readLength(source, MAX_NAME_BYTES)
      if (length === 0) return
      const name = (await readBlock(source, length)).toString()
      const blocks = readBlocks(source)
      yield { name, pieces: blocks }
      for await (const _ of blocks) continue
    }
  } finally {
    await source.close()
  }
}

type Cursor = ReturnType<typeof cursorOf>

/** A second reader goes on where the first stopped: an iterator that a reader leaves early is not closed. */
function readBlocks(source: Cursor): AsyncIterable<Uint8Array> {
  let isOver = false
  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    const length = isOver ? 0 : await readLength(source, BLOCK)
    if (length > 0) return { done: false, value: await readBlock(source, length) }
    isOver = true
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next }) }
}

async function readLength(source: Cursor, most: number): Promise<number> {
  const length = (await readBlock(source, 4)).readUInt32BE()
  if (length > most) throw new SealFault('damaged')
  return length
}

async function readBlock(source: Cursor, length: number): Promise<Buffer> {
  const block = await source.take(length)
  if (block.length < length) throw new SealFault('damaged')
  return block
}

/** Passes pieces on; calls `weighed` once with their length and hash. */
export async function* countAndHash(
  pieces: AsyncIterable<Uint8Array>,
  weighed: (weight: Weighed) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of pieces) {
    hash.update(piece)
    bytes += piece.byteLength
    yield piece
  }
  weighed({ bytes, sha256: hash.digest('hex') })
}

/** Passes pieces through a Node stream. A reader that stops also stops the source, and an error there is thrown here. */
function pipeThrough(pieces: AsyncIterable<Uint8Array>, middle: NodeJS.ReadWriteStream & AsyncIterable<Uint8Array>) {
  pipeline(Readable.from(pieces, { objectMode: false }), middle, () => {})
  return middle
}
