import { createHash } from 'node:crypto'
import { Readable, pipeline } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { SealFault, cursorOf } from './sealed-file.ts'

/** Named streams one behind the other, packed small. How long one is need not be known before it ends. */
export type Entry = { name: string; pieces: AsyncIterable<Uint8Array> }

/** What an entry was, once it was read: its length and the SHA-256 of its bytes. */
export type Weighed = { bytes: number; sha256: string }

/** No name is longer; a length that says so is no length. */
const LONGEST_NAME = 1024
const BLOCK = 64 * 1024

/** Entries as one stream: name and blocks, each behind its length; nothing, behind a length of nothing, ends both. */
export function pack(entries: AsyncIterable<Entry>): AsyncIterable<Uint8Array> {
  return through(laidOut(entries), createZstdCompress())
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

/** The entries again, in their order; what of one is not read is passed over. Throws `SealFault` for what is none of ours. */
export async function* unpack(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const source = cursorOf(through(pieces, createZstdDecompress()))
  try {
    for (;;) {
      const length = await readLength(source, LONGEST_NAME)
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

/** Walked twice it goes on where it was: an iterator that a reader leaves early is not closed. */
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

/** Passes pieces on; `weighed` is called once with what they were. */
export async function* weigh(
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

/** A stream of the machine in between; who stops reading stops the source, and what fails there fails here. */
function through(pieces: AsyncIterable<Uint8Array>, middle: NodeJS.ReadWriteStream & AsyncIterable<Uint8Array>) {
  pipeline(Readable.from(pieces, { objectMode: false }), middle, () => {})
  return middle
}
