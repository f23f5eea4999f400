import { createHash, webcrypto } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { CURVES, type Seal, fingerprintOf } from './certificate.ts'
import { SEAL_ROOM, UNFILLED } from './places.ts'

/**
 * Fills the room that a PDF keeps for a seal (`Sheet.keepSealRoom`): the bytes it covers, and the CMS over them, as
 * PAdES baseline B-B requires. Nothing before or after the room changes.
 */
export async function sealPdf(pdf: Uint8Array, seal: Seal): Promise<Uint8Array> {
  const bytes = Buffer.from(pdf)
  const ranges = bytes.lastIndexOf(UNFILLED)
  const open = bytes.lastIndexOf(`<${'0'.repeat(2 * SEAL_ROOM)}>`)
  if (ranges < 0 || open < 0) throw new Error('The PDF keeps no room for a seal.')
  const close = open + 2 * SEAL_ROOM + 2
  const filled = `/ByteRange [0 ${open} ${close} ${bytes.length - close}`
  bytes.write(`${filled}${' '.repeat(UNFILLED.length - filled.length - 1)}]`, ranges, 'latin1')
  const covered = Buffer.concat([bytes.subarray(0, open), bytes.subarray(close)])
  const cms = await cmsOf(covered, seal)
  if (cms.length > SEAL_ROOM) throw new Error('The seal is longer than its room.')
  bytes.write(cms.toString('hex'), open + 1, 'latin1')
  return bytes
}

const DATA = '1.2.840.113549.1.7.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
export const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.47'

async function cmsOf(covered: Uint8Array, { key, certificate, chain }: Seal): Promise<Buffer> {
  const signer = pkijs.Certificate.fromBER(certificate.raw)
  const digest = createHash('sha256').update(covered).digest()
  // SigningCertificateV2 { certs { ESSCertIDv2 { certHash } } }: SHA-256 is the default, so it is not written.
  const known = sequence(sequence(sequence(octetString(Buffer.from(fingerprintOf(certificate), 'hex')))))
  const signed = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: DATA }),
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(CONTENT_TYPE, new asn1js.ObjectIdentifier({ value: DATA })),
            attribute(MESSAGE_DIGEST, octetString(digest)),
            attribute(SIGNING_CERTIFICATE, known),
          ],
        }),
      }),
    ],
    certificates: [signer, ...chain.map(({ raw }) => pkijs.Certificate.fromBER(raw))],
  })
  const der = key.export({ type: 'pkcs8', format: 'der' })
  const algorithm =
    key.asymmetricKeyType === 'ec'
      ? { name: 'ECDSA', namedCurve: CURVES[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? 'P-256' }
      : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const secret = await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  await signed.sign(secret as CryptoKey, 0, 'SHA-256', new Uint8Array(covered).buffer)
  const content = new pkijs.ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) })
  return Buffer.from(content.toSchema().toBER(false))
}

function attribute(type: string, value: asn1js.BaseBlock): pkijs.Attribute {
  return new pkijs.Attribute({ type, values: [value] })
}

function sequence(inside: asn1js.BaseBlock): asn1js.Sequence {
  return new asn1js.Sequence({ value: [inside] })
}

function octetString(bytes: Uint8Array): asn1js.OctetString {
  return new asn1js.OctetString({ valueHex: new Uint8Array(bytes).buffer })
}
