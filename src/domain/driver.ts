/** Where a driver stands with the operator. Only active and suspended ones appear in a new week by themselves. */
export const DRIVER_STATUSES = ['pending', 'active', 'suspended', 'inactive'] as const

/** A driver as lists name one: by the short name of the operator's (`ref`) and the whole one. */
export type DriverName = { id: string; ref: string; name: string }

/** What the office sees of a driver's account: the newest IBAN counts. */
export type IbanState = 'missing' | 'invalid' | 'held' | 'ready'

/** The state of the newest IBAN at a moment. `heldUntil` is the end of its hold, `null` when it has none. */
export function ibanState(
  iban: { valid: boolean; heldUntil: Temporal.Instant | null } | null,
  now: Temporal.Instant,
): IbanState {
  if (!iban) return 'missing'
  if (!iban.valid) return 'invalid'
  if (iban.heldUntil && Temporal.Instant.compare(now, iban.heldUntil) < 0) return 'held'
  return 'ready'
}
