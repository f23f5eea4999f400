import type { OwnDriverId } from '#domain/access.ts'
import { showPlate } from '#domain/identifiers.ts'
import { type Shift, USUAL_HOURS, daysBetween, gapsIn, spanOf } from '#domain/shift.ts'
import { overlaps } from '#domain/vehicle.ts'
import { bounds, monday, nextWeek, sunday, weekAt } from '#domain/week.ts'
import { listOwnRequests } from '#features/fleet/shift-requests/queries.server.ts'
import type { Slot } from '#features/fleet/shift-requests/schema.ts'
import { listShifts, namesOf } from '#features/fleet/shifts/queries.server.ts'
import { listHeldIn, listVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'

/** A shift of the reader, or of a driver of the same car. */
export type OwnShift = Slot & { plate: string; driver: string | null; driverId: string | null; isNow: boolean }

/** Hours before a shift from which on its driver may confirm that they have the car. */
const EARLY_HOURS = 2

/**
 * A driver's shifts from today to the end of the next week, the shifts of others on the same cars and days, hours in which cars are
 * free, and the requests.
 */
export async function readOwnShifts(driver: OwnDriverId, now: Temporal.Instant) {
  const week = weekAt(now)
  const next = nextWeek(week)
  const today = dayAt(now)
  const [cars, first, second, held, heldNext, requests] = await Promise.all([
    listVehicles(now),
    listShifts(week),
    listShifts(next),
    listHeldIn(week),
    listHeldIn(next),
    listOwnRequests(driver, today),
  ])
  const plan = [...first.eve, ...first.shifts, ...second.shifts]
  const ahead = plan.filter(({ to }) => Temporal.Instant.compare(to, now) > 0)
  const ownShifts = ahead.filter(({ driverId }) => driverId === driver)
  const ownCars = new Set(ownShifts.map(({ vehicleId }) => vehicleId))
  const others = ahead.filter(
    ({ vehicleId, driverId }) => ownCars.has(vehicleId) && driverId !== null && driverId !== driver,
  )
  const names = await namesOf(others.map(({ driverId }) => driverId))
  const plates = new Map(cars.map(({ id, plate }) => [id, showPlate(plate)]))
  const shown = (shift: Shift): OwnShift => ({
    vehicleId: shift.vehicleId,
    day: shift.day,
    starts: shift.starts,
    ends: shift.ends,
    plate: plates.get(shift.vehicleId) ?? '',
    driverId: shift.driverId,
    driver: names.get(shift.driverId ?? '') ?? null,
    isNow: shift.driverId === driver && Temporal.Instant.compare(now, shift.from.subtract({ hours: EARLY_HOURS })) >= 0,
  })
  const holding = cars.find((car) => car.driverId === driver)?.id ?? null
  const end = bounds(next).end
  const days = daysBetween(Temporal.PlainDate.from(today), sunday(next))
  const free = cars
    .filter(({ status }) => status === 'active')
    .flatMap(({ id }) => {
      const planned = plan.filter(({ vehicleId, driverId }) => vehicleId === id && driverId !== null)
      // A car without a plan is free when nobody has it by the records.
      const taken = planned.length > 0 ? planned : [...(held.get(id) ?? []), ...(heldNext.get(id) ?? [])]
      const gaps = gapsIn({ from: now, to: end.add({ hours: 24 }) }, taken)
      const freed = plan.filter(({ vehicleId, driverId }) => vehicleId === id && driverId === null)
      const wanted = [
        ...freed.map(({ day, starts, ends }) => ({ vehicleId: id, day, starts, ends })),
        ...days.flatMap((day) => Object.values(USUAL_HOURS).map((hours) => ({ vehicleId: id, day, ...hours }))),
      ]
      const isFree = (slot: Slot) => {
        const { from, to } = spanOf(slot.day, slot)
        const { compare } = Temporal.Instant
        return gaps.some((gap) => compare(gap.from, from) <= 0 && compare(to, gap.to) <= 0)
      }
      const known = new Map(wanted.filter(isFree).map((slot) => [`${slot.day} ${slot.starts} ${slot.ends}`, slot]))
      // Free hours that overlap one of the reader's own shifts are left out: nobody can drive two cars.
      return [...known.values()]
        .filter((slot) => !ownShifts.some((shift) => overlaps(shift, spanOf(slot.day, slot))))
        .map((slot) => ({ ...slot, plate: plates.get(id) ?? '' }))
    })
  return {
    weeks: [week, next] as const,
    firstOfNext: monday(next).toString(),
    own: ownShifts.map(shown),
    others: others.map(shown),
    holding,
    free: free.toSorted((a, b) => (a.day + a.starts < b.day + b.starts ? -1 : 1)),
    requests,
  }
}
