import { createHash } from 'node:crypto'
import { networkOf } from '#platform/network.ts'
import { seal, unseal } from '#platform/seal.server.ts'

/** Where a client says which device asks, and where it is told what the device is to remember. */
export const DEVICE_HEADER = 'x-identity-device'

const REMEMBERED = { hours: 24 * 90 }
const purpose = 'identity known device'

/** What a device remembers of a sign-in with this e-mail: proof for the next 90 days, worth nothing without the password. */
export function rememberDevice(email: string, now: Temporal.Instant): string {
  return seal(now.add(REMEMBERED).toString(), { purpose, of: nameOf(email) }).toString('base64url')
}

/**
 * Where a try comes from: its network, or, on a device that knows the person, that device alone. Whoever shares the
 * address (a café; everybody, where a proxy in front is not told of) can't use up the tries of a known device, and one
 * who stole it gets as many as an address does.
 */
export function placeOf(
  { address, remembered }: { address: string; remembered: string | null },
  email: string,
  now: Temporal.Instant,
): { address: string; isKnownDevice: boolean } {
  if (!remembered || !isKnownDevice(remembered, email, now))
    return { address: networkOf(address), isKnownDevice: false }
  return { address: `device ${createHash('sha256').update(remembered).digest('hex')}`, isKnownDevice: true }
}

function isKnownDevice(remembered: string, email: string, now: Temporal.Instant): boolean {
  const until = unseal(Buffer.from(remembered, 'base64url'), { purpose, of: nameOf(email) })
  return until !== null && Temporal.Instant.compare(now, until) < 0
}

function nameOf(email: string): string {
  return email.trim().toLowerCase()
}
