import { expect, test } from 'vitest'
import { DEFAULT_POLICY, type PasswordPolicy, policyAnswer, requirePolicy } from './policy.ts'

/** Answers the refusal of a password by a policy, or nothing. */
function verdict(password: string, policy: PasswordPolicy | null): string | null {
  try {
    requirePolicy(password, 'ana.reis@exemplo.pt', policy)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const missing = (...phrases: string[]) =>
  `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [${phrases.join(', ')}]`

test('without a policy a password has six characters', () => {
  expect(verdict('12-45', null)).toBe('WEAK_PASSWORD : Password should be at least 6 characters')
  expect(verdict('12-456', null)).toBeNull()
})

test('a policy that omits the minimum means six', () => {
  expect(verdict('12-45', {})).toBe(missing('Password must contain at least 6 characters'))
  expect(verdict('12-456', {})).toBeNull()
})

test('ours asks for 8 to 128 characters of any kind', () => {
  expect(verdict('rua azu', DEFAULT_POLICY)).toBe(missing('Password must contain at least 8 characters'))
  expect(verdict('rua azul', DEFAULT_POLICY)).toBeNull()
  expect(verdict('rua '.repeat(32), DEFAULT_POLICY)).toBeNull()
  expect(verdict('rua '.repeat(32) + '!', DEFAULT_POLICY)).toBe(missing('Password may contain at most 128 characters'))
})

test('a character is what a person sees as one, accents and emoji too', () => {
  expect(verdict('maçã🚕🚕🚕', DEFAULT_POLICY)).toBe(missing('Password must contain at least 8 characters'))
  expect(verdict('maçã🚕🚕🚕🚕', DEFAULT_POLICY)).toBeNull()
})

test('everything that is missing is said at once', () => {
  const strict: PasswordPolicy = {
    minPasswordLength: 10,
    containsLowercaseCharacter: true,
    containsUppercaseCharacter: true,
    containsNumericCharacter: true,
    containsNonAlphanumericCharacter: true,
  }
  expect(verdict('é', strict)).toBe(
    missing(
      'Password must contain at least 10 characters',
      'Password must contain a lower case character',
      'Password must contain an upper case character',
      'Password must contain a numeric character',
      'Password must contain a non-alphanumeric character',
    ),
  )
  expect(verdict('Rua-azul-12', strict)).toBeNull()
})

test('a symbol is one of the service’s own list', () => {
  expect(verdict('rua azul 12', { containsNonAlphanumericCharacter: true })).toBe(
    missing('Password must contain a non-alphanumeric character'),
  )
  expect(verdict('rua+azul', { containsNonAlphanumericCharacter: true })).toBeNull()
})

test('what somebody would try first is refused in every policy', () => {
  for (const password of ['password', 'aaaaaaaa', 'Ana.Reis@exemplo.pt', 'ANA.REIS']) {
    expect(verdict(password, DEFAULT_POLICY)).toBe('WEAK_PASSWORD : Password is too common')
    expect(verdict(password, null)).toBe('WEAK_PASSWORD : Password is too common')
  }
})

test('the policy is told as the hosted service tells it', () => {
  expect(policyAnswer(DEFAULT_POLICY)).toMatchObject({
    customStrengthOptions: { minPasswordLength: 8, maxPasswordLength: 128 },
    enforcementState: 'ENFORCE',
    schemaVersion: 1,
  })
  expect(policyAnswer(null)).toMatchObject({
    customStrengthOptions: { minPasswordLength: 6 },
    enforcementState: 'OFF',
  })
})
