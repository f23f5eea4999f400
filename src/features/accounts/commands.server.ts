import { sql } from 'kysely'
import { db, type Tx } from '#db/client.server.ts'
import { hasPower, type Role, SCOPES, type Scope } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Actor, carryOut, COMMAND_LINE, type Change } from '#features/audit/commands.server.ts'
import type { IdentityUser, NewIdentityUser } from '#integrations/identity/identity-user.ts'
import { NO_VISITOR_BRIEFLY, identity } from '#integrations/identity/identity.ts'
import { inLanguage } from '#messages/language.ts'
import { mailAccountChange } from '#features/mail/account-changes/commands.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { pushToOffice } from '#features/mail/push/commands.server.ts'
import type { NewMail, TemplateName } from '#features/mail/schema.ts'
import { newSecret } from '#platform/secret.ts'
import { makeLink } from '#features/sessions/one-time-links/commands.server.ts'
import { adminsNeedSecondFactor, findReader } from './queries.server.ts'
import { forgetPasskeys } from '#features/sessions/passkeys/commands.server.ts'
import { endSessionsOf, saveIdentityUser } from '#features/sessions/commands.server.ts'
import { env } from '#platform/env.server.ts'

type Moment = Pick<Change, 'tx' | 'now'>

type NewAccount = Omit<NewIdentityUser, 'emailVerified'> & {
  emailVerified?: boolean
  driverId?: string | null
  /** Scopes of an administrator. The first administrator is always an owner. */
  scopes?: readonly Scope[]
}

/**
 * Creates an account with a password, for the command line and the demo; returns its uid. Refuses what `createUser`
 * of the identity service refuses.
 */
export async function createAccount(account: NewAccount, actor: Actor, now: Temporal.Instant): Promise<string> {
  const { emailVerified = false, driverId = null, scopes = [], ...person } = account
  const created = await identity().createUser({ ...person, emailVerified })
  const { uid, role } = created
  await carryOut({ actor, action: 'account.create', now }, async ({ tx, note }) => {
    note({
      subject: `user:${uid}`,
      after: { role, driver: driverId, ...(scopes.length > 0 && { scopes: [...scopes] }) },
    })
    await saveIdentityUser(tx, created)
    if (scopes.length > 0) await giveScopes({ tx, now }, uid, scopes)
    if (driverId) await tx.updateTable('drivers').set({ uid }).where('id', '=', driverId).execute()
    return null
  })
  return uid
}

/**
 * Closes an account: its sessions end on their next request, and a mail informs the person. Refuses
 * `identity.user-not-found`, `account.is-own`, `account.last-owner`.
 */
export async function disableAccount(uid: string, actor: Actor, now: Temporal.Instant): Promise<void> {
  if (uid === actor.uid) throw new Refusal('account.is-own')
  await carryOut({ actor, action: 'account.disable', now }, async (change) => {
    await close(change, uid)
    await mailTemplate(change, uid, (email) => ({ template: 'account-disabled', params: { email } }))
    return null
  })
}

/**
 * Closes the account of the signed-in person: nobody can sign in with it any more, but what the person did stays in
 * the log. A good-bye mail follows. Refuses `account.last-owner`.
 */
export async function closeOwnAccount(uid: string, actor: Actor, now: Temporal.Instant): Promise<void> {
  await carryOut({ actor, action: 'account.close', now }, async (change) => {
    await close(change, uid)
    await mailTemplate(change, uid, (email) => ({ template: 'account-closed', params: { email } }))
    return null
  })
}

async function close(change: Change, uid: string): Promise<void> {
  await requireAnotherOwner(change.tx, uid)
  await identity(NO_VISITOR_BRIEFLY).setDisabled(uid, true)
  change.note({ subject: `user:${uid}`, before: { disabled: false }, after: { disabled: true } })
  await change.tx.updateTable('users').set({ disabled: true }).where('uid', '=', uid).execute()
  await endSessionsOf(change, uid)
}

/** Opens a closed account again; its owner has to sign in anew, and is told by mail. */
export async function enableAccount(uid: string, actor: Actor, now: Temporal.Instant): Promise<void> {
  await identity().setDisabled(uid, false)
  await carryOut({ actor, action: 'account.enable', now }, async (change) => {
    change.note({ subject: `user:${uid}`, before: { disabled: true }, after: { disabled: false } })
    await change.tx.updateTable('users').set({ disabled: false }).where('uid', '=', uid).execute()
    await mailAccountChange(change, uid, 'enabled')
    return null
  })
}

/**
 * Makes a person an administrator, or not, and sets their scopes; with another role their sessions end. They are told
 * of a change by mail. Refuses
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
  await carryOut({ actor, action: 'account.set-access', now }, async (change) => {
    if (!kept.includes('owner')) await requireAnotherOwner(change.tx, uid)
    if (role !== before.role) await identity(NO_VISITOR_BRIEFLY).setRole(uid, role)
    change.note({ subject: `user:${uid}`, before, after: { role, scopes: [...kept] } })
    await change.tx.updateTable('users').set({ role }).where('uid', '=', uid).execute()
    const gained = await giveScopes(change, uid, kept)
    if (gained.length > 0) await mailNewMoneyPower(change, { uid, email }, gained)
    if (role !== before.role) {
      await endSessionsOf(change, uid)
      await mailAccountChange(change, uid, 'role')
    } else if (new Set(kept).symmetricDifference(new Set(before.scopes)).size > 0)
      await mailAccountChange(change, uid, 'scopes')
    return null
  })
}

/**
 * Gives a person exactly these scopes, and returns the new ones. A new scope starts a waiting time of some days, in
 * which the person cannot confirm what somebody else requested.
 */
export async function giveScopes({ tx, now }: Moment, uid: string, scopes: readonly Scope[]): Promise<Scope[]> {
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
 * Restarts the waiting time of an administrator's scopes when the operator has no mail server: people in the office
 * could read the link that let the administrator in, so somebody else may have used it.
 */
export async function restartScopeWait({ tx, now }: Moment, uid: string): Promise<void> {
  if (env().SMTP_URL !== undefined) return
  const since = { scopes_since: now.toString() }
  await tx.updateTable('users').set(since).where('uid', '=', uid).where('role', '=', 'admin').execute()
}

/**
 * Mails all other administrators who may change money that one more person may, so that somebody notices an
 * unexpected account.
 */
export async function mailNewMoneyPower(
  { tx, now }: Moment,
  { uid, email }: Pick<IdentityUser, 'uid' | 'email'>,
  gained: readonly Scope[],
): Promise<void> {
  if (!hasPower({ role: 'admin', scopes: gained }, 'money')) return
  const others = await tx
    .selectFrom('users')
    .select(['uid', 'email', 'language'])
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .where('uid', '<>', uid)
    .where(
      sql<boolean>`scopes && ${SCOPES.filter((scope) => hasPower({ role: 'admin', scopes: [scope] }, 'money'))}::text[]`,
    )
    .orderBy('email')
    .execute()
  const params = { email, at: now.toString() }
  for (const { uid: other, email: recipient, language } of others) {
    await writeMail({ tx, now }, { template: 'money-person', params, recipient, language })
    await pushToOffice({ tx, now }, { event: 'money-person', params: JSON.stringify(params) }, other)
  }
}

/**
 * Ends a person's sessions, makes the old password invalid, and mails a link for a new password, valid for one hour
 * and one use. Returns the link's path, for when mail is not set up. Refuses `record.not-found`.
 */
export async function forceReset(uid: string, actor: Actor, now: Temporal.Instant): Promise<string> {
  const person = await findReader({ uid })
  if (!person) throw new Refusal('record.not-found')
  const { email, language } = person
  await identity().setPassword(uid, newSecret())
  let link = ''
  await carryOut({ actor, action: 'account.make-reset-link', now }, async (change) => {
    change.note({ subject: `user:${uid}` })
    const code = await makeLink(change.tx, { purpose: 'reset', email, uid, driverId: null }, now)
    link = inLanguage(`/invite?code=${code}`, language)
    // A person who must come back by a link must not come back by a passkey.
    await forgetPasskeys(change, uid)
    await endSessionsOf(change, uid)
    await writeMail(change, {
      template: 'password-reset',
      params: { email, link, forced: true },
      recipient: email,
      language,
    })
    return null
  })
  return link
}

/**
 * Removes the second factors of a person who lost theirs; their sessions end, and they are told by mail. Refuses
 * `account.is-own`.
 */
export async function withdrawFactors(uid: string, actor: Actor, now: Temporal.Instant): Promise<void> {
  if (uid === actor.uid) throw new Refusal('account.is-own')
  await identity().withdrawFactors(uid)
  await carryOut({ actor, action: 'account.withdraw-factor', now }, async (change) => {
    change.note({ subject: `user:${uid}`, before: { secondFactor: true }, after: { secondFactor: false } })
    await endSessionsOf(change, uid)
    await mailAccountChange(change, uid, 'factor-withdrawn')
    return null
  })
}

/**
 * Removes the second factors of an e-mail address, from the command line: also the way back in for an owner who is
 * alone. Refuses `identity.user-not-found`.
 */
export async function withdrawFactorsOf(email: string, now: Temporal.Instant): Promise<void> {
  const person = await identity().lookup({ email })
  if (!person) throw new Refusal('identity.user-not-found')
  await withdrawFactors(person.uid, COMMAND_LINE, now)
}

/** Says whether administrators need a second factor for the office. It applies to the next page that each of them opens. */
export async function setSecondFactorRule({ tx, note, now }: Change, adminsNeedIt: boolean): Promise<void> {
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
 * Refuses when no other owner would be left. The lock lasts until the end of the transaction: when two owners close
 * each other's account, the second has to wait, and then finds no other owner. It locks no row of `users`, because
 * the identity service changes that row.
 */
async function requireAnotherOwner(tx: Tx, uid: string): Promise<void> {
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

async function mailTemplate<Name extends TemplateName>(
  change: Change,
  uid: string,
  contentFor: (email: string) => Pick<NewMail<Name>, 'template' | 'params'>,
): Promise<void> {
  const person = await findReader({ uid }, change.tx)
  if (!person) return
  const { email: recipient, language } = person
  await writeMail(change, { ...contentFor(recipient), recipient, language })
}
