import { expect, test } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { checkPassword } from './password.ts'
import type { Role } from './access.ts'

const check =
  (password: string, role: Role = 'driver') =>
  () =>
    checkPassword(password, { role, email: 'ana.reis@exemplo.pt' })

test('a driver needs eight characters, an administrator twelve, of any kind', () => {
  expect(check('segred0')).toThrow('identity.weak-password {"min":8}')
  expect(check('rua azul')).not.toThrow()
  expect(check('rua azul 12', 'admin')).toThrow('identity.weak-password {"min":12}')
  expect(check('rua azul 123', 'admin')).not.toThrow()
  expect(check('çãõéçãõé')).not.toThrow()
})

test('what anybody would try first is too common, however it is spelt', () => {
  for (const password of [
    '12345678',
    'Password1',
    'palavra-passe',
    'BENFICA1904',
    'aaaaaaaaaaaa',
    'ana.reis@exemplo.pt',
    'Ana.Reis',
  ]) {
    expect(check(password), password).toThrow('identity.common-password')
  }
})

test('every password of the list could pass for its length, so that none is there in vain', () => {
  const short = [...COMMON_PASSWORDS].filter((password) => password.length < 8 || password !== password.toLowerCase())
  expect(short).toEqual([])
})
