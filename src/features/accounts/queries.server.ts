import { db } from '#db/client.server.ts'
import { type Role, roleFrom } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { readLink } from '#features/one-time-links/commands.server.ts'

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
