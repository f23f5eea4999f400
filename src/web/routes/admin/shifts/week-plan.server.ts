import { namesApart } from '#domain/driver.ts'
import { type Substitute, type Shift, daysBetween, gapsIn, substitutesDuring, spanOf } from '#domain/shift.ts'
import { showPlate } from '#domain/identifiers.ts'
import { type Week, ZONE, bounds, monday, sunday } from '#domain/week.ts'
import { listDrivers } from '#features/fleet/drivers/queries.server.ts'
import { listShifts } from '#features/fleet/shifts/queries.server.ts'
import { listHeldIn, listVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { listBarredDrivers } from '#features/papers/readiness/queries.server.ts'

/** A shift with the values that a page shows. */
export type ShownShift = {
  vehicleId: string
  plate: string
  day: string
  starts: string
  ends: string
  driverId: string | null
  driver: string | null
  isOver: boolean
  /** The shift differs from its pattern, or was planned for this day alone. */
  isSingle: boolean
  /** Who had the car instead, and for how many minutes; `null` is nobody. */
  instead: { driver: string | null; minutes: number }[]
}

/** Hours without a planned driver, on the day on which they begin; without an end they continue after that day. */
export type FreeHours = { starts: string; ends: string | null }

export type CarDay = { day: string; shifts: ShownShift[]; free: FreeHours[]; isFree: boolean; isOver: boolean }

/** A car's planned week; `holders`: who has it by the records, for cars without a plan. */
export type CarWeek = {
  id: string
  plate: string
  name: string
  days: CarDay[]
  isPlanned: boolean
  holders: string[]
  hours: number
}

/** The week of all cars: the planned driver of each, cars without one, and drivers who may not drive. */
export async function readWeekPlan(week: Week, now: Temporal.Instant) {
  const [cars, { shifts, eve }, held, drivers] = await Promise.all([
    listVehicles(now),
    listShifts(week),
    listHeldIn(week),
    listDrivers(now),
  ])
  const names = new Map(namesApart(drivers).map(({ id, name }) => [id, name]))
  const first = monday(week).toString()
  const today = dayAt(now)
  const day = today < first ? first : today
  const planned = new Set([...shifts].flatMap(({ driverId }) => driverId ?? []))
  const holding = new Set([...held.values()].flat().map(({ driverId }) => driverId))
  const { start, end } = bounds(week)
  const morning = spanOf(today, { starts: '00:00', ends: '00:00' }).from
  // Hours in the past are not offered as free.
  const ahead = { from: Temporal.Instant.compare(start, morning) < 0 ? morning : start, to: end }
  const days = daysBetween(monday(week), sunday(week)).map((on) => ({
    day: on,
    whole: spanOf(on, { starts: '00:00', ends: '00:00' }),
  }))
  const ofCars = Map.groupBy([...eve, ...shifts], ({ vehicleId }) => vehicleId)
  const barredDrivers = await listBarredDrivers([...planned], day)
  return {
    cars: cars.flatMap(({ id, plate, make, model, status }): CarWeek[] => {
      const shiftsOfCar = ofCars.get(id) ?? []
      const shiftsOfWeek = shiftsOfCar.filter((shift) => shift.day >= first)
      const periods = held.get(id) ?? []
      // A sold car that nobody has is left out of this week.
      if (status === 'sold' && shiftsOfWeek.length + periods.length === 0) return []
      const shown = shiftsOfWeek.map((shift) => shownOf(shift, { plate, names, now, held: periods }))
      const taken = shiftsOfCar.filter(({ driverId }) => driverId !== null)
      const gaps = gapsIn(ahead, taken).filter(({ from, to }) => to.since(from).total('minutes') >= MIN_GAP_MINUTES)
      return [
        {
          id,
          plate,
          name: [make, model].filter(Boolean).join(' '),
          isPlanned: taken.length > 0,
          holders: [...new Set(periods.map(({ driver }) => driver))],
          hours: Math.round(
            shiftsOfWeek.reduce((sum, shift) => sum + (shift.driverId === null ? 0 : hoursOf(shift)), 0),
          ),
          days: days.map(({ day: on, whole }) => ({
            day: on,
            shifts: shown.filter((shift) => shift.day === on && shift.driverId !== null),
            isOver: on < today,
            ...(taken.length === 0 ? { free: [], isFree: false } : freeOn(whole, gaps)),
          })),
        },
      ]
    }),
    /** Active drivers without a car in this week, planned or by the records. */
    withoutCar: namesApart(drivers)
      .filter(({ id, status }) => status === 'active' && !planned.has(id) && !holding.has(id))
      .map(({ id, name }) => ({ id, name })),
    barredDrivers,
  }
}

function hoursOf({ from, to }: Shift): number {
  return to.since(from).total('hours')
}

type About = {
  plate: string
  names: ReadonlyMap<string, string>
  now: Temporal.Instant
  held: readonly { driverId: string; from: Temporal.Instant | null; to: Temporal.Instant | null }[]
}

/** A shift with the names of the planned driver and of those who had the car instead. */
export function shownOf(shift: Shift, { plate, names, now, held }: About): ShownShift {
  const { vehicleId, day, starts, ends, driverId, to, shiftId } = shift
  const named = ({ driverId: id, minutes }: Substitute) => ({
    driver: id === null ? null : (names.get(id) ?? '–'),
    minutes,
  })
  return {
    vehicleId,
    day,
    starts,
    ends,
    driverId,
    plate: showPlate(plate),
    driver: driverId === null ? null : (names.get(driverId) ?? '–'),
    isOver: Temporal.Instant.compare(to, now) <= 0,
    isSingle: shiftId !== null,
    instead: substitutesDuring(shift, held, now).map(named),
  }
}

/** Minutes: a shorter gap between two shifts is of no use to somebody else. */
const MIN_GAP_MINUTES = 60

type Gap = { from: Temporal.Instant; to: Temporal.Instant }

/** The part of a car's free time that begins on a day, or fills it: a gap of more than a day is listed on each of its days. */
function freeOn({ from: start, to: end }: Gap, gaps: readonly Gap[]): Pick<CarDay, 'free' | 'isFree'> {
  const { compare } = Temporal.Instant
  const inside = gaps.filter(({ from, to }) => compare(from, end) < 0 && compare(start, to) < 0)
  const isFree = inside.some(({ from, to }) => compare(from, start) <= 0 && compare(end, to) <= 0)
  const free = inside.flatMap(({ from, to }): FreeHours[] => {
    const isLong = to.since(from).total('hours') > 24
    if (compare(from, start) >= 0) return [{ starts: timeOf(from), ends: isLong ? null : timeOf(to) }]
    return isLong ? [{ starts: '00:00', ends: timeOf(to) }] : []
  })
  return isFree ? { free: [], isFree } : { free, isFree }
}

function timeOf(moment: Temporal.Instant): string {
  return moment.toZonedDateTimeISO(ZONE).toPlainTime().toString({ smallestUnit: 'minute' })
}
