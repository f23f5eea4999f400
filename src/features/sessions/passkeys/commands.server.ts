import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { deviceName } from '#domain/device.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Actor, carryOut, type Change } from '#features/audit/commands.server.ts'
import { mailAccountChange } from '#features/mail/account-changes/commands.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { endSessionsOf, startSession, type Visit, visitorOf } from '#features/sessions/commands.server.ts'
import type { Session } from '#features/sessions/queries.server.ts'
import type { Entrance } from '#features/sessions/sign-ins/commands.server.ts'
import { identity } from '#integrations/identity/identity.ts'
import {
  askForPasskey,
  askToSignIn,
  passkeyNamedIn,
  type PasskeyQuestion,
  type PasskeySite,
  proveAnswer,
  readNewPasskey,
} from '#integrations/passkeys/passkeys.ts'
import { log } from '#platform/log.ts'
import { seal, unseal } from '#platform/seal.server.ts'
import { hashOfSecret } from '#platform/secret.ts'
import { MAX_PASSKEYS } from './schema.ts'

const CHALLENGE_VALID = { minutes: 10 }

/** The question with which the browser of a signed-in person makes a passkey. Refuses `passkey.too-many`. */
export async function questionForNew(
  session: Session,
  site: PasskeySite,
  now: Temporal.Instant,
): Promise<PasskeyQuestion> {
  const { uid, email, displayName } = session.user
  const stored = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('uid', '=', uid)
    .execute()
  if (stored.length >= MAX_PASSKEYS) throw new Refusal('passkey.too-many', { count: MAX_PASSKEYS })
  return askForPasskey(
    site,
    { uid, email, name: displayName ?? email },
    {
      challenge: challengeFor(uid, now),
      known: stored.map(({ credential_id: id, transports }) => ({ id, transports })),
    },
  )
}

/** The question with which a browser signs in by passkey. */
export function questionForSignIn(site: PasskeySite, now: Temporal.Instant): Promise<PasskeyQuestion> {
  return askToSignIn(site, challengeFor('', now))
}

/**
 * Stores a passkey that a person's browser has made, named after the device, and tells the person by mail. Refuses
 * `passkey.not-accepted`, `passkey.too-many`, `passkey.known`.
 */
export async function addPasskey(session: Session, answer: string, site: PasskeySite, visit: Visit): Promise<void> {
  const { uid, email } = session.user
  const { now } = visit
  const passkey = await readNewPasskey(answer, site, (challenge) => takeChallenge(challenge, uid, now))
  const name = deviceName(visit.userAgent) ?? site.name
  await carryOut({ actor: actorOf(session, visit), action: 'account.add-passkey', now }, async (change) => {
    change.note({ subject: `user:${uid}`, after: { passkey: name } })
    const { tx } = change
    const person = await tx.selectFrom('users').select('language').where('uid', '=', uid).forUpdate().executeTakeFirst()
    const stored = await tx.selectFrom('passkeys').select('id').where('uid', '=', uid).execute()
    if (stored.length >= MAX_PASSKEYS) throw new Refusal('passkey.too-many', { count: MAX_PASSKEYS })
    const inserted = await tx
      .insertInto('passkeys')
      .values({
        uid,
        credential_id: passkey.id,
        public_key: Buffer.from(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports,
        name,
        is_synced: passkey.isSynced,
        created_at: now.toString(),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) throw new Refusal('passkey.known')
    await writeMail(change, {
      template: 'passkey-added',
      params: { email, at: now.toString(), device: name },
      recipient: email,
      language: person?.language === 'en' ? 'en' : 'pt',
    })
    return null
  })
}

/** Renames one of the person's own passkeys. Refuses `record.not-found`. */
export async function renamePasskey(
  change: Change,
  uid: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const before = await change.tx
    .selectFrom('passkeys')
    .select('name')
    .where('id', '=', id)
    .where('uid', '=', uid)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('record.not-found')
  change.note({ subject: `user:${uid}`, before: { passkey: before.name }, after: { passkey: name } })
  await change.tx.updateTable('passkeys').set({ name }).where('id', '=', id).execute()
}

/** Removes one of the person's own passkeys, which then signs nobody in. Refuses `record.not-found`. */
export async function removePasskey(change: Change, uid: string, id: string): Promise<void> {
  const removed = await change.tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('uid', '=', uid)
    .returning('name')
    .executeTakeFirst()
  if (!removed) throw new Refusal('record.not-found')
  change.note({ subject: `user:${uid}`, before: { passkey: removed.name } })
}

/**
 * Removes all passkeys of a person, as for a lost phone, ends their sessions, and tells them by mail. Refuses
 * `account.is-own`.
 */
export async function withdrawPasskeys(uid: string, actor: Actor, now: Temporal.Instant): Promise<void> {
  if (uid === actor.uid) throw new Refusal('account.is-own')
  await carryOut({ actor, action: 'account.withdraw-passkeys', now }, async (change) => {
    const names = await forgetPasskeys(change, uid)
    change.note({ subject: `user:${uid}`, before: { passkeys: names } })
    await endSessionsOf(change, uid)
    await mailAccountChange(change, uid, 'passkeys-withdrawn')
    return null
  })
}

/**
 * Deletes a person's passkeys, as a part of whatever shuts them out until they come back by a link; answers the names.
 */
export async function forgetPasskeys({ tx }: Pick<Change, 'tx'>, uid: string): Promise<string[]> {
  const removed = await tx.deleteFrom('passkeys').where('uid', '=', uid).returning('name').execute()
  return removed.map(({ name }) => name)
}

/**
 * Signs in by a passkey alone: a session under a new id that counts as one with a second factor. Refuses
 * `passkey.not-accepted` for any passkey that does not fit, `identity.user-disabled`, and what the identity service refuses to
 * our own server.
 */
export async function signInByPasskey(
  answer: string,
  site: PasskeySite,
  visit: Visit,
  oldToken: string | null,
): Promise<Entrance> {
  const { now } = visit
  const stored = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', passkeyNamedIn(answer))
    .executeTakeFirst()
  if (!stored) {
    log.info({ id: visit.id }, 'a passkey that nobody has was shown')
    throw new Refusal('passkey.not-accepted')
  }
  const { counter, isSynced } = await proveAnswer(
    answer,
    {
      id: stored.credential_id,
      publicKey: new Uint8Array(stored.public_key),
      counter: Number(stored.counter),
      transports: stored.transports,
    },
    site,
    (challenge) => takeChallenge(challenge, '', now),
  )
  const signedIn = await identity(visitorOf(visit)).vouch(stored.uid)
  await db
    .updateTable('passkeys')
    .set({ counter, is_synced: isSynced, used_at: now.toString() })
    .where('id', '=', stored.id)
    .execute()
  const account = { ...signedIn, provider: 'passkey', withSecondFactor: true, signedInAt: now }
  return { ...(await startSession(account, visit, oldToken)), remember: null }
}

/**
 * A challenge that contains its person and moment, sealed so that only this site reads them; nothing is stored until it
 * is answered.
 */
function challengeFor(uid: string, now: Temporal.Instant): Uint8Array<ArrayBuffer> {
  return new Uint8Array(seal(now.toString(), { purpose: 'passkey', of: uid }))
}

/** Whether a challenge is ours, for this person and from the last ten minutes, and is answered for the first time. */
async function takeChallenge(challenge: string, uid: string, now: Temporal.Instant): Promise<boolean> {
  const issuedAt = unseal(Buffer.from(challenge, 'base64url'), { purpose: 'passkey', of: uid })
  if (issuedAt === null) return false
  const until = Temporal.Instant.from(issuedAt).add(CHALLENGE_VALID)
  if (Temporal.Instant.compare(until, now) < 0) return false
  await db.deleteFrom('passkey_answers').where('expires_at', '<', moment(now)).execute()
  const inserted = await db
    .insertInto('passkey_answers')
    .values({ challenge_hash: hashOfSecret(challenge), expires_at: until.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst()
  return inserted !== undefined
}

function actorOf({ user: { uid, role } }: Session, { address, id }: Visit): Actor {
  return { uid, role, address, requestId: id }
}
