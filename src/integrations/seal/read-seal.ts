import { X509Certificate } from 'node:crypto'
import type * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { fingerprintOf, plainName } from './certificate.ts'
import { SIGNING_CERTIFICATE } from './seal-pdf.ts'
import { type Stamp, readStamp } from './stamp.ts'

/** Attribute of a stamp inside a seal, as this site made them before stamps stood beside the file. */
const TIME_STAMP = '1.2.840.113549.1.9.16.2.14'

/** Result for the last seal of a file. */
export type SealReading =
  | { is: 'none' }
  /** There was a seal, and it cannot be read any more. */
  | { is: 'broken' }
  | {
      is: 'seal'
      /** Whether the seal is a signature over these very bytes, by the key of its certificate. */
      fits: boolean
      /** Whether the seal fits, and names its own certificate, as each seal of this site does. */
      isIntact: boolean
      /** Whether the seal covers the file to its end; otherwise something was added after `end`. */
      coversAll: boolean
      end: number
      certificate: { fingerprint: string; subject: string; isSelfMade: boolean }
      /** When a third party saw the seal, and which; `null` without a stamp that is valid for it. */
      stamp: Stamp | null
    }

/**
 * Result for the last signature of a PDF, whoever made it: it fits the whole file; it fits, and something was added
 * after it; or it could not be proved to fit. Nobody here can tell whose it is.
 */
export type OwnSignature = 'fits' | 'added' | 'unproved'

/** Longest CMS that is read, in hexadecimal digits. */
const LONGEST = 128 * 1024
const RANGE = /^\/ByteRange\s*\[\s*(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]/

/** Counts the signatures of a PDF: each names the bytes it covers. */
export function sealsIn(file: Uint8Array): number {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1')
  return [...text.matchAll(/\/ByteRange\s*\[\s*\d+\s+\d+\s+\d+\s+\d+\s*\]/g)].length
}

/**
 * Finds where the bytes of the first signature of a PDF end, as the file says; `null` where there is none. Later
 * additions stand after it.
 */
export function endOfFirstSeal(file: Uint8Array): number | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const places = placesAt(bytes, bytes.indexOf('/ByteRange'))
  return places && places.end <= bytes.length ? places.end : null
}

/** Reads the last seal of a PDF. It runs nothing, follows nothing and opens no stream: it reads only positions and one CMS. */
export async function readSeal(file: Uint8Array): Promise<SealReading> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const at = bytes.lastIndexOf('/ByteRange')
  if (at < 0) return { is: 'none' }
  const places = placesAt(bytes, at)
  if (!places) return { is: 'broken' }
  const { from, open, close, end } = places
  const hex = bytes.subarray(open + 1, close - 1)
  const isPlaced =
    from === 0 && open < close && end <= bytes.length && bytes[open] === 0x3c && bytes[close - 1] === 0x3e
  if (!isPlaced || hex.length > LONGEST || !/^[\da-fA-F]+$/.test(hex.toString('latin1'))) return { is: 'broken' }
  const covered = Buffer.concat([bytes.subarray(0, open), bytes.subarray(close, end)])
  const cms = await readCms(Buffer.from(hex.toString('latin1'), 'hex'), covered)
  return cms ? { is: 'seal', ...cms, coversAll: end === bytes.length, end } : { is: 'broken' }
}

/** Answers the result for a signature that is not of this site; `null` where the file has none. */
export function ownSignature(seal: SealReading): OwnSignature | null {
  if (seal.is === 'none') return null
  if (seal.is === 'broken' || !seal.fits) return 'unproved'
  return seal.coversAll ? 'fits' : 'added'
}

/** Reads which bytes a signature claims to cover: from the beginning to its room, and from there to the end. */
function placesAt(bytes: Buffer, at: number) {
  const found = at < 0 ? null : RANGE.exec(bytes.subarray(at, at + 100).toString('latin1'))
  if (!found) return null
  const [from, open, close, rest] = found.slice(1).map(Number) as [number, number, number, number]
  return { from, open, close, end: close + rest }
}

async function readCms(cms: Buffer, covered: Buffer) {
  try {
    const { content } = pkijs.ContentInfo.fromBER(withoutPadding(cms))
    const signed = new pkijs.SignedData({ schema: content })
    const signer = signed.signerInfos[0]
    const signerCertificate = signed.certificates?.find(
      (item): item is pkijs.Certificate =>
        item instanceof pkijs.Certificate &&
        signer?.sid instanceof pkijs.IssuerAndSerialNumber &&
        item.serialNumber.isEqual(signer.sid.serialNumber),
    )
    if (!signer || !signerCertificate) return null
    const certificate = new X509Certificate(Buffer.from(signerCertificate.toSchema().toBER(false)))
    const fingerprint = fingerprintOf(certificate)
    const isSelfMade = certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey)
    const fits = await isSignedBy(signed, covered)
    return {
      fits,
      isIntact: fits && namesCertificate(signer, fingerprint),
      certificate: { fingerprint, subject: nameOf(certificate), isSelfMade },
      stamp: await stampOf(signer),
    }
  } catch {
    // The bytes may be anything: what their readers cannot understand is no seal.
    return null
  }
}

async function stampOf({ unsignedAttrs, signature }: pkijs.SignerInfo): Promise<Stamp | null> {
  const found = unsignedAttrs?.attributes.find(({ type }) => type === TIME_STAMP)
  const token: asn1js.BaseBlock | undefined = found?.values[0]
  return token ? readStamp(new Uint8Array(token.toBER(false)), signature.valueBlock.valueHexView) : null
}

/** Whether the seal names this certificate: another one with the same key does not fit. */
function namesCertificate({ signedAttrs }: pkijs.SignerInfo, fingerprint: string): boolean {
  const named = signedAttrs?.attributes.find(({ type }) => type === SIGNING_CERTIFICATE)
  if (!named) return false
  return Buffer.from(named.toSchema().toBER(false)).toString('hex').includes(fingerprint)
}

async function isSignedBy(signed: pkijs.SignedData, covered: Buffer): Promise<boolean> {
  const data = new Uint8Array(covered).buffer
  // The library throws where the digest differs.
  return await signed.verify({ signer: 0, data, checkChain: false }).catch(() => false)
}

/** Removes the zeros at the end of the room, which is longer than its content. */
function withoutPadding(cms: Buffer): Uint8Array<ArrayBuffer> {
  const [tag, first = 0] = cms
  if (tag !== 0x30) return new Uint8Array(cms)
  const more = first & 0x80 ? first & 0x7f : 0
  const length = more === 0 ? first : Number.parseInt(cms.subarray(2, 2 + more).toString('hex') || '0', 16)
  return new Uint8Array(cms.subarray(0, 2 + more + length))
}

function nameOf({ subject }: X509Certificate): string {
  return plainName(/^CN=(.*)$/m.exec(subject)?.[1] ?? subject)
}
