import { seal, unseal } from '#platform/seal.server.ts'

/** Where a client says which device asks, and where it is told what the device is to remember. */
export const DEVICE_HEADER = 'x-identity-device'

const REMEMBERED = { hours: 24 * 90 }
const purpose = 'identity known device'

/** What a device remembers of a sign-in with this e-mail: proof for the next 90 days, worth nothing without the password. */
export function rememberDevice(email: string, now: Temporal.Instant): string {
  return seal(now.add(REMEMBERED).toString(), { purpose, of: email }).toString('base64url')
}

export function isKnownDevice(remembered: string | null, email: string, now: Temporal.Instant): boolean {
  if (!remembered) return false
  const until = unseal(Buffer.from(remembered, 'base64url'), { purpose, of: email })
  return until !== null && Temporal.Instant.compare(now, until) < 0
}
