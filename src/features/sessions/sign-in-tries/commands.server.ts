import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { db, inTransaction } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { Refusal } from '#domain/refusal.ts'
import { placeOf } from '#integrations/identity/known-device.ts'

/**
 * Wrong passwords for one e-mail from one place after which that place has to wait. A place is an address, or a
 * browser that knows the person; other places are not locked out.
 */
const TRIES = 10
const WINDOW = { minutes: 15 }

type Try = { id: number; emailHash: Buffer; address: string }

/**
 * Counts a try before its password is checked, in a transaction of its own: tries at the same moment cannot slip past
 * the limit, and a refused sign-in stays counted. Refuses `identity.too-many-requests` {retryAfter: seconds}.
 */
export function countTry(
  email: string,
  from: { address: string; remembered: string | null },
  now: Temporal.Instant,
): Promise<Try> {
  const { address } = placeOf(from, email, now)
  const emailHash = createHash('sha256').update(email.toLowerCase()).digest()
  const windowStart = now.subtract(WINDOW)

  return inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${emailHash.toString('hex')} ${address}`}, 0))`.execute(
      tx,
    )
    const recent = await tx
      .selectFrom('sign_in_failures')
      .select('at')
      .where('email_hash', '=', emailHash)
      .where('address', '=', address)
      .where('at', '>', moment(windowStart))
      // Tries counted while the clock was ahead must not lock the person out until that day.
      .where('at', '<=', moment(now))
      .orderBy('at', 'desc')
      .limit(TRIES)
      .execute()
    const oldest = recent[TRIES - 1]
    if (oldest) {
      const wait = now.until(oldest.at.add(WINDOW)).total('seconds')
      throw new Refusal('identity.too-many-requests', { retryAfter: Math.max(1, Math.ceil(wait)) })
    }
    const { id } = await tx
      .insertInto('sign_in_failures')
      .values({ email_hash: emailHash, address, at: now.toString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, emailHash, address }
  })
}

/** Takes a try back that did not test the password: the service was busy or away, or the account is closed. */
export async function forgetTry({ id }: Try): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('id', '=', id).execute()
}

/** Clears the tries counted before a right password, and those too old to count for anybody. */
export async function forgetTries({ emailHash, address }: Try, now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where((row) =>
      row.or([
        row.and([row('email_hash', '=', emailHash), row('address', '=', address)]),
        row('at', '<', moment(now.subtract(WINDOW))),
      ]),
    )
    .execute()
}
