import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { db, type Tx } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { order } from '#db/queue.server.ts'
import type { DB } from '#db/types.ts'
import { deviceName } from '#domain/device.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { nextBackOff, sessionLimit, SESSIONS_AT_ONCE, wantsRenewal } from '#domain/session.ts'
import { type Actor, carryOut, type Change, SYSTEM } from '#features/audit/commands.server.ts'
import { mailAccountChange } from '#features/mail/account-changes/commands.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { moveSubscription, endSubscriptions, endSubscriptionsOf } from '#features/mail/push/commands.server.ts'
import type { SignedIn } from '#integrations/identity/signed-in.ts'
import type { IdentityUser } from '#integrations/identity/identity-user.ts'
import { identity, isIdentityEmbedded, type Visitor } from '#integrations/identity/identity.ts'
import { log } from '#platform/log.ts'
import { seal, unseal } from '#platform/seal.server.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { type EndedSignIn, endSignIn } from './jobs.ts'
import { findSession, findUnusedSession, type Session } from './queries.server.ts'

/** The request behind a sign-in. `remembered`: what the identity service gave this browser earlier. */
export type Visit = {
  id: string
  address: string
  userAgent: string
  now: Temporal.Instant
  remembered?: string | null
  /** The cookie of a browser that subscribed to notices. */
  pushMark?: string | null
}

export type Started = { outcome: 'signed-in'; token: string; session: Session }

const SEEN_EVERY = { minutes: 1 }
/** Milliseconds for which a page waits for its reader's token to be renewed. */
const PATIENCE_OF_PAGE = 5_000
/**
 * Seconds after which a renewal counts as abandoned by a dead process: longer than the client waits, also on a phone.
 */
const RENEWS_FOR = { seconds: 65 }

/** Starts a session under a new id, for a sign-in that the identity service has confirmed. */
export async function startSession(signedIn: SignedIn, visit: Visit, oldToken: string | null): Promise<Started> {
  const { user: person, tokens } = signedIn
  const { now } = visit
  const token = newSecret()
  const id = randomUUID()
  await carryOut({ actor: actorAs(person, visit), action: 'account.sign-in', now }, async ({ tx, note }) => {
    const isKnown = await hasSignedInFrom(tx, person.uid, visit)
    note({ subject: `user:${person.uid}`, after: { device: visit.userAgent.slice(0, 120) } })
    await saveIdentityUser(tx, person)
    if (!isKnown) await notifyNewPlace(tx, person, visit)
    if (visit.pushMark) await moveSubscription({ tx, now }, { mark: visit.pushMark, uid: person.uid, sessionId: id })
    if (oldToken) await deleteSessions({ tx, now }, (is) => is('id_hash', '=', hashOfSecret(oldToken)))
    await tx
      .insertInto('sessions')
      .values({
        id,
        id_hash: hashOfSecret(token),
        uid: person.uid,
        role: person.role,
        created_at: now.toString(),
        seen_at: now.toString(),
        signed_in_at: now.toString(),
        authenticated_at: signedIn.signedInAt.toString(),
        expires_at: sessionLimit(person.role, now).toString(),
        refresh_sealed: sealToken(tokens.refreshToken, id),
        token_expires_at: tokens.expiresAt.toString(),
        provider: signedIn.provider,
        with_second_factor: signedIn.withSecondFactor,
        address: visit.address,
        user_agent: visit.userAgent,
      })
      .execute()
    await endOldest({ tx, now }, person.uid, id)
    await tx.updateTable('users').set({ last_sign_in_at: now.toString() }).where('uid', '=', person.uid).execute()
    return null
  })
  const session = await findSession(token, now)
  if (!session) throw new Refusal('identity.user-token-expired')
  return { outcome: 'signed-in', token, session }
}

/**
 * Whether the person signed in from this address or with this browser before; also true for the very first sign-in, which
 * is from no new place.
 */
async function hasSignedInFrom(tx: Tx, uid: string, { address, userAgent }: Visit): Promise<boolean> {
  const earlierSignIns = () =>
    tx
      .selectFrom('audit_events')
      .select('id')
      .where('subject', '=', `user:${uid}`)
      .where('action', '=', 'account.sign-in')
      .limit(1)
  const same = await earlierSignIns()
    .where((row) => {
      const device = sql<string>`after ->> 'device'`
      return row.or([row('address', '=', address), row(device, '=', userAgent.slice(0, 120))])
    })
    .executeTakeFirst()
  return same !== undefined || (await earlierSignIns().executeTakeFirst()) === undefined
}

async function notifyNewPlace(tx: Tx, { uid, email }: IdentityUser, { address, userAgent, now }: Visit): Promise<void> {
  const row = await tx
    .selectFrom('users')
    .leftJoin('drivers', 'drivers.uid', 'users.uid')
    .select(['users.language', 'drivers.language as driver_language'])
    .where('users.uid', '=', uid)
    .executeTakeFirst()
  const language = row?.driver_language ?? row?.language ?? 'pt'
  const params = { email, at: now.toString(), device: deviceName(userAgent) ?? '?', address }
  await writeMail({ tx, now }, { template: 'new-sign-in', params, recipient: email, language })
}

/**
 * Stores what a hosted identity service says of a person, so that no page has to ask it. The embedded one stores its
 * people here itself.
 */
export async function saveIdentityUser(
  tx: Tx,
  { uid, email, emailVerified, displayName, role }: IdentityUser,
): Promise<void> {
  if (isIdentityEmbedded()) return
  const profile = { email, email_verified: emailVerified, display_name: displayName, role }
  // The service has given the address to another person, so its former owner no longer exists there.
  await tx
    .updateTable('users')
    .set({ email: sql`uid || '@gone.invalid'`, disabled: true })
    .where('email', '=', email)
    .where('uid', '<>', uid)
    .execute()
  await tx
    .insertInto('users')
    .values({ uid, ...profile })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ ...profile, disabled: false }))
    .execute()
}

/** Ends the oldest sessions of a person above the limit, never the one that starts now (`ownId`). */
async function endOldest({ tx, now }: Pick<Change, 'tx' | 'now'>, uid: string, ownId: string): Promise<void> {
  const kept = tx
    .selectFrom('sessions')
    .select('id')
    .where('uid', '=', uid)
    .where('id', '!=', ownId)
    .orderBy('created_at', 'desc')
    .limit(SESSIONS_AT_ONCE - 1)
  await deleteSessions({ tx, now }, (is) =>
    is.and([is('uid', '=', uid), is('id', '!=', ownId), is('id', 'not in', kept)]),
  )
}

/** Deletes sessions, and orders that their sign-ins end at the identity service too. */
async function deleteSessions(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  condition: (is: ExpressionBuilder<DB, 'sessions'>) => Expression<SqlBool>,
): Promise<void> {
  const ended = await tx.deleteFrom('sessions').where(condition).returning(['id', 'uid', 'refresh_sealed']).execute()
  await endSubscriptions(
    { tx },
    ended.map(({ id }) => id),
  )
  for (const { id, uid, refresh_sealed } of ended) {
    if (!refresh_sealed) continue
    await order(tx, endSignIn, { uid, session: id, sealed: refresh_sealed.toString('base64'), at: now.toString() })
  }
}

/**
 * Voids the sign-in of an ended session at the identity service, so that its refresh token is worth nothing. The hosted
 * service can void only all sign-ins of a person: there they end with the person's last session, and the tokens of earlier
 * ones, which nobody else ever had, are forgotten (`docs/decisions/073`).
 */
export async function voidSignIn({ uid, session, sealed, at }: EndedSignIn): Promise<void> {
  try {
    if (isIdentityEmbedded()) {
      const refreshToken = unsealToken(Buffer.from(sealed, 'base64'), session)
      if (refreshToken) await identity().endSignIn(refreshToken)
      return
    }
    const before = Temporal.Instant.from(at)
    if (!(await hasSessionFrom(uid, before))) await identity().revoke(uid, before)
  } catch (error) {
    // The sign-in is void already, its account is closed or gone, or this site has no service account to void it with.
    if (!(error instanceof Refusal) || !NOTHING_TO_VOID.has(error.code)) throw error
  }
}

const NOTHING_TO_VOID: ReadonlySet<RefusalCode> = new Set([
  'identity.user-token-expired',
  'identity.user-disabled',
  'identity.user-not-found',
  'identity.service-account-missing',
])

async function hasSessionFrom(uid: string, before: Temporal.Instant): Promise<boolean> {
  const other = await db
    .selectFrom('sessions')
    .select('id')
    .where('uid', '=', uid)
    .where('signed_in_at', '<=', moment(before))
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * The session of a cookie, marked as used (at most once a minute), with its token renewed when due; an ended one is
 * deleted, but for one that was unused for too long: a form that was typed in it can still be held (`held-forms`).
 * `token`: the new value of the cookie when the role has changed, else `null`.
 */
export async function resumeSession(
  token: string,
  visit: Visit,
): Promise<{ session: Session; token: string | null } | null> {
  const { now } = visit
  const found = await findSession(token, now)
  if (!found) {
    if (!(await findUnusedSession(token, now)))
      await db.deleteFrom('sessions').where('id_hash', '=', hashOfSecret(token)).execute()
    return null
  }
  const session = await renewSession(found, token, visit)
  if (!session) return null
  if (Temporal.Instant.compare(session.seenAt.add(SEEN_EVERY), now) <= 0) {
    await db.updateTable('sessions').set({ seen_at: now.toString() }).where('id', '=', session.id).execute()
  }
  return { session, token: session.roleChanged ? await changeId(session) : null }
}

/** Gives the session a new id when its role changes, so that the old cookie is worth nothing. */
async function changeId({ id, user }: Session): Promise<string> {
  const token = newSecret()
  const changed = { id_hash: hashOfSecret(token), role: user.role }
  await db.updateTable('sessions').set(changed).where('id', '=', id).execute()
  return token
}

/**
 * The session with a fresh token where one was due: of all requests at once, in whatever process, one renews it, and
 * the others go on with the old one.
 */
async function renewSession(session: Session, token: string, visit: Visit): Promise<Session | null> {
  const { now } = visit
  const { tokenEndsAt, retryAt } = session
  if (tokenEndsAt === null || !wantsRenewal({ tokenEndsAt, retryAt }, now)) return session
  const claimed = await db
    .updateTable('sessions')
    .set({ renewing_until: now.add(RENEWS_FOR).toString() })
    .where('id', '=', session.id)
    .where((is) => is.or([is('renewing_until', 'is', null), is('renewing_until', '<=', moment(now))]))
    .where((is) => is.or([is('retry_at', 'is', null), is('retry_at', '<=', moment(now))]))
    .where('token_expires_at', '=', moment(tokenEndsAt))
    .returning(['refresh_sealed', 'back_off_seconds'])
    .executeTakeFirst()
  if (!claimed) return session
  const renewal = askForRenewal(session, claimed, visit)
  renewal.catch((error: unknown) => log.warn({ err: error, id: visit.id }, 'a session was not renewed'))
  // When the service takes longer, the page goes on without it, and its later answer still counts.
  await Promise.race([renewal, pause(PATIENCE_OF_PAGE, undefined, { ref: false })])
  return findSession(token, now)
}

type TakenForRenewal = { refresh_sealed: Buffer | null; back_off_seconds: number }

async function askForRenewal(session: Session, claimed: TakenForRenewal, visit: Visit): Promise<void> {
  try {
    const refreshToken = claimed.refresh_sealed && unsealToken(claimed.refresh_sealed, session.id)
    if (!refreshToken) throw new Refusal('identity.user-token-expired')
    await saveRenewal(session.id, await identity(visitorOf(visit)).renew(refreshToken))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await afterRefusal(error, session, claimed.back_off_seconds, visit)
  }
}

async function saveRenewal(id: string, { user, tokens }: SignedIn): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await saveIdentityUser(tx, user)
    await tx
      .updateTable('sessions')
      .set({
        refresh_sealed: sealToken(tokens.refreshToken, id),
        token_expires_at: tokens.expiresAt.toString(),
        renewing_until: null,
        retry_at: null,
        back_off_seconds: 0,
      })
      .where('id', '=', id)
      .execute()
  })
}

/**
 * Acts on a refused renewal: a closed account ends all sessions of the person, a void token ends this one and older ones;
 * for anything else the next try waits.
 */
async function afterRefusal({ code }: Refusal, session: Session, backOff: number, { id, now }: Visit): Promise<void> {
  const { uid } = session.user
  log.info({ id, code }, 'a session was not renewed')
  if (code !== 'identity.user-disabled' && code !== 'identity.user-token-expired') {
    const seconds = nextBackOff(backOff)
    const wait = { back_off_seconds: seconds, retry_at: now.add({ seconds }).toString(), renewing_until: null }
    await db.updateTable('sessions').set(wait).where('id', '=', session.id).execute()
    return
  }
  await carryOut({ actor: SYSTEM, action: 'account.end-sessions', now }, async ({ tx, note }) => {
    note({ subject: `user:${uid}`, after: { why: code } })
    const isDisabled = code === 'identity.user-disabled'
    if (isDisabled) await tx.updateTable('users').set({ disabled: true }).where('uid', '=', uid).execute()
    const ended = await tx
      .deleteFrom('sessions')
      .where('uid', '=', uid)
      .where((is) => (isDisabled ? is.val(true) : is('signed_in_at', '<=', moment(session.signedInAt))))
      .returning('id')
      .execute()
    if (isDisabled) await endSubscriptionsOf({ tx }, uid)
    else
      await endSubscriptions(
        { tx },
        ended.map((endedSession) => endedSession.id),
      )
    return null
  })
}

/** Ends the session of a cookie, and its sign-in at the identity service; does nothing for one that has ended. */
export async function signOut(token: string, visit: Visit): Promise<void> {
  const session = await findSession(token, visit.now)
  if (!session) return
  await carryOut(
    { actor: actorAs(session.user, visit), action: 'account.sign-out', now: visit.now },
    async (change) => {
      change.note({ subject: `user:${session.user.uid}` })
      await deleteSessions(change, (is) => is('id', '=', session.id))
      return null
    },
  )
}

/** Ends one session in a person's list; does nothing for one that has ended. */
export async function endSession(change: Change, uid: string, id: string): Promise<void> {
  change.note({ subject: `user:${uid}`, after: { session: 'ended' } })
  await deleteSessions(change, (is) => is.and([is('uid', '=', uid), is('id', '=', id)]))
}

/** Lets the session view a driver's area as the driver sees it; the driver finds that in their own history. */
export async function viewDriver({ tx, note }: Change, { id, user }: Session, driverId: string): Promise<void> {
  const driver = await tx
    .selectFrom('drivers')
    .select(['uid', 'name'])
    .where('id', '=', readRecordId(driverId))
    .executeTakeFirst()
  if (!driver) throw new Refusal('record.not-found')
  note({ subject: `driver:${driverId}`, after: { by: user.email } })
  if (driver.uid) note({ subject: `user:${driver.uid}`, after: { by: user.email } })
  await tx.updateTable('sessions').set({ viewing_driver_id: driverId }).where('id', '=', id).execute()
}

/** Ends the viewing; does nothing for a session that views nobody. */
export async function stopViewing({ tx, note }: Change, { id, viewing }: Session): Promise<void> {
  note(viewing ? { subject: `driver:${viewing.driverId}` } : {})
  await tx.updateTable('sessions').set({ viewing_driver_id: null }).where('id', '=', id).execute()
}

/**
 * An ID token of a session, for acts of the identity service in the person's name; the session goes on with new
 * tokens. Refuses `identity.user-token-expired` and what `renew` of the identity service refuses.
 */
export async function ownToken({ id }: Session, visit: Visit): Promise<string> {
  const row = await db.selectFrom('sessions').select('refresh_sealed').where('id', '=', id).executeTakeFirst()
  const refreshToken = row?.refresh_sealed && unsealToken(row.refresh_sealed, id)
  if (!refreshToken) throw new Refusal('identity.user-token-expired')
  const signedIn = await identity(visitorOf(visit)).renew(refreshToken)
  await saveRenewal(id, signedIn)
  return signedIn.tokens.idToken
}

/**
 * Stores the tokens that the identity service gave after a change of second factors; earlier ones are void.
 * `withSecondFactor`: whether the person has shown one that they still have.
 */
export async function saveTokens({ id }: Session, signedIn: SignedIn, withSecondFactor: boolean): Promise<void> {
  await saveRenewal(id, signedIn)
  await db.updateTable('sessions').set({ with_second_factor: withSecondFactor }).where('id', '=', id).execute()
}

/**
 * Ends every session of a person except `exceptId`, in the transaction of the cause (a closed account, a new password,
 * another role).
 */
export async function endSessionsOf(
  change: Pick<Change, 'tx' | 'now'>,
  uid: string,
  exceptId: string | null = null,
): Promise<void> {
  await deleteSessions(change, (is) =>
    is.and([is('uid', '=', uid), ...(exceptId === null ? [] : [is('id', '<>', exceptId)])]),
  )
  await endSubscriptionsOf(change, uid, exceptId)
}

/**
 * Signs a person out everywhere: ends every session here, voids every token of the identity service from before `now`,
 * and tells the person by mail.
 */
export async function signOutEverywhere(uid: string, actor: Actor, now: Temporal.Instant): Promise<void> {
  await carryOut({ actor, action: 'account.sign-out-everywhere', now }, async (change) => {
    change.note({ subject: `user:${uid}` })
    await endSessionsOf(change, uid)
    await mailAccountChange(change, uid, 'sessions-ended')
    return null
  })
  await identity().revoke(uid, now)
}

function sealToken(refreshToken: string, id: string): Buffer {
  return seal(refreshToken, { purpose: 'session token', of: id })
}

function unsealToken(sealed: Uint8Array, id: string): string | null {
  return unseal(sealed, { purpose: 'session token', of: id })
}

/** The visitor for whom the identity service is asked. */
export function visitorOf({ address, userAgent, remembered = null }: Visit): Visitor {
  return { address, device: /Mobi|Android/i.test(userAgent) ? 'mobile' : 'desktop', remembered }
}

function actorAs({ uid, role }: Pick<IdentityUser, 'uid' | 'role'>, { address, id }: Visit): Actor {
  return { uid, role, address, requestId: id }
}
