import { lookup } from 'node:dns'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './network.ts'

/** A machine that somebody named is not of the internet: it may be one of the own house. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

/** The answer is longer than what was asked for can be. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** Finds a machine by its name, as everybody does, and refuses it where one of its addresses is not of the internet. */
export const publicAlone: LookupFunction = (host, options, found) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return found(error ?? new Error(`${host} has no address`), '', 0)
    if (!addresses.every(({ address }) => isPublicAddress(address))) return found(new NotPublic(), '', 0)
    if (options.all) found(null, addresses)
    else found(null, first.address, first.family)
  })
}

/** Throws `NotPublic` of an address that names a machine by its number and is not of the internet: such a one is looked up nowhere. */
export function requirePublicNumber(url: string): void {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '')
  if ((host.includes(':') || /^[\d.]+$/.test(host)) && !isPublicAddress(host)) throw new NotPublic()
}

/** `retryAfter` as the header says it. */
export type PublicAnswer = { status: number; bytes: Buffer; retryAfter?: string | undefined }

/** How an address of the internet is read: a function, so that a test can be one. */
export type ReadPublic = (url: string) => Promise<PublicAnswer>

/**
 * Reads an address that somebody named: over HTTPS, at machines of the internet alone, within a time and a size, and never further than where was
 * asked. Throws `NotPublic`, `TooLong`, or what the network says.
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
    const asked = request(url, { headers, lookup: publicAlone, signal, agent: false }, (answer) => {
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
