import { firstOf, lastOf } from './certain.ts'
import { type Fix, type Stretch, drawn, metresBetween } from './position.ts'
import { UNSEEN_FOR, tripsOf } from './trip.ts'
import { ZONE } from './week.ts'
import { type Shape, crossingsOf } from './zone.ts'

/** Why the office is told of a car: it moved while nobody had it, in hours in which none is expected to, or it left its zone. */
export const ALERT_KINDS = ['unheld', 'night', 'zone'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Hours of Lisbon, 0 to 23, from one up to another, which may be on the next day. */
export type NightHours = { from: number; until: number }

/** By what it is told whether a car may move. Stretches are in milliseconds since 1970. */
export type Watched = {
  /** Times in which somebody has the car. */
  held: readonly Stretch[]
  /** Planned shifts with the car: no night is too late for them. */
  shifts: readonly Stretch[]
  /** In a workshop: whoever moves it there, or tows it, is nobody's alarm. */
  isInWorkshop: boolean
  /** Whether the office wants to know of a car that moves while nobody has it. */
  tellsUnheld: boolean
  night: NightHours | null
  /** Its zones, each since when it is as it is. */
  zones: readonly (Shape & { id: string; since: number })[]
}

/** Something that the office has to know: from when to when, in milliseconds since 1970. */
export type Alarm = { kind: AlertKind; zoneId: string | null; from: number; to: number }

/** Milliseconds before and after somebody's time in which a car is on its way to or from that person. */
const HAND_OVER = 15 * 60_000
/** Metres that a receiver may be away while its car stands, and milliseconds for which. */
const DRIFTS = { metres: 200, for: 120_000 } as const
/** Metres from which on no drift explains two fixes in a row. */
const SURELY_AWAY = 500
/** Milliseconds without an alarm after which the next one is another event. */
export const SAME_EVENT = 30 * 60_000

/**
 * What the office has to be told of a car, from its fixes in whatever order they came. A car has moved when its drive led away and ended elsewhere, or when it is
 * away for longer than a receiver drifts; after a silence, when two fixes say that it is elsewhere. One fix alone, a leap or a drift never says so.
 */
export function alarmsOf(fixes: readonly Fix[], watched: Watched): Alarm[] {
  const { held, shifts, isInWorkshop, tellsUnheld, night, zones } = watched
  if (isInWorkshop) return []
  const usable = drawn(fixes)
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

/** Whether a moment lies in hours of Lisbon. */
export function isNight(at: number, { from, until }: NightHours): boolean {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZONE)
  return from < until ? hour >= from && hour < until : hour >= from || hour < until
}

/** Fixes that follow each other and are all meant. */
function runsOf(fixes: readonly Fix[], is: (fix: Fix) => boolean): Fix[][] {
  const runs: Fix[][] = []
  let run: Fix[] = []
  for (const fix of fixes) {
    if (is(fix)) run.push(fix)
    else if (run.length > 0) runs.push(run.splice(0))
  }
  return run.length > 0 ? [...runs, run] : runs
}

/** When a car moved in a time, as far as it is certain. */
function movesIn(run: readonly Fix[]): Stretch[] {
  const { trips, stops } = tripsOf(run)
  const driven = trips.filter(({ from, to, path }) => {
    const far = path.filter((place) => metresBetween(firstOf(path), place) >= SURELY_AWAY)
    if (far.length > 1) return true
    // Nearer by, it has to be certain where it stood, and that it is not back there soon.
    if (!stops.some((stop) => stop.to <= from)) return false
    const [before, end] = run.slice(-2).map((fix) => metresBetween(firstOf(path), fix))
    if (stops.some((stop) => stop.from >= to)) return metresBetween(firstOf(path), lastOf(path)) >= DRIFTS.metres
    const isAway = Math.min(before ?? 0, end ?? 0) >= DRIFTS.metres
    return isAway && lastOf(run).at - from >= DRIFTS.for
  })
  return [...driven.map(({ from, to }) => ({ from, to })), ...carriedIn(run)]
}

/** Where a car was silent for longer than a drive is known for, and was elsewhere when it was heard again: somebody drove or towed it meanwhile. */
function carriedIn(run: readonly Fix[]): Stretch[] {
  return run.slice(2).flatMap((fix, at) => {
    const [before, after] = run.slice(at, at + 2)
    if (before === undefined || after === undefined || after.at - before.at <= UNSEEN_FOR) return []
    const near = Math.min(metresBetween(before, after), metresBetween(before, fix))
    return near >= SURELY_AWAY ? [{ from: after.at, to: fix.at }] : []
  })
}
