import type { Role } from './access.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { Refusal } from './refusal.ts'

/** Least characters of a password: 8 for everybody, 12 for administrators (ASVS 6.2.1, 6.2.9). */
export const PASSWORD_LENGTH = {
  driver: { min: 8, max: 128 },
  admin: { min: 12, max: 128 },
} as const satisfies Record<Role, { min: number; max: number }>

/**
 * Checks that a password may be chosen: it is long enough, and not one that an attacker would try first. There are no
 * rules on kinds of characters (ASVS 6.2.5). Refuses `identity.weak-password` {min} and `identity.common-password`.
 */
export function checkPassword(password: string, { role, email }: { role: Role; email: string }): void {
  const { min } = PASSWORD_LENGTH[role]
  if ([...password].length < min) throw new Refusal('identity.weak-password', { min })
  if (isFirstGuess(password, email)) throw new Refusal('identity.common-password')
}

/** Whether an attacker would try a password first: a common one, one character repeated, the e-mail itself. */
export function isFirstGuess(password: string, email: string): boolean {
  const lower = password.toLowerCase()
  const [mailbox] = email.toLowerCase().split('@')
  const isOneCharacter = new Set(lower).size === 1
  return COMMON_PASSWORDS.has(lower) || isOneCharacter || lower === email.toLowerCase() || lower === mailbox
}
