import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { anIdentity, aPerson, PASSWORD } from '#test/identity.ts'
import { exportAccounts } from './account-export.ts'
import { isFirebasePassword } from './firebase-scrypt.ts'

const identity = anIdentity()
const { office, post } = identity

/** The example the hosted service's makers publish with their scrypt. */
const PUBLISHED = {
  hashAlgorithm: 'SCRYPT',
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memoryCost: 14,
}
const IMPORTED = {
  localId: 'imported1',
  email: 'Importada@exemplo.pt',
  emailVerified: true,
  displayName: 'Eva Luz',
  customAttributes: '{"role":"admin"}',
  createdAt: '1700000000000',
  passwordHash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  salt: '42xEC+ixf3L2lw==',
  providerUserInfo: [{ providerId: 'google.com', rawId: 'g-1', email: 'importada@exemplo.pt' }],
}
const bytes = (text: string) => Buffer.from(text, 'base64')
const signIn = (password: string) => post('signInWithPassword', { email: 'importada@exemplo.pt', password })
const stored = () => db.selectFrom('users').selectAll().where('uid', '=', 'imported1').executeTakeFirstOrThrow()

test('the hosted service’s scrypt is computed as published', async () => {
  const settings = {
    ...PUBLISHED,
    signerKey: bytes(PUBLISHED.signerKey),
    saltSeparator: bytes(PUBLISHED.saltSeparator),
  }
  const hash = { hash: bytes(IMPORTED.passwordHash), salt: bytes(IMPORTED.salt) }
  expect(await isFirebasePassword('user1password', hash, settings)).toBe(true)
  expect(await isFirebasePassword('user2password', hash, settings)).toBe(false)
})

test('an account from the hosted service signs in with its password, which is hashed anew by that', async () => {
  expect((await office(':batchCreate', { ...PUBLISHED, users: [IMPORTED] })).body.error).toEqual([])
  const exported = await exportAccounts()
  expect(exported.uploads.find(({ hashAlgorithm }) => hashAlgorithm === 'SCRYPT')).toMatchObject({
    ...PUBLISHED,
    users: [{ ...IMPORTED, email: 'importada@exemplo.pt', providerUserInfo: expect.any(Array) }],
  })

  expect((await signIn('user2password')).code).toBe('INVALID_LOGIN_CREDENTIALS')
  expect((await stored()).password_hash).toMatch(/^\$firebase-scrypt\$/)
  expect((await signIn('user1password')).status).toBe(200)
  expect(await stored()).toMatchObject({ role: 'admin', display_name: 'Eva Luz', email_verified: true })
  expect((await stored()).password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  expect((await signIn('user1password')).status).toBe(200)
})

test('what can’t be taken is told by its place, and the rest is taken', async () => {
  const { email: known } = await aPerson()
  const users = [
    { localId: 'imported1', email: 'x@exemplo.pt' },
    { localId: 'imported2', email: known },
    { localId: 'imported3', email: 'nobody' },
    { email: 'y@exemplo.pt' },
    { localId: 'imported4', email: 'z@exemplo.pt' },
  ]
  const { body } = await office(':batchCreate', { users })
  expect(
    body.error.map(({ index, message }: { index: number; message: string }) => [index, message.split(' : ')[0]]),
  ).toEqual([
    [0, 'DUPLICATE_LOCAL_ID'],
    [1, 'DUPLICATE_EMAIL'],
    [2, 'INVALID_EMAIL'],
    [3, 'MISSING_LOCAL_ID'],
  ])
  expect((await office(':lookup', { localId: ['imported4'] })).body.users).toHaveLength(1)
  expect((await office(':batchCreate', { users: [] })).code).toBe('MISSING_USER_ACCOUNT')
  const md5 = { hashAlgorithm: 'MD5', users: [{ localId: 'a', email: 'a@exemplo.pt', passwordHash: 'aGFzaA==' }] }
  expect((await office(':batchCreate', md5)).code).toBe('INVALID_HASH_ALGORITHM')
})

test('our export goes back in, and says whose hash the hosted service does not take', async () => {
  const { uid, email } = await aPerson({ role: 'admin' })
  const { uploads, withoutPassword } = await exportAccounts()
  const ours = uploads.find(({ hashAlgorithm }) => hashAlgorithm === 'ARGON2')!
  expect(ours['argon2Parameters']).toMatchObject({ hashType: 'ARGON2_ID', memoryCostKib: 64, iterations: 1 })
  expect(withoutPassword).toEqual(['importada@exemplo.pt'])

  await office(':delete', { localId: uid })
  expect((await post('signInWithPassword', { email, password: PASSWORD })).code).toBe('INVALID_LOGIN_CREDENTIALS')
  const users = (ours['users'] as { localId: string }[]).filter(({ localId }) => localId === uid)
  expect((await office(':batchCreate', { ...ours, users })).body.error).toEqual([])
  const { body } = await post('signInWithPassword', { email, password: PASSWORD })
  expect(body.localId).toBe(uid)
  expect((await office(':lookup', { localId: [uid] })).body.users[0].customAttributes).toBe('{"role":"admin"}')
})
