import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { type Encoding, ENCODINGS, cacheAnswer, type CachedAnswer, pack, shrinks } from './kept.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
}

/** Ending of a packed file after its own name: no address leads to it. */
const ENDING: Record<Encoding, string> = { br: '.br', zstd: '.zst', gzip: '.gz' }

/** Lists the built files that are served, with their address. Only known types are; source maps and packed files are left out. */
function* servedFiles(folder: string): Generator<{ path: string; address: string; type: string }> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || !type || entry.name.startsWith('.')) continue
    const path = join(entry.parentPath, entry.name)
    yield { path, address: `/${relative(folder, path).split(sep).join('/')}`, type }
  }
}

/** Packs a folder of built files once, during the build: the best compression takes as long as the start of a site. */
export async function packFiles(folder: string): Promise<void> {
  for (const { path, type } of servedFiles(folder)) {
    const bytes = readFileSync(path)
    if (!shrinks(bytes, type)) continue
    const packed = new Map<Encoding, Buffer>()
    await pack(bytes, packed)
    for (const [encoding, content] of packed) await writeFile(path + ENDING[encoding], content)
  }
}

/** Reads a folder of built files into memory, plain and packed. */
export function loadStaticFiles(folder: string): Map<string, CachedAnswer> {
  const files = new Map<string, CachedAnswer>()
  for (const { path, address, type } of servedFiles(folder)) {
    // Built files carry the hash of their content in their name.
    const cacheControl = address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
    const described = { type, cacheControl, headers: [['vary', 'accept-encoding']] as const }
    const packed = ENCODINGS.filter((encoding) => existsSync(path + ENDING[encoding])).map(
      (encoding) => [encoding, readFileSync(path + ENDING[encoding])] as const,
    )
    files.set(address, cacheAnswer(readFileSync(path), described, new Map(packed)))
  }
  return files
}
