import { X509Certificate, createHash } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { type ReadSignature, type SignedPdf, paperSignature } from '#domain/pdf-signature.ts'
import { plainName } from './certificate.ts'

/** Most signatures of a PDF that are read, the newest ones: an invoice has one or two. */
const MAX_SIGNATURES = 8
/** Longest CMS that is read, in hexadecimal digits; one with chains and revocation lists has some 100 KB. */
const LONGEST = 1024 * 1024
const RANGES =
  /\/ByteRange\s{0,20}\[\s{0,20}(\d{1,12})\s{1,20}(\d{1,12})\s{1,20}(\d{1,12})\s{1,20}(\d{1,12})\s{0,20}\]/g

const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_TIME = '1.2.840.113549.1.9.5'
const TIME_STAMP = '1.2.840.113549.1.9.16.1.4'
const KEY_IDENTIFIER = '2.5.29.14'
/** Identifiers of a certificate's statements about itself (RFC 3739), and of those of ETSI EN 319 412-5 that are used here. */
const STATEMENTS = '1.3.6.1.5.5.7.1.3'
const QUALIFIED = '0.4.0.1862.1.1'
const IN_DEVICE = '0.4.0.1862.1.4'
const USES = { '0.4.0.1862.1.6.1': 'signature', '0.4.0.1862.1.6.2': 'seal', '0.4.0.1862.1.6.3': 'site' } as const
const DIGESTS: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/**
 * Reads the signatures of a file: the newest eight, in the order in which they were made, and how many are `left` out.
 * It runs nothing, opens no stream and asks nobody: it reads only positions and CMS. It answers for any file.
 */
export async function readSignatures(file: Uint8Array): Promise<SignedPdf> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (bytes.subarray(0, 1024).indexOf('%PDF-') < 0) return { state: 'not-pdf', signatures: [], left: 0 }
  const found = [...bytes.toString('latin1').matchAll(RANGES)]
  const newest = found.slice(-MAX_SIGNATURES)
  const signatures: ReadSignature[] = []
  for (const places of newest) {
    const [from, open, close, rest] = places.slice(1).map(Number) as [number, number, number, number]
    signatures.push(await readAt(bytes, { from, open, close, end: close + rest }))
  }
  return { state: paperSignature(signatures), signatures, left: found.length - newest.length }
}

const UNREAD: ReadSignature = {
  isTimeStamp: false,
  fits: 'unproved',
  coversAll: false,
  certificate: null,
  signedAt: null,
}

async function readAt(
  bytes: Buffer,
  { from, open, close, end }: { from: number; open: number; close: number; end: number },
) {
  const isPlaced =
    from === 0 && open < close && end <= bytes.length && bytes[open] === 0x3c && bytes[close - 1] === 0x3e
  if (!isPlaced || close - open > LONGEST) return UNREAD
  const hex = bytes.subarray(open + 1, close - 1).toString('latin1')
  if (!/^[\da-fA-F]+$/.test(hex)) return UNREAD
  const covered = Buffer.concat([bytes.subarray(0, open), bytes.subarray(close, end)])
  try {
    return await readCms(Buffer.from(hex, 'hex'), { covered, coversAll: end === bytes.length })
  } catch {
    // The bytes may be anything: what their readers cannot understand is not proved.
    return UNREAD
  }
}

async function readCms(
  cms: Buffer,
  { covered, coversAll }: { covered: Buffer; coversAll: boolean },
): Promise<ReadSignature> {
  const { content } = pkijs.ContentInfo.fromBER(new Uint8Array(cms))
  const signed = new pkijs.SignedData({ schema: content })
  const [signer] = signed.signerInfos
  if (!signer) return UNREAD
  const isTimeStamp = signed.encapContentInfo.eContentType === TIME_STAMP
  const certificate = (signed.certificates ?? []).find(
    (item): item is pkijs.Certificate => item instanceof pkijs.Certificate && isOf(item, signer),
  )
  const messageDigest = isTimeStamp ? null : attributeOf(signer, MESSAGE_DIGEST)
  const digest = DIGESTS[signer.digestAlgorithm.algorithmId]
  const isOther =
    messageDigest instanceof asn1js.OctetString &&
    digest !== undefined &&
    !createHash(digest).update(covered).digest().equals(Buffer.from(messageDigest.valueBlock.valueHexView))
  const data = new Uint8Array(covered).buffer
  const isSigned = isOther ? false : await signed.verify({ signer: 0, data, checkChain: false }).catch(() => false)
  const at = attributeOf(signer, SIGNING_TIME)
  return {
    isTimeStamp,
    fits: isOther ? 'changed' : isSigned ? 'yes' : 'unproved',
    coversAll,
    certificate: certificate ? describe(certificate) : null,
    signedAt: at instanceof asn1js.UTCTime || at instanceof asn1js.GeneralizedTime ? at.toDate().toISOString() : null,
  }
}

function isOf(certificate: pkijs.Certificate, { sid }: pkijs.SignerInfo): boolean {
  if (sid instanceof pkijs.IssuerAndSerialNumber)
    return certificate.serialNumber.isEqual(sid.serialNumber) && certificate.issuer.isEqual(sid.issuer)
  const known = certificate.extensions?.find(({ extnID }) => extnID === KEY_IDENTIFIER)?.parsedValue
  const named = sid?.valueBlock?.value?.[0] ?? sid
  return known instanceof asn1js.OctetString && named instanceof asn1js.BaseBlock && sameBytes(known, named)
}

function sameBytes(one: asn1js.OctetString, other: asn1js.BaseBlock): boolean {
  const bytes = (other.valueBlock as { valueHexView?: Uint8Array }).valueHexView
  return bytes !== undefined && Buffer.from(one.valueBlock.valueHexView).equals(Buffer.from(bytes))
}

function attributeOf({ signedAttrs }: pkijs.SignerInfo, type: string): unknown {
  return signedAttrs?.attributes.find((attribute) => attribute.type === type)?.values[0]
}

function describe(certificate: pkijs.Certificate): NonNullable<ReadSignature['certificate']> {
  const read = new X509Certificate(Buffer.from(certificate.toSchema().toBER(false)))
  const statements = statementsOf(certificate)
  const use = Object.entries(USES).find(([id]) => statements.has(id))
  return {
    subject: nameIn(read.subject),
    issuer: nameIn(read.issuer),
    from: dayOf(read.validFromDate),
    until: dayOf(read.validToDate),
    isQualified: statements.has(QUALIFIED),
    isInDevice: statements.has(IN_DEVICE),
    use: use?.[1] ?? null,
    isSelfMade: read.issuer === read.subject && read.verify(read.publicKey),
  }
}

/** Lists the identifiers in a certificate's statements about itself. */
function statementsOf({ extensions }: pkijs.Certificate): Set<string> {
  const stated = extensions?.find(({ extnID }) => extnID === STATEMENTS)
  const found = new Set<string>()
  if (!stated) return found
  const { result } = asn1js.fromBER(new Uint8Array(stated.extnValue.valueBlock.valueHexView))
  if (!(result instanceof asn1js.Sequence)) return found
  for (const statement of result.valueBlock.value)
    if (statement instanceof asn1js.Sequence) {
      const [id, about] = statement.valueBlock.value
      if (id instanceof asn1js.ObjectIdentifier) found.add(id.valueBlock.toString())
      // The identifiers of its uses are listed in a sequence beside it.
      if (about instanceof asn1js.Sequence)
        for (const element of about.valueBlock.value)
          if (element instanceof asn1js.ObjectIdentifier) found.add(element.valueBlock.toString())
    }
  return found
}

function nameIn(names: string): string {
  return plainName(/^CN=(.*)$/m.exec(names)?.[1] ?? /^O=(.*)$/m.exec(names)?.[1] ?? names.replaceAll('\n', ', '))
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
