import { sql } from 'kysely'
import { db, type Tx } from '#db/client.server.ts'
import { hasPower, type Role, SCOPES, type Scope } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Actor, carryOut, COMMAND_LINE, type Deed, SYSTEM } from '#features/audit/commands.server.ts'
import { standingDriver } from '#features/fleet/standing/queries.server.ts'
import type { IdentityUser, NewIdentityUser } from '#integrations/identity/identity-user.ts'
import { identity } from '#integrations/identity/identity.ts'
import { inLanguage, type Language } from '#messages/language.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { isMailServerSet } from '#features/mail/queries.server.ts'
import type { NewMail, TemplateName } from '#features/mail/schema.ts'
import { newSecret } from '#platform/secret.ts'
import { makeLink, type OneTimeLink, readLink, useLink } from '#features/sessions/one-time-links/commands.server.ts'
import { adminsNeedSecondFactor, countAdmins, findReader, listUninvited } from './queries.server.ts'
import { endSessionsOf, keepPerson, type Visit } from '#features/sessions/commands.server.ts'
import { findSession } from '#features/sessions/queries.server.ts'
import { type Entrance, requireCaptcha, signIn } from '#features/sessions/sign-ins/commands.server.ts'

type Moment = Pick<Deed, 'tx' | 'now'>

type NewAccount = Omit<NewIdentityUser, 'emailVerified'> & {
  emailVerified?: boolean
  driverId?: string | null
  /** Of an administrator. The first one is an owner in any case. */
  scopes?: readonly Scope[]
}

/** An account with a password, for the command line and the demo; answers its uid. Refuses what `createUser` of the identity service refuses. */
export async function createAccount(account: NewAccount, actor: Actor, now: Temporal.Instant): Promise<string> {
  const { emailVerified = false, driverId = null, scopes = [], ...person } = account
  const created = await identity().createUser({ ...person, emailVerified })
  const { uid, role } = created
  await carryOut({ actor, action: 'account.create', now }, async ({ tx, note }) => {
    note({
      subject: `user:${uid}`,
      after: { role, driver: driverId, ...(scopes.length > 0 && { scopes: [...scopes] }) },
    })
    await keepPerson(tx, created)
    if (scopes.length > 0) await giveScopes({ tx, now }, uid, scopes)
    if (driverId) await tx.updateTable('drivers').set({ uid }).where('id', '=', driverId).execute()
    return null
  })
  return uid
}

/**
 * Closes an account; its sessions end on their next request, and the person is told. Refuses
 * `identity.user-not-found`, `account.is-own`, `account.last-owner`.
 */
export async function disableAccount(uid: string, actor: Actor, now: Temporal.Instant): Promise<void> {
  if (uid === actor.uid) throw new Refusal('account.is-own')
  await carryOut({ actor, action: 'account.disable', now }, async (deed) => {
    await close(deed, uid)
    await tell(deed, uid, (email) => ({ template: 'account-disabled', params: { email } }))
    return null
  })
}

/**
 * Closes the account of the person who asks: nobody signs in with it any more, and what it did stays. A good-bye follows by
 * mail. Refuses `account.last-owner`.
 */
export async function closeOwnAccount(uid: string, actor: Actor, now: Temporal.Instant): Promise<void> {
  await carryOut({ actor, action: 'account.close', now }, async (deed) => {
    await close(deed, uid)
    await tell(deed, uid, (email) => ({ template: 'account-closed', params: { email } }))
    return null
  })
}

async function close(deed: Deed, uid: string): Promise<void> {
  await requireOwnerBeside(deed.tx, uid)
  await identity().setDisabled(uid, true)
  deed.note({ subject: `user:${uid}`, before: { disabled: false }, after: { disabled: true } })
  await deed.tx.updateTable('users').set({ disabled: true }).where('uid', '=', uid).execute()
  await endSessionsOf(deed, uid)
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
 * the deed out without a key, for the answer of a key is kept); `null` where an account exists already: that link is its
 * holder's alone. Refuses `record.not-found`, `driver.removed`, `account.is-administrator`, and
 * `identity.email-already-in-use` when the e-mail is another driver's account.
 */
export async function inviteDriver(deed: Deed, asked: string): Promise<string | null> {
  const driverId = await standingDriver(asked, deed.tx)
  const driver = await deed.tx
    .selectFrom('drivers')
    .selectAll()
    .where('id', '=', driverId)
    .forShare()
    .executeTakeFirstOrThrow()
  const account = await accountFor(deed.tx, driver)
  deed.note({ subject: `driver:${driverId}`, after: { invited: true } })
  const email = account?.email ?? driver.email
  const language = driver.language === 'en' ? 'en' : 'pt'
  const code = await makeLink(deed.tx, { purpose: 'invite', email, uid: account?.uid ?? null, driverId }, deed.now)
  const link = inLanguage(`/invite?code=${code}`, language)
  if (email !== null)
    await writeMail(deed, { template: 'invite', params: { link }, recipient: email, language, driverId })
  return account ? null : link
}

/**
 * Invites every driver who works here, has an e-mail and cannot sign in yet, or those of them who are `only` meant; answers how many. Whoever's e-mail is another
 * account's is left, and counted as `skipped`: their own page says why.
 */
export async function inviteAllDrivers(
  deed: Deed,
  only?: readonly string[],
): Promise<{ invited: number; skipped: number }> {
  const asked = (await listUninvited(deed.now, deed.tx)).filter(
    ({ id, email }) => email !== null && (only?.includes(id) ?? true),
  )
  const { skipped } = await inviteEach(deed, asked)
  return { invited: asked.length - skipped, skipped }
}

/**
 * The paths of links for all whom no mail reaches, for they have no e-mail on record or there is no mail server, to be handed
 * over: each as of `inviteDriver`. Whoever's e-mail is another account's is `skipped`: their own page says why.
 */
export async function inviteByLinks(deed: Deed): Promise<Invited> {
  const isUnreached = ({ email }: { email: string | null }) => email === null || !isMailServerSet()
  return inviteEach(deed, (await listUninvited(deed.now, deed.tx)).filter(isUnreached))
}

type Invited = { links: { driverId: string; path: string }[]; skipped: number }

/** One after the other; a refusal of one, for an e-mail that is another account's, keeps nobody else from theirs. */
async function inviteEach(deed: Deed, drivers: readonly { id: string }[]): Promise<Invited> {
  const links: Invited['links'] = []
  let skipped = 0
  for (const { id } of drivers) {
    try {
      const path = await inviteDriver(deed, id)
      if (path !== null) links.push({ driverId: id, path })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      skipped += 1
    }
  }
  return { links, skipped }
}

/**
 * Invites somebody to the office, by mail: the path of the page where they choose a password, good for 72 hours and
 * once; a new one voids the last. Refuses `identity.email-already-in-use`.
 */
export async function inviteAdmin(
  deed: Deed,
  { email, ...future }: { email: string; displayName: string; scopes: readonly Scope[]; language: Language },
): Promise<string> {
  const known = await deed.tx.selectFrom('users').select('uid').where('email', '=', email).executeTakeFirst()
  if (known) throw new Refusal('identity.email-already-in-use')
  const { displayName, scopes, language } = future
  deed.note({ subject: `user:${email}`, after: { name: displayName, email, scopes: [...scopes] } })
  const code = await makeLink(deed.tx, { purpose: 'admin', email, uid: null, driverId: null, future }, deed.now)
  const link = inLanguage(`/invite?code=${code}`, language)
  await writeMail(deed, { template: 'invite', params: { link, name: displayName }, recipient: email, language })
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

/**
 * Says whether a person is an administrator, and with which scopes; with another role their sessions end. Refuses
 * `identity.user-not-found`, `account.is-own`, `account.last-owner`.
 */
export async function setAccess(
  uid: string,
  { role, scopes }: { role: Role; scopes: readonly Scope[] },
  actor: Actor,
  now: Temporal.Instant,
): Promise<void> {
  if (uid === actor.uid) throw new Refusal('account.is-own')
  const person = await db
    .selectFrom('users')
    .select(['email', 'role', 'scopes'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (!person) throw new Refusal('identity.user-not-found')
  const { email, ...before } = person
  const kept = role === 'admin' ? scopes : []
  await carryOut({ actor, action: 'account.set-access', now }, async (deed) => {
    if (!kept.includes('owner')) await requireOwnerBeside(deed.tx, uid)
    if (role !== before.role) await identity().setRole(uid, role)
    deed.note({ subject: `user:${uid}`, before, after: { role, scopes: [...kept] } })
    await deed.tx.updateTable('users').set({ role }).where('uid', '=', uid).execute()
    const gained = await giveScopes(deed, uid, kept)
    if (gained.length > 0) await tellOfPower(deed, { uid, email }, gained)
    if (role !== before.role) await endSessionsOf(deed, uid)
    return null
  })
}

/**
 * Gives a person these scopes and no others; answers those that are new. Whoever gains one has them since now: for some days
 * they are nobody's second person.
 */
async function giveScopes({ tx, now }: Moment, uid: string, scopes: readonly Scope[]): Promise<Scope[]> {
  const { scopes: before } = await tx
    .selectFrom('users')
    .select('scopes')
    .where('uid', '=', uid)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const gained = scopes.filter((scope) => !before.includes(scope))
  await tx
    .updateTable('users')
    .set({ scopes: [...scopes], ...(gained.length > 0 && { scopes_since: now.toString() }) })
    .where('uid', '=', uid)
    .execute()
  return gained
}

/**
 * Whoever came back by a link that the office itself can read, for no mail server carries it, may be somebody else: what they
 * may do they have since now.
 */
export async function countAnew({ tx, now }: Moment, uid: string): Promise<void> {
  if (isMailServerSet()) return
  const since = { scopes_since: now.toString() }
  await tx.updateTable('users').set(since).where('uid', '=', uid).where('role', '=', 'admin').execute()
}

/** Everybody else who may change money is told that one more may: an account that nobody expected is noticed. */
async function tellOfPower(
  { tx, now }: Moment,
  { uid, email }: Pick<IdentityUser, 'uid' | 'email'>,
  gained: readonly Scope[],
): Promise<void> {
  if (!hasPower({ role: 'admin', scopes: gained }, 'money')) return
  const others = await tx
    .selectFrom('users')
    .select(['email', 'language'])
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .where('uid', '<>', uid)
    .where(
      sql<boolean>`scopes && ${SCOPES.filter((scope) => hasPower({ role: 'admin', scopes: [scope] }, 'money'))}::text[]`,
    )
    .orderBy('email')
    .execute()
  const params = { email, at: now.toString() }
  for (const { email: recipient, language } of others)
    await writeMail({ tx, now }, { template: 'money-person', params, recipient, language })
}

/**
 * Ends a person's sessions and mails a link for a new password, good for one hour and once; answers its path, for when
 * mail is not set up. The old password signs nobody in any more. Refuses `record.not-found`.
 */
export async function forceReset(uid: string, actor: Actor, now: Temporal.Instant): Promise<string> {
  const person = await findReader({ uid })
  if (!person) throw new Refusal('record.not-found')
  const { email, language } = person
  await identity().setPassword(uid, newSecret())
  let link = ''
  await carryOut({ actor, action: 'account.make-reset-link', now }, async (deed) => {
    deed.note({ subject: `user:${uid}` })
    const code = await makeLink(deed.tx, { purpose: 'reset', email, uid, driverId: null }, now)
    link = inLanguage(`/invite?code=${code}`, language)
    await endSessionsOf(deed, uid)
    await writeMail(deed, { template: 'password-reset', params: { email, link }, recipient: email, language })
    return null
  })
  return link
}

/** Takes the second factors of somebody away who lost theirs; their sessions end. Refuses `account.is-own`. */
export async function withdrawFactors(uid: string, actor: Actor, now: Temporal.Instant): Promise<void> {
  if (uid === actor.uid) throw new Refusal('account.is-own')
  await identity().withdrawFactors(uid)
  await carryOut({ actor, action: 'account.withdraw-factor', now }, async (deed) => {
    deed.note({ subject: `user:${uid}`, before: { secondFactor: true }, after: { secondFactor: false } })
    await endSessionsOf(deed, uid)
    return null
  })
}

/** The same by e-mail, for whoever runs the command line: also the way back in of an owner who is alone. Refuses `identity.user-not-found`. */
export async function withdrawFactorsOf(email: string, now: Temporal.Instant): Promise<void> {
  const person = await identity().lookup({ email })
  if (!person) throw new Refusal('identity.user-not-found')
  await withdrawFactors(person.uid, COMMAND_LINE, now)
}

/** Says whether the office opens to nobody without a second factor. It holds from the next page each of them opens. */
export async function setSecondFactorRule({ tx, note, now }: Deed, adminsNeedIt: boolean): Promise<void> {
  const before = await adminsNeedSecondFactor(tx)
  note({
    subject: 'access',
    before: { adminsNeedSecondFactor: before },
    after: { adminsNeedSecondFactor: adminsNeedIt },
  })
  const rules = { admins_need_second_factor: adminsNeedIt, updated_at: now.toString() }
  await tx
    .insertInto('access_rules')
    .values(rules)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(rules))
    .execute()
}

/**
 * Somebody else must stay who can manage the accounts, until the end of the transaction: two owners who close each
 * other's account take turns, and the second finds nobody beside. No row is held, for the identity service changes it.
 */
async function requireOwnerBeside(tx: Tx, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('owners', 0))`.execute(tx)
  const owners = await tx
    .selectFrom('users')
    .select('uid')
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .where((row) => row('scopes', '@>', row.val(['owner'])))
    .execute()
  if (owners.every((owner) => owner.uid === uid) && owners.length > 0) throw new Refusal('account.last-owner')
}

async function tell<Name extends TemplateName>(
  deed: Deed,
  uid: string,
  say: (email: string) => Pick<NewMail<Name>, 'template' | 'params'>,
): Promise<void> {
  const person = await findReader({ uid }, deed.tx)
  if (!person) return
  const { email: recipient, language } = person
  await writeMail(deed, { ...say(recipient), recipient, language })
}
