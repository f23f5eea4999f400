import { timingSafeEqual } from 'node:crypto'
import { secretOf } from '#platform/seal.server.ts'
import { hashOfSecret } from '#platform/secret.ts'
import type { RevealTicket } from './schema.ts'

/** Minutes for which a file can be fetched once its reason was given. */
const MINUTES = 5

/**
 * A ticket for the address of a file with full numbers: for this person alone, for this week or month (`of`), and for a
 * short time.
 */
export function revealTicketFor(
  uid: string,
  of: string,
  format: RevealTicket['format'],
  now: Temporal.Instant,
): RevealTicket {
  const until = now.add({ minutes: MINUTES }).toString({ smallestUnit: 'second' })
  return { format, until, proof: proofOf(uid, of, format, until) }
}

/** Whether a ticket is for this person and this week or month, and still valid. */
export function isRevealGood(
  { format, until, proof }: RevealTicket,
  uid: string,
  of: string,
  now: Temporal.Instant,
): boolean {
  const isMine = timingSafeEqual(hashOfSecret(proof), hashOfSecret(proofOf(uid, of, format, until)))
  const left = Temporal.Instant.from(until).since(now).total('minutes')
  return isMine && left > 0 && left <= MINUTES
}

function proofOf(uid: string, of: string, format: string, until: string): string {
  return secretOf([uid, of, format, until].join(' '), 'revealed week')
}
