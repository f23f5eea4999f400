import { lookup } from 'node:dns'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './network.ts'

/** Thrown for an address of a machine that is not on the internet: it may stand in the operator's own network. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

/** Thrown where an answer is longer than what was asked for can be. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** Looks a machine up by its name, and refuses it with `NotPublic` where one of its addresses is not on the internet. */
export const lookupPublic: LookupFunction = (host, options, found) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return found(error ?? new Error(`${host} has no address`), '', 0)
    if (!addresses.every(({ address }) => isPublicAddress(address))) return found(new NotPublic(), '', 0)
    if (options.all) found(null, addresses)
    else found(null, first.address, first.family)
  })
}

/** Throws `NotPublic` where the address has the number of a machine that is not on the internet: `lookupPublic` never sees a number. */
export function requirePublicNumber(url: string): void {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '')
  if ((host.includes(':') || /^[\d.]+$/.test(host)) && !isPublicAddress(host)) throw new NotPublic()
}

/** `retryAfter` as the header says it. */
export type PublicAnswer = { status: number; bytes: Buffer; retryAfter?: string | undefined }

/** Reads an address of the internet; a test hands in another function. */
export type ReadPublic = (url: string) => Promise<PublicAnswer>

/**
 * Reads an address that somebody named: over HTTPS, at machines on the internet alone, within a time and a size, and without following it to
 * another address. Throws `NotPublic`, `TooLong`, or what the network says.
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
    const asked = request(url, { headers, lookup: lookupPublic, signal, agent: false }, (answer) => {
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
    asked.once('error', reject)
    asked.end()
  })
}
