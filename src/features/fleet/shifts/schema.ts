import { z } from 'zod'
import { type Hours, SHIFT_KINDS, type ShiftPattern, USUAL_HOURS, WEEKDAYS } from '#domain/shift.ts'
import { day, givenDay, oneOfList, severalOfList, reference, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** A pattern as a page shows it. */
export type PatternRow = ShiftPattern & { plate: string; driver: string }

/** A time of day, `06:00`, as the browser's time field sends it. */
const time = text(5).refine((typed) => typed === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(typed), 'field.time')

const typedHours = { hours: z.enum(SHIFT_KINDS, 'field.choice'), starts: time.default(''), ends: time.default('') }
type TypedHours = { hours: (typeof SHIFT_KINDS)[number]; starts: string; ends: string }

/** Minimum minutes of a shift: nobody comes for a car for less. */
const SHORTEST = 60

/** Reads the usual hours of a day or a night, or typed ones of at least an hour. */
function readHours({ hours, starts, ends }: TypedHours, ctx: z.RefinementCtx): Hours {
  if (hours !== 'own') return USUAL_HOURS[hours]
  for (const [name, typed] of Object.entries({ starts, ends }))
    if (typed === '') ctx.addIssue({ code: 'custom', path: [name], message: 'field.required' })
  if (starts === '' || ends === '') return z.NEVER
  const minutes = (minutesOf(ends) - minutesOf(starts) + 1_440) % 1_440
  // The same time as start and end means a whole day.
  if (minutes > 0 && minutes < SHORTEST) ctx.addIssue({ code: 'custom', path: ['ends'], message: 'field.shift-short' })
  return { starts, ends }
}

function minutesOf(typed: string): number {
  const { hour, minute } = Temporal.PlainTime.from(typed)
  return hour * 60 + minute
}

const vehicleId = reference('page.shifts.form.chooseCar')
const driverId = reference('page.fleet.periods.chooseDriver')

/** The form that plans a driver for a car on one day. The hours have fields of their own. */
export const shiftRecord = record({ driverId }, () => 'page.shifts.form.driver', ['driverId', 'hours'], {
  besides: { vehicleId, day: givenDay(), ...typedHours },
})
export const shiftInput = shiftRecord.input.transform(
  ({ vehicleId: car, driverId: driver, day: on, ...hours }, ctx) => ({
    vehicleId: car,
    driverId: driver,
    day: on,
    ...readHours(hours, ctx),
  }),
)

/**
 * The form that gives a shift to another driver, to nobody, or to the pattern's driver; `seen` is the driver on the
 * page, empty for nobody.
 */
export const shiftChangeRecord = record(
  { whose: oneOfList(z.guid('field.choice').or(z.enum(['nobody', 'usual']))) },
  () => 'page.shifts.form.driver',
  ['whose', 'hours'],
  { besides: { seen: z.string().max(60).optional(), ...typedHours } },
)
export const shiftChange = shiftChangeRecord.input.transform(({ whose, seen, ...hours }, ctx) => ({
  whose,
  seen,
  ...readHours(hours, ctx),
}))

/**
 * The form that plans a driver for a car on some days of each week, from a day on; without a last day it has no end.
 */
export const patternRecord = record(
  {
    vehicleId,
    driverId,
    weekdays: severalOfList(z.enum(WEEKDAYS, 'field.choice')),
    from: givenDay(),
    until: day(),
  },
  (name) =>
    name === 'vehicleId'
      ? 'page.shifts.form.car'
      : name === 'driverId'
        ? 'page.shifts.form.driver'
        : `page.shifts.form.${name}`,
  ['vehicleId', 'driverId', 'hours', 'weekdays', ['from', 'until']],
  {
    tells: { vehicleId: 'link', driverId: 'link', weekdays: 'time', from: 'elsewhere', until: 'elsewhere' },
    besides: typedHours,
  },
)
export const patternInput = patternRecord.input.transform(
  ({ vehicleId: car, driverId: driver, weekdays, from, until, ...hours }, ctx) => {
    if (until !== null && until < from) ctx.addIssue({ code: 'custom', path: ['until'], message: 'field.ends-before' })
    return {
      vehicleId: car,
      driverId: driver,
      weekdays: weekdays.map(Number),
      from,
      until,
      ...readHours(hours, ctx),
    }
  },
)

/** The input of a button that has no fields. */
export const noFields = z.object({})

/** The last day of a pattern. */
export const patternEnd = record({ until: givenDay() }, () => 'page.shifts.patterns.end.last')

export type ShiftInput = z.output<typeof shiftInput>
export type PatternInput = z.output<typeof patternInput>
