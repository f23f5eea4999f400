import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { callOut, hostOf } from '#platform/outgoing-call.ts'
import { plainName } from './certificate.ts'

/* Gets the time stamp of a third party (RFC 3161): a service signs the hash of a seal with its own clock. Only that
   hash leaves here. The answer is checked before it is used: it must be for this hash and this question, and signed by
   a certificate for time stamps. */

const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const SHA_256 = '2.16.840.1.101.3.4.2.1'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const NAMED_BY_SHA_1 = '1.2.840.113549.1.9.16.2.12'
const NAMED_BY_SHA_256 = '1.2.840.113549.1.9.16.2.47'

/** Milliseconds within which the whole answer must have come: only a worker of the queue waits for it. */
const TIMEOUT_MS = 15_000
const MAX_BYTES = 64 * 1024

/** Moment by the clock of the service, and the service's name in its certificate. */
export type Stamp = { at: string; by: string }

/** Reasons for which there is no stamp: nobody answered properly, the service refused, or its stamp is not for what was asked. */
export type StampTrouble = 'unreachable' | 'led-elsewhere' | 'too-large' | 'refused' | 'untrue'

export class StampFault extends Error {
  override readonly name = 'StampFault'
  readonly trouble: StampTrouble

  constructor(trouble: StampTrouble) {
    super(`No time stamp: ${trouble}`)
    this.trouble = trouble
  }
}

/** Whether an address may be asked for stamps: an http or https address, without a name or a password that a log could show. */
export function isStampAddress(url: string): boolean {
  const address = URL.parse(url)
  if (!address || address.username !== '' || address.password !== '') return false
  return address.protocol === 'https:' || address.protocol === 'http:'
}

/** Asks the service at `url` to stamp these bytes; answers its token (DER), which is proved to be for them. Throws `StampFault`. */
export async function askForStamp(url: string, stamped: Uint8Array, patience = TIMEOUT_MS): Promise<Uint8Array> {
  const nonce = randomBytes(16)
  // A positive number, as short as DER writes it.
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40
  const query = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: sha256(stamped) }),
    }),
    nonce: new asn1js.Integer({ valueHex: new Uint8Array(nonce).buffer }),
    certReq: true,
  })
  const token = tokenOf(await send(url, query.toSchema().toBER(false), patience))
  const stamp = await lookAt(token, stamped)
  if (stamp?.nonce !== nonce.toString('hex')) throw new StampFault('untrue')
  return token
}

/** Reads the stamp in a token, if it is for these bytes and signed by the certificate that it names; `null` for anything else. */
export async function readStamp(token: Uint8Array, stamped: Uint8Array): Promise<Stamp | null> {
  const stamp = await lookAt(token, stamped)
  return stamp && { at: stamp.at, by: stamp.by }
}

async function send(url: string, body: ArrayBuffer, patience: number): Promise<Buffer> {
  if (!isStampAddress(url)) throw new StampFault('unreachable')
  try {
    const response = await callOut('stamp', hostOf(url), () =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
      }),
    )
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      throw new StampFault('led-elsewhere')
    }
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of response.body ?? []) {
      size += part.length
      if (size > MAX_BYTES) throw new StampFault('too-large')
      parts.push(part)
    }
    if (!response.ok) throw new StampFault('refused')
    return Buffer.concat(parts)
  } catch (error) {
    throw error instanceof StampFault ? error : new StampFault('unreachable')
  }
}

/** Reads the token of an answer that grants one. */
function tokenOf(answer: Uint8Array): Uint8Array {
  let response: pkijs.TimeStampResp
  try {
    response = pkijs.TimeStampResp.fromBER(new Uint8Array(answer))
  } catch {
    throw new StampFault('untrue')
  }
  // Granted, or granted with changes: the check of the token shows what was changed.
  const isGranted = Number(response.status.status) === 0 || Number(response.status.status) === 1
  if (!isGranted || !response.timeStampToken) throw new StampFault('refused')
  return new Uint8Array(response.timeStampToken.toSchema().toBER(false))
}

async function lookAt(token: Uint8Array, stamped: Uint8Array): Promise<(Stamp & { nonce: string | null }) | null> {
  try {
    const { content } = pkijs.ContentInfo.fromBER(new Uint8Array(token))
    const signed = new pkijs.SignedData({ schema: content })
    const { eContentType, eContent } = signed.encapContentInfo
    if (eContentType !== TST_INFO || !eContent || signed.signerInfos.length !== 1) return null
    const info = pkijs.TSTInfo.fromBER(eContent.getValue())
    const { hashAlgorithm, hashedMessage } = info.messageImprint
    const hasOurHash =
      hashAlgorithm.algorithmId === SHA_256 &&
      Buffer.from(hashedMessage.valueBlock.valueHexView).equals(Buffer.from(sha256(stamped)))
    const certificate = certificateOf(signed)
    if (!hasOurHash || !certificate || !isForStamps(certificate)) return null
    const known = new X509Certificate(Buffer.from(certificate.toSchema().toBER(false)))
    if (!isNamed(signed, known)) return null
    // The certificate must have been valid at that moment.
    const at = info.genTime.getTime()
    if (at < known.validFromDate.getTime() || at > known.validToDate.getTime()) return null
    const data = new Uint8Array(stamped).buffer
    if (!(await signed.verify({ signer: 0, data, checkChain: false }))) return null
    return {
      at: Temporal.Instant.fromEpochMilliseconds(at).toString(),
      by: plainName(/^CN=(.*)$/m.exec(known.subject)?.[1] ?? known.subject.replaceAll('\n', ', ')),
      nonce: info.nonce ? Buffer.from(info.nonce.valueBlock.valueHexView).toString('hex') : null,
    }
  } catch {
    // The bytes may be anything: what cannot be read is no stamp.
    return null
  }
}

function certificateOf({ signerInfos, certificates }: pkijs.SignedData): pkijs.Certificate | undefined {
  const sid: unknown = signerInfos[0]?.sid
  return certificates?.find(
    (certificate): certificate is pkijs.Certificate =>
      certificate instanceof pkijs.Certificate &&
      sid instanceof pkijs.IssuerAndSerialNumber &&
      certificate.serialNumber.isEqual(sid.serialNumber) &&
      certificate.issuer.isEqual(sid.issuer),
  )
}

/** Whether a certificate is for time stamps: that of a web site or a person is not (RFC 3161, 2.3). */
function isForStamps({ extensions }: pkijs.Certificate): boolean {
  const usage: unknown = extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue
  return usage instanceof pkijs.ExtKeyUsage && usage.keyPurposes.includes(TIME_STAMPING)
}

/** Whether the stamp names this certificate: another one with the same key does not fit. */
function isNamed({ signerInfos }: pkijs.SignedData, { raw }: X509Certificate): boolean {
  const attributes = signerInfos[0]?.signedAttrs?.attributes ?? []
  const names = (type: string, digest: string) =>
    attributes.some(
      (attribute) =>
        attribute.type === type &&
        Buffer.from(attribute.toSchema().toBER(false))
          .toString('hex')
          .includes(createHash(digest).update(raw).digest('hex')),
    )
  return names(NAMED_BY_SHA_256, 'sha256') || names(NAMED_BY_SHA_1, 'sha1')
}

function sha256(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer
}
