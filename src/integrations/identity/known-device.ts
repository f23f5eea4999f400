import { createHash } from 'node:crypto'
import { networkOf } from '#platform/network.ts'
import { seal, unseal } from '#platform/seal.server.ts'

/** Header in which a client names its device, and gets the token that the device keeps. */
export const DEVICE_HEADER = 'x-identity-device'

const REMEMBERED = { hours: 24 * 90 }
const purpose = 'identity known device'

/** Makes the token that a device keeps after a sign-in with this e-mail: proof for the next 90 days, worthless without the password. */
export function rememberDevice(email: string, now: Temporal.Instant): string {
  return seal(now.add(REMEMBERED).toString(), { purpose, of: nameOf(email) }).toString('base64url')
}

/**
 * Answers the place of a try: its network, or for a device that knows the person that device alone. So others at the
 * same address (a café; everybody, where a proxy is missing in the settings) can't use up the tries of a known device,
 * and a thief of the device gets no more tries than an address.
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
