import { ZONE } from '#domain/week.ts'
import type { CartrackFleet, ServiceTrip } from './cartrack-service.ts'

/** Credentials that only the local imitation of Cartrack accepts. */
export const DEMO_CARTRACK = { id: 'CAIS00001', secret: 'so-para-a-demonstracao-da-cartrack' }

/** Cars with a tracker: the odometer on the first day of 2026, and the kilometres of a working day. */
const TRACKED = [
  { registration: 'ZX-16-TF', kilometres: 22_400, day: 148 },
  { registration: 'ZX-44-BS', kilometres: 118_900, day: 204 },
] as const
const FIRST = Temporal.PlainDate.from('2026-01-01')
const SUNDAY = 7

/** The trips of a day: their hours, and their part of its kilometres. */
const SHIFTS = [
  { from: { hours: 6, minutes: 40 }, to: { hours: 12, minutes: 50 }, part: 0.55 },
  { from: { hours: 15, minutes: 10 }, to: { hours: 21, minutes: 5 }, part: 0.45 },
] as const

/** Two trackers of the invented fleet, whose cars are driven every day but Sunday. */
export const DEMO_TRACKERS: CartrackFleet = {
  user: { name: DEMO_CARTRACK.id, password: DEMO_CARTRACK.secret },
  cars: () => {
    const now = Temporal.Now.instant()
    return TRACKED.map((car) => {
      const last = tripsOf(car, now.subtract({ hours: 72 }), now).findLast(
        ({ to }) => Temporal.Instant.compare(to, now) <= 0,
      )
      return { registration: car.registration, at: now, odometer: last?.last ?? null }
    })
  },
  trips: (from, to) => TRACKED.flatMap((car) => tripsOf(car, from, to)),
}

function tripsOf(car: (typeof TRACKED)[number], from: Temporal.Instant, to: Temporal.Instant): ServiceTrip[] {
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(ZONE).toPlainDate()
  const trips: ServiceTrip[] = []
  for (let day = dayOf(from); Temporal.PlainDate.compare(day, dayOf(to)) <= 0; day = day.add({ days: 1 })) {
    const days = FIRST.until(day, { largestUnit: 'days' }).days
    if (day.dayOfWeek === SUNDAY || days < 0) continue
    // The first day of 2026 was a Thursday: three days later came the first Sunday.
    const worked = days - Math.floor((days + 3) / 7)
    let first = (car.kilometres + worked * car.day) * 1_000
    for (const [turn, shift] of SHIFTS.entries()) {
      const moment = (time: { hours: number; minutes: number }) =>
        day.toPlainDateTime().add(time).toZonedDateTime(ZONE).toInstant()
      const last = first + Math.round(car.day * shift.part * 1_000)
      const id = (TRACKED.indexOf(car) + 1) * 100_000 + days * 10 + turn
      trips.push({ id, registration: car.registration, from: moment(shift.from), to: moment(shift.to), first, last })
      first = last
    }
  }
  return trips
}
