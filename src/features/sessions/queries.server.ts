import { db } from '#db/client.server.ts'
import { listenTo } from '#db/listen.server.ts'
import { moment } from '#db/moment.ts'
import { hasPower, roleFrom, scopesFrom, type User } from '#domain/access.ts'
import { hasEnded, isBeyondGrace, isStale, sessionLimit } from '#domain/session.ts'
import { isProduction } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { hashOfSecret } from '#platform/secret.ts'
import type { SessionInList } from './schema.ts'
import { asOperator, currentOperator, ofOperator } from '#platform/operator.ts'

export type Session = {
  /** Its name in lists, from which the cookie cannot be guessed. */
  id: string
  user: User
  emailVerified: boolean
  /** The person has shown a second factor, at the sign-in or since. */
  withSecondFactor: boolean
  /** An administrator who must have a second factor here, and has shown none. */
  lacksSecondFactor: boolean
  /** The driver whose area an administrator views as the driver sees it: `user.driverId` is then that driver's. */
  viewing: { driverId: string; name: string } | null
  /** The moment of this sign-in: a change of password or IBAN needs a recent one. */
  signedInAt: Temporal.Instant
  seenAt: Temporal.Instant
  /** The moment at which it ends, however much it is used. */
  endsAt: Temporal.Instant
  /** `null`: there is no token to renew. */
  tokenEndsAt: Temporal.Instant | null
  retryAt: Temporal.Instant | null
  /** The identity service could not be asked in time: reading goes on, but the office cannot change anything. */
  isStale: boolean
  /** The person has become an administrator, or stopped being one, since the id was made. */
  roleChanged: boolean
}

/**
 * The session of a cookie, with the person as they are now; `null` when it is unknown, ended, of a closed account, or
 * from before the account's sign-ins were voided. Reads only the database.
 */
export function findSession(token: string, now: Temporal.Instant): Promise<Session | null> {
  return readSession(openSessions(now).where('sessions.id_hash', '=', hashOfSecret(token)), now)
}

/** The id and the person of a session: enough to hold a form that was sent in it. */
export type SessionOwner = Pick<Session, 'id'> & { user: Pick<User, 'uid'> }

/**
 * Finds the session of a cookie that nobody ended and that is not too old, whether or not it was unused for too long. Ask
 * it only after `findSession` answered `null`: it signs nobody in.
 */
export async function findUnusedSession(token: string, now: Temporal.Instant): Promise<SessionOwner | null> {
  const row = await openSessions(now).where('sessions.id_hash', '=', hashOfSecret(token)).executeTakeFirst()
  return row ? { id: row.id, user: { uid: row.uid } } : null
}

/** The session with an id, for a page that stays open while the cookie's id may change. */
function findSessionById(id: string, now: Temporal.Instant): Promise<Session | null> {
  return readSession(openSessions(now).where('sessions.id', '=', id), now)
}

async function readSession(query: ReturnType<typeof openSessions>, now: Temporal.Instant): Promise<Session | null> {
  // Read the rule in the same query: every page of the office needs it.
  const row = await query
    .select((rules) => rules.selectFrom('access_rules').select('admins_need_second_factor').as('rule'))
    .executeTakeFirst()
  if (!row) return null
  const role = roleFrom(row.role)
  const { signed_in_at: signedInAt, seen_at: seenAt, token_expires_at: tokenEndsAt } = row
  if (hasEnded({ role, signedInAt, seenAt }, now) || isBeyondGrace(tokenEndsAt, now)) return null
  const scopes = role === 'admin' ? scopesFrom(row.scopes) : []
  const viewing =
    row.viewed_id && row.viewed_name && hasPower({ role, scopes }, 'operations')
      ? { driverId: row.viewed_id, name: row.viewed_name }
      : null
  return {
    id: row.id,
    viewing,
    user: {
      uid: row.uid,
      email: row.email,
      displayName: row.display_name,
      role,
      scopes,
      driverId: viewing?.driverId ?? row.driver_id,
    },
    emailVerified: row.email_verified,
    withSecondFactor: row.with_second_factor,
    lacksSecondFactor: role === 'admin' && !row.with_second_factor && needsSecondFactor(row.rule),
    signedInAt,
    seenAt,
    endsAt: sessionLimit(role, signedInAt),
    tokenEndsAt,
    retryAt: row.retry_at,
    isStale: isStale(tokenEndsAt, now),
    roleChanged: row.role !== row.role_at_start,
  }
}

/** Whether the office requires a second factor: as an owner set it, else as the mode says. */
export function needsSecondFactor(rule: boolean | null | undefined): boolean {
  return rule ?? isProduction()
}

/** Sessions with an open account whose sign-in still counts: both moments are from the identity service's clock, in seconds. */
function openSessions(now: Temporal.Instant) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.uid', 'sessions.uid')
    .leftJoin('drivers', 'drivers.uid', 'users.uid')
    .leftJoin('drivers as viewed', 'viewed.id', 'sessions.viewing_driver_id')
    .select(['sessions.id', 'sessions.seen_at', 'sessions.signed_in_at', 'sessions.role as role_at_start'])
    .select(['sessions.token_expires_at', 'sessions.retry_at', 'sessions.with_second_factor'])
    .select(['users.uid', 'users.email', 'users.email_verified', 'users.display_name', 'users.role', 'users.scopes'])
    .select(['drivers.id as driver_id', 'viewed.id as viewed_id', 'viewed.name as viewed_name'])
    .where('sessions.expires_at', '>', moment(now))
    .where('users.disabled', '=', false)
    .where((is) =>
      is.or([
        is('users.valid_since', 'is', null),
        is(
          is.fn.coalesce('sessions.authenticated_at', 'sessions.signed_in_at'),
          '>=',
          is.fn<Temporal.Instant>('date_trunc', [is.val('second'), 'users.valid_since']),
        ),
      ]),
    )
}

/** The sessions of a person, the last used first. */
export async function listSessions(uid: string, now: Temporal.Instant): Promise<SessionInList[]> {
  const rows = await openSessions(now)
    .select(['sessions.address', 'sessions.user_agent', 'sessions.provider'])
    .where('sessions.uid', '=', uid)
    .orderBy('sessions.seen_at', 'desc')
    .execute()
  return rows
    .filter(
      ({ role, signed_in_at: signedInAt, seen_at: seenAt }) =>
        !hasEnded({ role: roleFrom(role), signedInAt, seenAt }, now),
    )
    .map((row) => ({
      id: row.id,
      signedInAt: row.signed_in_at.toString(),
      seenAt: row.seen_at.toString(),
      address: row.address,
      userAgent: row.user_agent,
      provider: row.provider,
      withSecondFactor: row.with_second_factor,
    }))
}

const EVERY_MINUTE = 60_000

/** Called whenever any process ended a session, or an account was closed or changed. */
const watchers = ofOperator(() => new Set<() => void>())
const stopListening = ofOperator<Promise<() => Promise<void>> | null>(() => null)

/**
 * Calls `ended` once when a session is no longer valid: checked when sessions change anywhere, and once a minute for
 * those that expire. Answers a function to stop.
 */
export function watchSession(
  id: string,
  ended: () => void,
  clock: () => Temporal.Instant = () => Temporal.Now.instant(),
): () => void {
  // A closed connection belongs to no operator, so remember here whose page it is.
  const watching = watchers.value
  const operator = currentOperator()
  const look = async () => {
    if ((await findSessionById(id, clock())) !== null || !watching.has(lookAgain)) return
    stop()
    ended()
  }
  const lookAgain = () => {
    look().catch((error: unknown) => log.warn({ err: error }, 'a page was not told whether its session stands'))
  }
  const timer = setInterval(lookAgain, EVERY_MINUTE)
  timer.unref()
  watching.add(lookAgain)
  stopListening.value ??= listenTo('sessions', () => {
    for (const watcher of watching) watcher()
  })
  // Look once now, for what happened before the listener was there.
  stopListening.value.then(lookAgain, (error: unknown) => {
    stopListening.value = null
    log.warn({ err: error }, 'nobody listens for sessions that end')
  })
  const stop = () => {
    clearInterval(timer)
    watching.delete(lookAgain)
    if (watching.size > 0) return
    const listening = asOperator(operator, takeListening)
    listening?.then((leave) => leave()).catch((error: unknown) => log.warn({ err: error }, 'listening did not stop'))
  }
  return stop
}

function takeListening(): Promise<() => Promise<void>> | null {
  const listening = stopListening.value
  stopListening.value = null
  return listening
}
