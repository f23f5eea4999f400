import { type ReachCounts, countReach } from '#domain/reach.ts'
import { reachOfDrivers } from '#features/mail/reach/queries.server.ts'
import type { WeekOutline } from '#features/weeks/schema.ts'

/** How the drivers whose statements are approved next will be notified; `null` if there is nothing to approve. */
export async function approvalReach({ drivers, approval }: WeekOutline): Promise<ReachCounts | null> {
  if (approval.drivers === 0) return null
  const recipients = drivers.filter(({ state, net }) => net !== null && (state === 'draft' || state === 'issued'))
  const reach = await reachOfDrivers(
    recipients.map(({ id }) => id),
    'statement-issued',
  )
  return countReach(reach.values())
}
