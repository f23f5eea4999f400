import { type ECDH, createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Keys that a browser gives for messages to it, in base64url: the public half of its key (65 bytes) and a secret of 16 bytes. */
export type ReaderKeys = { p256dh: string; auth: string }

/** Random values of each message; tests pass them to compute a published example. */
type RandomValues = { salt: Buffer; sender: ECDH }

/** Octets of one record with everything around the text: push services must accept that many (RFC 8030, 7.2). */
const RECORD_BYTES = 4_096
/** Octets before the text (salt, size, length of a key, the key) and after it (its end, the tag). */
const AROUND = 16 + 4 + 1 + 65 + 1 + 16

/** Most octets of a text (RFC 8291, 4). */
export const LONGEST_PUSH = RECORD_BYTES - AROUND

/** Whether a message can be encrypted for these keys: a point of the curve, and a secret of 16 bytes. */
export function areReaderKeys({ p256dh, auth }: ReaderKeys): boolean {
  const [point, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')]
  if (point.length !== 65 || point[0] !== 4 || secret.length !== 16) return false
  try {
    draw().sender.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts a text of at most `LONGEST_PUSH` octets for one browser, as a single record (RFC 8291 with `aes128gcm`, RFC
 * 8188): the push service that delivers it cannot read it.
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: ReaderKeys,
  { salt, sender }: RandomValues = draw(),
): Buffer {
  const plain = Buffer.from(text)
  if (plain.length > LONGEST_PUSH) throw new RangeError(`A message of ${plain.length} octets does not fit one record`)
  const [reader, own] = [Buffer.from(p256dh, 'base64url'), sender.getPublicKey()]
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), reader, own])
  const shared = derive(Buffer.from(auth, 'base64url'), sender.computeSecret(reader), about, 32)
  const key = derive(salt, shared, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(salt, shared, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // A 2 ends the text of the last record, and of the only one.
  const closed = [cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, size, Buffer.of(own.length), own, ...closed])
}

function draw(): RandomValues {
  const sender = createECDH('prime256v1')
  sender.generateKeys()
  return { salt: randomBytes(16), sender }
}

function derive(salt: Buffer, secret: Buffer, about: Buffer | string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, about, length))
}
