import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'

/**
 * Key of a sealed file. A sealed file is written and read piece by piece: chunks of 64 KB in AES-256-GCM, each bound to
 * its place and to the head, the last one marked. It shows if any byte was changed, a chunk was moved or the end was
 * cut off.
 */
export type Key = { kind: 'passphrase'; text: string } | { kind: 'file'; bytes: Uint8Array }

/**
 * Why a sealed file can't be opened. `foreign`: not written by us · `wrong-key`: another key · `damaged`: changed or
 * cut off · `newer`: a later layout.
 */
export class SealFault extends Error {
  override readonly name = 'SealFault'
  readonly what: 'foreign' | 'wrong-key' | 'damaged' | 'newer'
  constructor(what: SealFault['what']) {
    super(`A sealed file is ${what}.`)
    this.what = what
  }
}

const MAGIC = Buffer.from('VOLANTE\0')
const LAYOUT = 1
const SALT_BYTES = 16
/** Bytes with which each nonce of one file begins. */
const NONCE_START_BYTES = 7
const PROOF_BYTES = 16
/** Head of a file: magic, one byte each for the layout, the kind of key and the cost, then salt, start of each nonce, proof of the key. */
const HEAD_BYTES = MAGIC.length + 3 + SALT_BYTES + NONCE_START_BYTES + PROOF_BYTES
const CHUNK = 64 * 1024
const TAG = 16
const KINDS = { passphrase: 1, file: 2 } as const
/** Cost of scrypt as a power of two: 128 MB and half a second here, also for somebody who guesses. */
const COST = 17
/** Least and highest cost that a head may ask for. */
const COSTS = { least: 10, most: 20 }

/** Seals pieces under a key. */
export async function* sealPieces(key: Key, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const start = Buffer.concat([
    MAGIC,
    Buffer.from([LAYOUT, KINDS[key.kind], key.kind === 'passphrase' ? COST : 0]),
    randomBytes(SALT_BYTES + NONCE_START_BYTES),
  ])
  const secret = await secretOf(key, start)
  const head = Buffer.concat([start, proofOf(secret, start)])
  yield head
  for await (const { chunk, number, isLast } of chunksOf(pieces, CHUNK)) {
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(head, number, isLast)).setAAD(head)
    const sealed = cipher.update(chunk)
    cipher.final()
    yield Buffer.concat([sealed, cipher.getAuthTag()])
  }
}

/** Opens sealed pieces, and passes on only what was proved first; throws `SealFault` where the proof fails. */
export async function* unsealPieces(key: Key, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const source = cursorOf(pieces)
  try {
    yield* opened(key, source)
  } finally {
    // If the head is refused nothing after it is read, so nothing else closes the source.
    await source.close()
  }
}

/** Computes how many bytes a whole sealed file of this size holds. */
export function unsealedSize(sealed: number): number {
  const chunks = Math.max(1, Math.ceil((sealed - HEAD_BYTES) / (CHUNK + TAG)))
  return sealed - HEAD_BYTES - chunks * TAG
}

async function* opened(key: Key, source: ReturnType<typeof cursorOf>): AsyncGenerator<Buffer> {
  const head = await source.take(HEAD_BYTES)
  const start = head.subarray(0, HEAD_BYTES - PROOF_BYTES)
  if (head.length < HEAD_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC)) throw new SealFault('foreign')
  if (head[MAGIC.length] !== LAYOUT) throw new SealFault('newer')
  if (head[MAGIC.length + 1] !== KINDS[key.kind]) throw new SealFault('wrong-key')
  const secret = await secretOf(key, start)
  if (!timingSafeEqual(proofOf(secret, start), head.subarray(start.length))) throw new SealFault('wrong-key')
  for await (const { chunk, number, isLast } of chunksOf(source.rest(), CHUNK + TAG)) {
    if (chunk.length < TAG) throw new SealFault('damaged')
    const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(head, number, isLast))
      .setAAD(head)
      .setAuthTag(chunk.subarray(-TAG))
    const plain = decipher.update(chunk.subarray(0, -TAG))
    try {
      // This deciphers no more bytes, but proves those that were.
      decipher.final()
    } catch {
      throw new SealFault('damaged')
    }
    yield plain
  }
}

async function secretOf(key: Key, start: Buffer): Promise<Buffer> {
  const salt = start.subarray(MAGIC.length + 3, MAGIC.length + 3 + SALT_BYTES)
  if (key.kind === 'file') return Buffer.from(hkdfSync('sha256', key.bytes, salt, 'volante sealed file', 32))
  const cost = start[MAGIC.length + 2]!
  // The head is not proved yet: it must not be able to ask for all the memory.
  if (cost < COSTS.least || cost > COSTS.most) throw new SealFault('damaged')
  const work = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** cost * 1024 + 2 ** 20 }
  return (await scryptOf(key.text.normalize('NFC'), salt, 32, work)) as Buffer
}
const scryptOf: (text: string, salt: Buffer, length: number, work: object) => Promise<unknown> = promisify(scrypt)

/** Makes a proof that tells a wrong key from damage, and reveals nothing of the key. */
function proofOf(secret: Buffer, start: Buffer): Buffer {
  return createHmac('sha256', secret).update(start).digest().subarray(0, PROOF_BYTES)
}

/** Makes the nonce of a chunk, never the same twice under one key: 7 bytes of this file, 4 of the chunk's number, 1 for the last one. */
function nonceOf(head: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  head.copy(nonce, 0, HEAD_BYTES - PROOF_BYTES - NONCE_START_BYTES, HEAD_BYTES - PROOF_BYTES)
  nonce.writeUInt32BE(number, NONCE_START_BYTES)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/**
 * Cuts the bytes into chunks of one size; the last one is shorter or empty, so there always is a last one. A chunk is
 * overwritten when the next one is asked for: a file of any length takes the memory of one chunk.
 */
async function* chunksOf(pieces: AsyncIterable<Uint8Array>, size: number) {
  const chunk = Buffer.alloc(size)
  let filled = 0
  let number = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.byteLength;) {
      // More bytes follow, so this chunk was not the last one.
      if (filled === size) {
        yield { chunk, number: number++, isLast: false }
        filled = 0
      }
      const part = piece.subarray(at, at + size - filled)
      chunk.set(part, filled)
      filled += part.byteLength
      at += part.byteLength
    }
  }
  yield { chunk: chunk.subarray(0, filled), number, isLast: true }
}

/** Reads pieces by count: `take` answers fewer bytes only at the end, `rest` the remaining ones. */
export function cursorOf(pieces: AsyncIterable<Uint8Array>) {
  const iterator = pieces[Symbol.asyncIterator]()
  let held: Buffer[] = []
  let size = 0

  async function pull(): Promise<boolean> {
    const { done, value } = await iterator.next()
    if (done) return false
    // Hold a copy: the piece may be overwritten when the next one is asked for.
    held.push(Buffer.from(value))
    size += value.byteLength
    return true
  }

  async function take(count: number): Promise<Buffer> {
    while (size < count && (await pull())) continue
    const bytes = held.length === 1 ? held[0]! : Buffer.concat(held)
    held = [bytes.subarray(count)]
    size = held[0]!.length
    return bytes.subarray(0, count)
  }

  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      yield* held
      for (;;) {
        const { done, value } = await iterator.next()
        if (done) return
        yield value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { take, rest, close: async () => void (await iterator.return?.()) }
}
