import { sql } from 'kysely'
import { db, inTransaction, type Tx } from '#db/client.server.ts'
import { inParts } from '#db/parts.ts'
import { type Scope, scopesFrom } from '#domain/access.ts'
import { firstOf } from '#domain/certain.ts'
import { isInFuture } from '#domain/clock.ts'
import { Refusal } from '#domain/refusal.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import type { TemplateName } from '#features/mail/schema.ts'
import type { CodeMail } from '#integrations/identity/here.ts'
import type { Language } from '#messages/language.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'

/**
 * `first-admin`: made at the start, void once there is an administrator. `new-admin`: made by the command line.
 * `admin`: an invitation to the office. `invite`: an invitation of a driver. `reset`: a new password.
 */
export type Purpose = 'first-admin' | 'new-admin' | 'admin' | 'invite' | 'reset'

/** Hours for which a link is valid. */
const HOURS = { 'first-admin': 0.25, 'new-admin': 0.25, admin: 72, invite: 72, reset: 1 } as const satisfies Record<
  Purpose,
  number
>

type Bearer = { email: string | null; uid: string | null; driverId: string | null }
/** The future account of a person who is invited to the office. */
type Future = { displayName: string; scopes: readonly Scope[]; language: Language }
export type OneTimeLink = Bearer & { purpose: Purpose; future: Future | null }
type NewLink = Bearer & { purpose: Purpose; future?: Future }

/**
 * Stores the hash of a new code and answers the code, which is shown only now. Earlier ones for the same purpose and
 * person are void.
 */
export async function makeLink(tx: Tx, link: NewLink, now: Temporal.Instant): Promise<string> {
  return firstOf(await makeLinks(tx, [link], now))
}

/** Makes several links at once, each for another person. */
export async function makeLinks(tx: Tx, links: readonly NewLink[], now: Temporal.Instant): Promise<string[]> {
  const owners = links.map(({ purpose, email, uid, driverId }) => ({ purpose, email, uid, driver_id: driverId }))
  await sql`delete from one_time_links known
    using json_to_recordset(${JSON.stringify(owners)}::json) as new (purpose text, email citext, uid text, driver_id uuid)
    where known.purpose = new.purpose and known.used_at is null
      and known.uid is not distinct from new.uid and known.driver_id is not distinct from new.driver_id
      and (new.uid is not null or new.driver_id is not null or known.email is not distinct from new.email)`.execute(tx)
  const made = links.map(({ purpose, email, uid, driverId, future }) => {
    const code = newSecret()
    const row = {
      code_hash: hashOfSecret(code),
      purpose,
      email,
      uid,
      driver_id: driverId,
      ...(future && { display_name: future.displayName, scopes: [...future.scopes], language: future.language }),
      created_at: now.toString(),
      expires_at: now.add({ minutes: HOURS[purpose] * 60 }).toString(),
    }
    return { code, row }
  })
  for (const part of inParts(made.map(({ row }) => row))) await tx.insertInto('one_time_links').values(part).execute()
  return made.map(({ code }) => code)
}

/** Voids the invitations of a record that is merged or removed, or one that went to a wrong address. */
export async function voidInvitations(tx: Tx, driverId: string): Promise<void> {
  await tx
    .deleteFrom('one_time_links')
    .where('purpose', '=', 'invite')
    .where('driver_id', '=', driverId)
    .where('used_at', 'is', null)
    .execute()
}

/** Voids the invitations to the office that went to an address. */
export async function voidOfficeInvitations(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('one_time_links')
    .where('purpose', '=', 'admin')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute()
}

/**
 * The content of a link, without using it: a page or a mail scanner may read it as often as it likes. Refuses
 * `identity.invalid-action-code` (unknown, used, for another purpose) and `identity.expired-action-code`.
 */
export async function readLink(
  code: string,
  purposes: readonly Purpose[],
  now: Temporal.Instant,
): Promise<OneTimeLink> {
  const row = await db
    .selectFrom('one_time_links')
    .selectAll()
    .where('code_hash', '=', hashOfSecret(code))
    .executeTakeFirst()
  const purpose = purposes.find((known) => known === row?.purpose)
  if (!row || !purpose || row.used_at) throw new Refusal('identity.invalid-action-code')
  if (Temporal.Instant.compare(row.expires_at, now) <= 0 || isInFuture(row.created_at, now))
    throw new Refusal('identity.expired-action-code')
  const { email, uid, display_name: displayName } = row
  const language = row.language === 'en' ? 'en' : 'pt'
  const future = displayName === null ? null : ({ displayName, scopes: scopesFrom(row.scopes), language } as const)
  return { purpose, email, uid, driverId: row.driver_id, future }
}

/**
 * Uses a link for `work`, once: of two at the same moment one is refused. When `work` is refused, the link is valid again.
 */
export async function useLink<Result>(
  code: string,
  now: Temporal.Instant,
  work: () => Promise<Result>,
): Promise<Result> {
  const usedLink = await db
    .updateTable('one_time_links')
    .set({ used_at: now.toString() })
    .where('code_hash', '=', hashOfSecret(code))
    .where('used_at', 'is', null)
    .returning('purpose')
    .executeTakeFirst()
  if (!usedLink) throw new Refusal('identity.invalid-action-code')
  try {
    return await work()
  } catch (error) {
    await db.updateTable('one_time_links').set({ used_at: null }).where('code_hash', '=', hashOfSecret(code)).execute()
    throw error
  }
}

/** Orders the message of the embedded identity service, with its code in the link, in the words of `mail`. */
export async function mailCode({ type, to, email, newEmail, link, displayName, language }: CodeMail): Promise<void> {
  const { pathname, search } = new URL(link)
  const params = { email, newEmail, link: pathname + search, ...(displayName ? { name: displayName } : {}) }
  const message = { template: TEMPLATES[type], params, recipient: to, language }
  await inTransaction((tx) => writeMail({ tx, now: Temporal.Now.instant() }, message))
}

const TEMPLATES = {
  PASSWORD_RESET: 'password-reset',
  VERIFY_EMAIL: 'email-verification',
  VERIFY_AND_CHANGE_EMAIL: 'email-change',
  RECOVER_EMAIL: 'email-changed',
} as const satisfies Record<CodeMail['type'], TemplateName>
