import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { Sheet } from '#integrations/pdf/sheet.ts'
import { type Seal, fingerprintOf, sealOf } from '#integrations/seal/certificate.ts'
import { readSeal } from '#integrations/seal/read-seal.ts'
import { sealPdf } from '#integrations/seal/seal-pdf.ts'

const NOW = Temporal.Instant.from('2026-06-08T09:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'volante-seal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(() => {
  vi.stubEnv('VOLANTE_DATA', join(folder, 'data'))
  vi.stubEnv('VOLANTE_SEAL_KEY', '')
  vi.stubEnv('VOLANTE_SEAL_CERTIFICATE', '')
})

async function aPdf(): Promise<Uint8Array> {
  const sheet = new Sheet({ title: 'Contrato', author: 'Cais', language: 'pt-PT', createdAt: NOW })
  const style = { size: 10, weight: 400, colour: '#000000' } as const
  sheet.write('P', 'Primeira página, com acentos: ação', style, { x: 56, y: 80, width: 400 })
  sheet.turnPage()
  sheet.write('P', 'Prova', style, { x: 56, y: 80, width: 400 })
  sheet.keepSealRoom({ name: 'Cais do Volante, Lda', reason: 'Selo da empresa: assinado por ambos', at: NOW })
  return sheet.close(() => {})
}

const aSealed = async (seal?: Seal) => Buffer.from(await sealPdf(await aPdf(), seal ?? (await sealOf('Cais', NOW))))

function changedAt(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

/** Whether a system program is there; a test that is skipped without it says so. */
const has = (program: string, argument: string) => spawnSync(program, [argument]).error === undefined

test('an own seal is made once, kept for its owner alone, and vouches for itself', async () => {
  const first = await sealOf('Cais', NOW)
  const again = await sealOf('Outro nome', NOW)
  expect(first.isOwn).toBe(true)
  expect(fingerprintOf(again.certificate)).toBe(fingerprintOf(first.certificate))
  expect(first.certificate.subject).toContain('Selo da empresa: Cais')
  expect(statSync(join(folder, 'data', 'seal.pem')).mode & 0o777).toBe(0o600)
})

test('an own seal that is made in later years is in force for its twenty years too', async () => {
  vi.stubEnv('VOLANTE_DATA', join(folder, 'later'))
  const later = Temporal.Instant.from('2032-01-01T00:00:00Z')
  const { certificate } = await sealOf('Cais', later)
  expect(certificate.validToDate.getUTCFullYear()).toBe(2051)
  expect(await readSeal(await aSealed(await sealOf('Cais', later)))).toMatchObject({ is: 'seal', isIntact: true })
})

test('a comma in the name of a company is told as it is written', async () => {
  vi.stubEnv('VOLANTE_DATA', join(folder, 'comma'))
  const sealed = await aSealed(await sealOf('Cais do Volante, Lda', NOW))
  expect(await readSeal(sealed)).toMatchObject({ certificate: { subject: 'Selo da empresa: Cais do Volante, Lda' } })
})

test('a sealed file is intact, covers all of itself and names its certificate', async () => {
  const reading = await readSeal(await aSealed())
  const { certificate } = await sealOf('Cais', NOW)
  expect(reading).toMatchObject({
    is: 'seal',
    isIntact: true,
    coversAll: true,
    certificate: { fingerprint: fingerprintOf(certificate), subject: 'Selo da empresa: Cais', isSelfMade: true },
  })
})

test('each of hundreds of single changed bytes that the seal covers is found', async () => {
  const sealed = await aSealed()
  const places = Array.from({ length: 300 }, (_, step) => Math.floor((step * (sealed.length - 1)) / 299))
  const unseen: number[] = []
  const room = roomOf(sealed)
  for (const at of places) {
    // The seal does not cover its own room: a change there is only seen by the hash of the whole file.
    if (at > room.open && at < room.close) continue
    const reading = await readSeal(changedAt(sealed, at))
    if (reading.is === 'seal' && reading.isIntact && reading.coversAll) unseen.push(at)
  }
  expect(places.length).toBe(300)
  expect(unseen).toEqual([])
})

/** The place of the seal's room in a file. */
function roomOf(sealed: Buffer) {
  const [, open, close] = /\/ByteRange \[0 (\d+) (\d+)/.exec(sealed.toString('latin1'))!.map(Number)
  return { open: open!, close: close! }
}

test('bytes added behind the seal leave it intact, and are told', async () => {
  const sealed = await aSealed()
  const longer = Buffer.concat([sealed, Buffer.from('\n% mais uma linha\n')])
  expect(await readSeal(longer)).toMatchObject({ is: 'seal', isIntact: true, coversAll: false, end: sealed.length })
})

test('what is no seal is none, and what pretends to be one is broken', async () => {
  const hostile = [
    '/ByteRange [0 1 2 3]',
    '/ByteRange [0 999999999999 999999999999 999999999999]',
    '/ByteRange [5 6 7 8]',
    '/ByteRange [',
    `<30840000ffff>/ByteRange [0 0 14 0]`,
    '<zz>/ByteRange [0 0 4 20]',
    nested(16_000),
  ]
  expect(await readSeal(Buffer.from('%PDF-1.7 nothing'))).toEqual({ is: 'none' })
  expect(await readSeal(new Uint8Array())).toEqual({ is: 'none' })
  for (const text of hostile) expect(await readSeal(Buffer.from(text))).toEqual({ is: 'broken' })
})

/** A CMS of nested sequences, as deep as its room allows. */
function nested(deep: number): string {
  let der = Buffer.from([0x30, 0x00])
  const heads: Buffer[] = []
  for (let level = 0, length = der.length; level < deep && length < 64_000; level++) {
    const head =
      length < 128 ? [0x30, length] : length < 256 ? [0x30, 0x81, length] : [0x30, 0x82, length >> 8, length & 255]
    heads.unshift(Buffer.from(head))
    length += head.length
  }
  der = Buffer.concat([...heads, der])
  const hex = `<${der.toString('hex')}>`
  return `${hex}/ByteRange [0 0 ${hex.length} 10]`
}

test.skipIf(!has('openssl', 'version'))(
  'a key of a kind that is not sealed with is refused as unreadable, before anybody signs',
  async () => {
    const [key, certificate] = [join(folder, 'odd.pem'), join(folder, 'odd.crt')]
    for (const kind of [['ed25519'], ['ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1']]) {
      const made = [
        'req',
        '-x509',
        '-newkey',
        ...kind,
        '-nodes',
        '-keyout',
        key,
        '-out',
        certificate,
        '-subj',
        '/CN=Cais',
      ]
      execFileSync('openssl', [...made, '-days', '9000'], { stdio: 'ignore' })
      vi.stubEnv('VOLANTE_SEAL_KEY', key)
      vi.stubEnv('VOLANTE_SEAL_CERTIFICATE', certificate)
      const now = Temporal.Now.instant().add({ hours: 1 })
      await expect(sealOf('Cais', now)).rejects.toMatchObject({ code: 'seal.unreadable' })
    }
  },
)

test.skipIf(!has('openssl', 'version'))(
  'a seal of the settings counts, RSA or elliptic, by its PEM or its file; a key of another certificate is refused',
  async () => {
    for (const kind of [['rsa:2048'], ['ec', '-pkeyopt', 'ec_paramgen_curve:secp384r1']]) {
      const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
      const subject = ['-subj', '/CN=Cais do Volante/O=Cais do Volante Lda', '-days', '9000']
      execFileSync(
        'openssl',
        ['req', '-x509', '-newkey', ...kind, '-nodes', '-keyout', key, '-out', certificate, ...subject],
        {
          stdio: 'ignore',
        },
      )
      vi.stubEnv('VOLANTE_SEAL_KEY', key)
      vi.stubEnv('VOLANTE_SEAL_CERTIFICATE', readFileSync(certificate, 'utf8'))
      const now = Temporal.Now.instant().add({ hours: 1 })
      const seal = await sealOf('Cais', now)
      expect(seal.isOwn).toBe(false)
      const sealed = await aSealed(seal)
      expect(await readSeal(sealed)).toMatchObject({ isIntact: true, certificate: { subject: 'Cais do Volante' } })
      expect(cadesOf(sealed, seal)).toContain('CAdES Verification successful')
      await expect(sealOf('Cais', now.subtract({ hours: 24 * 400 }))).rejects.toMatchObject({ code: 'seal.not-now' })
    }
    const other = readFileSync(join(folder, 'data', 'seal.pem'), 'utf8')
    vi.stubEnv('VOLANTE_SEAL_KEY', other)
    await expect(sealOf('Cais', NOW)).rejects.toMatchObject({ code: 'seal.unreadable' })
  },
)

test.skipIf(!has('openssl', 'version'))(
  'of a file of certificates a seal takes those that vouch for its own, and one it has no room for is refused before anybody signs',
  async () => {
    const at = (name: string) => join(folder, name)
    const pem = (name: string) => readFileSync(at(name), 'utf8')
    const make = (name: string, issuer: string[] = [], more: string[] = []) =>
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-keyout',
          at(`${name}.key`),
          '-out',
          at(`${name}.crt`),
        ].concat(['-subj', `/CN=${name}`, '-days', '9000', ...issuer, ...more]),
        { stdio: 'ignore' },
      )
    make('root')
    make('other')
    const byRoot = ['-CA', at('root.crt'), '-CAkey', at('root.key')]
    make('leaf', byRoot)
    make('long', byRoot, ['-addext', `nsComment=${'x'.repeat(12_000)}`])
    const now = Temporal.Now.instant().add({ hours: 1 })
    vi.stubEnv('VOLANTE_SEAL_KEY', at('leaf.key'))
    vi.stubEnv('VOLANTE_SEAL_CERTIFICATE', pem('other.crt').repeat(20) + pem('root.crt').repeat(2) + pem('leaf.crt'))
    const seal = await sealOf('Cais', now)
    expect(seal.chain.map(({ subject }) => subject)).toEqual(['CN=root'])
    expect(await readSeal(await aSealed(seal))).toMatchObject({ isIntact: true, certificate: { subject: 'leaf' } })
    vi.stubEnv('VOLANTE_SEAL_KEY', at('long.key'))
    vi.stubEnv('VOLANTE_SEAL_CERTIFICATE', pem('long.crt'))
    await expect(sealOf('Cais', now)).rejects.toMatchObject({ code: 'seal.unreadable' })
  },
)

/** The facts that openssl reads from the CMS in a sealed file. */
function cadesOf(sealed: Buffer, { certificate }: Seal): string {
  const [, open, close, rest] = /\/ByteRange \[0 (\d+) (\d+) (\d+)/.exec(sealed.toString('latin1'))!.map(Number)
  const [cms, content, issuer] = ['cms.der', 'content.bin', 'issuer.pem'].map((name) => join(folder, name))
  writeFileSync(cms!, Buffer.from(sealed.subarray(open! + 1, close! - 1).toString('latin1'), 'hex'))
  writeFileSync(content!, Buffer.concat([sealed.subarray(0, open), sealed.subarray(close, close! + rest!)]))
  writeFileSync(issuer!, certificate.toString())
  const asked = ['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', cms!, '-content', content!]
  const verified = spawnSync('openssl', [...asked, '-CAfile', issuer!, '-purpose', 'any', '-out', '/dev/null'])
  return verified.stderr.toString()
}

test.skipIf(!has('openssl', 'version'))('openssl reads the own seal as CAdES', async () => {
  expect(cadesOf(await aSealed(), await sealOf('Cais', NOW))).toContain('CAdES Verification successful')
})

// Debian: apt install poppler-utils. It always ends with 0: only its words say what it found.
test.skipIf(!has('pdfsig', '-v'))('pdfsig finds the seal valid over the whole file, and a changed byte', async () => {
  const sealed = await aSealed()
  const verify = (bytes: Buffer) => {
    const path = join(folder, 'sealed.pdf')
    writeFileSync(path, bytes)
    const { stdout, stderr } = spawnSync('pdfsig', ['-nocert', path], { env: { ...process.env, LC_ALL: 'C' } })
    return stdout.toString() + stderr.toString()
  }
  expect(verify(sealed)).toContain('Signature is Valid')
  expect(verify(sealed)).not.toContain('rror')
  expect(verify(sealed)).toContain('ETSI.CAdES.detached')
  expect(verify(sealed)).toContain('Total document signed')
  // Change a letter of the title: a byte of the file's grammar would also give a syntax error.
  const changed = verify(changedAt(sealed, sealed.indexOf('(Contrato)') + 3))
  expect(changed).toContain('Digest Mismatch')
  expect(changed).not.toContain('rror')
  expect(verify(Buffer.concat([sealed, Buffer.from('\n%x\n')]))).not.toContain('Total document signed')
})
