import { sql } from 'kysely'
import { db, type Tx } from '#db/client.server.ts'
import type { Scope } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Actor, carryOut, COMMAND_LINE, type Change, SYSTEM } from '#features/audit/commands.server.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import type { IdentityUser } from '#integrations/identity/identity-user.ts'
import { identity } from '#integrations/identity/identity.ts'
import { inLanguage, type Language } from '#messages/language.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { makeLink, type OneTimeLink, readLink, useLink } from '#features/sessions/one-time-links/commands.server.ts'
import { countAdmins, listUninvited } from '#features/accounts/queries.server.ts'
import { endSessionsOf, keepPerson, type Visit } from '#features/sessions/commands.server.ts'
import { findSession } from '#features/sessions/queries.server.ts'
import { type Entrance, requireCaptcha, signIn } from '#features/sessions/sign-ins/commands.server.ts'
import { createAccount, giveScopes, tellOfPower, countAnew } from '#features/accounts/commands.server.ts'

/**
 * The path of the page where whoever runs the command line makes an administrator who owns the house: good for 15
 * minutes and once, also when there are administrators already.
 */
export async function createAdminLink(now: Temporal.Instant): Promise<string> {
  const code = await carryOut({ actor: COMMAND_LINE, action: 'account.make-setup-link', now }, ({ tx }) =>
    makeLink(tx, { purpose: 'new-admin', email: null, uid: null, driverId: null }, now),
  )
  return `/setup?code=${code}`
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

/**
 * The administrator of a set-up link, an owner, signed in at once. Whoever runs the command line vouches for the e-mail:
 * there may be no mail yet, and a second factor wants it verified. Refuses a bad link and what `createUser` of the
 * identity service refuses; then the link stays good.
 */
export async function setUpAdmin(
  code: string,
  { captcha = null, ...person }: { displayName: string; email: string; password: string; captcha?: string | null },
  visit: Visit,
  oldToken: string | null,
): Promise<Entrance> {
  const { purpose } = await readLink(code, ['first-admin', 'new-admin'], visit.now)
  await requireCaptcha(captcha)
  await useLink(code, visit.now, async () => {
    if (purpose === 'first-admin' && (await countAdmins()) > 0) throw new Refusal('identity.invalid-action-code')
    const nobody: Actor = { uid: null, role: 'anonymous', address: visit.address, requestId: visit.id }
    await createAccount({ ...person, emailVerified: true, role: 'admin', scopes: ['owner'] }, nobody, visit.now)
  })
  return signIn({ ...person, captcha }, visit, oldToken)
}

/**
 * Invites a driver: a link good for 72 hours and once; a new one voids the last. It goes by mail where the record has an
 * e-mail; who has none writes it on the page of the link. For a record that was merged it is made for the one that stayed.
 * Answers its path for the office to hand over, seen only now (carry
 * the change out without a key, for the answer of a key is kept); `null` where an account exists already: that link is its
 * holder's alone. `approved`: the mail says that the application was accepted. Refuses `record.not-found`, `driver.removed`, `account.is-administrator`, and
 * `identity.email-already-in-use` when the e-mail is another driver's account.
 */
export async function inviteDriver(change: Change, asked: string, { approved = false } = {}): Promise<string | null> {
  const driverId = await currentDriver(asked, change.tx)
  const driver = await change.tx
    .selectFrom('drivers')
    .selectAll()
    .where('id', '=', driverId)
    .forShare()
    .executeTakeFirstOrThrow()
  const account = await accountFor(change.tx, driver)
  change.note({ subject: `driver:${driverId}`, after: { invited: true } })
  const email = account?.email ?? driver.email
  const language = driver.language === 'en' ? 'en' : 'pt'
  const code = await makeLink(change.tx, { purpose: 'invite', email, uid: account?.uid ?? null, driverId }, change.now)
  const link = inLanguage(`/invite?code=${code}`, language)
  if (email !== null)
    await writeMail(change, { template: 'invite', params: { link, approved }, recipient: email, language, driverId })
  return account ? null : link
}

/**
 * Invites every driver who works here, has an e-mail and cannot sign in yet, or those of them who are `only` meant; answers how many. Whoever's e-mail is another
 * account's is left, and named as `skipped`.
 */
export async function inviteAllDrivers(
  change: Change,
  only?: readonly string[],
): Promise<{ invited: number; skipped: string[] }> {
  const asked = (await listUninvited(change.now, change.tx)).filter(
    ({ id, email }) => email !== null && (only?.includes(id) ?? true),
  )
  const { skipped } = await inviteEach(change, asked)
  return { invited: asked.length - skipped.length, skipped }
}

/**
 * The paths of links for all whom no mail reaches, for they have no e-mail on record or there is no mail server, to be handed
 * over: each as of `inviteDriver`. Whoever's e-mail is another account's is `skipped`: their own page says why.
 */
export async function inviteByLinks(change: Change): Promise<Invited> {
  const hasMail = await isMailServerSet(change.tx)
  const isUnreached = ({ email }: { email: string | null }) => email === null || !hasMail
  return inviteEach(change, (await listUninvited(change.now, change.tx)).filter(isUnreached))
}

type Invited = { links: { driverId: string; path: string }[]; skipped: string[] }

/** One after the other; a refusal of one, for an e-mail that is another account's, keeps nobody else from theirs. */
async function inviteEach(change: Change, drivers: readonly { id: string }[]): Promise<Invited> {
  const links: Invited['links'] = []
  const skipped: string[] = []
  for (const { id } of drivers) {
    try {
      const path = await inviteDriver(change, id)
      if (path !== null) links.push({ driverId: id, path })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      skipped.push(id)
    }
  }
  return { links, skipped }
}

/**
 * Invites somebody to the office, by mail: the path of the page where they choose a password, good for 72 hours and
 * once; a new one voids the last. Refuses `identity.email-already-in-use`.
 */
export async function inviteAdmin(
  change: Change,
  { email, ...future }: { email: string; displayName: string; scopes: readonly Scope[]; language: Language },
): Promise<string> {
  const known = await change.tx.selectFrom('users').select('uid').where('email', '=', email).executeTakeFirst()
  if (known) throw new Refusal('identity.email-already-in-use')
  const { displayName, scopes, language } = future
  change.note({ subject: `user:${email}`, after: { name: displayName, email, scopes: [...scopes] } })
  const code = await makeLink(change.tx, { purpose: 'admin', email, uid: null, driverId: null, future }, change.now)
  const link = inLanguage(`/invite?code=${code}`, language)
  await writeMail(change, { template: 'invite', params: { link, name: displayName }, recipient: email, language })
  return link
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
 * Sets the password of an invitation or of a reset and signs in with it; every other session of the person ends. Whose
 * session the browser was in (`oldToken`), when it was another's, is in the log: a link that was shown can be used by who saw it.
 * `email` is what somebody wrote whose record has none; it goes into the record. Refuses a bad link, what `createUser` of the
 * identity service and `setPassword` refuse; then the link stays good.
 */
export async function acceptInvitation(
  code: string,
  password: string,
  visit: Visit,
  oldToken: string | null,
  { captcha = null, email: written = null }: { captcha?: string | null; email?: string | null } = {},
): Promise<Entrance> {
  const { now } = visit
  const link = await readLink(code, ['admin', 'invite', 'reset'], now)
  await requireCaptcha(captcha)
  const before = oldToken === null ? null : await findSession(oldToken, now)
  const email = await useLink(code, now, async () => {
    const person = await personOf(link, password, written)
    const by = before && before.user.uid !== person.uid ? { by: before.user.email } : {}
    await carryOut(
      {
        actor: { uid: person.uid, role: person.role, address: visit.address, requestId: visit.id },
        action: 'account.set-password',
        now,
      },
      async ({ tx, note }) => {
        note({ subject: `user:${person.uid}`, after: { driver: link.driverId, ...by } })
        await keepPerson(tx, person)
        if (link.driverId) await tie(tx, link.driverId, person)
        if (link.future) {
          const { scopes, language } = link.future
          await tx.updateTable('users').set({ language }).where('uid', '=', person.uid).execute()
          await giveScopes({ tx, now }, person.uid, scopes)
          await tellOfPower({ tx, now }, person, scopes)
        } else await countAnew({ tx, now }, person.uid)
        await endSessionsOf({ tx, now }, person.uid)
        return null
      },
    )
    return person.email
  })
  return signIn({ email, password, captcha }, visit, oldToken)
}

/** A record that was merged or put away meanwhile signs nobody in; one without an e-mail has that of the account. */
async function tie(tx: Tx, driverId: string, { uid, email }: IdentityUser): Promise<void> {
  const tied = await tx
    .updateTable('drivers')
    .set({ uid, email: sql<string>`coalesce(email, ${email})` })
    .where('id', '=', driverId)
    .where('is_gone', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (!tied) throw new Refusal('identity.invalid-action-code')
}

/** Whom a link is for, with the password set: an account that is there, or a new one. */
function personOf(link: OneTimeLink, password: string, written: string | null): Promise<IdentityUser> {
  const { purpose, uid, email, future } = link
  if (purpose === 'invite') return accountWith(link, password, written)
  if (uid) return resetPassword(uid, password)
  if (!future || email === null) throw new Refusal('identity.invalid-action-code')
  const { displayName } = future
  return identity().createUser({ email, displayName, role: 'admin', password, emailVerified: true })
}

async function resetPassword(uid: string, password: string): Promise<IdentityUser> {
  const person = await identity().lookup({ uid })
  if (!person) throw new Refusal('identity.invalid-action-code')
  await identity().setPassword(uid, password)
  return person
}

/**
 * The account a driver's invitation opens: the one it was mailed to, with a new password, or a new one. The link of a new
 * one was shown in the office: where an account came about since, it opens nothing.
 */
async function accountWith(
  { driverId, uid }: OneTimeLink,
  password: string,
  written: string | null,
): Promise<IdentityUser> {
  const driver = driverId
    ? await db
        .selectFrom('drivers')
        .selectAll()
        .where('id', '=', driverId)
        .where('is_gone', '=', false)
        .executeTakeFirst()
    : null
  if (!driver) throw new Refusal('identity.invalid-action-code')
  const account = await accountFor(db, driver)
  if ((account?.uid ?? null) !== uid) throw new Refusal('identity.invalid-action-code')
  if (account) return resetPassword(account.uid, password)
  const email = driver.email ?? written
  if (email === null) throw new Refusal('identity.invalid-action-code')
  // Nobody has shown yet that what was written here is read by who wrote it.
  const emailVerified = driver.email !== null
  return identity().createUser({ email, displayName: driver.name, role: 'driver', password, emailVerified })
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
