import { timingSafeEqual } from 'node:crypto'
import { secretOf } from '#platform/seal.server.ts'
import { hashOfSecret } from '#platform/secret.ts'
import type { RevealTicket } from './schema.ts'

/** Minutes in which a file that was asked for with a reason can be fetched. */
const MINUTES = 5

/** What the address of a file carries whose numbers somebody said why they open: nobody else's, of no other week or month (`of`), not for long. */
export function revealTicketFor(
  uid: string,
  of: string,
  format: RevealTicket['format'],
  now: Temporal.Instant,
): RevealTicket {
  const until = now.add({ minutes: MINUTES }).toString({ smallestUnit: 'second' })
  return { format, until, proof: proofOf(uid, of, format, until) }
}

/** Whether a ticket is this person's, of this week or month, and still good. */
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
