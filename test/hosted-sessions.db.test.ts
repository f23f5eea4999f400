import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import {
  endSession,
  resumeSession,
  signOut,
  signOutEverywhere,
  type Visit,
} from '#features/sessions/commands.server.ts'
import { sessionJobs } from '#features/sessions/jobs.server.ts'
import { startQueue } from '#db/queue.server.ts'
import { accountMailLeaves } from '#features/accounts/action-codes/queries.server.ts'
import { findSession, listSessions, watchSession } from '#features/sessions/queries.server.ts'
import { confirmSignIn, signIn } from '#features/sessions/sign-ins/commands.server.ts'
import { carryOut, SYSTEM } from '#features/audit/commands.server.ts'
import { type Fake, SERVICE_ACCOUNT, hostedService, serveHosted } from './hosted-identity.ts'
import { signInAs, password, visit } from './people.ts'

/* Sessions with an identity service on another machine: its tokens end after an hour, and it can be out of reach. */

let fake: Fake
let stop: () => void
/** The start of a test, just after its tokens were made: the service has a clock of its own. */
let start: Temporal.Instant

beforeAll(async () => {
  fake = await hostedService()
  stop = await serveHosted(fake)
})
afterAll(() => stop())
beforeEach(() => {
  fake.isDown = false
  fake.ahead = 0
  start = Temporal.Now.instant().round({ smallestUnit: 'second', roundingMode: 'floor' })
})

const at = (minutes: number, seconds = 0, change: Partial<Visit> = {}): Visit =>
  visit({ now: start.add({ minutes, seconds }), ...change })

/** Ends of sign-ins that are still to be looked at, or are looked at right now. */
async function unendedSignIns(): Promise<number | null> {
  const owner = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  const { rowCount } = await owner.query(`select from graphile_worker.jobs
    where task_identifier = 'sessions.end-sign-in' and (attempts = 0 or locked_at is not null)`)
  await owner.end()
  return rowCount
}

const renewals = () => fake.asked.filter((asked) => asked.endsWith('/v1/token') || asked === 'nobody answers').length

test('a page of a signed-in person asks the identity service for nothing while the token is fresh', async () => {
  fake.add({ email: 'fresca@exemplo.pt', displayName: 'Fresca' })
  const { token } = await signInAs('fresca@exemplo.pt', at(0))
  const before = fake.asked.length

  for (let minute = 1; minute < 54; minute++) expect(await resumeSession(token, at(minute))).not.toBeNull()

  expect(fake.asked.length).toBe(before)
})

test('the first request within five minutes of the end renews the token; of many at once one asks', async () => {
  fake.add({ email: 'muitas@exemplo.pt' })
  const { token } = await signInAs('muitas@exemplo.pt', at(0))
  const before = renewals()
  fake.ahead = 56 * 60

  const resumed = await Promise.all(Array.from({ length: 10 }, () => resumeSession(token, at(56))))

  expect(resumed.every((one) => one?.session.user.email === 'muitas@exemplo.pt')).toBe(true)
  expect(renewals() - before).toBe(1)
  await resumeSession(token, at(80))
  expect(renewals() - before).toBe(1)
})

test('a page waits for its token no longer than a page may, and what the service answers afterwards counts', async () => {
  fake.add({ email: 'lenta@exemplo.pt' })
  const { token } = await signInAs('lenta@exemplo.pt', at(0))
  const { promise, resolve: speak } = Promise.withResolvers<void>()
  fake.silence = promise
  fake.ahead = 56 * 60
  // The session is resumed although the service has not answered.
  expect(await resumeSession(token, at(56))).toMatchObject({ session: { user: { email: 'lenta@exemplo.pt' } } })
  const before = await findSession(token, at(56).now)
  fake.silence = null
  speak()
  await vi.waitFor(async () => {
    const { tokenEndsAt } = (await findSession(token, at(56).now))!
    expect(Temporal.Instant.compare(tokenEndsAt!, before!.tokenEndsAt!)).toBe(1)
  })
})

test('a failure is waited out 30, 60, 120, 240, 480, 960 and 960 seconds, and a success forgets them', async () => {
  const { localId } = fake.add({ email: 'espera@exemplo.pt' })
  const { token } = await signInAs('espera@exemplo.pt', at(0))
  fake.isDown = true
  const waits: number[] = []
  let second = 55 * 60 + 30

  for (let failure = 0; failure < 7; failure++) {
    const before = renewals()
    const resumed = await resumeSession(token, at(0, second))
    expect(renewals() - before, 'asked once').toBe(1)
    const { retry_at } = await row(localId)
    const wait = start.add({ seconds: second }).until(retry_at!).total('seconds')
    await resumeSession(token, at(0, second + wait - 1))
    expect(renewals() - before, 'not asked while waiting').toBe(1)
    expect(resumed?.session.isStale, 'stale once the token has ended').toBe(second >= 3600)
    waits.push(wait)
    second += wait
  }

  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 960])
  fake.isDown = false
  await resumeSession(token, at(0, second))
  expect(await row(localId)).toMatchObject({ back_off_seconds: 0, retry_at: null, renewing_until: null })
})

test('a session outlives its token by an hour when nobody can be asked, and no longer', async () => {
  fake.add({ email: 'sozinha@exemplo.pt' })
  const { token } = await signInAs('sozinha@exemplo.pt', at(0))
  fake.isDown = true

  expect((await resumeSession(token, at(119)))?.session.isStale).toBe(true)
  expect(await resumeSession(token, at(121))).toBeNull()
})

test('a closed account loses every session at the next renewal, and is closed here too', async () => {
  const person = fake.add({ email: 'fechada@exemplo.pt' })
  const first = await signInAs('fechada@exemplo.pt', at(0))
  const second = await signInAs('fechada@exemplo.pt', at(20))
  person.disabled = true

  expect(await resumeSession(first.token, at(57))).toBeNull()
  expect(await findSession(second.token, at(57).now)).toBeNull()
  const user = await db.selectFrom('users').selectAll().where('uid', '=', person.localId).executeTakeFirstOrThrow()
  expect(user.disabled).toBe(true)
  person.disabled = false
  expect((await signInAs('fechada@exemplo.pt', at(58))).session.user.uid).toBe(person.localId)
})

test('a token that was made void ends its session and older ones, not one signed in since', async () => {
  const person = fake.add({ email: 'anulada@exemplo.pt' })
  const older = await signInAs('anulada@exemplo.pt', at(0))
  const old = await signInAs('anulada@exemplo.pt', at(1))
  const since = await signInAs('anulada@exemplo.pt', at(2))
  person.validSince = Math.floor(Date.now() / 1000) + 3600

  expect(await resumeSession(old.token, at(57))).toBeNull()
  expect(await findSession(older.token, at(57).now)).toBeNull()
  expect(await findSession(since.token, at(57).now)).not.toBeNull()
})

test('the last session to end voids every sign-in at the service, however long nobody answers there', async () => {
  const person = fake.add({ email: 'saiu@exemplo.pt' })
  const phone = await signInAs('saiu@exemplo.pt', at(0))
  const office = await signInAs('saiu@exemplo.pt', at(1))
  const queue = await startQueue(sessionJobs)
  try {
    await signOut(phone.token, at(2))
    // The job that this orders is done while the other session is there: nothing is void yet.
    await vi.waitFor(async () => expect(await unendedSignIns()).toBe(0), { timeout: 10_000 })
    fake.isDown = true
    await signOut(office.token, at(3))
    expect(await findSession(office.token, at(3).now)).toBeNull()
    await vi.waitFor(() => expect(fake.asked.at(-1)).toBe('nobody answers'), { timeout: 10_000 })
    expect(person.validSince).toBe(0)
    fake.isDown = false
    const ended = Math.floor(at(3).now.epochMilliseconds / 1000)
    await vi.waitFor(() => expect(person.validSince).toBe(ended), { timeout: 30_000, interval: 100 })
  } finally {
    await queue.stop()
  }
})

test('a sign-in that was void from a later moment on is not made to count again', async () => {
  const person = fake.add({ email: 'depois@exemplo.pt' })
  person.validSince = Math.floor(at(60).now.epochMilliseconds / 1000)
  const { session } = await (async () => {
    fake.ahead = 61 * 60
    return signInAs('depois@exemplo.pt', at(61))
  })()
  await sessionJobs['sessions.end-sign-in']!({
    uid: session.user.uid,
    session: session.id,
    sealed: '',
    at: at(5).now.toString(),
  })
  expect(person.validSince).toBe(Math.floor(at(60).now.epochMilliseconds / 1000))
})

test('another role reaches the session at its renewal, under another id; the old one is worth nothing', async () => {
  const person = fake.add({ email: 'subiu@exemplo.pt' })
  const { token } = await signInAs('subiu@exemplo.pt', at(0))
  await resumeSession(token, at(30))
  person.customAttributes = '{"role":"admin"}'

  const resumed = await resumeSession(token, at(57))

  expect(resumed?.session.user.role).toBe('admin')
  expect(resumed?.token).toMatch(/^[\w-]{43}$/)
  expect(await findSession(token, at(57).now)).toBeNull()
  expect((await findSession(resumed!.token!, at(57).now))?.roleChanged).toBe(false)
})

test('the database holds no token in clear, and a sealed one moved to another session opens nothing', async () => {
  fake.add({ email: 'selada@exemplo.pt' })
  const one = await signInAs('selada@exemplo.pt', at(0))
  const other = await signInAs('selada@exemplo.pt', at(1))
  const rows = await db.selectFrom('sessions').selectAll().execute()

  expect(rows.map(({ refresh_sealed }) => refresh_sealed?.toString('latin1')).join(' ')).not.toMatch(/refresh-\d/)
  const stolen = rows.find(({ id }) => id === one.session.id)!.refresh_sealed
  await db.updateTable('sessions').set({ refresh_sealed: stolen }).where('id', '=', other.session.id).execute()
  expect(await resumeSession(other.token, at(57))).toBeNull()
})

test('a second factor is asked for with a ticket; a wrong code can be tried again, and the ticket is used once', async () => {
  fake.add({ email: 'dupla@exemplo.pt', totp: '123456' })
  const entrance = await signIn({ email: 'dupla@exemplo.pt', password }, at(0), null)
  if (entrance.outcome !== 'second-factor') throw new Error('no second factor was asked')
  const confirm = (code: string, minutes = 1) =>
    confirmSignIn(entrance.ticket, { code, factorId: null }, at(minutes), null)

  await expect(confirm('000000')).rejects.toThrow('identity.invalid-verification-code')
  await expect(confirm('123456', 10)).rejects.toThrow('identity.invalid-multi-factor-session')
  const { session, token } = await confirm('123456')

  expect(session.user.email).toBe('dupla@exemplo.pt')
  expect(token).not.toBe(entrance.ticket)
  await expect(confirm('123456')).rejects.toThrow('identity.invalid-multi-factor-session')
  expect(await listSessions(session.user.uid, at(2).now)).toMatchObject([{ withSecondFactor: true, id: session.id }])
})

test('a session from before there were tokens goes on, and has nothing to renew', async () => {
  fake.add({ email: 'antiga@exemplo.pt' })
  const { token, session } = await signInAs('antiga@exemplo.pt', at(0))
  const none = { refresh_sealed: null, token_expires_at: null, authenticated_at: null }
  await db.updateTable('sessions').set(none).where('id', '=', session.id).execute()
  const before = fake.asked.length

  for (let hours = 1; hours < 30; hours++) expect(await resumeSession(token, at(hours * 60))).not.toBeNull()
  expect(fake.asked.length).toBe(before)
})

test('one session out of the list is ended, by the person it belongs to alone', async () => {
  const person = fake.add({ email: 'lista@exemplo.pt' })
  const one = await signInAs('lista@exemplo.pt', at(0))
  const other = await signInAs('lista@exemplo.pt', at(1))
  const end = (uid: string, id: string) =>
    carryOut({ actor: SYSTEM, action: 'account.end-session', now: at(2).now }, async (change) => {
      await endSession(change, uid, id)
      return null
    })

  await end('somebody else', one.session.id)
  expect((await listSessions(person.localId, at(2).now)).map(({ id }) => id)).toEqual([
    other.session.id,
    one.session.id,
  ])
  await end(person.localId, one.session.id)

  expect((await listSessions(person.localId, at(2).now)).map(({ id }) => id)).toEqual([other.session.id])
})

test('signing out everywhere ends every session here, and every token there', async () => {
  const person = fake.add({ email: 'toda@exemplo.pt' })
  const one = await signInAs('toda@exemplo.pt', at(0))
  await signInAs('toda@exemplo.pt', at(1))

  await signOutEverywhere(person.localId, SYSTEM, at(2).now)

  expect(await listSessions(person.localId, at(2).now)).toEqual([])
  expect(await findSession(one.token, at(2).now)).toBeNull()
  expect(person.validSince).toBe(Math.floor(at(2).now.epochMilliseconds / 1000))
})

test('an open page is told when its session ends, in whatever process', async () => {
  fake.add({ email: 'aberta@exemplo.pt' })
  const { session } = await signInAs('aberta@exemplo.pt', at(0))
  const ended = new Promise<void>((resolve) => watchSession(session.id, resolve, () => at(1).now))

  await db.deleteFrom('sessions').where('id', '=', session.id).execute()

  await ended
})

test('what a hosted account is mailed leaves with our mail server, and without a service account with the service itself', async ({
  onTestFinished,
}) => {
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await accountMailLeaves()).toBe(false)
  vi.stubEnv('SMTP_URL', 'smtp://localhost:2525')
  expect(await accountMailLeaves()).toBe(true)
  vi.stubEnv('SMTP_URL', '')
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', '')
  vi.stubEnv('FIREBASE_API_KEY', 'a-key')
  expect(await accountMailLeaves()).toBe(true)
  vi.stubEnv('FIREBASE_SERVICE_ACCOUNT', SERVICE_ACCOUNT)
  expect(await accountMailLeaves()).toBe(false)
})

test('an e-mail that the service has given to somebody else no longer belongs to the person who had it', async () => {
  const first = fake.add({ email: 'passada@exemplo.pt', localId: 'first-person' })
  const old = await signInAs('passada@exemplo.pt', at(0))
  fake.people.delete(first.localId)
  fake.add({ email: 'passada@exemplo.pt', localId: 'second-person' })

  const { session } = await signInAs('passada@exemplo.pt', at(1))

  expect(session.user.uid).toBe('second-person')
  expect(await findSession(old.token, at(1).now)).toBeNull()
})

function row(uid: string) {
  return db.selectFrom('sessions').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
}
