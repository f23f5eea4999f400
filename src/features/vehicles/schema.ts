import { z } from 'zod'
import { readTypedCents } from '#domain/amount.ts'
import { readPlate } from '#domain/identifiers.ts'
import { ZERO } from '#domain/money.ts'
import { readKilometres } from '#domain/odometer.ts'
import { ENERGIES, VEHICLE_STATUSES } from '#domain/vehicle.ts'
import { lisbon, readDay } from '#domain/week.ts'

const text = (longest: number) => z.string().trim().max(longest, 'field.too-long')

const record = {
  // A plate of no Portuguese series is kept and warned of; what cannot be one at all is refused.
  plate: text(20).transform((typed, ctx) => {
    const { value } = readPlate(typed)
    if (/^[A-Z0-9]{4,10}$/.test(value)) return value
    ctx.addIssue({ code: 'custom', message: typed === '' ? 'field.required' : 'field.plate' })
    return z.NEVER
  }),
  make: text(40),
  model: text(60),
  year: text(4).transform((typed, ctx) => {
    if (typed === '') return null
    const year = Number(typed)
    if (Number.isInteger(year) && year >= 1950 && year <= 2100) return year
    ctx.addIssue({ code: 'custom', message: 'field.year' })
    return z.NEVER
  }),
  energy: z.enum(['', ...ENERGIES], 'field.choice'),
  rent: text(20).transform((typed, ctx) => {
    const amount = typed === '' ? ZERO : readTypedCents(typed)
    if (amount !== null && amount >= 0) return amount
    ctx.addIssue({ code: 'custom', message: 'field.money' })
    return z.NEVER
  }),
  status: z.enum(VEHICLE_STATUSES, 'field.choice'),
  notes: text(4_000),
}

export const newVehicleInput = z.object(record)
export const vehicleInput = z.object({ ...record, version: z.coerce.number().int() })

/** A car made from a row of a file: which it is; the rest is said in the record. */
export const vehicleFromRowInput = z
  .object({ plate: z.string(), make: z.string(), model: z.string(), rent: z.string() })
  .transform((typed) => ({ year: '', energy: '', status: 'active', notes: '', ...typed }))
  .pipe(newVehicleInput)

/** A tag or a card, as `source:kind`. */
export const VEHICLE_KEYS = [
  'viaverde:obu',
  'viaverde:iai',
  'prio:fuel-card',
  'prio:electric-card',
  'bp:fuel-card',
  'repsol:fuel-card',
  'edp:electric-card',
] as const
export const vehicleKeyInput = z.object({
  name: z.enum(VEHICLE_KEYS, 'field.choice'),
  value: text(60).refine((typed) => /[\dA-Za-z]/.test(typed), 'field.required'),
})

/** A moment as it is typed: a day and a time on the Lisbon clock. No day is no moment; no time is midnight. */
function readMoment(day: string, time: string, path: string, ctx: z.RefinementCtx): Temporal.Instant | null {
  if (day === '' && time === '') return null
  const date = readDay(day)
  if (!date) {
    ctx.addIssue({ code: 'custom', path: [`${path}Day`], message: 'field.day' })
    return null
  }
  const clock = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time || '00:00')
  if (clock) return lisbon(date.toPlainDateTime({ hour: Number(clock[1]), minute: Number(clock[2]) }))
  ctx.addIssue({ code: 'custom', path: [`${path}Time`], message: 'field.time' })
  return null
}

const driverId = z.guid('field.choice')
const typedDay = text(10)
const typedTime = text(5)

/** Who has a car from when to when; an end that is not typed is open. */
export const assignmentInput = z
  .object({ driverId, fromDay: typedDay, fromTime: typedTime, toDay: typedDay, toTime: typedTime })
  .transform((typed, ctx) => {
    const from = readMoment(typed.fromDay, typed.fromTime, 'from', ctx)
    const to = readMoment(typed.toDay, typed.toTime, 'to', ctx)
    if (from && to && Temporal.Instant.compare(from, to) >= 0) {
      ctx.addIssue({ code: 'custom', path: ['toDay'], message: 'field.ends-before' })
    }
    return { driverId: typed.driverId, from, to }
  })

const at = { atDay: typedDay.min(1, 'field.required'), atTime: typedTime }

function readAt({ atDay, atTime }: { atDay: string; atTime: string }, ctx: z.RefinementCtx): Temporal.Instant {
  return readMoment(atDay, atTime, 'at', ctx) ?? z.NEVER
}

/** What the odometer said at that moment; `null` where nobody read it. */
const kilometres = z
  .string()
  .default('')
  .transform((typed, ctx) => {
    const read = readKilometres(typed)
    if (read === null && typed.trim() !== '') ctx.addIssue({ code: 'custom', message: 'field.number' })
    return read
  })
export const endInput = z
  .object({ ...at, kilometres })
  .transform((typed, ctx) => ({ at: readAt(typed, ctx), kilometres: typed.kilometres }))
export const handOverInput = z
  .object({ driverId, ...at, kilometres })
  .transform((typed, ctx) => ({ driverId: typed.driverId, at: readAt(typed, ctx), kilometres: typed.kilometres }))

export type NewVehicleInput = z.output<typeof newVehicleInput>
export type VehicleInput = z.output<typeof vehicleInput>
export type VehicleKeyInput = z.output<typeof vehicleKeyInput>
export type AssignmentInput = z.output<typeof assignmentInput>
