import { embedded } from './embedded/embedded.ts'
import type { IdentityUser, NewIdentityUser } from './identity-user.ts'

/**
 * Who people are: e-mail, password, role, whether the account is open. Every error a service knows becomes a
 * `Refusal('identity.…')` behind this port and nowhere else. The service may be another machine: never call it inside
 * a transaction, and expect `identity.network-request-failed` of every function.
 */
export type Identity = {
  /**
   * The person with this e-mail and password. Unknown, passwordless and wrong look the same and take the same time:
   * `identity.invalid-credential`. `identity.user-disabled` is said only after a right password.
   * `identity.too-many-requests` {retryAfter: seconds} when too many are waiting.
   */
  signInWithPassword: (email: string, password: string) => Promise<IdentityUser>
  /** A new person. Refuses `identity.invalid-email`, `.email-already-in-use`, `.weak-password` {min}, `.common-password`. */
  createUser: (user: NewIdentityUser) => Promise<IdentityUser>
  /** A new password; every sign-in from before `now` is void. Refuses `.user-not-found`, `.weak-password`, `.common-password`. */
  setPassword: (uid: string, password: string, now: Temporal.Instant) => Promise<void>
  /** The person with this uid or e-mail, or `null`. */
  lookup: (who: { uid: string } | { email: string }) => Promise<IdentityUser | null>
  /** Makes every sign-in from before `now` void. */
  revoke: (uid: string, now: Temporal.Instant) => Promise<void>
  /** Closes the account, or opens it again. Refuses `.user-not-found`. */
  setDisabled: (uid: string, disabled: boolean) => Promise<void>
  /** Forgets the person. One that is already gone is no error. */
  remove: (uid: string) => Promise<void>
}

/** The service of this installation: the one in its own database. */
export function identity(): Identity {
  return embedded
}
