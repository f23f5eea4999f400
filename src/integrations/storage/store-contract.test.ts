import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inMemory, sha256Of, wholeOf } from '#platform/bytes.ts'
import { addFieldKey } from '#platform/field-keys.server.ts'
import { sha256 } from '#platform/hash.ts'
import { aBucket } from '#test/bucket-server.ts'
import { storage, storeNames } from './storage.ts'

let data = ''
const bucket = await aBucket()
afterAll(() => bucket.stop())
for (const [name, value] of Object.entries(bucket.settings)) vi.stubEnv(name, value)

const objectOf = (hash: string) => `${hash.slice(0, 2)}/${hash}.sealed`
const onDisk = (hash: string) => join(data, 'files', objectOf(hash))
const inBucket = (hash: string) => `contrato/${objectOf(hash)}`

/**
 * Each store as its operator sees it: what is stored under a hash, and a changed byte of it. `long`: bytes that take a
 * while to keep, in a bucket more than one part.
 */
const STORES = [
  {
    name: 'disk',
    long: 24_000_000,
    lies: (hash: string) => (existsSync(onDisk(hash)) ? readFileSync(onDisk(hash)) : null),
    spoil(hash: string, at: number) {
      const bytes = readFileSync(onDisk(hash))
      bytes[at]! ^= 1
      writeFileSync(onDisk(hash), bytes)
    },
  },
  {
    name: 's3://frota/contrato',
    long: 9_000_000,
    lies: (hash: string) => bucket.objects.get(inBucket(hash)) ?? null,
    spoil(hash: string, at: number) {
      bucket.objects.get(inBucket(hash))![at]! ^= 1
    },
  },
]

describe.each(STORES)('files in $name', ({ name, long, lies, spoil }) => {
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'volante-stores-'))
    vi.stubEnv('VOLANTE_DATA', data)
    bucket.objects.clear()
    vi.stubEnv('FILES_STORE', name)
    vi.stubEnv('FILES_STORE_BEFORE', undefined)
  })

  /** Keeps bytes that no other test keeps. */
  async function aKept(text: string, length = 70_000) {
    const bytes = Buffer.alloc(length, `${text} em ${name} `)
    const hash = sha256(bytes)
    await storage().keep(hash, inMemory(bytes))
    return { bytes, hash }
  }

  test('what is kept lies there sealed, whatever its length, and all of it comes back', async () => {
    expect(storeNames()[0]).toBe(name)
    for (const length of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
      const { bytes, hash } = await aKept('Cartão de cidadão', length)
      expect(lies(hash)?.includes('cidad'), String(length)).toBe(false)
      const source = (await storage().open(hash))!
      expect(source.size, String(length)).toBe(length)
      expect(Buffer.from(await wholeOf(source)).equals(bytes), String(length)).toBe(true)
    }
    expect(readdirSync(join(data, 'files', 'incoming'))).toEqual([])
  })

  test('what was never kept is not there, and keeping the same bytes again changes nothing', async () => {
    const never = sha256(Buffer.from(`nunca em ${name}`))
    expect([await storage().open(never), await storage().keyOf(never), await storage().isPlain(never)]).toEqual([
      null,
      null,
      false,
    ])
    const { bytes, hash } = await aKept('recibo')
    const before = Buffer.from(lies(hash)!)
    await storage().keep(hash, inMemory(bytes))
    expect(before.equals(lies(hash)!)).toBe(true)
  })

  test('what is forgotten is gone, may be forgotten twice, and may be kept again', async () => {
    const { bytes, hash } = await aKept('carta')
    await storage().forget(hash)
    expect([lies(hash), await storage().open(hash)]).toEqual([null, null])
    await storage().forget(hash)
    await storage().keep(hash, inMemory(bytes))
    expect(await sha256Of((await storage().open(hash))!)).toBe(hash)
  })

  test('what arrives is put aside, kept under its hash, and nothing of it is left aside', async () => {
    const bytes = Buffer.alloc(150_000, `anexo em ${name} `)
    const received = await storage().receive(inMemory(bytes).pieces())
    expect(received.sha256).toBe(sha256(bytes))
    await storage().keep(received.sha256, received.bytes)
    await received.forget()
    expect(await sha256Of((await storage().open(received.sha256))!)).toBe(received.sha256)
    expect(readdirSync(join(data, 'files', 'incoming'))).toEqual([])
  })

  test('a byte that was changed in the store, wherever it is, is never handed on', async () => {
    const { hash } = await aKept('contrato', 300_000)
    // The first place is in the salt, from which the key of the file is made.
    for (const [at, what] of [
      [40, 'wrong-key'],
      [100_000, 'damaged'],
      [lies(hash)!.length - 5, 'damaged'],
    ] as const) {
      spoil(hash, at)
      await expect(sha256Of((await storage().open(hash))!), String(at)).rejects.toMatchObject({ what })
      spoil(hash, at)
    }
    expect(await sha256Of((await storage().open(hash))!)).toBe(hash)
  })

  test('a fresh key seals what lies there anew, and it reads as before', async () => {
    const { hash } = await aKept('licença')
    const before = await storage().keyOf(hash)
    const key = addFieldKey()
    await storage().sealAnew(hash)
    expect([before === key, await storage().keyOf(hash)]).toEqual([false, key])
    expect(await sha256Of((await storage().open(hash))!)).toBe(hash)
  })

  test('four who keep the same bytes at once, while somebody looks, leave them whole', async () => {
    const bytes = Buffer.alloc(long, `quatro em ${name} `)
    const hash = sha256(bytes)
    const kept = new AbortController()
    const sizes = new Set<number>()
    const looking = (async () => {
      while (!kept.signal.aborted) sizes.add((await storage().open(hash))?.size ?? 0)
    })()
    await Promise.all(Array.from({ length: 4 }, () => storage().keep(hash, inMemory(bytes))))
    kept.abort()
    await looking
    expect([...sizes].filter((size) => size !== 0 && size !== bytes.length)).toEqual([])
    expect(await sha256Of((await storage().open(hash))!)).toBe(hash)
  })

  test('what lies in the other store is read there, comes home once, and is gone from where it was', async () => {
    const other = STORES.find((one) => one.name !== name)!
    vi.stubEnv('FILES_STORE', other.name)
    const { hash } = await aKept('mudança')
    vi.stubEnv('FILES_STORE', name)
    // The disk is always asked, so it needs no setting.
    if (other.name !== 'disk') vi.stubEnv('FILES_STORE_BEFORE', other.name)
    expect(await sha256Of((await storage().open(hash))!)).toBe(hash)
    expect(await storage().fetchHome(hash)).toBe('moved')
    expect([lies(hash) === null, other.lies(hash)]).toEqual([false, null])
    expect(await storage().fetchHome(hash)).toBe('there')
    expect(await storage().fetchHome(sha256(Buffer.from('em lado nenhum')))).toBe('missing')
    expect(await sha256Of((await storage().open(hash))!)).toBe(hash)
  })
})
