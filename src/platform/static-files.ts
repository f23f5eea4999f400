import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { sha256 } from './hash.ts'

type Variant = { encoding: 'br' | 'gzip' | null; bytes: Buffer }
type StaticFile = { type: string; etag: string; immutable: boolean; variants: readonly Variant[] }

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
}

/** Reads a folder of built files into memory, compressed once. Only known types are served; source maps are not among them. */
export function loadStaticFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || !type || entry.name.startsWith('.')) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    const address = `/${relative(folder, path).split(sep).join('/')}`
    files.set(address, {
      type,
      etag: `"${sha256(bytes).slice(0, 20)}"`,
      immutable: address.startsWith('/assets/'),
      variants: [...compressed(type, bytes), { encoding: null, bytes }],
    })
  }
  return files
}

function compressed(type: string, bytes: Buffer): Variant[] {
  if (!/^text|json|svg|xml/.test(type) || bytes.byteLength < 256) return []
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  return [
    { encoding: 'br', bytes: brotli },
    { encoding: 'gzip', bytes: gzipSync(bytes, { level: 9 }) },
  ]
}

/** The answer for a built file in the best encoding the browser takes, or 304; `null` when there is no such file. */
export function answerStatic(files: ReadonlyMap<string, StaticFile>, request: Request): Response | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const file = files.get(new URL(request.url).pathname)
  if (!file) return null
  const accepted = request.headers.get('accept-encoding') ?? ''
  const variant = file.variants.find(({ encoding }) => encoding === null || accepts(accepted, encoding))!
  const headers = new Headers({
    'content-type': file.type,
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  })
  if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
  if (variant.encoding) headers.set('content-encoding', variant.encoding)
  headers.set('content-length', String(variant.bytes.byteLength))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(variant.bytes), { headers })
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => part.trim().split(';')[0] === encoding && !/;\s*q=0(\.0*)?$/.test(part))
}
