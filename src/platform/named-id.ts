import { createHash } from 'node:crypto'

/** An id that is the same every time something is worked out, and another one where its name is. */
export function idOf(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}
