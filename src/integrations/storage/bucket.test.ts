import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inMemory, sha256Of, wholeOf } from '#platform/bytes.ts'
import { sha256 } from '#platform/hash.ts'
import { asOperator, becomeHost, operatorOf } from '#platform/operator.ts'
import { runAs } from '#platform/work.ts'
import { aBucket, signatureOf } from '#test/bucket-server.ts'
import { FOR_A_PAGE, FOR_LONG_FILES } from './bucket.ts'
import { storage, storeNames } from './storage.ts'

const data = mkdtempSync(join(tmpdir(), 'volante-bucket-'))
vi.stubEnv('VOLANTE_DATA', data)
const bucket = await aBucket()
afterAll(() => bucket.stop())

beforeEach(() => {
  bucket.objects.clear()
  bucket.state.trouble = 'none'
  inTheBucket()
})
afterEach(() => vi.stubEnv('FILES_STORE', ''))

function inTheBucket(secret = bucket.settings.AWS_SECRET_ACCESS_KEY, store = 's3://frota/operador') {
  for (const [name, value] of Object.entries(bucket.settings)) vi.stubEnv(name, value)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret)
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1')
  vi.stubEnv('FILES_STORE', store)
}

const keyOf = (hash: string) => `operador/${hash.slice(0, 2)}/${hash}.sealed`
const left = () => readdirSync(join(data, 'files', 'incoming'))

test('the judge of signatures agrees with the example that Amazon publishes', () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization: 'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
  }
  const signed = signatureOf(
    { method: 'GET', path: '/test.txt', query: new URLSearchParams(), headers },
    ['host', 'range', 'x-amz-content-sha256', 'x-amz-date'],
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  )
  expect(signed).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
})

test('a long file goes in parts, once, and comes back whole', async () => {
  const bytes = Buffer.alloc(20_000_000, 7)
  const hash = sha256(bytes)
  bucket.state.parts = 0
  await storage().keep(hash, inMemory(bytes))
  expect(bucket.state.parts).toBe(3)
  await storage().keep(hash, inMemory(bytes))
  expect(bucket.state.parts).toBe(3)
  expect(bucket.uploads.size).toBe(0)
  expect(await sha256Of((await storage().open(hash))!)).toBe(hash)
})

test('a bucket that is away, busy, or lets us not in, is told as such, and nothing is left behind', async () => {
  const bytes = Buffer.from('recibo')
  const hash = sha256(bytes)
  for (const trouble of ['away', 'busy', 'forbidden', 'gone', 'gateway'] as const) {
    bucket.state.trouble = trouble
    await expect(storage().keep(hash, inMemory(bytes)), trouble).rejects.toMatchObject({ code: 'store.unreachable' })
    await expect(storage().open(hash), trouble).rejects.toMatchObject({ code: 'store.unreachable' })
    if (trouble === 'gateway') continue
    await expect(storage().forget(hash), trouble).rejects.toMatchObject({ code: 'store.unreachable' })
  }
  bucket.state.trouble = 'none'
  inTheBucket('another secret', 's3://frota/outro')
  bucket.state.refused = 0
  await expect(storage().keep(hash, inMemory(bytes))).rejects.toMatchObject({ code: 'store.unreachable' })
  expect(bucket.state.refused).toBeGreaterThan(0)
  expect([left(), bucket.objects.size]).toEqual([[], 0])
})

test('whoever waits for a page is not left waiting by a bucket that says nothing, when asked or when a file was sent', async () => {
  const bytes = Buffer.from('fatura')
  const hash = sha256(bytes)
  await storage().keep(hash, inMemory(bytes))
  const other = Buffer.from('outra fatura')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    for (const [trouble, limit, act, work = 'page'] of [
      ['silent', FOR_A_PAGE.answer, () => storage().open(hash)],
      ['silent', FOR_A_PAGE.answer, () => storage().forget(hash)],
      ['silent', FOR_A_PAGE.answer, () => storage().keep(sha256(other), inMemory(other))],
      ['deaf', FOR_A_PAGE.file, () => storage().keep(sha256(other), inMemory(other))],
      ['silent', FOR_LONG_FILES.answer, () => storage().open(hash), 'long'],
      ['deaf', FOR_LONG_FILES.file, () => storage().keep(sha256(other), inMemory(other)), 'long'],
    ] as const) {
      bucket.state.trouble = trouble
      const silent = bucket.state.silent
      let refusal: unknown = null
      const asked = runAs(work, async () => void (await act())).catch((error: unknown) => (refusal = error))
      while (bucket.state.silent === silent) await new Promise(setImmediate)
      await vi.advanceTimersByTimeAsync(limit - 100)
      expect(refusal, trouble).toBeNull()
      await vi.advanceTimersByTimeAsync(200)
      expect(await asked, trouble).toMatchObject({ code: 'store.unreachable' })
    }
  } finally {
    vi.useRealTimers()
  }
  expect(left()).toEqual([])
  // Without anybody's help the bucket is asked again, and answers.
  bucket.state.trouble = 'none'
  expect(Buffer.from(await wholeOf((await storage().open(hash))!))).toEqual(bytes)
  await storage().keep(sha256(other), inMemory(other))
  expect(bucket.objects.has(keyOf(sha256(other)))).toBe(true)
})

test('what lies on the disk is read while the bucket is away, and nothing new is kept anywhere', async () => {
  vi.stubEnv('FILES_STORE', 'disk')
  const old = Buffer.from('antes do armazém')
  await storage().keep(sha256(old), inMemory(old))
  inTheBucket()
  bucket.state.trouble = 'away'
  expect(Buffer.from(await wholeOf((await storage().open(sha256(old)))!))).toEqual(old)
  const fresh = Buffer.from('depois')
  await expect(storage().keep(sha256(fresh), inMemory(fresh))).rejects.toMatchObject({ code: 'store.unreachable' })
  await expect(storage().fetchHome(sha256(old))).rejects.toMatchObject({ code: 'store.unreachable' })
  expect(left()).toEqual([])
  bucket.state.trouble = 'none'
  expect(await storage().open(sha256(fresh))).toBeNull()
  expect(await storage().fetchHome(sha256(old))).toBe('moved')
})

test('an answer that ends half-way is never handed on as the file', async () => {
  const bytes = Buffer.alloc(300_000, 'contrato')
  const hash = sha256(bytes)
  await storage().keep(hash, inMemory(bytes))
  bucket.state.trouble = 'cut'
  await expect(sha256Of((await storage().open(hash))!)).rejects.toBeInstanceOf(Error)
})

test('a bucket is set on an installation that has files: the old ones are read, the new ones go there, and all move home', async () => {
  vi.stubEnv('FILES_STORE', 'disk')
  const [old, fresh] = [Buffer.from('de antes'), Buffer.from('de agora')]
  await storage().keep(sha256(old), inMemory(old))
  inTheBucket()
  await storage().keep(sha256(fresh), inMemory(fresh))
  expect([...bucket.objects.keys()]).toEqual([keyOf(sha256(fresh))])
  expect(await sha256Of((await storage().open(sha256(old)))!)).toBe(sha256(old))
  // The same bytes again are those already there.
  await storage().keep(sha256(old), inMemory(old))
  expect(bucket.objects.size).toBe(1)

  const moved = []
  for (const bytes of [old, fresh, Buffer.from('nunca')]) moved.push(await storage().fetchHome(sha256(bytes)))
  expect(moved).toEqual(['moved', 'there', 'missing'])
  expect(bucket.objects.size).toBe(2)
  expect(await sha256Of((await storage().open(sha256(old)))!)).toBe(sha256(old))
  expect(await storage().fetchHome(sha256(old))).toBe('there')

  // New files go to the disk again, and older ones lie in the bucket.
  vi.stubEnv('FILES_STORE', 'disk')
  vi.stubEnv('FILES_STORE_BEFORE', 's3://frota/operador')
  expect(storeNames()).toEqual(['disk', 's3://frota/operador'])
  expect(await storage().fetchHome(sha256(fresh))).toBe('moved')
  await storage().forget(sha256(old))
  vi.stubEnv('FILES_STORE_BEFORE', '')
  expect(bucket.objects.size).toBe(0)
  expect(await storage().open(sha256(old))).toBeNull()
  expect(await sha256Of((await storage().open(sha256(fresh)))!)).toBe(sha256(fresh))
})

test('in a host an operator enters by its own key, and one without by nobody’s: what the host’s environment has is not asked', async () => {
  const back = becomeHost()
  const bytes = Buffer.from('de um só operador')
  const hash = sha256(bytes)
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, ...door } = bucket.settings
  const keepAs = (name: string, key: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), `volante-${name}-`))
    const settings = { VOLANTE_DATA: folder, FILES_STORE: `s3://frota/${name}`, ...door, ...key }
    return asOperator(operatorOf(name, settings), () => storage().keep(hash, inMemory(bytes)))
  }
  try {
    await expect(keepAs('alfa', {})).rejects.toMatchObject({ code: 'store.unreachable' })
    expect(bucket.objects.size).toBe(0)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'of somebody else')
    await keepAs('beta', { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY })
    expect([...bucket.objects.keys()]).toEqual([`beta/${hash.slice(0, 2)}/${hash}.sealed`])
  } finally {
    back()
  }
})

test('a file that lies sealed and plain on the disk, as a stopped start leaves it, is in the bucket before it goes from there', async () => {
  const bytes = Buffer.from('duas vezes no disco')
  const hash = sha256(bytes)
  vi.stubEnv('FILES_STORE', 'disk')
  await storage().keep(hash, inMemory(bytes))
  writeFileSync(join(data, 'files', hash.slice(0, 2), hash), bytes)
  inTheBucket()
  expect(await storage().isPlain(hash)).toBe(true)
  await storage().sealAnew(hash)
  expect([...bucket.objects.keys()]).toEqual([keyOf(hash)])
  expect(await storage().isPlain(hash)).toBe(false)
  expect(await sha256Of((await storage().open(hash))!)).toBe(hash)
})
