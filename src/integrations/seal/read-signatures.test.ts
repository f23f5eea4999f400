import { spawnSync } from 'node:child_process'
import { type KeyObject, X509Certificate, createHash, generateKeyPairSync, webcrypto } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as asn1js from 'asn1js'
import fc from 'fast-check'
import * as pkijs from 'pkijs'
import { afterAll, expect, test } from 'vitest'
import { Sheet } from '#integrations/pdf/sheet.ts'
import type { Seal } from './certificate.ts'
import { SEAL_ROOM, UNFILLED } from './places.ts'
import { readSignatures } from './read-signatures.ts'
import { sealPdf } from './seal-pdf.ts'

const NOW = Temporal.Instant.from('2026-11-28T09:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'volante-signatures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Stated = { qualified?: boolean; device?: boolean; use?: 1 | 2 | 3 }

/** Makes a certificate issued by an invented trust service, with what it states about itself; RSA, as most are. */
async function aSigner({ qualified = false, device = false, use }: Stated = {}): Promise<Seal> {
  const [issuer, own] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 })) as [Pair, Pair]
  const certificate = new pkijs.Certificate()
  certificate.version = 2
  certificate.serialNumber = new asn1js.Integer({ value: 77 })
  name(certificate.issuer, 'Serviço de Confiança Inventado')
  name(certificate.subject, 'Oficina Fictícia, Lda')
  certificate.notBefore.value = new Date('2026-01-01T00:00:00Z')
  certificate.notAfter.value = new Date('2029-01-01T00:00:00Z')
  const id = (value: string) => new asn1js.ObjectIdentifier({ value })
  const of = (...value: asn1js.BaseBlock[]) => new asn1js.Sequence({ value })
  const stated = of(
    ...(qualified ? [of(id('0.4.0.1862.1.1'))] : []),
    ...(device ? [of(id('0.4.0.1862.1.4'))] : []),
    ...(use ? [of(id('0.4.0.1862.1.6'), of(id(`0.4.0.1862.1.6.${use}`)))] : []),
  )
  certificate.extensions = [
    new pkijs.Extension({ extnID: '1.3.6.1.5.5.7.1.3', critical: false, extnValue: stated.toBER(false) }),
  ]
  const keyOf = (key: KeyObject, uses: 'sign' | 'verify') =>
    webcrypto.subtle.importKey(
      uses === 'sign' ? 'pkcs8' : 'spki',
      key.export({
        type: uses === 'sign' ? 'pkcs8' : 'spki',
        format: 'der',
      } as never) as unknown as Buffer<ArrayBuffer>,
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      true,
      [uses],
    )
  await certificate.subjectPublicKeyInfo.importKey((await keyOf(own.publicKey, 'verify')) as CryptoKey)
  await certificate.sign((await keyOf(issuer.privateKey, 'sign')) as CryptoKey, 'SHA-256')
  const der = Buffer.from(certificate.toSchema(true).toBER(false))
  return { isOwn: false, key: own.privateKey, certificate: new X509Certificate(der), chain: [] }
}
type Pair = { publicKey: KeyObject; privateKey: KeyObject }

function name(of: pkijs.RelativeDistinguishedNames, text: string): void {
  of.typesAndValues.push(
    new pkijs.AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1js.Utf8String({ value: text }) }),
  )
}

async function anInvoice(): Promise<Buffer> {
  const sheet = new Sheet({ title: 'Fatura FT 1/2027', author: 'Oficina', language: 'pt-PT', createdAt: NOW })
  const style = { size: 10, weight: 400, colour: '#000000' } as const
  sheet.write('P', 'Fatura FT 1/2027: 123,00', style, { x: 56, y: 80, width: 400 })
  sheet.keepSealRoom({ name: 'Oficina Fictícia, Lda', reason: 'Fatura', at: NOW })
  return Buffer.from(await sheet.close(() => {}))
}

const signedBy = async (stated: Stated = {}) => Buffer.from(await sealPdf(await anInvoice(), await aSigner(stated)))

/** Adds a second signature after the first, as programs append one: with another room for it, and the bytes before unchanged. */
async function signedAgain(pdf: Buffer, stated: Stated): Promise<Buffer> {
  const room = `\n9 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached ${UNFILLED} /Contents <${'0'.repeat(2 * SEAL_ROOM)}> >>\nendobj\n%%EOF\n`
  return Buffer.from(await sealPdf(Buffer.concat([pdf, Buffer.from(room, 'latin1')]), await aSigner(stated)))
}

test('a whole invoice signed with a certificate that says it is qualified is told so, with whose it is', async () => {
  const { state, signatures } = await readSignatures(await signedBy({ qualified: true, device: true, use: 2 }))
  expect(state).toBe('qualified')
  expect(signatures).toEqual([
    {
      isTimeStamp: false,
      fits: 'yes',
      coversAll: true,
      certificate: {
        subject: 'Oficina Fictícia, Lda',
        issuer: 'Serviço de Confiança Inventado',
        from: '2026-01-01',
        until: '2029-01-01',
        isQualified: true,
        isInDevice: true,
        use: 'seal',
        isSelfMade: false,
      },
      signedAt: null,
    },
  ])
})

test('a certificate that says nothing of itself is not qualified', async () => {
  expect(await readSignatures(await signedBy({ device: true, use: 1 }))).toMatchObject({ state: 'unqualified' })
})

test('what was changed after signing is told, and what was added behind it', async () => {
  const pdf = await signedBy({ qualified: true })
  const changed = Buffer.from(pdf)
  changed[200] = (changed[200] ?? 0) ^ 1
  expect(await readSignatures(changed)).toMatchObject({ state: 'changed' })
  expect(await readSignatures(Buffer.concat([pdf, Buffer.from('\n%% outra página')]))).toMatchObject({ state: 'added' })
})

test('a second signature keeps the first, and one that breaks is told though the other fits', async () => {
  const twice = await signedAgain(await signedBy({ qualified: true }), {})
  const { state, signatures } = await readSignatures(twice)
  expect(signatures.map(({ fits, coversAll }) => [fits, coversAll])).toEqual([
    ['yes', false],
    ['yes', true],
  ])
  expect(state).toBe('qualified')
  const broken = Buffer.from(twice)
  broken[200] = (broken[200] ?? 0) ^ 1
  expect(await readSignatures(broken)).toMatchObject({ state: 'changed' })
})

test('a PDF without a signature has none, and what is no PDF is told', async () => {
  expect(await readSignatures(Buffer.from('%PDF-1.7\n%%EOF'))).toEqual({ state: 'none', signatures: [], left: 0 })
  expect(await readSignatures(Buffer.from('fatura'))).toMatchObject({ state: 'not-pdf' })
  expect(await readSignatures(new Uint8Array())).toMatchObject({ state: 'not-pdf' })
})

test('a place without a signature in it, one outside the file and one of letters are not proved', async () => {
  const bad = [
    '%PDF-1.7 /ByteRange [0 10 20 99999]',
    '%PDF-1.7 /ByteRange [5 10 20 4] <00>',
    `%PDF-1.7 /ByteRange [0 40 48 0]         <zzzzzz>`,
    `%PDF-1.7 /ByteRange [0 40 48 0]         <308003>`,
  ]
  for (const text of bad) expect(await readSignatures(Buffer.from(text))).toMatchObject({ state: 'unproved' })
})

test('of many signatures the newest are looked at, and how many are left is told; depth is no harm', async () => {
  const many = `%PDF-1.7 ${'/ByteRange [0 1 2 3] '.repeat(5_000)}`
  const { signatures, left } = await readSignatures(Buffer.from(many))
  expect([signatures.length, left]).toEqual([8, 4_992])
  const deep = '3080'.repeat(200_000)
  const start = '%PDF-1.7 /ByteRange [0 60 800062 0]'.padEnd(60)
  expect(await readSignatures(Buffer.from(`${start}<${deep}>`))).toMatchObject({ state: 'unproved' })
})

test('nothing that happens to a signed file ends in an error, nor in a qualified signature that was not there', async () => {
  const pdf = await signedBy({ qualified: false })
  await fc.assert(
    fc.asyncProperty(fc.nat(pdf.length - 1), fc.nat(255), fc.nat(pdf.length), async (at, value, cut) => {
      const changed = Buffer.from(pdf)
      changed[at] = value
      for (const file of [changed, pdf.subarray(0, cut), changed.subarray(cut)]) {
        const { state } = await readSignatures(file)
        expect(state).not.toBe('qualified')
      }
    }),
    { numRuns: 60 },
  )
})

test.skipIf(spawnSync('openssl', ['version']).error !== undefined)(
  'openssl finds the same statement and the same signature',
  async () => {
    const signer = await aSigner({ qualified: true })
    const pdf = Buffer.from(await sealPdf(await anInvoice(), signer))
    const pem = join(folder, 'signer.pem')
    writeFileSync(pem, signer.certificate.toString())
    const text = spawnSync('openssl', ['x509', '-in', pem, '-noout', '-text']).stdout.toString()
    expect(text).toContain('qcStatements')
    const ranges = /\/ByteRange \[0 (\d+) (\d+) (\d+)/.exec(pdf.toString('latin1'))!.slice(1).map(Number) as [
      number,
      number,
      number,
    ]
    const covered = Buffer.concat([pdf.subarray(0, ranges[0]), pdf.subarray(ranges[1])])
    const room = Buffer.from(pdf.subarray(ranges[0] + 1, ranges[1] - 1).toString('latin1'), 'hex')
    // The zeros that fill the room are not cut off by their look: one signature of 256 ends in a zero of its own.
    const { offset: end } = asn1js.fromBER(room)
    writeFileSync(join(folder, 'covered'), covered)
    writeFileSync(join(folder, 'cms'), room.subarray(0, end))
    const verify = (content: string) =>
      spawnSync('openssl', [
        ...['cms', '-verify', '-inform', 'DER', '-in', join(folder, 'cms'), '-content', join(folder, content)],
        ...['-binary', '-noverify', '-out', join(folder, 'out')],
      ]).status
    expect(verify('covered')).toBe(0)
    expect(await readSignatures(pdf)).toMatchObject({ state: 'qualified' })
    writeFileSync(join(folder, 'other'), createHash('sha256').update(covered).digest())
    expect(verify('other')).not.toBe(0)
  },
)
