import type { Role } from '#domain/access.ts'

/** A person as the identity service knows them. */
export type IdentityUser = {
  /** 28 letters and digits; never changes. */
  uid: string
  /** In lower case. */
  email: string
  emailVerified: boolean
  displayName: string | null
  role: Role
  disabled: boolean
}

export type NewIdentityUser = {
  email: string
  displayName: string | null
  role: Role
  password: string
  /** Whether a link sent to the address was followed, or the office vouches for it. */
  emailVerified: boolean
}
