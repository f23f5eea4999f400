import { sql } from 'kysely'
import { inTransaction } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { Refusal } from '#domain/refusal.ts'
import { networkOf } from '#platform/network.ts'
import { seal, unseal } from '#platform/seal.server.ts'
import { MAX_PER_HOUR, type VisitorForm } from './schema.ts'

const SEAL = { purpose: 'visitor form', of: 'stamp' }
/**
 * Least seconds between seeing and sending a form, as nobody is faster; and the most hours, so that a form left open
 * overnight still works.
 */
const LEAST_SECONDS = 2
const MAX_HOURS = 24
const WINDOW = { hours: 1 }

/** Makes the stamp of a form that is shown: it contains the moment, and cannot be made elsewhere. */
export function newStamp(now: Temporal.Instant): string {
  return seal(String(now.epochMilliseconds), SEAL).toString('base64url')
}

/**
 * Lets a visitor's form through, and counts it. Refuses `visitor.looks-automatic` when the hidden field is filled,
 * `visitor.too-quick` under two seconds, `visitor.form-expired` for a stamp that is old or not ours, and
 * `visitor.too-many` {retryAfter: seconds} over the limit of the address.
 */
export async function guardVisitor(
  form: VisitorForm,
  { website, stamp }: { website: string; stamp: string },
  { address, now }: { address: string; now: Temporal.Instant },
): Promise<void> {
  if (website !== '') throw new Refusal('visitor.looks-automatic')
  const opened = unseal(Buffer.from(stamp, 'base64url'), SEAL)
  const seconds = opened === null ? null : (now.epochMilliseconds - Number(opened)) / 1_000
  if (seconds === null || seconds > MAX_HOURS * 3_600) throw new Refusal('visitor.form-expired')
  if (seconds < LEAST_SECONDS) throw new Refusal('visitor.too-quick')
  await countVisit(form, { address, now })
}

/** Counts a visitor's form. Refuses `visitor.too-many` {retryAfter: seconds} over the limit of the address. */
export async function countVisit(
  kind: VisitorForm,
  { address: from, now }: { address: string; now: Temporal.Instant },
): Promise<void> {
  const address = networkOf(from)
  await inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`visitor ${kind} ${address}`}, 0))`.execute(tx)
    await tx
      .deleteFrom('visitor_tries')
      .where('at', '<=', moment(now.subtract(WINDOW)))
      .execute()
    const recent = await tx
      .selectFrom('visitor_tries')
      .select('at')
      .where('kind', '=', kind)
      .where('address', '=', address)
      .where('at', '<=', moment(now))
      .orderBy('at', 'desc')
      .limit(MAX_PER_HOUR[kind])
      .execute()
    const oldest = recent[MAX_PER_HOUR[kind] - 1]
    if (oldest) {
      const wait = now.until(oldest.at.add(WINDOW)).total('seconds')
      throw new Refusal('visitor.too-many', { retryAfter: Math.max(1, Math.ceil(wait)) })
    }
    await tx.insertInto('visitor_tries').values({ kind, address, at: now.toString() }).execute()
  })
}
