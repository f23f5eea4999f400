/** Every signed-in person whose role is not `admin` is a driver (spec 6). */
export type Role = 'admin' | 'driver'

/** Permissions of an administrator; several add up. `accountant` reads and changes nothing. */
export const SCOPES = ['owner', 'operations', 'finance', 'accountant'] as const
export type Scope = (typeof SCOPES)[number]

/**
 * Power that an office page asks for: to read, to change money, to change drivers, cars and files, or to change the
 * company's own settings and people.
 */
export type Power = 'read' | 'money' | 'operations' | 'house'

const HELD_BY: Readonly<Record<Power, readonly Scope[]>> = {
  read: SCOPES,
  money: ['owner', 'finance'],
  operations: ['owner', 'operations'],
  house: ['owner'],
}

/** The signed-in person, as pages and rules see them. `driverId` is set when a driver record is linked to the account. */
export type User = {
  uid: string
  email: string
  displayName: string | null
  role: Role
  /** Scopes of an administrator; a driver has none. */
  scopes: readonly Scope[]
  driverId: string | null
}

/** Proof that the reader owns this driver record: only the session makes one. */
export type OwnDriverId = string & { readonly proof: 'own driver' }

/** Reads a role: anything but `admin`, spelt exactly so, is a driver. */
export function roleFrom(claim: unknown): Role {
  return claim === 'admin' ? 'admin' : 'driver'
}

/** Answers the scopes among these words, in the order of `SCOPES`. */
export function scopesFrom(words: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => words.includes(scope))
}

/** Whether a person's scopes give them this power in the office. */
export function hasPower({ role, scopes }: Pick<User, 'role' | 'scopes'>, power: Power): boolean {
  return role === 'admin' && scopes.some((scope) => HELD_BY[power].includes(scope))
}

/** Answers where the pages of a role are. */
export function areaOf({ role }: Pick<User, 'role'>): '/admin' | '/dashboard' {
  return role === 'admin' ? '/admin' : '/dashboard'
}

/** Answers where a person lands after signing in; an accountant without other scopes begins with the months. */
export function homeOf(user: Pick<User, 'role' | 'scopes'>): '/admin' | '/admin/accounting' | '/dashboard' {
  const isAccountant = user.scopes.length > 0 && user.scopes.every((scope) => scope === 'accountant')
  return user.role === 'admin' && isAccountant ? '/admin/accounting' : areaOf(user)
}

/** Answers the name shown in the header: the display name, else the e-mail (spec 3). */
export function shownName(user: User): string {
  return user.displayName?.trim() || user.email
}
