import { createECDH, createPrivateKey, sign } from 'node:crypto'

/** Keys with which an application server signs its pushes: halves of a P-256 key, in base64url (65 and 32 bytes). */
export type PushKeys = { publicKey: string; privateKey: string }

/** Hours for which a signature is valid; a push service refuses more than 24 (RFC 8292, 2). */
const VALID_HOURS = 12

/** Makes new keys of an application server: a browser subscribes to the public half, and accepts only messages signed by the other. */
export function newPushKeys(): PushKeys {
  const key = createECDH('prime256v1')
  key.generateKeys()
  return { publicKey: key.getPublicKey('base64url'), privateKey: padHalf(key.getPrivateKey()) }
}

/** Answers the keys of a private half, 32 bytes in base64url; `null` where it is none. */
export function pushKeysOf(privateKey: string): PushKeys | null {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== 32 || !/^[\w-]{43}=?$/.test(privateKey)) return null
  try {
    const key = createECDH('prime256v1')
    key.setPrivateKey(bytes)
    return { publicKey: key.getPublicKey('base64url'), privateKey: padHalf(bytes) }
  } catch {
    return null
  }
}

/**
 * Makes the `Authorization` of a push (RFC 8292): it names the sender, signed with ES256 for the origin of one push
 * service. `subject` is the sender's contact, an address with `https:` or `mailto:`.
 */
export function vapid(
  endpoint: string,
  { publicKey, privateKey }: PushKeys,
  subject: string,
  now: Temporal.Instant,
): string {
  const until = Math.floor(now.add({ hours: VALID_HOURS }).epochMilliseconds / 1000)
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { aud: new URL(endpoint).origin, exp: until, sub: subject }
  const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: privateKey }
  const key = createPrivateKey({ key: jwk as never, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}

/** Adds the leading zeros that the machine leaves out of a private half. */
function padHalf(half: Buffer): string {
  return Buffer.concat([Buffer.alloc(32 - half.length), half]).toString('base64url')
}
