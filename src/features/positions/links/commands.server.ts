import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { db } from '#db/client.server.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { type Refused, checkFix } from '#domain/position.ts'
import { showFleet } from '#features/positions/queries.server.ts'
import { readRules } from '#features/positions/rules/queries.server.ts'
import { Allowance } from '#platform/allowance.ts'
import { networkOf } from '#platform/network.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { findLink, getLink } from './queries.server.ts'
import { type LinkInput, MAX_HOURS, type SharedCar } from './schema.ts'
import { ofOperator } from '#platform/operator.ts'

/** Letters of a token that are shown, to tell it from others. */
const SHOWN_LETTERS = 4
/** Minutes within which a page that stays open counts as one look. */
const SAME_LOOK = 5

/**
 * Makes a link; answers its token, which is never shown again. Refuses `record.not-found`, `car-link.too-long`,
 * `car-link.sold`, and `car-link.own-car` for a driver's own car.
 */
export async function makeLink(change: Change, { vehicleId, kind, hours, reason }: LinkInput): Promise<string> {
  if (hours > MAX_HOURS[kind]) throw new Refusal('car-link.too-long', { hours: MAX_HOURS[kind] })
  const { id: car, status } = await getVehicle(vehicleId, change.tx)
  if (status === 'sold') throw new Refusal('car-link.sold')
  const title = await change.tx
    .selectFrom('vehicle_titles')
    .select('title')
    .where('vehicle_id', '=', car)
    .executeTakeFirst()
  if (title?.title === 'driver') throw new Refusal('car-link.own-car')
  const [token, until] = [newSecret(), change.now.add({ hours })]
  await change.tx
    .insertInto('position_links')
    .values({
      vehicle_id: car,
      kind,
      reason,
      token_hash: hashOfSecret(token),
      token_ends: token.slice(-SHOWN_LETTERS),
      made_at: change.now.toString(),
      made_by: change.actor.uid,
      until_at: until.toString(),
    })
    .execute()
  change.note({ subject: `vehicle:${car}`, after: { link: kind, until: until.toString(), reason } })
  return token
}

/** Ends a link, so that it shows nothing any more. Refuses `record.not-found`. */
export async function endLink(change: Change, id: number): Promise<void> {
  const link = await getLink(id, change.now, change.tx)
  await change.tx
    .updateTable('position_links')
    .set({ ended_at: change.now.toString(), ended_by: change.actor.uid })
    .where('id', '=', link.id)
    .where('ended_at', 'is', null)
    .execute()
  change.note({ subject: `vehicle:${link.vehicleId}`, before: { link: link.kind, reason: link.reason }, after: null })
}

/**
 * The view for the holder of a token, recorded as a look; `null` for a token that is wrong, expired or ended, without
 * telling which. Where a fix of this moment would not be kept, or kept hidden, only that is shown.
 */
export async function lookByLink(token: string, now: Temporal.Instant): Promise<SharedCar | null> {
  const link = await findLink(token, now)
  if (link === null) return null
  // A page that stays open counts as one look.
  const isSame = link.lookedAt !== null && Temporal.Instant.from(link.lookedAt).until(now).total('minutes') < SAME_LOOK
  await db
    .updateTable('position_links')
    .set((row) => ({ looks: row('looks', '+', isSame ? 0 : 1), looked_at: now.toString() }))
    .where('id', '=', link.id)
    .execute()
  const { plate, until } = link
  const at = now.epochMilliseconds
  const rules = await readRules({ vehicles: [link.vehicleId], drivers: [], from: at, to: at }, now)
  const verdict = checkFix({ at, ...ANYWHERE }, { vehicleId: link.vehicleId }, rules)
  if (!verdict.kept && !UNSEEN.has(verdict.why)) return { plate, until, shown: 'nothing' }
  if (!verdict.kept || verdict.isHidden) return { plate, until, shown: 'private' }
  const look = { by: { uid: null, role: 'link' as const }, cars: [link.vehicleId], reason: link.reason, now }
  const [last] = await showFleet(look)
  if (last === undefined) return { plate, until, shown: 'nothing' }
  const { lat, lon, course, fixAt } = last
  return { plate, until, shown: 'place', lat, lon, course, at: fixAt }
}

/** Reasons for which a fix of a present driver is not kept. */
const UNSEEN: ReadonlySet<Refused> = new Set(['private', 'off-duty', 'no-notice'])
/** Views from one network in a minute: an open page asks twice. */
const FROM_NETWORK = ofOperator(() => new Allowance(60, { minutes: 1 }))
/** Views from one network in a minute with links that show nothing. */
const WITH_WRONG_LINKS = ofOperator(() => new Allowance(20, { minutes: 1 }))

/** Opens a link for a visitor from the internet. Refuses `visitor.too-many`. */
export async function openLink({
  token,
  address,
  now,
}: {
  token: string
  address: string
  now: Temporal.Instant
}): Promise<SharedCar | null> {
  const network = networkOf(address)
  if (WITH_WRONG_LINKS.value.isSpent(network, now) || !FROM_NETWORK.value.take(network, now))
    throw new Refusal('visitor.too-many', { retryAfter: 60 })
  const car = await lookByLink(token, now)
  if (car === null) WITH_WRONG_LINKS.value.take(network, now)
  return car
}

/** Any place will do: the question is whether a fix may be kept, not where it is. */
const ANYWHERE = { lat: 1, lon: 1 }
