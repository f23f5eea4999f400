import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { identity } from '#integrations/identity/identity.ts'
import { disableAccount, enableAccount, resumeSession, signIn, signOut } from './commands.server.ts'
import { anAccount, password, start, visit } from '#test/people.ts'
import { findSession } from './queries.server.ts'

test('the right password starts a session; the database holds neither the password nor the session id', async () => {
  const uid = await anAccount('ana@exemplo.pt')

  const { token, session } = await signIn({ email: 'Ana@exemplo.pt', password }, visit(), null)

  expect(session.user).toEqual({ uid, email: 'ana@exemplo.pt', displayName: 'ana', role: 'driver', driverId: null })
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

test('a wrong password and an unknown e-mail are refused alike, and nobody is signed in', async () => {
  await anAccount('rui@exemplo.pt')
  const before = await sessionCount()

  await expect(signIn({ email: 'rui@exemplo.pt', password: 'rua verde 1' }, visit(), null)).rejects.toThrow(
    'identity.invalid-credential {}',
  )
  await expect(signIn({ email: 'nobody@exemplo.pt', password }, visit(), null)).rejects.toThrow(
    'identity.invalid-credential {}',
  )
  expect(await sessionCount()).toBe(before)
})

test('a closed account cannot sign in, and its open session ends on the next request', async () => {
  const uid = await anAccount('eva@exemplo.pt')
  const { token } = await signIn({ email: 'eva@exemplo.pt', password }, visit(), null)

  await disableAccount(uid, SYSTEM, start)

  expect(await resumeSession(token, start)).toBeNull()
  await expect(signIn({ email: 'eva@exemplo.pt', password }, visit(), null)).rejects.toThrow('identity.user-disabled')
  await enableAccount(uid, SYSTEM, start)
  expect(await resumeSession(token, start)).toBeNull()
  expect((await signIn({ email: 'eva@exemplo.pt', password }, visit(), null)).session.user.uid).toBe(uid)
})

test('a sign-in from before the account’s sign-ins were made void counts for nothing, a later one does', async () => {
  const uid = await anAccount('late@exemplo.pt')
  const now = start.add({ seconds: 1 })
  const early = await signIn({ email: 'late@exemplo.pt', password }, visit(), null)
  expect(await findSession(early.token, now)).not.toBeNull()

  await identity().revoke(uid, now)

  expect(await findSession(early.token, now)).toBeNull()
  expect((await signIn({ email: 'late@exemplo.pt', password }, visit({ now }), null)).session.user.uid).toBe(uid)
})

test('the eleventh try waits, even with the right password, until a quarter of an hour after the first', async () => {
  await anAccount('ines@exemplo.pt')
  await tries('ines@exemplo.pt', 10, start)

  const tooSoon = signIn({ email: 'INES@exemplo.pt', password }, visit({ now: start.add({ minutes: 14 }) }), null)

  await expect(tooSoon).rejects.toThrow('identity.too-many-requests {"retryAfter":60}')
  const later = await signIn({ email: 'ines@exemplo.pt', password }, visit({ now: start.add({ minutes: 15 }) }), null)
  expect(later.session.user.email).toBe('ines@exemplo.pt')
})

test('wrong tries at the same moment cannot slip past the limit', async () => {
  await anAccount('hugo@exemplo.pt')
  await tries('hugo@exemplo.pt', 7, start)

  const results = await Promise.allSettled(
    Array.from({ length: 6 }, () => signIn({ email: 'hugo@exemplo.pt', password: 'rua verde 1' }, visit(), null)),
  )

  const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'in')).toSorted()
  expect(codes).toEqual([
    ...Array(3).fill('identity.invalid-credential'),
    ...Array(3).fill('identity.too-many-requests'),
  ])
})

test('another address and another e-mail are not locked out, and the right password clears the count', async () => {
  await anAccount('luis@exemplo.pt')
  await anAccount('sara@exemplo.pt')
  await tries('luis@exemplo.pt', 9, start)
  const wrong = (address: string) =>
    signIn({ email: 'luis@exemplo.pt', password: 'rua verde 1' }, visit({ address }), null)
  await expect(wrong('192.0.2.1')).rejects.toThrow('identity.invalid-credential')

  await expect(wrong('192.0.2.1')).rejects.toThrow('identity.too-many-requests')
  expect((await signIn({ email: 'sara@exemplo.pt', password }, visit(), null)).session.user.email).toBe(
    'sara@exemplo.pt',
  )
  expect(
    (await signIn({ email: 'luis@exemplo.pt', password }, visit({ address: '192.0.2.2' }), null)).token,
  ).toBeTruthy()
  await expect(wrong('192.0.2.1')).rejects.toThrow('identity.too-many-requests')
  await tries('luis@exemplo.pt', 9, start, '192.0.2.3')
  await signIn({ email: 'luis@exemplo.pt', password }, visit({ address: '192.0.2.3' }), null)
  await expect(wrong('192.0.2.3')).rejects.toThrow('identity.invalid-credential')
})

test('a try that says nothing about the password is not counted', async () => {
  const uid = await anAccount('closed@exemplo.pt')
  await disableAccount(uid, SYSTEM, start)
  const hashed = await tries('closed@exemplo.pt', 9, start)

  await expect(signIn({ email: 'closed@exemplo.pt', password }, visit(), null)).rejects.toThrow(
    'identity.user-disabled',
  )

  const { count } = await db
    .selectFrom('sign_in_failures')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('email_hash', '=', hashed)
    .executeTakeFirstOrThrow()
  expect(count).toBe(9)
})

test('the session id that came along with a sign-in is worth nothing after it, and the new one is another', async () => {
  await anAccount('nuno@exemplo.pt')
  const first = await signIn({ email: 'nuno@exemplo.pt', password }, visit(), null)

  const second = await signIn({ email: 'nuno@exemplo.pt', password }, visit(), first.token)

  expect(second.token).not.toBe(first.token)
  expect(await resumeSession(first.token, start)).toBeNull()
  const planted = 'A'.repeat(43)
  const third = await signIn({ email: 'nuno@exemplo.pt', password }, visit(), planted)
  expect(third.token).not.toBe(planted)
  expect(await resumeSession(planted, start)).toBeNull()
})

test('a session lives as long as it is used, at most fourteen days; each minute of use is noted once', async () => {
  await anAccount('dora@exemplo.pt')
  const { token, session } = await signIn({ email: 'dora@exemplo.pt', password }, visit(), null)
  const seen = async () =>
    (
      await db.selectFrom('sessions').select('seen_at').where('id_hash', '=', session.idHash).executeTakeFirst()
    )?.seen_at.toString()

  await resumeSession(token, start.add({ seconds: 59 }))
  expect(await seen()).toBe(start.toString())
  await resumeSession(token, start.add({ seconds: 60 }))
  expect(await seen()).toBe('2026-06-01T08:01:00Z')

  for (let hours = 7; hours < 336; hours += 7)
    expect(await resumeSession(token, start.add({ hours })), `${hours} h`).not.toBeNull()
  expect(await resumeSession(token, start.add({ hours: 336 }))).toBeNull()
  expect(await seen()).toBeUndefined()
})

test('an unused session ends after eight hours, and an administrator’s after one', async () => {
  await anAccount('gil@exemplo.pt')
  await anAccount('chefe@exemplo.pt', 'admin')
  const driver = await signIn({ email: 'gil@exemplo.pt', password }, visit(), null)
  const admin = await signIn({ email: 'chefe@exemplo.pt', password }, visit(), null)

  expect(await findSession(driver.token, start.add({ minutes: 479 }))).not.toBeNull()
  expect(await findSession(driver.token, start.add({ minutes: 480 }))).toBeNull()
  expect(await findSession(admin.token, start.add({ minutes: 59 }))).not.toBeNull()
  expect(await findSession(admin.token, start.add({ minutes: 60 }))).toBeNull()
})

test('a driver who becomes an administrator has an administrator’s session at once', async () => {
  const uid = await anAccount('subiu@exemplo.pt')
  const { token } = await signIn({ email: 'subiu@exemplo.pt', password }, visit(), null)
  await db.updateTable('users').set({ role: 'admin' }).where('uid', '=', uid).execute()

  expect((await findSession(token, start))?.user.role).toBe('admin')
  expect(await findSession(token, start.add({ minutes: 60 }))).toBeNull()
})

test('with the eleventh session the oldest ends', async () => {
  const uid = await anAccount('lia@exemplo.pt')
  const tokens: string[] = []
  for (let minute = 0; minute < 11; minute++) {
    tokens.push(
      (await signIn({ email: 'lia@exemplo.pt', password }, visit({ now: start.add({ minutes: minute }) }), null)).token,
    )
  }

  const now = start.add({ minutes: 11 })
  const alive = await Promise.all(tokens.map(async (token) => (await findSession(token, now)) !== null))
  expect(alive).toEqual([false, ...Array(10).fill(true)])
  expect(await sessionCount(uid)).toBe(10)
})

test('signing out ends the session, and doing it again changes nothing', async () => {
  const uid = await anAccount('otto@exemplo.pt')
  const { token } = await signIn({ email: 'otto@exemplo.pt', password }, visit(), null)

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

/** Tries that were counted, as `signIn` leaves them, without the wait of hashing. */
async function tries(email: string, count: number, at: Temporal.Instant, address = '192.0.2.1'): Promise<Buffer> {
  await signIn({ email, password: 'rua verde 1' }, visit({ now: at, address }), null).catch(() => null)
  const last = await db
    .selectFrom('sign_in_failures')
    .select('email_hash')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const hash = last?.email_hash ?? Buffer.alloc(0)
  const row = { email_hash: hash, address, at: at.toString() }
  if (count > 1)
    await db
      .insertInto('sign_in_failures')
      .values(Array.from({ length: count - 1 }, () => row))
      .execute()
  return hash
}

async function sessionCount(uid?: string): Promise<number> {
  const rows = await db.selectFrom('sessions').select('uid').execute()
  return rows.filter((row) => uid === undefined || row.uid === uid).length
}
