import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts'

test('a stored password says how it was made and opens to that password only', async () => {
  const stored = await hashPassword('rua azul 12')

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await verifyPassword('rua azul 12', stored)).toBe(true)
  expect(await verifyPassword('rua azul 13', stored)).toBe(false)
  expect(await hashPassword('rua azul 12')).not.toBe(stored)
})

test('nobody has no password', async () => {
  expect(await verifyPassword('rua azul 12', null)).toBe(false)
})

test('a password hashed with older parameters still opens, and is known to be outdated', async () => {
  const salt = Buffer.from('sal de dezasseis')
  const hash = argon2Sync('argon2id', {
    message: 'rua azul 12',
    nonce: salt,
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const stored = `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(salt)}$${unpadded(hash)}`

  expect(await verifyPassword('rua azul 12', stored)).toBe(true)
  expect(isOutdated(stored)).toBe(true)
  expect(isOutdated(await hashPassword('rua azul 12'))).toBe(false)
})

test('a password that goes first is taken while all waiting places are full, and before those that wait', async () => {
  const ended: string[] = []
  const strangers = Array.from({ length: 52 }, () =>
    verifyPassword('rua azul 12', LIGHT).then(() => ended.push('stranger')),
  )
  await Promise.all([
    verifyPassword('rua azul 12', LIGHT, { isFirst: true }).then(() => ended.push('known')),
    ...strangers,
  ])
  expect(ended.indexOf('known')).toBeLessThan(6)
})

test('two passwords are hashed and fifty wait; the fifty-third is refused at once, and the rest get their turn', async () => {
  const results = await Promise.allSettled(Array.from({ length: 53 }, () => verifyPassword('rua azul 12', LIGHT)))
  const refused = results.filter(({ status }) => status === 'rejected')

  expect(refused).toHaveLength(1)
  expect(results.at(-1)).toMatchObject({ reason: { code: 'identity.too-many-requests', params: { retryAfter: 10 } } })
  expect(await verifyPassword('rua azul 12', LIGHT)).toBe(false)
})

/** A hash that is cheap to compute, and nobody's. */
const LIGHT = `$argon2id$v=19$m=64,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
