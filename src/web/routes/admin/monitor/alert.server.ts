import { getAlert } from '#features/positions/alerts/queries.server.ts'
import { showDay } from '#features/positions/queries.server.ts'
import type { CarDay } from '#features/positions/schema.ts'
import { dayOf } from '#messages/dates.ts'
import { type Looking, showOrAskReason } from './looker.server.ts'
import { nearestTown } from '#web/parts/towns.server.ts'

/** Milliseconds before and after an event whose positions are shown with it. */
const AROUND_MS = 10 * 60_000
/** The most positions listed of an event: the first, the last, and some between. */
const MAX_POINTS = 15

/** An alert and where its car was meanwhile, for readers who may look; the look is recorded as one at that day. */
export async function readAlert(id: number, looking: Looking) {
  const alert = await getAlert(id)
  const { shown, wantsReason } = await showOrAskReason(
    looking && showDay(looking, { vehicleId: alert.vehicleId, day: dayOf(alert.from) }),
  )
  return {
    alert,
    day: dayOf(alert.from),
    mayLook: looking !== null,
    wantsReason,
    seen: shown && seenDuring(alert, shown),
  }
}

function seenDuring({ from, until }: { from: string; until: string }, { points }: CarDay) {
  const [first, last] = [Date.parse(from) - AROUND_MS, Date.parse(until) + AROUND_MS]
  const pointsOfAlert = points.filter(
    ({ at, flaw }) => flaw === null && Date.parse(at) >= first && Date.parse(at) <= last,
  )
  const step = Math.max(1, (pointsOfAlert.length - 1) / (MAX_POINTS - 1))
  const chosen = pointsOfAlert.filter((_, at) => Math.round(Math.round(at / step) * step) === at)
  return {
    fastest: pointsOfAlert.reduce<number | null>(
      (most, { speed }) => (speed === null ? most : Math.max(most ?? 0, speed)),
      null,
    ),
    points: chosen.map(({ at, lat, lon, speed }) => {
      const town = nearestTown(lat, lon)
      return { at, speed, place: town?.name ?? null, away: town?.kilometres ?? null }
    }),
  }
}

/** A position of the event: where, and how fast. */
export type SeenPoint = NonNullable<Awaited<ReturnType<typeof readAlert>>['seen']>['points'][number]
