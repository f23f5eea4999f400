/**
 * Where something was, as a device says it. `at` is in milliseconds since 1970 (UTC), places are in degrees (WGS 84), `speed` in metres a second,
 * `course` in degrees from north, `accuracy` in metres; what the device did not say is `null`.
 */
export type Fix = {
  at: number
  lat: number
  lon: number
  speed: number | null
  course: number | null
  accuracy: number | null
}

/** Metres beyond which a fix is too vague to be drawn. */
export const MOST_VAGUE = 100
/** Metres a second that no car of a fleet drives: 216 km/h. */
export const FASTEST = 60
/** Milliseconds that a device's clock may be ahead of ours. */
export const MOST_AHEAD = 5 * 60_000
/** Milliseconds without a fix after which a car is offline. */
export const SILENT_AFTER = 10 * 60_000
/** Metres a second from which on a car moves: a walk. */
const MOVES_FROM = 2

/** Radius of the sphere that has the volume of the earth, in metres (IUGG). */
export const EARTH = 6_371_008.8
const RADIAN = Math.PI / 180

/** Metres between two places along the sphere: within 0.5 % of the ellipsoid. */
export function metresBetween(one: Pick<Fix, 'lat' | 'lon'>, other: Pick<Fix, 'lat' | 'lon'>): number {
  const up = Math.sin(((other.lat - one.lat) * RADIAN) / 2)
  const aside = Math.sin(((other.lon - one.lon) * RADIAN) / 2)
  const square = up * up + Math.cos(one.lat * RADIAN) * Math.cos(other.lat * RADIAN) * aside * aside
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(square)))
}

/** Whether numbers are a place: none is off the earth, and where both are 0 a device had no fix. */
export function isPlace(lat: number, lon: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && !(lat === 0 && lon === 0)
}

/** Whether a car would have had to be faster than any to come from one fix to the other. Of one moment, the same place alone. */
function leaps(one: Fix, other: Fix): boolean {
  // Two fixes of one second may lie a car's length apart.
  const seconds = Math.max(Math.abs(other.at - one.at) / 1_000, 1)
  return metresBetween(one, other) / seconds > FASTEST
}

/** Fixes in a row that may be a leap: then the car is where it was. */
const MOST_LEAPS = 3

/** Why a fix is not drawn: too vague, said twice, or a leap away from both sides of it. */
export type Flaw = 'vague' | 'double' | 'leap'

/**
 * What is wrong with each of some fixes, in the order of time; `null` for those that are drawn. A leap is judged by what is on both sides of it: by what
 * came before alone, the good fix after it would be condemned as well. The order in which fixes came makes no difference.
 */
export function flawsOf<One extends Fix>(fixes: readonly One[]): { fix: One; flaw: Flaw | null }[] {
  const known = ({ accuracy }: Fix) => accuracy ?? MOST_VAGUE
  const ordered = fixes.toSorted((a, b) => a.at - b.at || known(a) - known(b) || a.lat - b.lat || a.lon - b.lon)
  const found = ordered.map((fix, at): { fix: One; flaw: Flaw | null } => {
    if ((fix.accuracy ?? 0) > MOST_VAGUE) return { fix, flaw: 'vague' }
    return { fix, flaw: ordered[at - 1]?.at === fix.at ? 'double' : null }
  })
  const usable = found.filter(({ flaw }) => flaw === null)
  let before: One | null = null
  for (const [at, one] of usable.entries()) {
    if (one.flaw !== null) continue
    const after = usable[at + 1]?.fix
    // Nearly every fix is near both its neighbours.
    if (before !== null && !leaps(before, one.fix) && (after === undefined || !leaps(one.fix, after))) {
      before = one.fix
      continue
    }
    const count = leapsAt(
      before,
      usable.slice(at, at + 1 + MOST_LEAPS).map(({ fix }) => fix),
    )
    for (const leapt of usable.slice(at, at + count)) leapt.flaw = 'leap'
    if (count === 0) before = one.fix
  }
  return found
}

/** How many of the next fixes are a leap away from what is known: none where the first of them can be drawn. */
function leapsAt(before: Fix | null, next: readonly Fix[]): number {
  const [one, after, second] = next
  if (one === undefined) return 0
  // The first after a long silence can be anywhere: what follows it decides.
  const isAlone = after && second && leaps(one, after) && !leaps(after, second)
  if (before === null || !leaps(before, one)) return isAlone && (before === null || !leaps(before, after)) ? 1 : 0
  const back = next.findIndex((fix) => !leaps(before, fix))
  if (back > 0) return back
  return next.length <= MOST_LEAPS ? next.length : 0
}

/** The fixes that are drawn, in the order of time. */
export function drawn<One extends Fix>(fixes: readonly One[]): One[] {
  return flawsOf(fixes).flatMap(({ fix, flaw }) => (flaw === null ? [fix] : []))
}

/** How a car is now. */
export const CAR_STATES = ['moving', 'stopped', 'offline'] as const
export type CarState = (typeof CAR_STATES)[number]

/** Where a car is by its newest fixes, and how it is at a moment, in milliseconds; `null` where no fix can be drawn. */
export function lastOfCar<One extends Fix>(fixes: readonly One[], now: number): { fix: One; state: CarState } | null {
  const usable = drawn(fixes)
  const fix = usable.at(-1)
  if (fix === undefined) return null
  if (now - fix.at > SILENT_AFTER) return { fix, state: 'offline' }
  return { fix, state: speedOf(fix, usable.at(-2)) >= MOVES_FROM ? 'moving' : 'stopped' }
}

/** Metres a second at a fix: what the device says, or what the way from the fix before says. */
function speedOf(fix: Fix, before: Fix | undefined): number {
  if (fix.speed !== null) return fix.speed
  if (before === undefined || fix.at === before.at) return 0
  return metresBetween(before, fix) / ((fix.at - before.at) / 1_000)
}

/** `[from, to)` in milliseconds; an open end is `Infinity`. */
export type Stretch = { from: number; to: number }

function covers({ from, to }: Stretch, at: number): boolean {
  return from <= at && at < to
}

/** When a driver is on duty: in a shift that is planned with the car, or as long as the car is the driver's. */
export const DUTIES = ['shift', 'assignment'] as const
export type Duty = (typeof DUTIES)[number]

/** What becomes of a fix off duty: it is dropped, or kept and shown to nobody unless a hold asks for it. */
export const OFF_DUTY = ['drop', 'hide'] as const
export type OffDuty = (typeof OFF_DUTY)[number]

/** Raised when what drivers are told changes: nothing of anybody is recorded until they were told anew. */
export const NOTICE_VERSION = 1

/** Why a fix is not kept. Its sender is answered well all the same: it would send it again for ever. */
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

/** What a driver chose and when the notice reached them, as far as it decides what is recorded. */
export type DriverRules = {
  /** When the driver was notified of the rules in force; `null` where that was not yet. */
  notifiedAt: number | null
  privateTimes: readonly Stretch[]
  /** Planned shifts, by car. */
  shifts: ReadonlyMap<string, readonly Stretch[]>
}

export type CarRules = {
  /** A driver's own car. */
  isOwn: boolean
  held: readonly (Stretch & { driverId: string })[]
  /** Times for which somebody says that the car was stolen. */
  thefts: readonly Stretch[]
}

/** Everything by which fixes are let in. */
export type Rules = {
  now: number
  /** `null`: nothing is recorded. */
  recordsSince: number | null
  /** The first moment that is kept. */
  keptFrom: number
  duty: Duty
  offDuty: OffDuty
  cars: ReadonlyMap<string, CarRules>
  drivers: ReadonlyMap<string, DriverRules>
}

/** What a device is of. */
export type Bound = { vehicleId: string } | { driverId: string }

export type Verdict = { kept: true; vehicleId: string; isHidden: boolean } | { kept: false; why: Refused }

const refused = (why: Refused): Verdict => ({ kept: false, why })

/**
 * Whether a fix may be kept, and of which car it is. Nothing is recorded before the driver of that moment was told, of a driver's own car, of
 * private times, and off duty; a car that nobody has is the operator's alone. What somebody holds for theft is kept whoever has the car.
 */
export function judge(fix: Pick<Fix, 'at' | 'lat' | 'lon'>, of: Bound, rules: Rules): Verdict {
  const { at } = fix
  if (!isPlace(fix.lat, fix.lon)) return refused('no-place')
  if (rules.recordsSince === null || at < rules.recordsSince) return refused('off')
  if (at > rules.now + MOST_AHEAD) return refused('future')
  if (at < rules.keptFrom) return refused('old')
  const vehicleId = 'vehicleId' in of ? of.vehicleId : carOf(of.driverId, at, rules)
  const car = vehicleId === null ? undefined : rules.cars.get(vehicleId)
  if (vehicleId === null || car === undefined) return refused('no-car')
  if (car.isOwn) return refused('own-car')
  if (car.thefts.some((hold) => covers(hold, at))) return { kept: true, vehicleId, isHidden: false }
  const holder = car.held.find((span) => covers(span, at))?.driverId
  if (holder === undefined) return { kept: true, vehicleId, isHidden: false }
  const driver = rules.drivers.get(holder)
  if (driver?.notifiedAt == null || at < driver.notifiedAt) return refused('no-notice')
  const off = driver.privateTimes.some((time) => covers(time, at))
    ? ('private' as const)
    : rules.duty === 'shift' && !(driver.shifts.get(vehicleId) ?? []).some((shift) => covers(shift, at))
      ? ('off-duty' as const)
      : null
  if (off !== null && rules.offDuty === 'drop') return refused(off)
  return { kept: true, vehicleId, isHidden: off !== null }
}

/** The car that somebody had at a moment. */
function carOf(driverId: string, at: number, { cars }: Rules): string | null {
  for (const [vehicleId, { held }] of cars)
    if (held.some((span) => span.driverId === driverId && covers(span, at))) return vehicleId
  return null
}
