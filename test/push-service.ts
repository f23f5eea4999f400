import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { createRequire } from 'node:module'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Key and certificate of `localhost`, for tests alone. */
export const PEM_FILE = 'test/fixtures/push-service.pem'
const PEM = readFileSync(PEM_FILE, 'utf8')

const require = createRequire(import.meta.url)
/** A library that decrypts as a browser does. */
const judge = require('http_ece') as {
  decrypt: (closed: Buffer, how: { version: 'aes128gcm'; privateKey: unknown; authSecret: Buffer }) => Buffer
}

/** A library that other senders use. */
export const webPush = require('web-push') as {
  generateRequestDetails: (
    subscription: Browser['subscription'],
    text: string,
    options: { TTL: number; vapidDetails: { subject: string; publicKey: string; privateKey: string } },
  ) => { headers: Record<string, string>; body: Buffer }
}

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** A browser as its push service and its sender know it: its subscription, and how it decrypts a message. */
export type Browser = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  open: (closed: Buffer) => string
}

export function aBrowser(endpoint: string): Browser {
  const [key, auth] = [createECDH('prime256v1'), randomBytes(16)]
  const p256dh = key.generateKeys('base64url')
  return {
    subscription: { endpoint, keys: { p256dh, auth: auth.toString('base64url') } },
    open: (closed) => judge.decrypt(closed, { version: 'aes128gcm', privateKey: key, authSecret: auth }).toString(),
  }
}

/** Reads the `Authorization` of a sender as a push service does (RFC 8292). */
export function readSignature(authorization: string) {
  const parts = /^vapid t=(?<head>[^.]+)\.(?<claims>[^.]+)\.(?<signature>[^,]+), ?k=(?<key>.+)$/.exec(authorization)
  const { head = '', claims = '', signature = '', key = '' } = parts?.groups ?? {}
  const point = bytes(key)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' })
  const how = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  return {
    isTrue: verify('sha256', Buffer.from(`${head}.${claims}`), how, bytes(signature)),
    claims: JSON.parse(bytes(claims).toString()) as { aud: string; exp: number; sub: string },
    key,
  }
}

export type Taken = { path: string; headers: Record<string, unknown>; body: Buffer }
type Answer = { status: number; headers?: Record<string, string> }

export type PushService = {
  /** `https://localhost:PORT`; below, the same in the form of the setting for push services. */
  origin: string
  named: string
  /** The messages taken, in their order. */
  taken: Taken[]
  /** The answers to the next messages; with none left, 201. */
  answers: Answer[]
  close: () => Promise<void>
}

/** A push service over TLS in this process, which trusts it, that keeps what it is given. */
export async function aPushService(taking: (one: Taken) => void = () => {}): Promise<PushService> {
  const [taken, answers]: [Taken[], Answer[]] = [[], []]
  const server = createServer({ key: PEM, cert: PEM }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) }
      taken.push(one)
      taking(one)
      const { status, headers = {} } = answers.shift() ?? { status: 201 }
      response.writeHead(status, headers).end('x'.repeat(10_000))
    })
  })
  setDefaultCACertificates([...getCACertificates('default'), PEM.slice(PEM.indexOf('-----BEGIN CERTIFICATE'))])
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const named = `localhost:${address.port}`
  return {
    origin: `https://${named}`,
    named,
    taken,
    answers,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
