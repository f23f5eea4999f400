import { firstOf, lastOf } from './certain.ts'
import { type Fix, type Stretch, usableFixes, metresBetween } from './position.ts'
import { MAX_SILENCE, tripsOf } from './trip.ts'
import { ZONE } from './week.ts'
import { type Shape, crossingsOf } from './zone.ts'

/** Reasons for an alert about a car: it moved while nobody had it, it moved in hours in which no drive is expected, or it left its zone. */
export const ALERT_KINDS = ['unheld', 'night', 'zone'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Hours in Lisbon, 0 to 23, from one up to another, which may be on the next day. */
export type NightHours = { from: number; until: number }

/** Facts that decide whether a car may move. Times are in milliseconds since 1970. */
export type Watched = {
  /** Times in which somebody has the car. */
  held: readonly Stretch[]
  /** Planned shifts with the car, which are allowed at night. */
  shifts: readonly Stretch[]
  /** Whether the car is in a workshop: then moving or towing it is no alarm. */
  isInWorkshop: boolean
  /** Whether the office wants to know of a car that moves while nobody has it. */
  tellsUnheld: boolean
  night: NightHours | null
  /** Zones of the car, each with the moment since when it has this shape. */
  zones: readonly (Shape & { id: string; since: number })[]
}

/** An alarm for the office, from when to when, in milliseconds since 1970. */
export type Alarm = { kind: AlertKind; zoneId: string | null; from: number; to: number }

/** Milliseconds before and after a driver's time in which the car may be on its way to or from the driver. */
const HAND_OVER = 15 * 60_000
/** Metres by which a receiver may be off while its car stands, and milliseconds for how long. */
const DRIFTS = { metres: 200, for: 120_000 } as const
/** Metres from which no drift explains two fixes in a row. */
const SURELY_AWAY = 500
/** Milliseconds without an alarm after which the next one is a new event. */
export const SAME_EVENT = 30 * 60_000

/**
 * Finds the alarms of a car, from its fixes in any order. A car has moved when its drive led away and ended elsewhere,
 * or when it is away for longer than a receiver drifts; after a silence, when two fixes say that it is elsewhere. One
 * fix alone, a leap or a drift is never enough.
 */
export function alarmsOf(fixes: readonly Fix[], watched: Watched): Alarm[] {
  const { held, shifts, isInWorkshop, tellsUnheld, night, zones } = watched
  if (isInWorkshop) return []
  const usable = usableFixes(fixes)
  const isUnheld = ({ at }: Fix) => !held.some(({ from, to }) => from - HAND_OVER <= at && at < to + HAND_OVER)
  const isOfUnheld = (fix: Fix) => tellsUnheld && isUnheld(fix)
  const isOfNight = (fix: Fix) =>
    night !== null &&
    !isOfUnheld(fix) &&
    isNight(fix.at, night) &&
    !shifts.some(({ from, to }) => from - HAND_OVER <= fix.at && fix.at < to + HAND_OVER)
  const moves = (kind: AlertKind, is: (fix: Fix) => boolean) =>
    runsOf(usable, is).flatMap((run) => movesIn(run).map(({ from, to }): Alarm => ({ kind, zoneId: null, from, to })))
  const leaves = zones.flatMap((zone) =>
    crossingsOf(
      usable.filter(({ at }) => at >= zone.since),
      zone,
    )
      .filter(({ goes }) => goes === 'out')
      .map(({ at }): Alarm => ({ kind: 'zone', zoneId: zone.id, from: at, to: at })),
  )
  return [...moves('unheld', isOfUnheld), ...moves('night', isOfNight), ...leaves]
}

/** Whether a moment lies in these hours in Lisbon. */
export function isNight(at: number, { from, until }: NightHours): boolean {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZONE)
  return from < until ? hour >= from && hour < until : hour >= from || hour < until
}

/** Splits fixes into runs of consecutive ones that all match. */
function runsOf(fixes: readonly Fix[], is: (fix: Fix) => boolean): Fix[][] {
  const runs: Fix[][] = []
  let run: Fix[] = []
  for (const fix of fixes) {
    if (is(fix)) run.push(fix)
    else if (run.length > 0) runs.push(run.splice(0))
  }
  return run.length > 0 ? [...runs, run] : runs
}

/** Finds when a car certainly moved. */
function movesIn(run: readonly Fix[]): Stretch[] {
  const { trips, stops } = tripsOf(run)
  const driven = trips.filter(({ from, to, path }) => {
    const far = path.filter((place) => metresBetween(firstOf(path), place) >= SURELY_AWAY)
    if (far.length > 1) return true
    // At a short distance it must be certain where the car stood, and that it is not back there soon.
    if (!stops.some((stop) => stop.to <= from)) return false
    const [before, end] = run.slice(-2).map((fix) => metresBetween(firstOf(path), fix))
    if (stops.some((stop) => stop.from >= to)) return metresBetween(firstOf(path), lastOf(path)) >= DRIFTS.metres
    const isAway = Math.min(before ?? 0, end ?? 0) >= DRIFTS.metres
    return isAway && lastOf(run).at - from >= DRIFTS.for
  })
  return [...driven.map(({ from, to }) => ({ from, to })), ...carriedIn(run)]
}

/** Finds silences longer than a drive lasts after which a car was elsewhere: somebody drove or towed it meanwhile. */
function carriedIn(run: readonly Fix[]): Stretch[] {
  return run.slice(2).flatMap((fix, at) => {
    const [before, after] = run.slice(at, at + 2)
    if (before === undefined || after === undefined || after.at - before.at <= MAX_SILENCE) return []
    const nearestMetres = Math.min(metresBetween(before, after), metresBetween(before, fix))
    return nearestMetres >= SURELY_AWAY ? [{ from: after.at, to: fix.at }] : []
  })
}
