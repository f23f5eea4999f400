import { createHash, webcrypto } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const

type Ways = { usage?: string; at?: Date; nonce?: asn1js.Integer; stamped?: Uint8Array; named?: boolean }

/** A small time-stamp service with a key of its own. Options of `reply` make its answer untrue. */
export async function stampService(name: string, { usage = '1.3.6.1.5.5.7.3.8' }: Pick<Ways, 'usage'> = {}) {
  const keys = await webcrypto.subtle.generateKey(CURVE, true, ['sign', 'verify'])
  const certificate = new pkijs.Certificate()
  certificate.version = 2
  certificate.serialNumber = new asn1js.Integer({ value: 77 })
  for (const of of [certificate.issuer, certificate.subject])
    of.typesAndValues.push(
      new pkijs.AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1js.Utf8String({ value: name }) }),
    )
  certificate.notBefore.value = new Date('2020-01-01T00:00:00Z')
  certificate.notAfter.value = new Date('2040-01-01T00:00:00Z')
  const uses = new pkijs.ExtKeyUsage({ keyPurposes: [usage] })
  const bits = new asn1js.BitString({ valueHex: new Uint8Array([0b1000_0000]).buffer, unusedBits: 7 })
  certificate.extensions = [
    new pkijs.Extension({ extnID: '2.5.29.37', critical: true, extnValue: uses.toSchema().toBER(false) }),
    new pkijs.Extension({ extnID: '2.5.29.15', critical: true, extnValue: bits.toBER(false) }),
  ]
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey as CryptoKey)
  await certificate.sign(keys.privateKey as CryptoKey, 'SHA-256')
  const der = Buffer.from(certificate.toSchema(true).toBER(false))

  async function reply(asked: Uint8Array, { at = new Date(), nonce, stamped, named = true }: Ways = {}) {
    const request = pkijs.TimeStampReq.fromBER(new Uint8Array(asked))
    if (stamped) request.messageImprint.hashedMessage = octets(createHash('sha256').update(stamped).digest())
    const said = nonce ?? request.nonce
    const info = new pkijs.TSTInfo({
      version: 1,
      policy: '1.2.3.4.1',
      messageImprint: request.messageImprint,
      serialNumber: new asn1js.Integer({ value: 5 }),
      genTime: at,
      ...(said ? { nonce: said } : {}),
    })
    const content = info.toSchema().toBER(false)
    const hash = createHash('sha256').update(der).digest()
    const known = new asn1js.Sequence({
      value: [new asn1js.Sequence({ value: [new asn1js.Sequence({ value: [octets(hash)] })] })],
    })
    const signed = new pkijs.SignedData({
      version: 3,
      encapContentInfo: new pkijs.EncapsulatedContentInfo({
        eContentType: '1.2.840.113549.1.9.16.1.4',
        eContent: new asn1js.OctetString({ valueHex: content }),
      }),
      signerInfos: [
        new pkijs.SignerInfo({
          version: 1,
          sid: new pkijs.IssuerAndSerialNumber({
            issuer: certificate.issuer,
            serialNumber: certificate.serialNumber,
          }),
          signedAttrs: new pkijs.SignedAndUnsignedAttributes({
            type: 0,
            attributes: [
              attribute('1.2.840.113549.1.9.3', new asn1js.ObjectIdentifier({ value: '1.2.840.113549.1.9.16.1.4' })),
              attribute('1.2.840.113549.1.9.4', octets(createHash('sha256').update(new Uint8Array(content)).digest())),
              ...(named ? [attribute('1.2.840.113549.1.9.16.2.47', known)] : []),
            ],
          }),
        }),
      ],
      certificates: [pkijs.Certificate.fromBER(new Uint8Array(der))],
    })
    await signed.sign(keys.privateKey as CryptoKey, 0, 'SHA-256', content)
    const response = new pkijs.TimeStampResp({
      status: new pkijs.PKIStatusInfo({ status: 0 }),
      timeStampToken: new pkijs.ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) }),
    })
    return Buffer.from(response.toSchema().toBER(false))
  }
  return { der, reply }
}

function attribute(type: string, value: asn1js.BaseBlock): pkijs.Attribute {
  return new pkijs.Attribute({ type, values: [value] })
}

function octets(bytes: Uint8Array): asn1js.OctetString {
  return new asn1js.OctetString({ valueHex: new Uint8Array(bytes).buffer })
}
