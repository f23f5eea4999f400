import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { type Role, roleFrom, type User } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { hasEnded, sessionLimit } from '#domain/session.ts'
import { hashOfSecret } from '#platform/secret.ts'
import { readLink } from '#features/one-time-links/commands.server.ts'

export type Session = {
  idHash: Buffer
  user: User
  emailVerified: boolean
  /** Of this sign-in: a change of password or of IBAN asks for a fresh one. */
  signedInAt: Temporal.Instant
  seenAt: Temporal.Instant
  /** Ends then, however much it is used. */
  endsAt: Temporal.Instant
}

/**
 * The session behind a cookie, with the person as they are now, or `null`: unknown, ended, of a disabled account, or
 * from before the account's sign-ins were made void.
 */
export async function findSession(token: string, now: Temporal.Instant): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.uid', 'sessions.uid')
    .leftJoin('drivers', 'drivers.uid', 'users.uid')
    .select(['sessions.id_hash', 'sessions.seen_at', 'sessions.signed_in_at', 'sessions.expires_at'])
    .select([
      'users.uid',
      'users.email',
      'users.email_verified',
      'users.display_name',
      'users.role',
      'drivers.id as driver_id',
    ])
    .where('sessions.id_hash', '=', hashOfSecret(token))
    .where('sessions.expires_at', '>', moment(now))
    .where('users.disabled', '=', false)
    .where((is) =>
      is.or([is('users.valid_since', 'is', null), is('sessions.signed_in_at', '>=', is.ref('users.valid_since'))]),
    )
    .executeTakeFirst()
  if (!row) return null

  const role = roleFrom(row.role)
  const { signed_in_at: signedInAt, seen_at: seenAt } = row
  if (hasEnded({ role, signedInAt, seenAt }, now)) return null
  return {
    idHash: row.id_hash,
    user: { uid: row.uid, email: row.email, displayName: row.display_name, role, driverId: row.driver_id },
    emailVerified: row.email_verified,
    signedInAt,
    seenAt,
    endsAt: sessionLimit(role, signedInAt),
  }
}

/** How many can open the office. With none, the product shows a set-up link. */
export async function countAdmins(): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  return count
}

/** For the page of a link: whose password it sets. Looking uses nothing up; refuses as `readLink`. */
export async function getInvitation(code: string, now: Temporal.Instant): Promise<{ email: string; role: Role }> {
  const { email, uid } = await readLink(code, ['invite', 'reset'], now)
  if (email === null) throw new Refusal('identity.invalid-action-code')
  const account = uid ? await db.selectFrom('users').select('role').where('uid', '=', uid).executeTakeFirst() : null
  return { email, role: roleFrom(account?.role) }
}

/** For the page of the set-up link: refuses when it is not good, or an administrator exists already. */
export async function getSetup(code: string, now: Temporal.Instant): Promise<null> {
  await readLink(code, ['first-admin'], now)
  if ((await countAdmins()) > 0) throw new Refusal('identity.invalid-action-code')
  return null
}

/** The account a driver signs in with, or `null` while there is none. */
export async function findDriverAccount(
  driverId: string,
): Promise<{ email: string; lastSignInAt: string | null } | null> {
  const account = await db
    .selectFrom('drivers')
    .innerJoin('users', 'users.uid', 'drivers.uid')
    .select(['users.email', 'users.last_sign_in_at'])
    .where('drivers.id', '=', driverId)
    .executeTakeFirst()
  return account ? { email: account.email, lastSignInAt: account.last_sign_in_at?.toString() ?? null } : null
}
