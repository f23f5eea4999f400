import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export const KEY_ID = 'VOLANTETESTKEY'
export const SECRET = 'a secret that nobody else has/+='
export const REGION = 'eu-west-3'

/** A request as its signature sees it. */
export type Signed = { method: string; path: string; query: URLSearchParams; headers: Record<string, string> }

const hex = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * AWS Signature Version 4 of a request, by the published recipe: written here without the SDK, so that it can judge the
 * SDK.
 */
export function signatureOf(
  { method, path, query, headers }: Signed,
  names: readonly string[],
  secret: string,
): string {
  const sorted = [...query].map(([name, value]) => `${escaped(name)}=${escaped(value)}`).toSorted()
  const canonical = [
    method,
    path,
    sorted.join('&'),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'] ?? '',
  ].join('\n')
  const at = headers['x-amz-date'] ?? ''
  const [, , region = ''] =
    /Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request/.exec(headers['authorization'] ?? '') ?? []
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`
  const key = mac(mac(mac(mac(`AWS4${secret}`, at.slice(0, 8)), region), 's3'), 'aws4_request')
  return mac(key, `AWS4-HMAC-SHA256\n${at}\n${scope}\n${hex(canonical)}`).toString('hex')
}

function isSigned(request: Signed, body: Uint8Array): boolean {
  const { authorization = '', 'x-amz-content-sha256': said } = request.headers
  const [, id] = /Credential=([^/]+)\//.exec(authorization) ?? []
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(authorization) ?? []
  const [, signature = ''] = /Signature=([\da-f]{64})$/.exec(authorization) ?? []
  if (id !== KEY_ID || signature === '' || !names.split(';').includes('host')) return false
  if (said !== 'UNSIGNED-PAYLOAD' && said !== hex(body)) return false
  const wanted = signatureOf(request, names.split(';'), SECRET)
  return timingSafeEqual(Buffer.from(wanted), Buffer.from(signature))
}

/**
 * Faults that a bucket can be made to have: not there, too busy, access denied, no such bucket; no answer at all, or
 * none once a file was sent; an answer that ends half-way; and the page of a gateway in front of it, which says yes to
 * everything.
 */
export type Trouble = 'none' | 'away' | 'busy' | 'forbidden' | 'gone' | 'silent' | 'deaf' | 'cut' | 'gateway'

/**
 * A bucket in memory that speaks the part of S3 that a store needs, and refuses every request with a wrong signature.
 * `objects` is its content; `trouble` makes it fail as stores do. With a `folder` it writes each object to disk before
 * it confirms it, and has it again at the next start.
 */
export async function aBucket(bucket = 'frota', { folder, port: at = 0 }: { folder?: string; port?: number } = {}) {
  const objects = folder === undefined ? new Map<string, Buffer>() : new OnDisk(folder)
  const uploads = new Map<string, Map<number, Buffer>>()
  /** `silent` counts the requests that got no answer. */
  const state = { trouble: 'none' as Trouble, requests: 0, refused: 0, parts: 0, silent: 0 }

  const server = createServer((request, response) => {
    void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://bucket')
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    state.requests++
    const say = (status: number, text = '', more: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/xml', ...more }).end(text)
    }
    const fault = (status: number, code: string) =>
      say(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    if (state.trouble === 'away') return void request.socket.destroy()
    if (state.trouble === 'busy') return fault(503, 'SlowDown')
    if (state.trouble === 'forbidden') return fault(403, 'AccessDenied')
    if (state.trouble === 'gone') return fault(404, 'NoSuchBucket')
    if (state.trouble === 'gateway') return say(200, '<!doctype html><p>Sign in to the network</p>')
    const method = request.method ?? ''
    if (state.trouble === 'silent' || (state.trouble === 'deaf' && method !== 'GET')) return void state.silent++
    if (!isSigned({ method, path: pathname, query, headers }, body)) {
      state.refused++
      return fault(403, 'SignatureDoesNotMatch')
    }
    const key = decodeURIComponent(pathname).slice(bucket.length + 2)
    if (!pathname.startsWith(`/${bucket}/`)) return fault(404, 'NoSuchBucket')
    const uploadId = query.get('uploadId')
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, new Map())
      return say(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (uploadId !== null) {
      const parts = uploads.get(uploadId)
      if (!parts) return fault(404, 'NoSuchUpload')
      if (method === 'PUT') {
        state.parts++
        parts.set(Number(query.get('partNumber')), body)
        return say(200, '', { etag: `"${hex(body).slice(0, 32)}"` })
      }
      if (method === 'POST')
        objects.set(key, Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part)))
      uploads.delete(uploadId)
      if (method === 'DELETE') return say(204)
      return say(200, `<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>`)
    }
    if (method === 'PUT') {
      objects.set(key, body)
      return say(200, '', { etag: `"${hex(body).slice(0, 32)}"` })
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return say(204)
    }
    const object = objects.get(key)
    if (!object) return fault(404, 'NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers['range'] ?? '') ?? []
    const part = from === undefined ? object : object.subarray(Number(from), Number(to) + 1)
    const ranged =
      from === undefined ? {} : { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${object.length}` }
    response.writeHead(from === undefined ? 200 : 206, {
      'content-length': String(part.length),
      etag: '"x"',
      ...ranged,
    })
    if (state.trouble !== 'cut' || part.length < 10) return void response.end(method === 'HEAD' ? undefined : part)
    response.write(part.subarray(0, part.length / 2), () => request.socket.destroy())
  }

  await new Promise<void>((done) => server.listen(at, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    objects,
    uploads,
    state,
    settings: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: SECRET,
      AWS_REGION: REGION,
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}

/** Objects that are on the disk before they count, each whole or not there at all. */
class OnDisk extends Map<string, Buffer> {
  readonly #folder: string

  constructor(folder: string) {
    super()
    for (const name of readdirSync(folder))
      if (!name.endsWith('.new')) super.set(decodeURIComponent(name), readFileSync(join(folder, name)))
    this.#folder = folder
  }

  override set(key: string, bytes: Buffer): this {
    const path = join(this.#folder, encodeURIComponent(key))
    const file = openSync(`${path}.new`, 'w')
    writeSync(file, bytes)
    fsyncSync(file)
    closeSync(file)
    renameSync(`${path}.new`, path)
    return super.set(key, bytes)
  }

  override delete(key: string): boolean {
    rmSync(join(this.#folder, encodeURIComponent(key)), { force: true })
    return super.delete(key)
  }
}
