import { createECDH, createPrivateKey, sign } from 'node:crypto'

/** What an application server signs its pushes with: halves of a P-256 key, in base64url (65 and 32 bytes). */
export type PushKeys = { publicKey: string; privateKey: string }

/** Hours for which a signature is good; a push service refuses more than 24 (RFC 8292, 2). */
const GOOD_FOR = 12

/** New keys of an application server: a browser subscribes to the public half, and takes messages of the other one alone. */
export function newPushKeys(): PushKeys {
  const key = createECDH('prime256v1')
  key.generateKeys()
  return { publicKey: key.getPublicKey('base64url'), privateKey: padded(key.getPrivateKey()) }
}

/** The keys of a private half as somebody gives it, 32 bytes in base64url; `null` where it is none. */
export function pushKeysOf(privateKey: string): PushKeys | null {
  const given = Buffer.from(privateKey, 'base64url')
  if (given.length !== 32 || !/^[\w-]{43}=?$/.test(privateKey)) return null
  try {
    const key = createECDH('prime256v1')
    key.setPrivateKey(given)
    return { publicKey: key.getPublicKey('base64url'), privateKey: padded(given) }
  } catch {
    return null
  }
}

/**
 * The `Authorization` of a push (RFC 8292): who sends it, signed with ES256 for the origin of one push service alone. `subject` is
 * where the service reaches whoever sends, an address with `https:` or `mailto:`.
 */
export function vapid(
  endpoint: string,
  { publicKey, privateKey }: PushKeys,
  subject: string,
  now: Temporal.Instant,
): string {
  const until = Math.floor(now.add({ hours: GOOD_FOR }).epochMilliseconds / 1000)
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

/** A private half that begins with noughts is given without them by the machine. */
function padded(half: Buffer): string {
  return Buffer.concat([Buffer.alloc(32 - half.length), half]).toString('base64url')
}
