import { X509Certificate, createHash, createPrivateKey, webcrypto, type KeyObject } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { Refusal } from '#domain/refusal.ts'
import { dataPath, env } from '#platform/env.server.ts'
import { readIfExists } from '#platform/process.ts'
import { SEAL_BYTES } from './places.ts'

/** Seal of the company. `isOwn`: made by this installation, and known only to those who ask it. */
export type Seal = {
  isOwn: boolean
  key: KeyObject
  certificate: X509Certificate
  /** Certificates given with it, up to the one that everybody knows. */
  chain: readonly X509Certificate[]
}

const OWN_SEAL = 'seal.pem'

/**
 * Answers the seal of the settings (`VOLANTE_SEAL_KEY`, `VOLANTE_SEAL_CERTIFICATE`), else the own one, made at its
 * first use in the name of the company. Refuses `seal.unreadable`, and `seal.not-now` outside the days of its
 * certificate.
 */
export async function sealOf(company: string, now: Temporal.Instant): Promise<Seal> {
  const seal = settingsSeal() ?? (await ownSeal(company, now))
  const { validFromDate, validToDate } = seal.certificate
  const at = now.epochMilliseconds
  if (at < validFromDate.getTime() || at > validToDate.getTime()) throw new Refusal('seal.not-now')
  return seal
}

/** Makes the fingerprint by which a certificate is recognised. */
export function fingerprintOf({ raw }: { raw: Uint8Array }): string {
  return createHash('sha256').update(raw).digest('hex')
}

/** Writes a name of a certificate as people do: there a comma inside a name stands after a backslash. */
export function plainName(subject: string): string {
  return subject.replaceAll(/\\([,+"\\<>;=#])/g, '$1')
}

/** Answers a mark of the certificate in the settings; `null` where the own one seals. */
export function settingsSealMark(): string | null {
  try {
    const seal = settingsSeal()
    return seal && fingerprintOf(seal.certificate)
  } catch (error) {
    // The site starts all the same; the person who seals gets the refusal then.
    if (error instanceof Refusal) return error.code
    throw error
  }
}

function settingsSeal(): Seal | null {
  const { VOLANTE_SEAL_KEY: key, VOLANTE_SEAL_CERTIFICATE: certificate } = env()
  if (key === undefined && certificate === undefined) return null
  if (key === undefined || certificate === undefined) throw new Refusal('seal.unreadable')
  return readSealPem(pemOf(key), pemOf(certificate), false)
}

/** Reads the PEM itself, or its file. */
function pemOf(setting: string): string {
  if (setting.includes('-----BEGIN')) return setting
  if (!existsSync(setting)) throw new Refusal('seal.unreadable')
  return readFileSync(setting, 'utf8')
}

function readSealPem(keyPem: string, certificatePem: string, isOwn: boolean): Seal {
  try {
    const key = createPrivateKey(keyPem)
    if (!sealsWith(key)) throw new Refusal('seal.unreadable')
    const blocks = certificatePem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    const certificates = blocks.map((block) => new X509Certificate(block))
    // Find the certificate of the key, in whatever order a program has written them.
    const certificate = certificates.find((candidate) => candidate.checkPrivateKey(key))
    if (!certificate) throw new Refusal('seal.unreadable')
    const chain = issuersOf(certificate, certificates)
    const bytes = [certificate, ...chain].reduce((sum, { raw }) => sum + raw.byteLength, SEAL_OVERHEAD)
    if (bytes > SEAL_BYTES) throw new Refusal('seal.unreadable')
    return { isOwn, key, certificate, chain }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('seal.unreadable')
  }
}

/** Bytes of a seal besides its certificates: its signature, the issuer of the certificate, and its hash. */
const SEAL_OVERHEAD = 2_048

/** Finds the issuers of a certificate, up to the one that vouches for itself. A file with all issuers of a country has others too. */
function issuersOf(certificate: X509Certificate, known: readonly X509Certificate[]): X509Certificate[] {
  const issuer = certificate.checkIssued(certificate)
    ? undefined
    : known.find((candidate) => certificate.checkIssued(candidate))
  if (!issuer) return []
  const others = known.filter(({ fingerprint256 }) => fingerprint256 !== issuer.fingerprint256)
  return [issuer, ...issuersOf(issuer, others)]
}

/** Curves that a seal may use, by the names of the keys and of the signing library. */
export const CURVES: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }

function sealsWith({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  return type === 'rsa' || (type === 'ec' && (details?.namedCurve ?? '') in CURVES)
}

async function ownSeal(company: string, now: Temporal.Instant): Promise<Seal> {
  const path = dataPath(OWN_SEAL)
  const known = readIfExists(path)
  if (known) return readSealPem(known, known, true)
  const ownSealPem = await makeOwnSeal(company, now)
  const draftPath = `${path}.${crypto.randomUUID()}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(draftPath, ownSealPem, { mode: 0o600, flush: true })
  try {
    // If two processes each make one, the first wins and both read the same.
    linkSync(draftPath, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draftPath)
  }
  return ownSeal(company, now)
}

const YEARS = 20
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** Makes a certificate that vouches only for itself, with its key: PEM, one after the other. */
async function makeOwnSeal(company: string, now: Temporal.Instant): Promise<string> {
  const keys = await webcrypto.subtle.generateKey(CURVE, true, ['sign', 'verify'])
  const certificate = new pkijs.Certificate()
  certificate.version = 2
  const serial = crypto.getRandomValues(new Uint8Array(16))
  // A serial number is positive and does not begin with a zero.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  certificate.serialNumber = new asn1js.Integer({ valueHex: serial.buffer })
  for (const name of [certificate.issuer, certificate.subject])
    name.typesAndValues.push(nameAttribute('2.5.4.3', `Selo da empresa: ${company}`))
  // Valid from days before, so that it counts for a clock that is a little behind.
  certificate.notBefore.value = new Date(now.subtract({ hours: 48 }).epochMilliseconds)
  certificate.notAfter.value = new Date(now.add({ hours: YEARS * 365 * 24 }).epochMilliseconds)
  // From 2050 on the short form of a year would mean the century before (RFC 5280, 4.1.2.5).
  if (certificate.notAfter.value.getUTCFullYear() >= 2050) certificate.notAfter.type = 1
  certificate.extensions = [keyUsage()]
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey as CryptoKey)
  await certificate.sign(keys.privateKey as CryptoKey, 'SHA-256')
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  return [pem('PRIVATE KEY', key), pem('CERTIFICATE', certificate.toSchema(true).toBER(false))].join('\n')
}

/** Makes the uses of the key: to sign, and non-repudiation of what was signed. */
function keyUsage(): pkijs.Extension {
  const bits = new asn1js.BitString({ valueHex: new Uint8Array([0b1100_0000]).buffer, unusedBits: 6 })
  return new pkijs.Extension({ extnID: '2.5.29.15', critical: true, extnValue: bits.toBER(false), parsedValue: bits })
}

function nameAttribute(type: string, text: string): pkijs.AttributeTypeAndValue {
  return new pkijs.AttributeTypeAndValue({ type, value: new asn1js.Utf8String({ value: text.slice(0, 64) }) })
}

function pem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
