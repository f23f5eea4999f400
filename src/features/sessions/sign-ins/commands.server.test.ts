import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { disableAccount } from '#features/accounts/commands.server.ts'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { isRecent } from '#domain/session.ts'
import { withdrawFactor } from '#features/accounts/own-account/commands.server.ts'
import { findSession } from '#features/sessions/queries.server.ts'
import {
  anAccount,
  connectAuthenticator,
  signInAs,
  freshCode,
  password as PASSWORD,
  start,
  visit,
} from '#test/people.ts'
import { confirmByCode, signIn } from './commands.server.ts'
import { codeWays } from './queries.server.ts'

test('a wrong password and an unknown e-mail are refused alike, and nobody is signed in', async () => {
  await anAccount('rui@exemplo.pt')
  const before = await sessionCount()

  await expect(signIn({ email: 'rui@exemplo.pt', password: 'rua verde 1' }, visit(), null)).rejects.toThrow(
    'identity.invalid-credential {}',
  )
  await expect(signInAs('nobody@exemplo.pt', visit())).rejects.toThrow('identity.invalid-credential {}')
  expect(await sessionCount()).toBe(before)
})

test('the eleventh try waits, even with the right password, until a quarter of an hour after the first', async () => {
  await anAccount('ines@exemplo.pt')
  await tries('ines@exemplo.pt', 10, start)

  const tooSoon = signInAs('INES@exemplo.pt', visit({ now: start.add({ minutes: 14 }) }))

  await expect(tooSoon).rejects.toThrow('identity.too-many-requests {"retryAfter":60}')
  const later = await signInAs('ines@exemplo.pt', visit({ now: start.add({ minutes: 15 }) }))
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
  expect((await signInAs('sara@exemplo.pt', visit())).session.user.email).toBe('sara@exemplo.pt')
  expect((await signInAs('luis@exemplo.pt', visit({ address: '192.0.2.2' }))).token).toBeTruthy()
  await expect(wrong('192.0.2.1')).rejects.toThrow('identity.too-many-requests')
  await tries('luis@exemplo.pt', 9, start, '192.0.2.3')
  await signInAs('luis@exemplo.pt', visit({ address: '192.0.2.3' }))
  await expect(wrong('192.0.2.3')).rejects.toThrow('identity.invalid-credential')
})

test('where everybody seems to come from one address, a browser known to the person is not locked out by others', async () => {
  await anAccount('vera@exemplo.pt')
  const { remember } = await signIn({ email: 'vera@exemplo.pt', password: PASSWORD }, visit(), null)
  await tries('vera@exemplo.pt', 12, start)
  const own = (password: string) =>
    signIn({ email: 'vera@exemplo.pt', password }, visit({ remembered: remember }), null)

  await expect(signInAs('vera@exemplo.pt', visit())).rejects.toThrow('identity.too-many-requests')
  await expect(own('rua verde 1')).rejects.toThrow('identity.invalid-credential')
  expect((await own(PASSWORD)).remember).toBeTruthy()
})

test('a try that says nothing about the password is not counted', async () => {
  const uid = await anAccount('closed@exemplo.pt')
  await disableAccount(uid, SYSTEM, start)
  const hashed = await tries('closed@exemplo.pt', 9, start)

  await expect(signInAs('closed@exemplo.pt', visit())).rejects.toThrow('identity.user-disabled')

  const { count } = await db
    .selectFrom('sign_in_failures')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('email_hash', '=', hashed)
    .executeTakeFirstOrThrow()
  expect(count).toBe(9)
})

/** Stores counted tries as `signIn` would, without the time of hashing. */
test('a code alone is a fresh sign-in for a session that showed one before, once, and for nobody else', async () => {
  const now = () => visit({ now: Temporal.Now.instant() })
  await anAccount('codigo@exemplo.pt', 'admin')
  const plain = await signInAs('codigo@exemplo.pt', now())
  await expect(confirmByCode(plain.session, { code: '123456', factorId: null }, now(), null)).rejects.toThrow(
    'identity.operation-not-allowed',
  )
  const secret = await connectAuthenticator(plain.session)
  const before = (await findSession(plain.token, now().now))!
  expect(await codeWays(before)).toMatchObject([{ name: 'telemóvel' }])
  const confirm = (code: string) => confirmByCode(before, { code, factorId: null }, now(), plain.token)

  await expect(confirm('000000')).rejects.toThrow('identity.invalid-verification-code')
  const code = await freshCode(secret)
  const fresh = await confirm(code)
  await expect(confirm(code)).rejects.toThrow('identity.invalid-verification-code')

  expect(fresh.session).toMatchObject({ withSecondFactor: true, user: { email: 'codigo@exemplo.pt' } })
  expect(isRecent(fresh.session.signedInAt, now().now)).toBe(true)
  expect(await findSession(plain.token, now().now)).toBeNull()
  // The identity service counts it as recent too, and lets the app be removed.
  const [factor] = await codeWays(fresh.session)
  await withdrawFactor(fresh.session, factor!.id, now())
  expect(await codeWays(fresh.session)).toEqual([])
})

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
