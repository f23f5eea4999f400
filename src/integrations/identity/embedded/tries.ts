import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { db, inTransaction, type Tx } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { networkOf } from '#platform/network.ts'
import { tooMany } from './fault.ts'

type Limit = {
  /** How tries are counted: per e-mail, per address, or per e-mail and address together. */
  per: 'email' | 'address' | 'both'
  most: number
  minutes: number
  /** Whether a known device, which counts as a place of its own, is spared from what others try with that e-mail. */
  sparesKnownDevice?: true
}

type Rule = { limits: readonly Limit[]; message: string }

const LOCKED =
  'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to many failed login ' +
  'attempts. You can immediately restore it by resetting your password or you can try again later.'

/** Limits of tries (`rulings.md` G). Only the limit per e-mail spares known devices, so that nobody can lock another person out. */
const RULES = {
  'sign-in': {
    message: LOCKED,
    limits: [
      { per: 'both', most: 10, minutes: 15 },
      { per: 'address', most: 100, minutes: 1 },
      { per: 'email', most: 50, minutes: 60, sparesKnownDevice: true },
    ],
  },
  'sign-up': { message: 'TOO_MANY_ATTEMPTS_TRY_LATER', limits: [{ per: 'address', most: 10, minutes: 60 }] },
  reset: {
    message: 'RESET_PASSWORD_EXCEED_LIMIT',
    limits: [
      { per: 'email', most: 5, minutes: 60 },
      { per: 'address', most: 20, minutes: 60 },
    ],
  },
  mail: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER', limits: [{ per: 'email', most: 5, minutes: 60 }] },
  'second-factor': { message: 'TOO_MANY_ATTEMPTS_TRY_LATER', limits: [{ per: 'email', most: 10, minutes: 15 }] },
} as const satisfies Record<string, Rule>

export type Kind = keyof typeof RULES
export type Who = { email: string; address: string; isKnownDevice?: boolean }

/**
 * Counts a try before anything is checked, in a transaction of its own: simultaneous tries, in any process, can't slip
 * past a limit, and a refused one is counted too. Refuses with the message of the rule.
 */
export function countTry(kind: Kind, sender: Who, now: Temporal.Instant): Promise<void> {
  const { limits, message }: Rule = RULES[kind]
  const senderOfNetwork = { ...sender, address: networkOf(sender.address) }
  const emailHash = hashOf(senderOfNetwork.email)
  return inTransaction(async (tx) => {
    await lock(tx, [`${kind} ${emailHash.toString('hex')}`, `${kind} ${senderOfNetwork.address}`])
    for (const limit of limits) {
      if (limit.sparesKnownDevice && senderOfNetwork.isKnownDevice) continue
      const wait = await secondsToWait(tx, kind, limit, { emailHash, address: senderOfNetwork.address }, now)
      if (wait !== null) throw tooMany(message, wait)
    }
    await tx
      .insertInto('identity_tries')
      .values({ kind, email_hash: emailHash, address: senderOfNetwork.address, at: now })
      .execute()
  })
}

/** Clears the tries against an e-mail from this address, after a right password. */
export async function forgetTries(kind: Kind, { email, address }: Who): Promise<void> {
  await db
    .deleteFrom('identity_tries')
    .where('kind', '=', kind)
    .where('email_hash', '=', hashOf(email))
    .where('address', '=', networkOf(address))
    .execute()
}

/** Clears all tries against an e-mail, after a new password. */
export async function forgetSignIns(email: string): Promise<void> {
  await db.deleteFrom('identity_tries').where('kind', '=', 'sign-in').where('email_hash', '=', hashOf(email)).execute()
}

/** Takes locks in one order, so that two tries never wait for each other. */
async function lock(tx: Tx, names: string[]): Promise<void> {
  for (const name of names.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${name}`}, 0))`.execute(tx)
  }
}

async function secondsToWait(
  tx: Tx,
  kind: Kind,
  { per, most, minutes }: Limit,
  { emailHash, address }: { emailHash: Buffer; address: string },
  now: Temporal.Instant,
): Promise<number | null> {
  let query = tx
    .selectFrom('identity_tries')
    .select('at')
    .where('kind', '=', kind)
    .where('at', '>', moment(now.subtract({ minutes })))
    // Tries counted while the clock was ahead would lock the person out until that day comes.
    .where('at', '<=', moment(now))
  if (per !== 'address') query = query.where('email_hash', '=', emailHash)
  if (per !== 'email') query = query.where('address', '=', address)
  const oldest = await query
    .orderBy('at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return null
  return Math.max(1, Math.ceil(now.until(oldest.at.add({ minutes })).total('seconds')))
}

function hashOf(email: string): Buffer {
  return createHash('sha256').update(email).digest()
}
