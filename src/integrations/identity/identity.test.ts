import { expect, test } from 'vitest'
import { db, inTransaction } from '#db/client.server.ts'
import { readKeysAgain, replaceKeys } from './embedded/keys.ts'
import { identity } from './identity.ts'

const ana = {
  email: ' Ana@Exemplo.pt',
  displayName: 'Ana Reis',
  role: 'driver',
  password: 'rua azul 12',
  emailVerified: true,
} as const

test('a person is created once, whatever the case of the e-mail, and found by uid and e-mail', async () => {
  const created = await identity().createUser(ana)

  expect(created).toMatchObject({
    email: 'ana@exemplo.pt',
    displayName: 'Ana Reis',
    role: 'driver',
    emailVerified: true,
    disabled: false,
  })
  expect(created.uid).toMatch(/^[A-Za-z0-9]{28}$/)
  await expect(identity().createUser({ ...ana, email: 'ANA@exemplo.pt' })).rejects.toThrow(
    'identity.email-already-in-use',
  )
  expect(await identity().lookup({ uid: created.uid })).toMatchObject(created)
  expect(await identity().lookup({ email: 'ANA@EXEMPLO.PT' })).toMatchObject(created)
  expect(await identity().lookup({ uid: 'nobody' })).toBeNull()
})

test('addresses that are none, and weak passwords, are refused', async () => {
  for (const email of [
    '',
    'rui',
    'rui@',
    '@exemplo.pt',
    'rui@a@b',
    'rui reis@exemplo.pt',
    'rui@exemplo.pt,eva@exemplo.pt',
    'rui@exemplo.pt\nBcc: x',
  ]) {
    await expect(identity().createUser({ ...ana, email }), email).rejects.toThrow('identity.invalid-email')
  }
  await expect(identity().createUser({ ...ana, email: 'rui@exemplo.pt', role: 'admin' })).rejects.toThrow(
    'identity.weak-password',
  )
  await expect(identity().createUser({ ...ana, email: 'rui@exemplo.pt', password: 'palavra-passe' })).rejects.toThrow(
    'identity.common-password',
  )
})

test('unknown, passwordless and wrong are refused alike; a closed account says so only after the right password', async () => {
  const { uid } = await identity().createUser({ ...ana, email: 'eva@exemplo.pt' })
  await db.insertInto('users').values({ uid: 'invited', email: 'invited@exemplo.pt' }).execute()
  await identity().setDisabled(uid, true)

  const refusals = [
    ['nobody@exemplo.pt', 'rua azul 12'],
    ['invited@exemplo.pt', 'rua azul 12'],
    ['eva@exemplo.pt', 'rua azul 13'],
  ] as const
  for (const [email, password] of refusals) {
    await expect(identity().signIn({ email: email, password: password }), email).rejects.toThrow(
      'identity.invalid-credential {}',
    )
  }
  await expect(identity().signIn({ email: 'eva@exemplo.pt', password: 'rua azul 12' })).rejects.toThrow(
    'identity.user-disabled',
  )
  await identity().setDisabled(uid, false)
  expect(await identity().signIn({ email: 'Eva@exemplo.pt', password: 'rua azul 12' })).toMatchObject({ user: { uid } })
})

test('a password hashed with older parameters is hashed anew at the next sign-in', async () => {
  const { uid } = await identity().createUser({ ...ana, email: 'ines@exemplo.pt' })
  // "rua azul 12" with 64 KiB and one pass.
  const { argon2Sync } = await import('node:crypto')
  const hash = argon2Sync('argon2id', {
    message: 'rua azul 12',
    nonce: Buffer.alloc(15),
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 33,
  })
  const old = `$argon2id$v=19$m=64,t=1,p=1$${'A'.repeat(20)}$${hash.toString('base64')}`
  await db.updateTable('users').set({ password_hash: old }).where('uid', '=', uid).execute()

  await identity().signIn({ email: 'ines@exemplo.pt', password: 'rua azul 12' })

  const row = await db.selectFrom('users').select('password_hash').where('uid', '=', uid).executeTakeFirstOrThrow()
  expect(row.password_hash).toMatch(/m=65536,t=3,p=1/)
  expect(await identity().signIn({ email: 'ines@exemplo.pt', password: 'rua azul 12' })).toMatchObject({
    user: { uid },
  })
})

test('a new password replaces the old one; a removed person is gone, twice over', async () => {
  const { uid } = await identity().createUser({ ...ana, email: 'luis@exemplo.pt' })

  await identity().setPassword(uid, 'rua verde 34')
  await expect(identity().signIn({ email: 'luis@exemplo.pt', password: 'rua azul 12' })).rejects.toThrow(
    'identity.invalid-credential',
  )
  expect(await identity().signIn({ email: 'luis@exemplo.pt', password: 'rua verde 34' })).toMatchObject({
    user: { uid },
  })

  await identity().remove(uid)
  await identity().remove(uid)
  expect(await identity().lookup({ uid })).toBeNull()
  await expect(identity().setPassword(uid, 'rua verde 34')).rejects.toThrow('identity.user-not-found')
  await expect(identity().setDisabled(uid, true)).rejects.toThrow('identity.user-not-found')
})

test('who signs in right after the keys were replaced is signed in, also when somebody had signed in just before', async () => {
  await identity().createUser({ ...ana, email: 'zita@exemplo.pt' })
  const signIn = () => identity().signIn({ email: 'zita@exemplo.pt', password: ana.password })
  expect(await signIn()).toMatchObject({ outcome: 'signed-in' })
  await inTransaction((tx) => replaceKeys(tx, Temporal.Now.instant()))
  readKeysAgain()
  expect(await signIn()).toMatchObject({ outcome: 'signed-in' })
})
