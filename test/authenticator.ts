import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { PasskeyQuestion } from '#integrations/passkeys/passkeys.ts'

const USER_IS_THERE = 0x01
const USER_WAS_VERIFIED = 0x04
const HAS_KEY = 0x40

type Way = { origin?: string; isVerified?: boolean; counter?: number }

/**
 * A device that makes passkeys and signs with them (WebAuthn, ES256, without attestation); its answers have the form in
 * which a browser passes them on.
 */
export function anAuthenticator(host = 'localhost', origin = `http://${host}`) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  // A COSE key as a CBOR map: EC2, ES256, P-256, x, y.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x ?? '', 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y ?? '', 'base64url'),
  ])

  function authenticatorData(flags: number, counter: number, tail = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags]), count, tail])
  }

  const clientData = (type: string, { challenge }: PasskeyQuestion, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const answer = (response: object) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })

  return {
    /** Makes a passkey for a question. */
    make(question: PasskeyQuestion, { origin: from = origin, isVerified = true }: Way = {}): string {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const flags = USER_IS_THERE | HAS_KEY | (isVerified ? USER_WAS_VERIFIED : 0)
      const data = authenticatorData(flags, 0, Buffer.concat([Buffer.alloc(16), length, id, cose]))
      const size = Buffer.alloc(2)
      size.writeUInt16BE(data.length)
      // A CBOR map of three: fmt "none", attStmt {}, authData.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0', 'hex'),
        Buffer.from('686175746844617461', 'hex'),
        Buffer.from('59', 'hex'),
        size,
        data,
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', question, from).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', 'of-tomorrow'],
      })
    },
    /** Signs a question with its passkey. */
    sign(question: PasskeyQuestion, { origin: from = origin, isVerified = true, counter = 0 }: Way = {}): string {
      const data = authenticatorData(USER_IS_THERE | (isVerified ? USER_WAS_VERIFIED : 0), counter)
      const client = clientData('webauthn.get', question, from)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, createHash('sha256').update(client).digest()]))
        .sign(privateKey)
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}
