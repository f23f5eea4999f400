import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as asn1js from 'asn1js'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stampService } from '#test/stamp-service.ts'
import { readSeal } from '#integrations/seal/read-seal.ts'
import { askForStamp, isStampAddress, readStamp } from '#integrations/seal/stamp.ts'

const BYTES = Buffer.from('a signature')
const folder = mkdtempSync(join(tmpdir(), 'volante-stamp-'))
let service: Awaited<ReturnType<typeof stampService>>
let server: Server
let url: string
let answer: (asked: Buffer, response: ServerResponse) => Promise<void>

beforeAll(async () => {
  service = await stampService('Relógio de teste')
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => void answer(Buffer.concat(parts), response))
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const honest = async (asked: Buffer, response: ServerResponse) => {
  response.end(await service.reply(asked))
}

test('a stamp says when and by whom, is of these bytes alone, and openssl finds it valid', async () => {
  answer = honest
  const token = await askForStamp(url, BYTES)
  const stamp = await readStamp(token, BYTES)
  expect(stamp?.by).toBe('Relógio de teste')
  expect(Math.abs(Temporal.Instant.from(stamp!.at).until(Temporal.Now.instant()).total('seconds'))).toBeLessThan(60)
  expect(await readStamp(token, Buffer.from('another'))).toBeNull()
  for (let at = 0; at < token.length; at += 7) {
    const changed = Buffer.from(token)
    changed[at] = (changed[at] ?? 0) ^ 1
    const seen = await readStamp(changed, BYTES)
    // A bit outside the signed part may change, as in the certificate's own signature: the stamp says the same.
    if (seen) expect(seen).toEqual(stamp)
  }
  if (spawnSync('openssl', ['version']).error) {
    console.warn('openssl is not on this machine: nobody else judged the stamp')
    return
  }
  const at = (name: string) => join(folder, name)
  writeFileSync(at('token.der'), token)
  writeFileSync(at('data.bin'), BYTES)
  writeFileSync(at('service.pem'), new X509Certificate(service.der).toString())
  const asked = ['ts', '-verify', '-in', at('token.der'), '-token_in', '-data', at('data.bin')]
  const verified = spawnSync('openssl', [...asked, '-CAfile', at('service.pem')])
  expect(verified.stdout.toString() + verified.stderr.toString()).toContain('Verification: OK')
})

test('whatever is not true of what was asked, and whoever does not answer as asked, is told by its kind', async () => {
  const trouble = async (other: typeof answer, patience?: number) => {
    answer = other
    return askForStamp(url, BYTES, patience).then(
      () => 'stamped',
      (error: unknown) => Object(error).trouble,
    )
  }
  const lie = (ways: Parameters<typeof service.reply>[1]) => async (asked: Buffer, response: ServerResponse) =>
    void response.end(await service.reply(asked, ways))
  expect(await trouble(honest)).toBe('stamped')
  expect(await trouble(lie({ nonce: new asn1js.Integer({ value: 9 }) }))).toBe('untrue')
  expect(await trouble(lie({ stamped: Buffer.from('another') }))).toBe('untrue')
  expect(await trouble(lie({ named: false }))).toBe('untrue')
  expect(await trouble(lie({ at: new Date('2050-01-01T00:00:00Z') }))).toBe('untrue')
  const site = await stampService('Um site', { usage: '1.3.6.1.5.5.7.3.1' })
  expect(await trouble(async (asked, response) => void response.end(await site.reply(asked)))).toBe('untrue')
  expect(await trouble(async (_, response) => void response.end('no stamp'))).toBe('untrue')
  expect(await trouble(async (_, response) => void response.end(Buffer.from('30053003020102', 'hex')))).toBe('refused')
  expect(await trouble(async (_, response) => void response.writeHead(503).end())).toBe('refused')
  expect(await trouble(async (_, response) => void response.writeHead(302, { location: url }).end())).toBe(
    'led-elsewhere',
  )
  expect(await trouble(async (_, response) => void response.end(Buffer.alloc(100_000)))).toBe('too-large')
  expect(await trouble(async () => {}, 200)).toBe('unreachable')
  expect(['https://a.pt/tsa', 'http://a.pt', 'ftp://a.pt', 'https://u:p@a.pt', 'x'].map(isStampAddress)).toEqual([
    ...[true, true, false, false, false],
  ])
})

// Sealed in the way of the site before its stamps stood beside the file: test/fixtures/seals/README.md.
test('a file of before, with the stamp inside its seal, is still intact and stamped; the stamp of another seal is none', async () => {
  const kept = (name: string) => readSeal(readFileSync(`test/fixtures/seals/${name}.pdf`))
  expect(await kept('stamped-inside')).toMatchObject({
    isIntact: true,
    coversAll: true,
    stamp: { by: 'Relógio de teste' },
  })
  expect(await kept('stamp-of-another-inside')).toMatchObject({ isIntact: true, coversAll: true, stamp: null })
})
