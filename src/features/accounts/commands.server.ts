import { db, type Tx } from '#db/client.server.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { sessionLimit, SESSIONS_AT_ONCE } from '#domain/session.ts'
import { type Actor, carryOut, COMMAND_LINE, type Deed, SYSTEM } from '#features/audit/commands.server.ts'
import type { IdentityUser, NewIdentityUser } from '#integrations/identity/identity-user.ts'
import { identity } from '#integrations/identity/identity.ts'
import { inLanguage } from '#messages/language.ts'
import { log } from '#platform/log.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { makeLink, readLink, useLink } from '#features/one-time-links/commands.server.ts'
import { countAdmins, findSession, type Session } from './queries.server.ts'
import { countTry, forgetTries, forgetTry } from '#features/sign-in-tries/commands.server.ts'

/** The request behind a sign-in. */
export type Visit = { id: string; address: string; userAgent: string; now: Temporal.Instant }

export type Started = { token: string; session: Session }

const SEEN_EVERY = { minutes: 1 }

/**
 * Signs in by e-mail and password and starts a session under a new id; `oldToken`, the cookie that came along, ends.
 * Not one transaction: a refused try stays counted. Refuses what `Identity.signInWithPassword` refuses, and the
 * eleventh wrong try within 15 minutes.
 */
export async function signIn(
  input: { email: string; password: string },
  visit: Visit,
  oldToken: string | null,
): Promise<Started> {
  const counted = await countTry(input.email, visit.address, visit.now)
  try {
    const person = await identity().signInWithPassword(input.email, input.password)
    await forgetTries(counted, visit.now)
    return await startSession(person, visit, oldToken)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.info({ id: visit.id, code: error.code }, 'a sign-in was refused')
    if (error.code !== 'identity.invalid-credential') await forgetTry(counted)
    throw error
  }
}

async function startSession(person: IdentityUser, visit: Visit, oldToken: string | null): Promise<Started> {
  const { now } = visit
  const token = newSecret()
  await carryOut({ actor: actorAs(person, visit), action: 'account.sign-in', now }, async ({ tx, note }) => {
    note({ subject: `user:${person.uid}` })
    if (oldToken) await tx.deleteFrom('sessions').where('id_hash', '=', hashOfSecret(oldToken)).execute()
    await tx
      .insertInto('sessions')
      .values({
        id_hash: hashOfSecret(token),
        uid: person.uid,
        created_at: now.toString(),
        seen_at: now.toString(),
        signed_in_at: now.toString(),
        expires_at: sessionLimit(person.role, now).toString(),
        address: visit.address,
        user_agent: visit.userAgent,
      })
      .execute()
    await endOldest(tx, person.uid)
    await tx.updateTable('users').set({ last_sign_in_at: now.toString() }).where('uid', '=', person.uid).execute()
    return null
  })
  const session = await findSession(token, now)
  if (!session) throw new Refusal('identity.user-token-expired')
  return { token, session }
}

async function endOldest(tx: Tx, uid: string): Promise<void> {
  const kept = tx
    .selectFrom('sessions')
    .select('id_hash')
    .where('uid', '=', uid)
    .orderBy('created_at', 'desc')
    .limit(SESSIONS_AT_ONCE)
  await tx.deleteFrom('sessions').where('uid', '=', uid).where('id_hash', 'not in', kept).execute()
}

/** The session behind a cookie, marked as used (at most once a minute); one that has ended is taken away. */
export async function resumeSession(token: string, now: Temporal.Instant): Promise<Session | null> {
  const session = await findSession(token, now)
  if (!session) {
    await db.deleteFrom('sessions').where('id_hash', '=', hashOfSecret(token)).execute()
    return null
  }
  if (Temporal.Instant.compare(session.seenAt.add(SEEN_EVERY), now) <= 0) {
    await db.updateTable('sessions').set({ seen_at: now.toString() }).where('id_hash', '=', session.idHash).execute()
  }
  return session
}

/** Ends the session of a cookie; one that has ended already is no error. */
export async function signOut(token: string, visit: Visit): Promise<void> {
  const session = await findSession(token, visit.now)
  if (!session) return
  await carryOut(
    { actor: actorAs(session.user, visit), action: 'account.sign-out', now: visit.now },
    async ({ tx, note }) => {
      note({ subject: `user:${session.user.uid}` })
      await tx.deleteFrom('sessions').where('id_hash', '=', session.idHash).execute()
      return null
    },
  )
}

type NewAccount = Omit<NewIdentityUser, 'emailVerified'> & { emailVerified?: boolean; driverId?: string | null }

/** An account with a password, for the command line and the demo; answers its uid. Refuses what `Identity.createUser` refuses. */
export async function createAccount(account: NewAccount, actor: Actor, now: Temporal.Instant): Promise<string> {
  const { emailVerified = false, driverId = null, ...person } = account
  const { uid, role } = await identity().createUser({ ...person, emailVerified })
  await carryOut({ actor, action: 'account.create', now }, async ({ tx, note }) => {
    note({ subject: `user:${uid}`, after: { role, driver: driverId } })
    if (driverId) await tx.updateTable('drivers').set({ uid }).where('id', '=', driverId).execute()
    return null
  })
  return uid
}

/** Closes an account; its sessions end on their next request. Refuses `identity.user-not-found`. */
export async function disableAccount(uid: string, actor: Actor, now: Temporal.Instant): Promise<void> {
  await identity().setDisabled(uid, true)
  await carryOut({ actor, action: 'account.disable', now }, async ({ tx, note }) => {
    note({ subject: `user:${uid}`, before: { disabled: false }, after: { disabled: true } })
    await tx.deleteFrom('sessions').where('uid', '=', uid).execute()
    return null
  })
}

/** Opens a closed account again; whoever it belongs to signs in anew. */
export async function enableAccount(uid: string, actor: Actor, now: Temporal.Instant): Promise<void> {
  await identity().setDisabled(uid, false)
  await carryOut({ actor, action: 'account.enable', now }, async ({ note }) => {
    note({ subject: `user:${uid}`, before: { disabled: true }, after: { disabled: false } })
    return null
  })
}

/**
 * The path of the page where the first administrator chooses name, e-mail and password: good for 15 minutes and once.
 * A new one voids the last. It is worth nothing once an administrator exists.
 */
export async function createSetupLink(now: Temporal.Instant): Promise<string> {
  const code = await carryOut({ actor: SYSTEM, action: 'account.make-setup-link', now }, ({ tx }) =>
    makeLink(tx, { purpose: 'first-admin', email: null, uid: null, driverId: null }, now),
  )
  return `/setup?code=${code}`
}

/** The first administrator, signed in at once. Refuses a bad link and what `Identity.createUser` refuses; then the link stays good. */
export async function setUpFirstAdmin(
  code: string,
  input: { displayName: string; email: string; password: string },
  visit: Visit,
  oldToken: string | null,
): Promise<Started> {
  await readLink(code, ['first-admin'], visit.now)
  await useLink(code, visit.now, async () => {
    if ((await countAdmins()) > 0) throw new Refusal('identity.invalid-action-code')
    const nobody: Actor = { uid: null, role: 'anonymous', address: visit.address, requestId: visit.id }
    await createAccount({ ...input, role: 'admin' }, nobody, visit.now)
  })
  return signIn(input, visit, oldToken)
}

/**
 * The path of the page where a driver chooses a password, for the first time or again: good for 72 hours and once; a
 * new one voids the last. It is seen only now: carry the deed out without a key, for the answer of a key is kept.
 * Refuses `record.not-found`, `account.driver-without-email`, `account.is-administrator`, and
 * `identity.email-already-in-use` when the e-mail is another driver's account.
 */
export async function inviteDriver(deed: Deed, driverId: string): Promise<string> {
  const driver = await deed.tx
    .selectFrom('drivers')
    .selectAll()
    .where('id', '=', readRecordId(driverId))
    .executeTakeFirst()
  if (!driver) throw new Refusal('record.not-found')
  if (!driver.email) throw new Refusal('account.driver-without-email')
  const account = await accountFor(deed.tx, driver)
  deed.note({ subject: `driver:${driverId}`, after: { invited: true } })
  const email = account?.email ?? driver.email
  const code = await makeLink(deed.tx, { purpose: 'invite', email, uid: null, driverId }, deed.now)
  return inLanguage(`/invite?code=${code}`, driver.language === 'en' ? 'en' : 'pt')
}

/**
 * The path of the page where a person of the command line's choice gets a new password: good for one hour and once.
 * How an administrator gets back in when mail is not set up. Refuses `identity.user-not-found`.
 */
export async function createResetLink(email: string, now: Temporal.Instant): Promise<string> {
  const user = await identity().lookup({ email })
  if (!user) throw new Refusal('identity.user-not-found')
  const code = await carryOut({ actor: COMMAND_LINE, action: 'account.make-reset-link', now }, ({ tx, note }) => {
    note({ subject: `user:${user.uid}` })
    return makeLink(tx, { purpose: 'reset', email: user.email, uid: user.uid, driverId: null }, now)
  })
  return `/invite?code=${code}`
}

/**
 * Sets the password of an invitation or of a reset and signs in with it; every other session of the person ends.
 * Refuses a bad link, what `Identity.createUser` and `setPassword` refuse; then the link stays good.
 */
export async function acceptInvitation(
  code: string,
  password: string,
  visit: Visit,
  oldToken: string | null,
): Promise<Started> {
  const { now } = visit
  const link = await readLink(code, ['invite', 'reset'], now)
  const email = await useLink(code, now, async () => {
    const person = link.uid
      ? await resetPassword(link.uid, password, now)
      : await accountWith(link.driverId, password, now)
    await carryOut({ actor: actorAs(person, visit), action: 'account.set-password', now }, async ({ tx, note }) => {
      note({ subject: `user:${person.uid}`, after: { driver: link.driverId } })
      if (link.driverId)
        await tx.updateTable('drivers').set({ uid: person.uid }).where('id', '=', link.driverId).execute()
      await tx.deleteFrom('sessions').where('uid', '=', person.uid).execute()
      return null
    })
    return person.email
  })
  return signIn({ email, password }, visit, oldToken)
}

async function resetPassword(uid: string, password: string, now: Temporal.Instant): Promise<IdentityUser> {
  const person = await identity().lookup({ uid })
  if (!person) throw new Refusal('identity.invalid-action-code')
  await identity().setPassword(uid, password, now)
  return person
}

/** The account a driver's invitation opens: the one there is, with a new password, or a new one. */
async function accountWith(driverId: string | null, password: string, now: Temporal.Instant): Promise<IdentityUser> {
  const driver = driverId
    ? await db.selectFrom('drivers').selectAll().where('id', '=', driverId).executeTakeFirst()
    : null
  if (!driver?.email) throw new Refusal('identity.invalid-action-code')
  const account = await accountFor(db, driver)
  if (account) return resetPassword(account.uid, password, now)
  return identity().createUser({
    email: driver.email,
    displayName: driver.name,
    role: 'driver',
    password,
    emailVerified: true,
  })
}

type DriverRecord = { id: string; uid: string | null; email: string | null }

/** The account that is this driver's already, by link or by e-mail; `null` when there is none. */
async function accountFor(
  reader: Pick<Tx, 'selectFrom'>,
  driver: DriverRecord,
): Promise<{ uid: string; email: string } | null> {
  const account = await reader
    .selectFrom('users')
    .leftJoin('drivers', 'drivers.uid', 'users.uid')
    .select(['users.uid', 'users.email', 'users.role', 'drivers.id as driver_id'])
    .where((row) => (driver.uid ? row('users.uid', '=', driver.uid) : row('users.email', '=', driver.email)))
    .executeTakeFirst()
  if (!account) return null
  if (account.role === 'admin') throw new Refusal('account.is-administrator')
  if (account.driver_id && account.driver_id !== driver.id) throw new Refusal('identity.email-already-in-use')
  return account
}

function actorAs({ uid, role }: Pick<IdentityUser, 'uid' | 'role'>, { address, id }: Visit): Actor {
  return { uid, role, address, requestId: id }
}
