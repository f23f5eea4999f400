/** Every signed-in person whose role is not `admin` is a driver (spec 6). */
export type Role = 'admin' | 'driver'

/** Who is signed in, as pages and rules see them. `driverId` is set when a driver record is linked to the account. */
export type User = { uid: string; email: string; displayName: string | null; role: Role; driverId: string | null }

/** Proof that the reader owns this driver record: only the session makes one. */
export type OwnDriverId = string & { readonly proof: 'own driver' }

/** Any role but `admin`, spelt exactly so, is a driver. */
export function roleFrom(claim: unknown): Role {
  return claim === 'admin' ? 'admin' : 'driver'
}

/** Where a person lands after signing in. */
export function homeOf(user: User): '/admin' | '/dashboard' {
  return user.role === 'admin' ? '/admin' : '/dashboard'
}

/** The name shown in the header: the display name, else the e-mail (spec 3). */
export function shownName(user: User): string {
  return user.displayName?.trim() || user.email
}
