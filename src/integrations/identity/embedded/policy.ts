import { isFirstGuess } from '#domain/password.ts'
import { fault } from './fault.ts'

/** A password policy as the hosted service has it. A rule that is not set does not apply. */
export type PasswordPolicy = {
  minPasswordLength?: number
  maxPasswordLength?: number
  containsLowercaseCharacter?: boolean
  containsUppercaseCharacter?: boolean
  containsNumericCharacter?: boolean
  containsNonAlphanumericCharacter?: boolean
  /** Whether older passwords that break the policy are refused at sign-in too. */
  forceUpgradeOnSignin?: boolean
}

/** Policy of a new installation: 8 to 128 characters, no rules about their kinds (ASVS 6.2.1, 6.2.5, 6.2.9). */
export const DEFAULT_POLICY: PasswordPolicy = { minPasswordLength: 8, maxPasswordLength: 128 }

/** Least characters where the policy sets no minimum (spec 5). */
const SHORTEST = 6
/** Longest password, whatever the policy says: hashing one of a megabyte would be an attack. */
const LONGEST = 4_096
const SYMBOLS = '^$*.[]{}()?"!@#%&/\\,><\':;|_~`-+='

/**
 * Checks that a password may be chosen. Refuses `WEAK_PASSWORD` where no policy is set, else
 * `PASSWORD_DOES_NOT_MEET_REQUIREMENTS` with everything that is missing; a password that an attacker would try first is
 * `WEAK_PASSWORD` in both.
 */
export function requirePolicy(password: string, email: string, policy: PasswordPolicy | null): void {
  if (policy === null) {
    if (length(password) < SHORTEST) {
      throw fault('WEAK_PASSWORD', `Password should be at least ${SHORTEST} characters`)
    }
  }
  requireAll(password, policy ?? {})
  if (isFirstGuess(password, email)) throw fault('WEAK_PASSWORD', 'Password is too common')
}

export function requireAll(password: string, policy: PasswordPolicy): void {
  const missing = missingFrom(password, policy)
  if (missing.length === 0) return
  throw fault('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', `Missing password requirements: [${missing.join(', ')}]`)
}

function missingFrom(password: string, policy: PasswordPolicy): string[] {
  const min = policy.minPasswordLength ?? SHORTEST
  const max = policy.maxPasswordLength ?? LONGEST
  const rules: [isMissing: boolean | undefined, phrase: string][] = [
    [length(password) < min, `Password must contain at least ${min} characters`],
    [length(password) > max, `Password may contain at most ${max} characters`],
    [policy.containsLowercaseCharacter && !/[a-z]/.test(password), 'Password must contain a lower case character'],
    [policy.containsUppercaseCharacter && !/[A-Z]/.test(password), 'Password must contain an upper case character'],
    [policy.containsNumericCharacter && !/[0-9]/.test(password), 'Password must contain a numeric character'],
    [
      policy.containsNonAlphanumericCharacter && ![...password].some((character) => SYMBOLS.includes(character)),
      'Password must contain a non-alphanumeric character',
    ],
  ]
  return rules.flatMap(([isMissing, phrase]) => (isMissing ? [phrase] : []))
}

/** Writes the policy as `GET v2/passwordPolicy` answers it. */
export function policyAnswer(policy: PasswordPolicy | null) {
  const { forceUpgradeOnSignin, ...options } = policy ?? {}
  return {
    customStrengthOptions: { ...options, minPasswordLength: options.minPasswordLength ?? SHORTEST },
    allowedNonAlphanumericCharacters: [...SYMBOLS],
    enforcementState: policy === null ? 'OFF' : 'ENFORCE',
    forceUpgradeOnSignin: forceUpgradeOnSignin ?? false,
    schemaVersion: 1,
  }
}

/** Counts characters as a person does. */
function length(password: string): number {
  return [...password].length
}
