import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Entry, pack, unpack } from './packed.ts'
import { type Key, SealFault, sealPieces, unsealPieces } from './sealed-file.ts'

const KEY = { kind: 'file', bytes: Buffer.alloc(32, 7) } as const
const OTHER = { kind: 'file', bytes: Buffer.alloc(32, 8) } as const

async function* inPieces(bytes: Uint8Array, size = 100_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return Buffer.concat(all)
}
const sealed = (bytes: Uint8Array, key: Key = KEY) => whole(sealPieces(key, inPieces(bytes)))
const opened = (bytes: Uint8Array, key: Key = KEY) => whole(unsealPieces(key, inPieces(bytes, 1_000)))
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof SealFault ? error.what : error),
  )

test('what was sealed comes back, whatever its length and however it comes in', async () => {
  const lengths = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000]
  for (const length of lengths) {
    const bytes = Buffer.alloc(length, `${length} `)
    expect((await opened(await sealed(bytes))).equals(bytes), String(length)).toBe(true)
  }
})

test('a byte changed anywhere is found, and so is every end cut off or put on', async () => {
  const bytes = await sealed(Buffer.alloc(150_000, 'volante'))
  const place = fc.nat(bytes.length - 1)
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Buffer.from(bytes)
      changed[at]! ^= change
      expect(await faultOf(opened(changed))).toMatch(/^(foreign|newer|wrong-key|damaged)$/)
    }),
  )
  await fc.assert(
    fc.asyncProperty(place, async (length) => {
      expect(await faultOf(opened(bytes.subarray(0, length)))).toMatch(/^(foreign|damaged)$/)
    }),
  )
  // The file is cut exactly between two chunks, so both are whole.
  expect(await faultOf(opened(bytes.subarray(0, 50 + 65_552)))).toBe('damaged')
  expect(await faultOf(opened(Buffer.concat([bytes, Buffer.from([0])])))).toBe('damaged')
})

test('two chunks that changed places are found', async () => {
  const bytes = await sealed(Buffer.alloc(200_000, 'volante'))
  const [head, chunk] = [50, 65_552]
  const swapped = Buffer.concat([
    bytes.subarray(0, head),
    bytes.subarray(head + chunk, head + 2 * chunk),
    bytes.subarray(head, head + chunk),
    bytes.subarray(head + 2 * chunk),
  ])
  expect(await faultOf(opened(swapped))).toBe('damaged')
})

test('another key opens nothing, a passphrase opens whatever way it was typed, and a strange file is told apart', async () => {
  const words = { kind: 'passphrase', text: 'três camiões às três' } as const
  const bytes = await sealed(Buffer.from('extrato'), words)
  expect((await opened(bytes, { kind: 'passphrase', text: words.text.normalize('NFD') })).toString()).toBe('extrato')
  expect(await faultOf(opened(bytes, { kind: 'passphrase', text: 'três camiões' }))).toBe('wrong-key')
  expect(await faultOf(opened(bytes, KEY))).toBe('wrong-key')
  expect(await faultOf(opened(await sealed(bytes), OTHER))).toBe('wrong-key')
  expect(await faultOf(opened(Buffer.from('PK\u0003\u0004'.padEnd(500))))).toBe('foreign')
  expect(await faultOf(opened(new Uint8Array()))).toBe('foreign')
})

test('entries come back in their order with their names and bytes, also those nobody reads', async () => {
  const entry = fc.record({ name: fc.string({ minLength: 1, maxLength: 40 }), size: fc.nat(200_000) })
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 6 }), fc.nat(5), async (entries, skipped) => {
      const named = entries.map(({ name, size }) => ({ name: name.toWellFormed(), bytes: Buffer.alloc(size, name) }))
      async function* given(): AsyncGenerator<Entry> {
        for (const { name, bytes } of named) yield { name, pieces: inPieces(bytes, 7_000) }
      }
      const found: { name: string; bytes: Buffer | null }[] = []
      for await (const { name, pieces } of unpack(inPieces(await whole(pack(given()))))) {
        found.push({ name, bytes: found.length === skipped ? null : await whole(pieces) })
      }
      expect(found.map(({ name }) => name)).toEqual(named.map(({ name }) => name))
      expect(found.every(({ bytes }, at) => bytes === null || bytes.equals(named[at]!.bytes))).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('whoever stops reading, or is refused, leaves nothing open', async () => {
  const bytes = await sealed(Buffer.alloc(500_000, 'volante'))
  let open = 0
  async function* watched(): AsyncGenerator<Uint8Array> {
    open++
    try {
      yield* inPieces(bytes, 1_000)
    } finally {
      open--
    }
  }
  for (const key of [KEY, OTHER]) {
    const leaving = async () => {
      for await (const _ of unsealPieces(key, watched())) break
    }
    await leaving().catch(() => undefined)
    expect(open).toBe(0)
  }
})

test('what fails while it is packed or unpacked fails for the reader', async () => {
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a')
    throw new Error('the disk is gone')
  }
  async function* entries(): AsyncGenerator<Entry> {
    yield { name: 'a', pieces: breaking() }
  }
  await expect(whole(pack(entries()))).rejects.toThrow('the disk is gone')
  const walk = async () => {
    for await (const _ of unpack(breaking())) continue
  }
  await expect(walk()).rejects.toThrow()
})
