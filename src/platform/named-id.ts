import { createHash } from 'node:crypto'

/** Makes an id from a name: the same name always gives the same id. */
export function idOf(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}
