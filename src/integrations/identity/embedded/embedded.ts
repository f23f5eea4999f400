import { randomInt } from 'node:crypto'
import { db } from '#db/client.server.ts'
import { type Role, roleFrom } from '#domain/access.ts'
import { EMAIL, EMAIL_MAX } from '#domain/email.ts'
import { checkPassword } from '#domain/password.ts'
import { Refusal } from '#domain/refusal.ts'
import type { IdentityUser, NewIdentityUser } from '#integrations/identity/identity-user.ts'
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts'

/** The identity service of an installation without a hosted one: the people of `users`. What each answers: `identity.ts`. */
export const embedded = { signInWithPassword, createUser, setPassword, lookup, revoke, setDisabled, remove }

async function signInWithPassword(email: string, password: string): Promise<IdentityUser> {
  const row = await people().where('email', '=', email).executeTakeFirst()
  const stored = row?.password_hash ?? null
  const isRight = await verifyPassword(password, stored)
  if (!row || !stored || !isRight) throw new Refusal('identity.invalid-credential')
  if (row.disabled) throw new Refusal('identity.user-disabled')
  if (isOutdated(stored)) await renewHash(row.uid, stored, password)
  return asUser(row)
}

async function createUser({
  email,
  displayName,
  role,
  password,
  emailVerified,
}: NewIdentityUser): Promise<IdentityUser> {
  const address = email.trim().toLowerCase()
  if (address.length > EMAIL_MAX || !EMAIL.test(address)) throw new Refusal('identity.invalid-email')
  checkPassword(password, { role, email: address })
  const row = await db
    .insertInto('users')
    .values({
      uid: newUid(),
      email: address,
      email_verified: emailVerified,
      display_name: displayName,
      role,
      password_hash: await hashPassword(password),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('identity.email-already-in-use')
  return asUser(row)
}

async function setPassword(uid: string, password: string, now: Temporal.Instant): Promise<void> {
  const user = await lookup({ uid })
  if (!user) throw new Refusal('identity.user-not-found')
  checkPassword(password, user)
  await db
    .updateTable('users')
    .set({
      password_hash: await hashPassword(password),
      password_changed_at: now.toString(),
      valid_since: now.toString(),
    })
    .where('uid', '=', uid)
    .execute()
}

async function lookup(who: { uid: string } | { email: string }): Promise<IdentityUser | null> {
  const query = 'uid' in who ? people().where('uid', '=', who.uid) : people().where('email', '=', who.email)
  const row = await query.executeTakeFirst()
  return row ? asUser(row) : null
}

async function revoke(uid: string, now: Temporal.Instant): Promise<void> {
  await db.updateTable('users').set({ valid_since: now.toString() }).where('uid', '=', uid).execute()
}

async function setDisabled(uid: string, disabled: boolean): Promise<void> {
  const row = await db.updateTable('users').set({ disabled }).where('uid', '=', uid).returning('uid').executeTakeFirst()
  if (!row) throw new Refusal('identity.user-not-found')
}

async function remove(uid: string): Promise<void> {
  await db.deleteFrom('users').where('uid', '=', uid).execute()
}

function people() {
  return db.selectFrom('users').selectAll()
}

/** Parameters grew since the password was stored, and here it is in clear: hash it anew, unless it changed meanwhile. */
async function renewHash(uid: string, stored: string, password: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('uid', '=', uid)
    .where('password_hash', '=', stored)
    .execute()
}

type Row = {
  uid: string
  email: string
  email_verified: boolean
  display_name: string | null
  role: string
  disabled: boolean
}

function asUser({ uid, email, email_verified, display_name, role, disabled }: Row): IdentityUser {
  const claim: Role = roleFrom(role)
  return { uid, email, emailVerified: email_verified, displayName: display_name, role: claim, disabled }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 28 letters and digits, as the hosted service makes them. */
function newUid(): string {
  return Array.from({ length: 28 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
