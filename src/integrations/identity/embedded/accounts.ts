import { randomInt } from 'node:crypto'
import type { Insertable, Selectable, Updateable } from 'kysely'
import pg from 'pg'
import { db, type Tx } from '#db/client.server.ts'
import type { IdentityProviders, Users } from '#db/types.ts'
import { EMAIL, EMAIL_MAX } from '#domain/email.ts'
import { fault } from './fault.ts'

export type Account = Selectable<Users>
type Database = Pick<Tx, 'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom'>

/** Reads an address in lower case, as it is stored. Refuses `INVALID_EMAIL`. */
export function readEmail(written: string): string {
  const email = written.trim().toLowerCase()
  if (email.length > EMAIL_MAX || !EMAIL.test(email)) throw fault('INVALID_EMAIL')
  return email
}

/** Reads a phone number in international form. Refuses `INVALID_PHONE_NUMBER`. */
export function readPhone(written: string): string {
  if (!/^\+[1-9]\d{6,14}$/.test(written)) throw fault('INVALID_PHONE_NUMBER', 'Invalid format.')
  return written
}

export async function accountOf(uid: string, from: Database = db): Promise<Account | null> {
  return (await from.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()) ?? null
}

export async function accountWith(email: string): Promise<Account | null> {
  return (await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()) ?? null
}

/** Finds the account linked to a person of another service. */
export async function accountLinkedTo(providerId: string, rawId: string): Promise<Account | null> {
  const account = await db
    .selectFrom('users')
    .innerJoin('identity_providers', 'identity_providers.uid', 'users.uid')
    .selectAll('users')
    .where('provider_id', '=', providerId)
    .where('raw_id', '=', rawId)
    .executeTakeFirst()
  return account ?? null
}

/** Inserts an account. Refuses `EMAIL_EXISTS`, `DUPLICATE_LOCAL_ID` and `PHONE_NUMBER_EXISTS`, by the constraint that was hit. */
export function insertAccount(account: Omit<Insertable<Users>, 'uid'> & { uid?: string }): Promise<Account> {
  return unlessTaken(
    db
      .insertInto('users')
      .values({ ...account, uid: account.uid ?? newId() })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** Changes an account. Refuses `USER_NOT_FOUND` and what `insertAccount` refuses. */
export async function changeAccount(uid: string, change: Updateable<Users>, to: Database = db): Promise<Account> {
  if (Object.keys(change).length === 0) return (await accountOf(uid, to)) ?? missing()
  const changed = to.updateTable('users').set(change).where('uid', '=', uid).returningAll().executeTakeFirst()
  return (await unlessTaken(changed)) ?? missing()
}

export async function removeAccount(uid: string): Promise<void> {
  await db.deleteFrom('users').where('uid', '=', uid).execute()
}

/** Links an account to one of another service, by which it can sign in from now on. Refuses `FEDERATED_USER_ID_ALREADY_LINKED`. */
export async function linkProvider(link: Insertable<IdentityProviders>): Promise<void> {
  const linked = await db
    .insertInto('identity_providers')
    .values(link)
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'raw_id'])
        .doUpdateSet({ email: link.email ?? null, display_name: link.display_name ?? null })
        .where('identity_providers.uid', '=', link.uid),
    )
    .returning('uid')
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isTaken(error, 'identity_providers_once_per_person') ? fault('PROVIDER_ALREADY_LINKED') : error
    })
  if (!linked) throw fault('FEDERATED_USER_ID_ALREADY_LINKED')
}

/** Answers the claims of a token: those the office gave, and the role. Every role but `admin` is a driver and is left out. */
export function claimsOf({ claims, role }: Account): Record<string, unknown> {
  return { ...JSON.parse(claims), ...(role === 'admin' ? { role } : {}) }
}

/** Makes an id of 28 letters and digits, as the hosted service does. */
export function newId(): string {
  return Array.from({ length: 28 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const TAKEN = {
  users_email_is_unique: 'EMAIL_EXISTS',
  users_pkey: 'DUPLICATE_LOCAL_ID',
  users_phone_number_is_unique: 'PHONE_NUMBER_EXISTS',
}

async function unlessTaken<Result>(written: Promise<Result>): Promise<Result> {
  try {
    return await written
  } catch (error) {
    const [, code] = Object.entries(TAKEN).find(([constraint]) => isTaken(error, constraint)) ?? []
    throw code ? fault(code) : error
  }
}

function isTaken(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint
}

function missing(): never {
  throw fault('USER_NOT_FOUND')
}
