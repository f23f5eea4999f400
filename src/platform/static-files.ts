import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { keep, type Kept } from './kept.ts'

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
export function loadStaticFiles(folder: string): Map<string, Kept> {
  const files = new Map<string, Kept>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || !type || entry.name.startsWith('.')) continue
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(folder, path).split(sep).join('/')}`
    // Built files carry the hash of their content in their name.
    const cacheControl = address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
    files.set(address, keep(readFileSync(path), { type, cacheControl, headers: [['vary', 'accept-encoding']] }))
  }
  return files
}
