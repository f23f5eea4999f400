import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { sha256 } from './hash.ts'

/** Encodings in order of preference: the smallest first. */
export const ENCODINGS = ['br', 'zstd', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** An answer that is the same for everybody: its bytes stay in memory, compressed once, and are sent as they are. */
export type CachedAnswer = {
  readonly bytes: Buffer
  readonly type: string
  readonly etag: string
  readonly cacheControl: string
  readonly headers: readonly (readonly [string, string])[]
  readonly packed: ReadonlyMap<Encoding, Buffer>
}

type Described = Pick<CachedAnswer, 'type' | 'cacheControl'> & { headers?: CachedAnswer['headers'] }

/** Keeps bytes. Text that was not compressed before is compressed in the background, and sent uncompressed until then. */
export function cacheAnswer(
  content: Uint8Array,
  described: Described,
  packedBefore: ReadonlyMap<Encoding, Buffer> = new Map(),
): CachedAnswer {
  const { packing, ...kept } = cacheCompressing(content, described, packedBefore)
  void packing
  return kept
}

/** Keeps bytes after a quick compression: the first reader waits some milliseconds, and gets a quarter of the bytes. */
export async function cacheCompressed(content: Uint8Array, described: Described): Promise<CachedAnswer> {
  const { packing, ...kept } = cacheCompressing(content, described, new Map())
  await packing
  return kept
}

function cacheCompressing(
  content: Uint8Array,
  { type, cacheControl, headers = [] }: Described,
  packedBefore: ReadonlyMap<Encoding, Buffer>,
): CachedAnswer & { packing: Promise<void> } {
  const bytes = Buffer.from(content)
  const packed = new Map(packedBefore)
  const packing = packed.size === 0 && shrinks(bytes, type) ? packQuickly(bytes, packed) : Promise.resolve()
  return { bytes, type, etag: `"${sha256(bytes).slice(0, 20)}"`, cacheControl, headers, packed, packing }
}

export function shrinks(bytes: Uint8Array, type: string): boolean {
  return /^text|json|svg|xml|javascript/.test(type) && bytes.byteLength >= 256
}

/** The queue of the best compressions: they run one after the other, because each takes many megabytes. */
let compressions: Promise<void> = Promise.resolve()

/** Compresses in every encoding, also the slow best ones. */
export async function pack(bytes: Buffer, packed: Map<Encoding, Buffer>): Promise<void> {
  await packQuickly(bytes, packed)
  await compressions
}

/** Compresses with gzip, which is quick, and queues the smaller encodings, for which nobody waits. */
async function packQuickly(bytes: Buffer, packed: Map<Encoding, Buffer>): Promise<void> {
  packed.set('gzip', await promisify(gzip)(bytes, { level: 9 }))
  compressions = compressions.then(() => packBest(bytes, packed))
}

async function packBest(bytes: Buffer, packed: Map<Encoding, Buffer>): Promise<void> {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength }
  packed.set('br', await promisify(brotliCompress)(bytes, { params: quality }))
  const level = { [constants.ZSTD_c_compressionLevel]: 15 }
  packed.set('zstd', await promisify(zstdCompress)(bytes, { params: level, pledgedSrcSize: bytes.byteLength }))
}

/** Sends a kept answer in the best encoding the browser takes, or 304 when it has it; answers the status. */
export function sendKept(
  kept: CachedAnswer,
  { method, headers: requestHeaders }: IncomingMessage,
  outgoing: ServerResponse,
  ownHeaders: readonly (readonly [string, string])[],
): number {
  const head: OutgoingHttpHeader[] = []
  for (const [name, value] of kept.headers) head.push(name, value)
  for (const [name, value] of ownHeaders) head.push(name, value)
  head.push('etag', kept.etag, 'cache-control', kept.cacheControl)
  if (hasVersion(requestHeaders['if-none-match'], kept.etag)) {
    outgoing.writeHead(304, head).end()
    return 304
  }
  const encoding = bestEncoding(kept, String(requestHeaders['accept-encoding'] ?? ''))
  const bytes = (encoding && kept.packed.get(encoding)) ?? kept.bytes
  if (encoding) head.push('content-encoding', encoding)
  head.push('content-type', kept.type, 'content-length', bytes.byteLength)
  outgoing.writeHead(200, head).end(method === 'HEAD' ? undefined : bytes)
  return 200
}

/** Makes the answer for callers without a connection to write on: uncompressed. */
export function responseOf({ bytes, type, cacheControl, headers }: CachedAnswer): Response {
  return new Response(new Uint8Array(bytes), {
    headers: [...headers, ['content-type', type], ['cache-control', cacheControl]].map(([name, value]) => [
      name,
      value,
    ]),
  })
}

/**
 * Whether the browser has this version. `If-None-Match` is a list, and compares without the weakness mark that a proxy
 * may have added (RFC 9110, 13.1.2).
 */
function hasVersion(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header === etag || header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

function bestEncoding({ packed }: CachedAnswer, accepted: string): Encoding | null {
  if (packed.size === 0) return null
  return ENCODINGS.find((encoding) => packed.has(encoding) && accepts(accepted, encoding)) ?? null
}

/** Whether an `Accept-Encoding` names this encoding, and does not refuse it. */
export function accepts(header: string, encoding: string): boolean {
  if (!header.includes(encoding)) return false
  return header.split(',').some((part) => {
    const [name, weight] = part.trim().split(';')
    return name?.trim() === encoding && !/q\s*=\s*0(\.0*)?\s*$/.test(weight ?? '')
  })
}
