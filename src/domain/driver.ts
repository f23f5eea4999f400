/** Where a driver stands with the operator. Only active and suspended ones appear in a new week by themselves. */
export const DRIVER_STATUSES = ['pending', 'active', 'suspended', 'inactive'] as const

/** A driver as lists name one: by the short name of the operator's (`ref`) and the whole one. */
export type DriverName = { id: string; ref: string; name: string }

/**
 * The name on somebody's papers, which banks, contracts and the State read; `legalName` is `null` where it is the one they are
 * known by, which screens say.
 */
export function legalNameOf({ name, legalName }: { name: string; legalName: string | null }): string {
  return legalName ?? name
}

/**
 * What the office sees of a driver's account: the newest IBAN counts. `unchecked`: it takes two people, and only its writer
 * has looked at it.
 */
export type IbanState = 'missing' | 'invalid' | 'held' | 'unchecked' | 'ready'

/** The state of the newest IBAN at a moment. `heldUntil` is the end of its hold, `null` when it has none. */
export function ibanState(
  iban: { valid: boolean; heldUntil: Temporal.Instant | null; isUnchecked: boolean } | null,
  now: Temporal.Instant,
): IbanState {
  if (!iban) return 'missing'
  if (!iban.valid) return 'invalid'
  if (iban.heldUntil && Temporal.Instant.compare(now, iban.heldUntil) < 0) return 'held'
  return iban.isUnchecked ? 'unchecked' : 'ready'
}

/** Why a record is in the fleet no longer: it goes on as another, or was put away as a mistake. Both can come back. */
export type Gone = 'merged' | 'removed'

/** Whether a record is gone because it was merged or because it was removed; `null` for one that takes what is given to it. */
export function whyGone(mergedInto: string | null, removedAt: Temporal.Instant | null): Gone | null {
  if (removedAt !== null) return 'removed'
  return mergedInto === null ? null : 'merged'
}

/** The short name of a record that is put away: marked, so that its own is free for another. */
export function markedRef({ id, ref }: { id: string; ref: string }): string {
  return `${ref}~${id.slice(0, 8)}`
}

/** A short name as it was before `markedRef`; any other stays as it is. */
export function shownRef(ref: string): string {
  return ref.replace(/~[0-9a-f]{8}$/, '')
}
