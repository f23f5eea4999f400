import { lookup } from 'node:dns'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './network.ts'

/** Thrown for an address of a machine that is not on the internet: it may stand in the operator's own network. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

/** Thrown where an answer is longer than any expected one. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** Looks up the addresses of a host name, and refuses it with `NotPublic` if one of them is not on the internet. */
export const lookupPublic: LookupFunction = (host, options, found) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return found(error ?? new Error(`${host} has no address`), '', 0)
    if (!addresses.every(({ address }) => isPublicAddress(address))) return found(new NotPublic(), '', 0)
    if (options.all) found(null, addresses)
    else found(null, first.address, first.family)
  })
}

/** Throws `NotPublic` for a URL that names a machine by a number outside the internet: `lookupPublic` is not called for numbers. */
export function requirePublicNumber(url: string): void {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '')
  if ((host.includes(':') || /^[\d.]+$/.test(host)) && !isPublicAddress(host)) throw new NotPublic()
}

/** An answer of the internet; `retryAfter` as the header has it. */
export type PublicAnswer = { status: number; bytes: Buffer; retryAfter?: string | undefined }

/** Function that reads an address of the internet; tests pass another one. */
export type ReadPublic = (url: string) => Promise<PublicAnswer>

/**
 * Reads an address that somebody named: over HTTPS, only from machines on the internet, within a time and a size, and
 * without following redirects. Throws `NotPublic`, `TooLong`, or the network's error.
 */
export function readPublic(
  url: string,
  {
    milliseconds,
    mostBytes,
    headers = {},
  }: { milliseconds: number; mostBytes: number; headers?: Readonly<Record<string, string>> },
): Promise<PublicAnswer> {
  return new Promise((resolve, reject) => {
    requirePublicNumber(url)
    const signal = AbortSignal.timeout(milliseconds)
    const call = request(url, { headers, lookup: lookupPublic, signal, agent: false }, (answer) => {
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size > mostBytes) answer.destroy(new TooLong())
        else parts.push(part)
      })
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          bytes: Buffer.concat(parts),
          retryAfter: answer.headers['retry-after'],
        }),
      )
      answer.once('error', reject)
    })
    call.once('error', reject)
    call.end()
  })
}
