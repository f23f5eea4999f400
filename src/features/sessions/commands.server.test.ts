import { afterEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import { type Queue, startQueue } from '#db/queue.server.ts'
import { identity } from '#integrations/identity/identity.ts'
import { unseal } from '#platform/seal.server.ts'
import { anAccount, signInAs, password, start, visit } from '#test/people.ts'
import { ownToken, resumeSession, signOut } from './commands.server.ts'
import { sessionJobs } from './jobs.server.ts'
import { findSession } from './queries.server.ts'

let queue: Queue | null = null
afterEach(async () => {
  await queue?.stop()
  queue = null
})

/** The refresh token of the session's row, as only the site reads it. */
async function refreshTokenOf(id: string): Promise<string> {
  const { refresh_sealed } = await db
    .selectFrom('sessions')
    .select('refresh_sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return unseal(refresh_sealed!, { purpose: 'session token', of: id })!
}

test('the right password starts a session; the database holds neither the password nor the session id', async () => {
  const uid = await anAccount('ana@exemplo.pt')

  const { token, session } = await signInAs('Ana@exemplo.pt', visit())

  expect(session.user).toEqual({
    uid,
    email: 'ana@exemplo.pt',
    displayName: 'ana',
    role: 'driver',
    scopes: [],
    driverId: null,
  })
  expect(token).toMatch(/^[\w-]{43}$/)
  const kept = JSON.stringify([
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('sessions').selectAll().execute(),
    await db.selectFrom('audit_events').selectAll().execute(),
  ])
  expect(kept).toContain('account.sign-in')
  expect(kept).not.toContain(token)
  expect(kept).not.toContain(password)
})

test('a sign-in from before the account’s sign-ins were made void counts for nothing, a later one does', async () => {
  const uid = await anAccount('late@exemplo.pt')
  const early = await signInAs('late@exemplo.pt')
  expect(await findSession(early.token, start)).not.toBeNull()
  const now = Temporal.Now.instant()
  const aMinuteAgo = now.subtract({ minutes: 1 }).toString()
  await db.updateTable('sessions').set({ authenticated_at: aMinuteAgo }).where('id', '=', early.session.id).execute()

  await identity().revoke(uid, now)

  expect(await findSession(early.token, start)).toBeNull()
  expect((await signInAs('late@exemplo.pt')).session.user.uid).toBe(uid)
})

test('the session id that came along with a sign-in is worth nothing after it, and the new one is another', async () => {
  await anAccount('nuno@exemplo.pt')
  const first = await signInAs('nuno@exemplo.pt', visit())

  const second = await signInAs('nuno@exemplo.pt', visit(), first.token)

  expect(second.token).not.toBe(first.token)
  expect(await resumeSession(first.token, visit())).toBeNull()
  const planted = 'A'.repeat(43)
  const third = await signInAs('nuno@exemplo.pt', visit(), planted)
  expect(third.token).not.toBe(planted)
  expect(await resumeSession(planted, visit())).toBeNull()
})

test('a session lives as long as it is used, at most fourteen days; each minute of use is noted once', async () => {
  await anAccount('dora@exemplo.pt')
  const { token, session } = await signInAs('dora@exemplo.pt', visit())
  const seen = async () =>
    (
      await db.selectFrom('sessions').select('seen_at').where('id', '=', session.id).executeTakeFirst()
    )?.seen_at.toString()

  await resumeSession(token, visit({ now: start.add({ seconds: 59 }) }))
  expect(await seen()).toBe(start.toString())
  await resumeSession(token, visit({ now: start.add({ seconds: 60 }) }))
  expect(await seen()).toBe('2026-06-01T08:01:00Z')

  for (let hours = 7; hours < 336; hours += 7)
    expect(await resumeSession(token, visit({ now: start.add({ hours }) })), `${hours} h`).not.toBeNull()
  expect(await resumeSession(token, visit({ now: start.add({ hours: 336 }) }))).toBeNull()
  expect(await seen()).toBeUndefined()
})

test('an unused session ends after eight hours, and an administrator’s after one', async () => {
  await anAccount('gil@exemplo.pt')
  await anAccount('chefe@exemplo.pt', 'admin')
  const driver = await signInAs('gil@exemplo.pt', visit())
  const admin = await signInAs('chefe@exemplo.pt', visit())

  expect(await findSession(driver.token, start.add({ minutes: 479 }))).not.toBeNull()
  expect(await findSession(driver.token, start.add({ minutes: 480 }))).toBeNull()
  expect(await findSession(admin.token, start.add({ minutes: 59 }))).not.toBeNull()
  expect(await findSession(admin.token, start.add({ minutes: 60 }))).toBeNull()
})

test('a driver who becomes an administrator has an administrator’s session at once', async () => {
  const uid = await anAccount('subiu@exemplo.pt')
  const { token } = await signInAs('subiu@exemplo.pt', visit())
  await db.updateTable('users').set({ role: 'admin' }).where('uid', '=', uid).execute()

  expect((await findSession(token, start))?.user.role).toBe('admin')
  expect(await findSession(token, start.add({ minutes: 60 }))).toBeNull()
})

test('with the eleventh session the oldest ends', async () => {
  const uid = await anAccount('lia@exemplo.pt')
  const tokens: string[] = []
  for (let minute = 0; minute < 11; minute++) {
    tokens.push((await signInAs('lia@exemplo.pt', visit({ now: start.add({ minutes: minute }) }))).token)
  }

  const now = start.add({ minutes: 11 })
  const alive = await Promise.all(tokens.map(async (token) => (await findSession(token, now)) !== null))
  expect(alive).toEqual([false, ...Array(10).fill(true)])
  expect(await sessionCount(uid)).toBe(10)
})

test('of eleven sign-ins at the same moment each is let in, and ten sessions are left', async () => {
  const uid = await anAccount('eva@exemplo.pt')

  for (let count = 0; count < 11; count++) {
    const { token } = await signInAs('eva@exemplo.pt', visit())
    expect(await findSession(token, start)).not.toBeNull()
  }

  expect(await sessionCount(uid)).toBe(10)
})

test('signing out makes the sign-in void at the identity service, and no other one of the person', async () => {
  await anAccount('rute@exemplo.pt')
  const phone = await signInAs('rute@exemplo.pt', visit())
  const office = await signInAs('rute@exemplo.pt', visit())
  const given = await refreshTokenOf(phone.session.id)
  expect(await identity().renew(given)).toMatchObject({ user: { email: 'rute@exemplo.pt' } })

  await signOut(phone.token, visit())
  queue = await startQueue(sessionJobs)

  await vi.waitFor(() => expect(identity().renew(given)).rejects.toThrow('identity.user-token-expired'), {
    timeout: 10_000,
    interval: 50,
  })
  expect(await ownToken(office.session, visit())).toMatch(/^eyJ/)
})

test('signing out ends the session, and doing it again changes nothing', async () => {
  const uid = await anAccount('otto@exemplo.pt')
  const { token } = await signInAs('otto@exemplo.pt', visit())

  await signOut(token, visit())
  await signOut(token, visit())

  expect(await findSession(token, start)).toBeNull()
  const events = await db
    .selectFrom('audit_events')
    .select('action')
    .where('subject', '=', `user:${uid}`)
    .orderBy('id')
    .execute()
  expect(events.map(({ action }) => action)).toEqual(['account.create', 'account.sign-in', 'account.sign-out'])
})

async function sessionCount(uid?: string): Promise<number> {
  const rows = await db.selectFrom('sessions').select('uid').execute()
  return rows.filter((row) => uid === undefined || row.uid === uid).length
}
