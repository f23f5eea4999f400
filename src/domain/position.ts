/**
 * A position as a device reports it. `at` is in milliseconds since 1970 (UTC), places are in degrees (WGS 84), `speed`
 * in metres a second, `course` in degrees from north, `accuracy` in metres; what the device did not report is `null`.
 */
export type Fix = {
  at: number
  lat: number
  lon: number
  speed: number | null
  course: number | null
  accuracy: number | null
}

/** Largest accuracy radius, in metres: a vaguer fix is not drawn. */
export const MAX_ACCURACY_METRES = 100
/** Speed in metres a second that no car of a fleet reaches: 216 km/h. */
export const FASTEST = 60
/** Milliseconds that a device's clock may be ahead of ours. */
export const MAX_AHEAD_MS = 5 * 60_000
/** Milliseconds without a fix after which a car is offline. */
export const SILENT_AFTER = 10 * 60_000
/** Speed in metres a second from which a car counts as moving: walking speed. */
const MOVES_FROM = 2

/** Radius of the sphere that has the volume of the earth, in metres (IUGG). */
export const EARTH = 6_371_008.8
const RADIAN = Math.PI / 180

/** Computes the metres between two places along the sphere: within 0.5 % of the ellipsoid. */
export function metresBetween(one: Pick<Fix, 'lat' | 'lon'>, other: Pick<Fix, 'lat' | 'lon'>): number {
  const sinHalfLat = Math.sin(((other.lat - one.lat) * RADIAN) / 2)
  const sinHalfLon = Math.sin(((other.lon - one.lon) * RADIAN) / 2)
  const square =
    sinHalfLat * sinHalfLat + Math.cos(one.lat * RADIAN) * Math.cos(other.lat * RADIAN) * sinHalfLon * sinHalfLon
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(square)))
}

/** Whether numbers are a place on the earth; a device without a fix sends 0 for both. */
export function isPlace(lat: number, lon: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && !(lat === 0 && lon === 0)
}

/**
 * Whether a car would have had to be faster than any to get from one fix to the other. At the same moment, only the
 * same place is possible.
 */
function isJump(one: Fix, other: Fix): boolean {
  // Two fixes in one second may be a car's length apart.
  const seconds = Math.max(Math.abs(other.at - one.at) / 1_000, 1)
  return metresBetween(one, other) / seconds > FASTEST
}

/** Most fixes in a row that can be a leap: after more, the car really is there. */
const MAX_LEAPS = 3

/** Reasons for which a fix is not drawn: too vague, a duplicate, or a leap away from the fixes on both sides. */
export type Flaw = 'vague' | 'double' | 'leap'

/**
 * Finds what is wrong with each fix, in the order of time; `null` for those that are drawn. A leap is judged by the
 * fixes on both sides: judged only by what came before, the good fix after it would be rejected too. The order in which
 * fixes came makes no difference.
 */
export function flawsOf<One extends Fix>(fixes: readonly One[]): { fix: One; flaw: Flaw | null }[] {
  const accuracyOf = ({ accuracy }: Fix) => accuracy ?? MAX_ACCURACY_METRES
  const ordered = fixes.toSorted(
    (a, b) => a.at - b.at || accuracyOf(a) - accuracyOf(b) || a.lat - b.lat || a.lon - b.lon,
  )
  const found = ordered.map((fix, at): { fix: One; flaw: Flaw | null } => {
    if ((fix.accuracy ?? 0) > MAX_ACCURACY_METRES) return { fix, flaw: 'vague' }
    return { fix, flaw: ordered[at - 1]?.at === fix.at ? 'double' : null }
  })
  const usable = found.filter(({ flaw }) => flaw === null)
  let before: One | null = null
  for (const [at, checkedFix] of usable.entries()) {
    if (checkedFix.flaw !== null) continue
    const after = usable[at + 1]?.fix
    // Nearly every fix is near both its neighbours.
    if (before !== null && !isJump(before, checkedFix.fix) && (after === undefined || !isJump(checkedFix.fix, after))) {
      before = checkedFix.fix
      continue
    }
    const count = countLeaps(
      before,
      usable.slice(at, at + 1 + MAX_LEAPS).map(({ fix }) => fix),
    )
    for (const jumped of usable.slice(at, at + count)) jumped.flaw = 'leap'
    if (count === 0) before = checkedFix.fix
  }
  return found
}

/** Counts the next fixes that leap away from what is known: 0 if the first of them can be drawn. */
function countLeaps(before: Fix | null, next: readonly Fix[]): number {
  const [first, after, second] = next
  if (first === undefined) return 0
  // The first fix after a long silence can be anywhere: the next ones decide.
  const isAlone = after && second && isJump(first, after) && !isJump(after, second)
  if (before === null || !isJump(before, first)) return isAlone && (before === null || !isJump(before, after)) ? 1 : 0
  const back = next.findIndex((fix) => !isJump(before, fix))
  if (back > 0) return back
  return next.length <= MAX_LEAPS ? next.length : 0
}

/** Answers the fixes that are drawn, in the order of time. */
export function usableFixes<One extends Fix>(fixes: readonly One[]): One[] {
  return flawsOf(fixes).flatMap(({ fix, flaw }) => (flaw === null ? [fix] : []))
}

/** Current states of a car. */
export const CAR_STATES = ['moving', 'stopped', 'offline'] as const
export type CarState = (typeof CAR_STATES)[number]

/** Answers where a car is by its newest fixes, and its state at a moment, in milliseconds; `null` where no fix can be drawn. */
export function lastOfCar<One extends Fix>(fixes: readonly One[], now: number): { fix: One; state: CarState } | null {
  const usable = usableFixes(fixes)
  const fix = usable.at(-1)
  if (fix === undefined) return null
  if (now - fix.at > SILENT_AFTER) return { fix, state: 'offline' }
  return { fix, state: speedOf(fix, usable.at(-2)) >= MOVES_FROM ? 'moving' : 'stopped' }
}

/** Answers the speed at a fix in metres a second: as the device reports it, or from the way since the fix before. */
function speedOf(fix: Fix, before: Fix | undefined): number {
  if (fix.speed !== null) return fix.speed
  if (before === undefined || fix.at === before.at) return 0
  return metresBetween(before, fix) / ((fix.at - before.at) / 1_000)
}

/** A time `[from, to)` in milliseconds; an open end is `Infinity`. */
export type Stretch = { from: number; to: number }

function coversMoment({ from, to }: Stretch, at: number): boolean {
  return from <= at && at < to
}

/** Times in which a driver is on duty: in a shift planned with the car, or as long as the driver has the car. */
export const DUTIES = ['shift', 'assignment'] as const
export type Duty = (typeof DUTIES)[number]

/** Treatment of a fix off duty: it is dropped, or kept but shown to nobody unless a hold asks for it. */
export const OFF_DUTY = ['drop', 'hide'] as const
export type OffDuty = (typeof OFF_DUTY)[number]

/** Version of the notice to drivers: when it is raised, nothing is recorded of a driver until they have the new notice. */
export const NOTICE_VERSION = 1

/** Reasons for which a fix is not kept. Its sender still gets a good answer: otherwise it would send the fix again for ever. */
export const REFUSALS = [
  'no-place',
  'off',
  'ended',
  'future',
  'old',
  'no-car',
  'own-car',
  'no-notice',
  'private',
  'off-duty',
] as const
export type Refused = (typeof REFUSALS)[number]

/** Facts of a driver that decide what is recorded: choices, and when the notice reached them. */
export type DriverRules = {
  /** When the driver was notified of the rules in force; `null` if not yet. */
  notifiedAt: number | null
  privateTimes: readonly Stretch[]
  /** Planned shifts, by car. */
  shifts: ReadonlyMap<string, readonly Stretch[]>
}

export type CarRules = {
  /** Whether it is a driver's own car. */
  isOwn: boolean
  held: readonly (Stretch & { driverId: string })[]
  /** Times for which somebody says that the car was stolen. */
  thefts: readonly Stretch[]
}

/** All rules that decide which fixes are kept. */
export type Rules = {
  now: number
  /** First moment of recording; `null`: nothing is recorded. */
  recordsSince: number | null
  /** First moment that is still kept. */
  keptFrom: number
  duty: Duty
  offDuty: OffDuty
  cars: ReadonlyMap<string, CarRules>
  drivers: ReadonlyMap<string, DriverRules>
}

/** Owner of a device: a car or a driver. */
export type DeviceOwner = { vehicleId: string } | { driverId: string }

export type Verdict = { kept: true; vehicleId: string; isHidden: boolean } | { kept: false; why: Refused }

const refusedFix = (why: Refused): Verdict => ({ kept: false, why })

/**
 * Decides whether a fix may be kept, and of which car it is. Nothing is recorded before the driver of that moment was
 * notified, of a driver's own car, in private times, or off duty; a car that nobody has is the operator's alone. During
 * a hold for theft every fix is kept, whoever has the car.
 */
export function checkFix(fix: Pick<Fix, 'at' | 'lat' | 'lon'>, of: DeviceOwner, rules: Rules): Verdict {
  const { at } = fix
  if (!isPlace(fix.lat, fix.lon)) return refusedFix('no-place')
  if (rules.recordsSince === null || at < rules.recordsSince) return refusedFix('off')
  if (at > rules.now + MAX_AHEAD_MS) return refusedFix('future')
  if (at < rules.keptFrom) return refusedFix('old')
  const vehicleId = 'vehicleId' in of ? of.vehicleId : carOf(of.driverId, at, rules)
  const car = vehicleId === null ? undefined : rules.cars.get(vehicleId)
  if (vehicleId === null || car === undefined) return refusedFix('no-car')
  if (car.isOwn) return refusedFix('own-car')
  if (car.thefts.some((hold) => coversMoment(hold, at))) return { kept: true, vehicleId, isHidden: false }
  const holder = car.held.find((span) => coversMoment(span, at))?.driverId
  if (holder === undefined) return { kept: true, vehicleId, isHidden: false }
  const driver = rules.drivers.get(holder)
  if (driver?.notifiedAt == null || at < driver.notifiedAt) return refusedFix('no-notice')
  const offReason = driver.privateTimes.some((time) => coversMoment(time, at))
    ? ('private' as const)
    : rules.duty === 'shift' && !(driver.shifts.get(vehicleId) ?? []).some((shift) => coversMoment(shift, at))
      ? ('off-duty' as const)
      : null
  if (offReason !== null && rules.offDuty === 'drop') return refusedFix(offReason)
  return { kept: true, vehicleId, isHidden: offReason !== null }
}

/** Finds the car that a driver had at a moment. */
function carOf(driverId: string, at: number, { cars }: Rules): string | null {
  for (const [vehicleId, { held }] of cars)
    if (held.some((span) => span.driverId === driverId && coversMoment(span, at))) return vehicleId
  return null
}
