import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { sha256 } from '#platform/hash.ts'
import { inMemory, sha256Of } from '#platform/bytes.ts'
import { storage } from './storage.ts'

const data = mkdtempSync(join(tmpdir(), 'volante-storage-'))
vi.stubEnv('VOLANTE_DATA', data)

test('where the disk is full half-way, the file is refused and no half of it stays', async () => {
  const source = {
    size: 1_000_000,
    pieces: async function* () {
      yield new Uint8Array(100_000)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  }
  await expect(storage().keep(sha256(new Uint8Array(3)), source)).rejects.toMatchObject({ code: 'disk.full' })
  expect(readdirSync(join(data, 'files', 'incoming'))).toEqual([])
})

test('a disk that takes nothing is told as that, not as a defect, and works again once it does', async () => {
  const place = mkdtempSync(join(tmpdir(), 'volante-shut-'))
  vi.stubEnv('VOLANTE_DATA', place)
  const bytes = new Uint8Array([7])
  try {
    // Root may write where nobody else may, but not even root can make a folder below a file.
    writeFileSync(join(place, 'files'), '')
    await expect(storage().keep(sha256(bytes), inMemory(bytes))).rejects.toMatchObject({ code: 'disk.shut' })
    const read = { size: 1, pieces: () => inMemory(bytes).pieces() }
    await expect(storage().receive(read.pieces())).rejects.toMatchObject({ code: 'disk.shut' })
    rmSync(join(place, 'files'))
    await storage().keep(sha256(bytes), inMemory(bytes))
    expect((await storage().open(sha256(bytes)))?.size).toBe(1)
  } finally {
    vi.stubEnv('VOLANTE_DATA', data)
  }
})

test('whatever else goes wrong leaves no half file either, and is no refusal', async () => {
  const source = {
    size: 1,
    pieces: async function* () {
      yield new Uint8Array(1)
      throw new Error('the reader gave up')
    },
  }
  await expect(storage().keep(sha256(new Uint8Array(4)), source)).rejects.not.toHaveProperty('params')
  expect(readdirSync(join(data, 'files', 'incoming'))).toEqual([])
  const bytes = new Uint8Array([1, 2, 3])
  await storage().keep(sha256(bytes), inMemory(bytes))
  expect((await storage().open(sha256(bytes)))?.size).toBe(3)
})

test('what an earlier program kept plain is read as it is, sealed when it is asked for, and then gone as it was', async () => {
  const bytes = Buffer.from('Carta de condução')
  const hash = sha256(bytes)
  const path = join(data, 'files', hash.slice(0, 2), hash)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, bytes)
  expect(await sha256Of((await storage().open(hash))!)).toBe(hash)
  expect(await storage().keyOf(hash)).toBeNull()
  await storage().sealAnew(hash)
  expect(existsSync(path)).toBe(false)
  expect(await storage().keyOf(hash)).toMatch(/^[\da-f]{8}$/)
  expect(await sha256Of((await storage().open(hash))!)).toBe(hash)
})
