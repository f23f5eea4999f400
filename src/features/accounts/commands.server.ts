import { db, type Tx } from '#db/client.server.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Actor, carryOut, COMMAND_LINE, type Deed, SYSTEM } from '#features/audit/commands.server.ts'
import type { IdentityUser, NewIdentityUser } from '#integrations/identity/identity-user.ts'
import { identity } from '#integrations/identity/identity.ts'
import { inLanguage } from '#messages/language.ts'
import { makeLink, readLink, useLink } from '#features/one-time-links/commands.server.ts'
import { countAdmins } from './queries.server.ts'
import { endSessionsOf, keepPerson, type Visit } from '#features/sessions/commands.server.ts'
import { type Entrance, signIn } from '#features/sign-ins/commands.server.ts'

type NewAccount = Omit<NewIdentityUser, 'emailVerified'> & { emailVerified?: boolean; driverId?: string | null }

/** An account with a password, for the command line and the demo; answers its uid. Refuses what `createUser` of the identity service refuses. */
export async function createAccount(account: NewAccount, actor: Actor, now: Temporal.Instant): Promise<string> {
  const { emailVerified = false, driverId = null, ...person } = account
  const created = await identity().createUser({ ...person, emailVerified })
  const { uid, role } = created
  await carryOut({ actor, action: 'account.create', now }, async ({ tx, note }) => {
    note({ subject: `user:${uid}`, after: { role, driver: driverId } })
    await keepPerson(tx, created)
    if (driverId) await tx.updateTable('drivers').set({ uid }).where('id', '=', driverId).execute()
    return null
  })
  return uid
}

/** Closes an account; its sessions end on their next request. Refuses `identity.user-not-found`. */
export async function disableAccount(uid: string, actor: Actor, now: Temporal.Instant): Promise<void> {
  await identity().setDisabled(uid, true)
  await carryOut({ actor, action: 'account.disable', now }, async (deed) => {
    deed.note({ subject: `user:${uid}`, before: { disabled: false }, after: { disabled: true } })
    await deed.tx.updateTable('users').set({ disabled: true }).where('uid', '=', uid).execute()
    await endSessionsOf(deed, uid)
    return null
  })
}

/** Opens a closed account again; whoever it belongs to signs in anew. */
export async function enableAccount(uid: string, actor: Actor, now: Temporal.Instant): Promise<void> {
  await identity().setDisabled(uid, false)
  await carryOut({ actor, action: 'account.enable', now }, async ({ tx, note }) => {
    note({ subject: `user:${uid}`, before: { disabled: true }, after: { disabled: false } })
    await tx.updateTable('users').set({ disabled: false }).where('uid', '=', uid).execute()
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

/** The first administrator, signed in at once. Refuses a bad link and what `createUser` of the identity service refuses; then the link stays good. */
export async function setUpFirstAdmin(
  code: string,
  input: { displayName: string; email: string; password: string },
  visit: Visit,
  oldToken: string | null,
): Promise<Entrance> {
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
 * Refuses a bad link, what `createUser` of the identity service and `setPassword` refuse; then the link stays good.
 */
export async function acceptInvitation(
  code: string,
  password: string,
  visit: Visit,
  oldToken: string | null,
): Promise<Entrance> {
  const { now } = visit
  const link = await readLink(code, ['invite', 'reset'], now)
  const email = await useLink(code, now, async () => {
    const person = link.uid ? await resetPassword(link.uid, password) : await accountWith(link.driverId, password)
    await carryOut(
      {
        actor: { uid: person.uid, role: person.role, address: visit.address, requestId: visit.id },
        action: 'account.set-password',
        now,
      },
      async ({ tx, note }) => {
        note({ subject: `user:${person.uid}`, after: { driver: link.driverId } })
        await keepPerson(tx, person)
        if (link.driverId)
          await tx.updateTable('drivers').set({ uid: person.uid }).where('id', '=', link.driverId).execute()
        await endSessionsOf({ tx }, person.uid)
        return null
      },
    )
    return person.email
  })
  return signIn({ email, password }, visit, oldToken)
}

async function resetPassword(uid: string, password: string): Promise<IdentityUser> {
  const person = await identity().lookup({ uid })
  if (!person) throw new Refusal('identity.invalid-action-code')
  await identity().setPassword(uid, password)
  return person
}

/** The account a driver's invitation opens: the one there is, with a new password, or a new one. */
async function accountWith(driverId: string | null, password: string): Promise<IdentityUser> {
  const driver = driverId
    ? await db.selectFrom('drivers').selectAll().where('id', '=', driverId).executeTakeFirst()
    : null
  if (!driver?.email) throw new Refusal('identity.invalid-action-code')
  const account = await accountFor(db, driver)
  if (account) return resetPassword(account.uid, password)
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
