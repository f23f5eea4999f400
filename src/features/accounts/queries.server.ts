import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { moment } from '#db/moment.ts'
import { type Role, roleFrom, type Scope, scopesFrom } from '#domain/access.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { NO_VISITOR_BRIEFLY, identity } from '#integrations/identity/identity.ts'
import type { Language } from '#messages/language.ts'
import { needsSecondFactor } from '#features/sessions/queries.server.ts'
import { readLink } from '#features/sessions/one-time-links/commands.server.ts'

/** Number of administrators. While there is none, the product shows a set-up link. */
export async function countAdmins(): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  return count
}

/** Whether administrators need a second factor. */
export async function adminsNeedSecondFactor(on: Pick<Kysely<DB>, 'selectFrom'> = db): Promise<boolean> {
  const rules = await on.selectFrom('access_rules').select('admins_need_second_factor').executeTakeFirst()
  return needsSecondFactor(rules?.admins_need_second_factor)
}

/**
 * Reads whose password a link sets, for its page; `email` is `null` for a driver who types one there. Reading does
 * not use the link up. Refuses what `readLink` refuses.
 */
export async function getInvitation(
  code: string,
  now: Temporal.Instant,
): Promise<{ email: string | null; role: Role }> {
  const { purpose, email, uid, driverId } = await readLink(code, ['admin', 'invite', 'reset'], now)
  if (email === null && purpose === 'invite') return { email: await emailOf(driverId), role: 'driver' }
  if (email === null) throw new Refusal('identity.invalid-action-code')
  if (purpose === 'admin') return { email, role: 'admin' }
  const account = uid ? await db.selectFrom('users').select('role').where('uid', '=', uid).executeTakeFirst() : null
  return { email, role: roleFrom(account?.role) }
}

/** The current e-mail of a driver's record. */
async function emailOf(driverId: string | null): Promise<string | null> {
  const driver = await db.selectFrom('drivers').select('email').where('id', '=', driverId).executeTakeFirst()
  return driver?.email ?? null
}

/**
 * Checks a set-up link for its page. Refuses a link that is not valid, and a link for the first administrator once
 * there is one.
 */
export async function getSetup(code: string, now: Temporal.Instant): Promise<{ isFirst: boolean }> {
  const { purpose } = await readLink(code, ['first-admin', 'new-admin'], now)
  const admins = await countAdmins()
  if (purpose === 'first-admin' && admins > 0) throw new Refusal('identity.invalid-action-code')
  return { isFirst: admins === 0 }
}

/** A person to write to: `language` is that of the driver's record, else that of the account. */
export type Reader = { uid: string; email: string; language: Language }

/** The person with this uid or e-mail, as somebody to write to; `null` when there is none. */
export async function findReader(
  who: { uid: string } | { email: string },
  on: Pick<Kysely<DB>, 'selectFrom'> = db,
): Promise<Reader | null> {
  const row = await on
    .selectFrom('users')
    .leftJoin('drivers', 'drivers.uid', 'users.uid')
    .select(['users.uid', 'users.email', 'users.language', 'drivers.language as driver_language'])
    .where((is) => ('uid' in who ? is('users.uid', '=', who.uid) : is('users.email', '=', who.email)))
    .executeTakeFirst()
  if (!row) return null
  return { uid: row.uid, email: row.email, language: (row.driver_language ?? row.language) === 'en' ? 'en' : 'pt' }
}

/** The account a driver signs in with, or `null` while there is none. */
export async function findDriverAccount(
  driverId: string,
): Promise<{ uid: string; email: string; lastSignInAt: string | null; isClosed: boolean } | null> {
  const account = await db
    .selectFrom('drivers')
    .innerJoin('users', 'users.uid', 'drivers.uid')
    .select(['users.uid', 'users.email', 'users.last_sign_in_at', 'users.disabled'])
    .where('drivers.id', '=', driverId)
    .executeTakeFirst()
  if (!account) return null
  const { uid, email, last_sign_in_at: lastSignInAt, disabled: isClosed } = account
  return { uid, email, lastSignInAt: lastSignInAt?.toString() ?? null, isClosed }
}

/**
 * The valid invitation of a driver: when it was made, when it expires, and the address it was mailed to; `null` for
 * none.
 */
export async function findOpenInvitation(
  driverId: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ email: string | null; at: string; until: string } | null> {
  const link = await on
    .selectFrom('one_time_links')
    .select(['email', 'created_at', 'expires_at'])
    .where('purpose', '=', 'invite')
    .where('driver_id', '=', readRecordId(driverId))
    .where('used_at', 'is', null)
    .where('expires_at', '>', moment(now))
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return link ? { email: link.email, at: link.created_at.toString(), until: link.expires_at.toString() } : null
}

/** Drivers who work here, cannot sign in yet and have no valid invitation. `email` is `null` when they have none. */
export async function listUninvited(
  now: Temporal.Instant,
  on: Pick<Kysely<DB>, 'selectFrom'> = db,
): Promise<{ id: string; ref: string; name: string; email: string | null }[]> {
  return selectUninvited(now, on).select(['id', 'ref', 'name', 'email']).orderBy('name').execute()
}

/** Number of uninvited drivers. */
export const uninvitedDrivers = (now: Temporal.Instant) => ({
  ask: (on: Kysely<DB>) => selectUninvited(now, on).select(sql<number>`count(*)`.as('count')),
  read: ({ count }: { count: number }) => count,
})

function selectUninvited(now: Temporal.Instant, on: Pick<Kysely<DB>, 'selectFrom'>) {
  return on
    .selectFrom('drivers')
    .where('uid', 'is', null)
    .where('is_gone', '=', false)
    .where('status', '!=', 'inactive')
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('one_time_links')
            .whereRef('one_time_links.driver_id', '=', 'drivers.id')
            .where('purpose', '=', 'invite')
            .where('used_at', 'is', null)
            .where('expires_at', '>', moment(now))
            .select('one_time_links.driver_id'),
        ),
      ),
    )
}

/** An account as the office sees it. Moments are text; `hasFactor` is `null` while the identity service does not say. */
export type AccountRow = {
  /** The same as `uid`, because lists identify their rows by `id`. */
  id: string
  uid: string
  email: string
  name: string | null
  role: Role
  scopes: Scope[]
  disabled: boolean
  lastSignInAt: string | null
  hasFactor: boolean | null
  driver: { id: string; name: string } | null
}

/** Every account, by name. */
export async function listAccounts(): Promise<AccountRow[]> {
  const [rows, factors] = await Promise.all([selectAccounts().execute(), secondFactors()])
  return rows.map((row) => shownAccount(row, factors && factors.has(row.uid)))
}

/** One account. Refuses `record.not-found`. */
export async function getAccount(uid: string): Promise<AccountRow> {
  const row = await selectAccounts().where('users.uid', '=', uid).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  const person = await nullIfUnreachable(() => identity(NO_VISITOR_BRIEFLY).lookup({ uid }))
  return shownAccount(row, person && person.factors.length > 0)
}

/** An invitation to the office that nobody has followed yet. `id`: the beginning of the hash of its code, which opens nothing. */
export type OfficeInvitation = { id: string; email: string; name: string; until: string }

/** Invitations to the office that nobody has followed yet, the newest first. */
export async function listInvitations(now: Temporal.Instant, on: Kysely<DB> = db): Promise<OfficeInvitation[]> {
  const rows = await on
    .selectFrom('one_time_links')
    .select(['code_hash', 'email', 'display_name', 'expires_at'])
    .where('purpose', '=', 'admin')
    .where('used_at', 'is', null)
    .where('expires_at', '>', moment(now))
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.code_hash.toString('hex').slice(0, 16),
    email: row.email ?? '',
    name: row.display_name ?? '',
    until: row.expires_at.toString(),
  }))
}

/** One open invitation to the office. Refuses `record.not-found`. */
export async function getOfficeInvitation(
  id: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<OfficeInvitation> {
  const found = (await listInvitations(now, on)).find((invitation) => invitation.id === id)
  if (!found) throw new Refusal('record.not-found')
  return found
}

function selectAccounts() {
  return db
    .selectFrom('users')
    .leftJoin('drivers', 'drivers.uid', 'users.uid')
    .select(['users.uid', 'users.email', 'users.display_name', 'users.role', 'users.scopes', 'users.disabled'])
    .select(['users.last_sign_in_at', 'drivers.id as driver_id', 'drivers.name as driver_name'])
    .orderBy('users.email')
}

type AccountRecordRow = Awaited<ReturnType<ReturnType<typeof selectAccounts>['execute']>>[number]

function shownAccount(row: AccountRecordRow, hasFactor: boolean | null): AccountRow {
  return {
    id: row.uid,
    uid: row.uid,
    email: row.email,
    name: row.display_name ?? row.driver_name,
    role: roleFrom(row.role),
    scopes: row.role === 'admin' ? scopesFrom(row.scopes) : [],
    disabled: row.disabled,
    lastSignInAt: row.last_sign_in_at?.toString() ?? null,
    hasFactor,
    driver: row.driver_id && row.driver_name ? { id: row.driver_id, name: row.driver_name } : null,
  }
}

/** The people with a second factor, read page by page from the identity service's list. */
async function secondFactors(): Promise<Set<string> | null> {
  return nullIfUnreachable(async () => {
    const found = new Set<string>()
    let page: string | null = null
    do {
      const { users, next }: Awaited<ReturnType<ReturnType<typeof identity>['listUsers']>> =
        await identity(NO_VISITOR_BRIEFLY).listUsers(page)
      for (const { uid, factors } of users) if (factors.length > 0) found.add(uid)
      page = next
    } while (page !== null)
    return found
  })
}

/** Returns `null` when the identity service does not answer: the list is then shown without its data. */
async function nullIfUnreachable<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return null
  }
}
