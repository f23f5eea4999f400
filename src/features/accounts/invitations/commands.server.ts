import { sql } from 'kysely'
import { db, type Tx } from '#db/client.server.ts'
import type { Scope } from '#domain/access.ts'
import { firstOf, requireValue } from '#domain/certain.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Actor, carryOut, COMMAND_LINE, type Change, SYSTEM } from '#features/audit/commands.server.ts'
import { currentDrivers } from '#features/fleet/current-drivers/queries.server.ts'
import type { IdentityUser } from '#integrations/identity/identity-user.ts'
import { identity } from '#integrations/identity/identity.ts'
import { inLanguage, type Language } from '#messages/language.ts'
import { writeMail, writeMails } from '#features/mail/commands.server.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import {
  makeLink,
  makeLinks,
  type OneTimeLink,
  readLink,
  useLink,
  voidInvitations,
  voidOfficeInvitations,
} from '#features/sessions/one-time-links/commands.server.ts'
import {
  countAdmins,
  findOpenInvitation,
  findReader,
  getOfficeInvitation,
  listUninvited,
} from '#features/accounts/queries.server.ts'
import { endSessionsOf, saveIdentityUser, type Visit } from '#features/sessions/commands.server.ts'
import { findSession } from '#features/sessions/queries.server.ts'
import { type Entrance, requireCaptcha, signIn } from '#features/sessions/sign-ins/commands.server.ts'
import { createAccount, giveScopes, mailNewMoneyPower, restartScopeWait } from '#features/accounts/commands.server.ts'

/**
 * Makes a link, for the command line, to a page that creates one more owner, even when there are administrators
 * already. It is valid for 15 minutes and one use. Returns its path.
 */
export async function createAdminLink(now: Temporal.Instant): Promise<string> {
  const code = await carryOut({ actor: COMMAND_LINE, action: 'account.make-setup-link', now }, ({ tx }) =>
    makeLink(tx, { purpose: 'new-admin', email: null, uid: null, driverId: null }, now),
  )
  return `/setup?code=${code}`
}

/**
 * Makes a link to the page where the first administrator chooses name, e-mail and password; returns its path. It is
 * valid for 15 minutes and one use. A new link voids the previous one, and once there is an administrator all are
 * void.
 */
export async function createSetupLink(now: Temporal.Instant): Promise<string> {
  const code = await carryOut({ actor: SYSTEM, action: 'account.make-setup-link', now }, ({ tx }) =>
    makeLink(tx, { purpose: 'first-admin', email: null, uid: null, driverId: null }, now),
  )
  return `/setup?code=${code}`
}

/**
 * Creates the administrator of a set-up link, with the scope of an owner, and signs them in. The e-mail counts as
 * verified, because whoever runs the command line vouches for it: mail may not be set up yet, and a second factor
 * requires a verified e-mail. Refuses a bad link and what `createUser` of the identity service refuses; the link then
 * stays valid.
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
 * Invites a driver by a link that is valid for 72 hours and one use; a new one voids the previous one. The link is
 * mailed when the record has an e-mail; otherwise the driver types one on the page of the link. For a merged record
 * the link is made for the record that continues. Returns the path, for the office to hand over, or `null` when an
 * account exists already: then only its holder gets the link. Call `carryOut` without a key, because it saves the
 * answer of a key. With `approved` the mail says that the application was accepted. Refuses `record.not-found`,
 * `driver.removed`, `account.is-administrator`, and `account.email-in-use` when the e-mail belongs to another
 * driver's account.
 */
export async function inviteDriver(
  change: Change,
  driverId: string,
  { approved = false } = {},
): Promise<string | null> {
  const readOne = await readInvited(change.tx, [driverId])
  return firstOf(await invite(change, [readOne(driverId)], { approved }))
}

type Invitee = { driver: DriverRecord & { language: string }; account: Account | null }

/**
 * Reads the records in which these drivers continue, with their accounts. Returns a function that finds one of them,
 * or refuses it.
 */
async function readInvited(tx: Tx, ids: readonly string[]): Promise<(id: string) => Invitee> {
  const current = await currentDrivers(ids, tx)
  const drivers = await tx
    .selectFrom('drivers')
    .select(['id', 'uid', 'email', 'language'])
    .where('id', '=', sql<string>`any(${ids.flatMap((id) => findCurrent(current, id))}::uuid[])`)
    .orderBy('id')
    .forShare()
    .execute()
  const driverOf = new Map(drivers.map((driver) => [driver.id, driver]))
  const accountOf = await readAccounts(tx, [...driverOf.keys()])
  return (id) => {
    const driver = requireValue(driverOf, current(id))
    return { driver, account: accountOf(driver) }
  }
}

/** The record in which this one continues, as a list; empty when the record is refused. */
function findCurrent(current: (id: string) => string, id: string): string[] {
  try {
    return [current(id)]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return []
  }
}

/** Makes and mails the links. Returns the path of each, `null` for people who have an account. */
async function invite(
  change: Change,
  invited: readonly Invitee[],
  { approved = false } = {},
): Promise<(string | null)[]> {
  if (invited.length === 0) return []
  const people = invited.map(({ driver, account }) => ({
    driverId: driver.id,
    email: account?.email ?? driver.email,
    uid: account?.uid ?? null,
    language: languageOf(driver),
  }))
  for (const { driverId } of people) change.note({ subject: `driver:${driverId}`, after: { invited: true } })
  const codes = await makeLinks(
    change.tx,
    people.map(({ driverId, email, uid }) => ({ purpose: 'invite', email, uid, driverId })),
    change.now,
  )
  const links = people.map(({ language }, at) => inLanguage(`/invite?code=${codes[at] ?? ''}`, language))
  await writeMails(
    change,
    'invite',
    people.flatMap(({ driverId, email: recipient, language }, at) =>
      recipient === null ? [] : [{ params: { link: links[at] ?? '', approved }, recipient, language, driverId }],
    ),
  )
  return people.map(({ uid }, at) => (uid === null ? (links[at] ?? null) : null))
}

function languageOf({ language }: { language: string }): Language {
  return language === 'en' ? 'en' : 'pt'
}

/**
 * Invites every driver who works here, has an e-mail and cannot sign in yet; with `only`, just those of them. Returns
 * how many were invited. A driver whose e-mail belongs to another account is not invited, and is in `skipped`.
 */
export async function inviteAllDrivers(
  change: Change,
  only?: readonly string[],
): Promise<{ invited: number; skipped: string[] }> {
  const uninvited = (await listUninvited(change.now, change.tx)).filter(
    ({ id, email }) => email !== null && (only?.includes(id) ?? true),
  )
  const { skipped } = await inviteEach(change, uninvited)
  return { invited: uninvited.length - skipped.length, skipped }
}

/**
 * Makes links, as `inviteDriver` does, for drivers whom no mail reaches because they have no e-mail or there is no
 * mail server. The office hands the links over. A driver whose e-mail belongs to another account is in `skipped`; the
 * driver's page says why.
 */
export async function inviteByLinks(change: Change): Promise<Invited> {
  const hasMail = await isMailServerSet(change.tx)
  const isUnreached = ({ email }: { email: string | null }) => email === null || !hasMail
  return inviteEach(change, (await listUninvited(change.now, change.tx)).filter(isUnreached))
}

type Invited = { links: { driverId: string; path: string }[]; skipped: string[] }

/**
 * Invites each driver separately, so that refusing one, whose e-mail belongs to another account, does not stop the
 * others.
 */
async function inviteEach(change: Change, drivers: readonly { id: string }[]): Promise<Invited> {
  const readOne = await readInvited(
    change.tx,
    drivers.map(({ id }) => id),
  )
  const invited: Invitee[] = []
  const skipped: string[] = []
  for (const { id } of drivers) {
    try {
      invited.push(readOne(id))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      skipped.push(id)
    }
  }
  const paths = await invite(change, invited)
  const links = invited.flatMap(({ driver }, at) => {
    const path = paths[at] ?? null
    return path === null ? [] : [{ driverId: driver.id, path }]
  })
  return { links, skipped }
}

/**
 * Invites somebody to the office by mail; returns the path of the page where they choose a password. The link is
 * valid for 72 hours and one use; a new one voids the previous one. Refuses `account.email-in-use`.
 */
export async function inviteAdmin(
  change: Change,
  { email, ...future }: { email: string; displayName: string; scopes: readonly Scope[]; language: Language },
): Promise<string> {
  const known = await change.tx.selectFrom('users').select('uid').where('email', '=', email).executeTakeFirst()
  if (known) throw new Refusal('account.email-in-use')
  const { displayName, scopes, language } = future
  change.note({ subject: `user:${email}`, after: { name: displayName, email, scopes: [...scopes] } })
  const code = await makeLink(change.tx, { purpose: 'admin', email, uid: null, driverId: null, future }, change.now)
  const link = inLanguage(`/invite?code=${code}`, language)
  await writeMail(change, { template: 'invite', params: { link, name: displayName }, recipient: email, language })
  return link
}

/**
 * Voids the open invitation of a driver, which may have gone to a wrong address: its link opens nothing any more. Refuses
 * `record.not-found` when none is open.
 */
export async function revokeInvitation(change: Change, driverId: string): Promise<void> {
  const open = await findOpenInvitation(driverId, change.now, change.tx)
  if (!open) throw new Refusal('record.not-found')
  await voidInvitations(change.tx, driverId)
  change.note({
    subject: `driver:${driverId}`,
    before: { invited: true, email: open.email },
    after: { invited: false },
  })
}

/** Voids an invitation to the office. Refuses `record.not-found` when it is not open. */
export async function revokeOfficeInvitation(change: Change, id: string): Promise<void> {
  const open = await getOfficeInvitation(id, change.now, change.tx)
  await voidOfficeInvitations(change.tx, open.email)
  change.note({ subject: `user:${open.email}`, before: { name: open.name, email: open.email }, after: null })
}

/**
 * Makes a link for a new password, for the command line, so that an administrator gets back in when mail is not set
 * up. Returns its path; it is valid for one hour and one use. Refuses `identity.user-not-found`.
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
 * Sets the password of an invitation or of a reset and signs in with it; every other session of the person ends. If
 * the browser was signed in as another person (`oldToken`), the log names that person, because anybody who saw the
 * link can use it. `email` is typed by a driver whose record has none, and is saved in the record. Refuses a bad
 * link, and what `createUser` and `setPassword` of the identity service refuse; the link then stays valid.
 */
export async function acceptInvitation(
  code: string,
  password: string,
  visit: Visit,
  oldToken: string | null,
  { captcha = null, email: typedEmail = null }: { captcha?: string | null; email?: string | null } = {},
): Promise<Entrance> {
  const { now } = visit
  const link = await readLink(code, ['admin', 'invite', 'reset'], now)
  await requireCaptcha(captcha)
  const before = oldToken === null ? null : await findSession(oldToken, now)
  const email = await useLink(code, now, async () => {
    const person = await personOf(link, password, typedEmail)
    const by = before && before.user.uid !== person.uid ? { by: before.user.email } : {}
    await carryOut(
      {
        actor: { uid: person.uid, role: person.role, address: visit.address, requestId: visit.id },
        action: 'account.set-password',
        now,
      },
      async ({ tx, note }) => {
        note({ subject: `user:${person.uid}`, after: { driver: link.driverId, ...by } })
        await saveIdentityUser(tx, person)
        if (link.driverId) await linkAccount(tx, link.driverId, person)
        if (link.future) {
          const { scopes, language } = link.future
          await tx.updateTable('users').set({ language }).where('uid', '=', person.uid).execute()
          await giveScopes({ tx, now }, person.uid, scopes)
          await mailNewMoneyPower({ tx, now }, person, scopes)
        } else await restartScopeWait({ tx, now }, person.uid)
        await endSessionsOf({ tx, now }, person.uid)
        if (link.uid !== null) await mailNewPassword({ tx, now }, person)
        return null
      },
    )
    return person.email
  })
  return signIn({ email, password, captcha }, visit, oldToken)
}

/** Tells the person of an account that was there before its link that the account has another password. */
async function mailNewPassword({ tx, now }: Pick<Change, 'tx' | 'now'>, { uid, email }: IdentityUser): Promise<void> {
  const language = (await findReader({ uid }, tx))?.language ?? 'pt'
  const params = { email, at: now.toString() }
  await writeMail({ tx, now }, { template: 'password-changed', params, recipient: email, language })
}

/**
 * Links a driver's record to its account, and saves the account's e-mail when the record has none. Refuses a record
 * that was merged or removed meanwhile.
 */
async function linkAccount(tx: Tx, driverId: string, { uid, email }: IdentityUser): Promise<void> {
  const linked = await tx
    .updateTable('drivers')
    .set({ uid, email: sql<string>`coalesce(email, ${email})` })
    .where('id', '=', driverId)
    .where('is_gone', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (!linked) throw new Refusal('identity.invalid-action-code')
}

/** The person of a link, with the password set: from an existing account or a new one. */
function personOf(link: OneTimeLink, password: string, typedEmail: string | null): Promise<IdentityUser> {
  const { purpose, uid, email, future } = link
  if (purpose === 'invite') return accountWith(link, password, typedEmail)
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
 * The account that a driver's invitation opens: an existing one, with a new password, or a new one. Refuses when the
 * driver's account is another than when the link was made: people in the office saw a link to a new account, so it
 * must not open an account that was made since.
 */
async function accountWith(
  { driverId, uid }: OneTimeLink,
  password: string,
  typedEmail: string | null,
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
  const email = driver.email ?? typedEmail
  if (email === null) throw new Refusal('identity.invalid-action-code')
  // An e-mail that was typed here is not verified: nobody has shown that they can read it.
  const emailVerified = driver.email !== null
  return identity().createUser({ email, displayName: driver.name, role: 'driver', password, emailVerified })
}

type DriverRecord = { id: string; uid: string | null; email: string | null }
type Account = { uid: string; email: string }

/** The driver's existing account, found by record or by e-mail; `null` when there is none. */
async function accountFor(reader: Tx | typeof db, driver: DriverRecord): Promise<Account | null> {
  const accountOf = await readAccounts(reader, [driver.id])
  return accountOf(driver)
}

/**
 * Reads the accounts of several drivers at once. Returns a function that finds the account of one driver, or refuses
 * it.
 */
async function readAccounts(
  reader: Tx | typeof db,
  ids: readonly string[],
): Promise<(driver: DriverRecord) => Account | null> {
  const accounts = await reader
    .selectFrom('drivers as asked')
    .innerJoin('users', (join) =>
      join.on(
        sql<boolean>`case when asked.uid is not null then users.uid = asked.uid else users.email = asked.email end`,
      ),
    )
    .leftJoin('drivers', 'drivers.uid', 'users.uid')
    .select(['asked.id as asked', 'users.uid', 'users.email', 'users.role', 'drivers.id as driver_id'])
    .where('asked.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  const accountOf = new Map(accounts.map((account) => [account.asked, account]))
  return (driver) => {
    const account = accountOf.get(driver.id)
    if (!account) return null
    if (account.role === 'admin') throw new Refusal('account.is-administrator')
    if (account.driver_id && account.driver_id !== driver.id) throw new Refusal('account.email-in-use')
    return account
  }
}
