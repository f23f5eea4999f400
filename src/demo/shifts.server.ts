import type { OwnDriverId } from '#domain/access.ts'
import { USUAL_HOURS } from '#domain/shift.ts'
import { ZONE } from '#domain/week.ts'
import { askSwap, offerCar } from '#features/fleet/shift-requests/commands.server.ts'
import { addPattern, changeShift } from '#features/fleet/shifts/commands.server.ts'
import { makeChange } from './change.server.ts'

type World = { now: Temporal.Instant; car: (plate: string) => string; driver: (ref: string) => string }

const ALL = [1, 2, 3, 4, 5, 6, 7]
const WORKDAYS = [1, 2, 3, 4, 5, 6]

/** Plans two cars by day and by night, and a third by day only; adds a night that a driver gave back, and a swap that waits. */
export async function planShifts({ now, car, driver }: World): Promise<void> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  // Begin the plan two days ago, so that there are past nights with a driver.
  const begun = now.subtract({ hours: 48 })
  const from = today.subtract({ days: 2 }).toString()
  const plan = (plate: string, ref: string, hours: 'day' | 'night', weekdays: readonly number[]) =>
    makeChange('shift-pattern.add', begun, (change) =>
      addPattern(change, {
        vehicleId: car(plate),
        driverId: driver(ref),
        weekdays: [...weekdays],
        from,
        until: null,
        ...USUAL_HOURS[hours],
      }),
    )
  await plan('ZX-58-MP', 'M1', 'day', WORKDAYS)
  await plan('ZX-58-MP', 'M11', 'night', ALL)
  await plan('ZX-50-CN', 'M5', 'day', ALL)
  await plan('ZX-50-CN', 'M8', 'night', [4, 5, 6, 7])
  await plan('ZX-12-AD', 'M2', 'day', WORKDAYS)
  const tuesday = today.add({ days: 9 - today.dayOfWeek }).toString()
  await makeChange('shift.change', now, (change) =>
    changeShift(
      change,
      { vehicleId: car('ZX-58-MP'), day: tuesday, starts: USUAL_HOURS.night.starts },
      { whose: 'nobody', ...USUAL_HOURS.night },
    ),
  )
  // Paulo asks Rui for Wednesday's day shift, and offers his night to everybody.
  const wednesday = today.add({ days: 10 - today.dayOfWeek }).toString()
  const slot = (day: string, hours: 'day' | 'night') => ({ vehicleId: car('ZX-58-MP'), day, ...USUAL_HOURS[hours] })
  await makeChange('shift-request.swap', now, (change) =>
    askSwap(change, driver('M11') as OwnDriverId, {
      slot: slot(wednesday, 'night'),
      inReturn: slot(wednesday, 'day'),
      words: 'Tenho uma consulta de manhã',
    }),
  )
  await makeChange('shift-request.offer', now, (change) =>
    offerCar(change, { slot: slot(tuesday, 'night'), to: null, words: '' }),
  )
}
