import { z } from 'zod'
import type { ValueLost } from '#domain/car-profit.ts'
import type { MaintenanceState } from '#domain/maintenance.ts'
import type { Cents } from '#domain/money.ts'
import { readKilometres } from '#domain/odometer.ts'
import { CAR_TITLES, type CarTitle } from '#domain/vehicle.ts'
import { day, givenDay, kilometres, money, reason, text } from '#forms/fields.ts'

/** Work that comes again, with when it is due. Days are text. */
export type DueWork = {
  id: string
  what: string
  everyKm: number | null
  everyMonths: number | null
  dueKm: number | null
  dueOn: string | null
  leftKm: number | null
  leftDays: number | null
  state: MaintenanceState
}

export type Job = {
  id: string
  what: string
  on: string
  kilometres: number | null
  cost: Cents
  workshop: string
  file: string | null
}
/** What a car was bought for and what is expected of it, with the loss of value that follows. Days are text. */
export type Purchase = {
  boughtOn: string
  price: Cents
  years: number
  worth: Cents
  /** How it is counted: until the sale, or until the day on which it should be sold. */
  counted: ValueLost
  isSold: boolean
}
export type FixedCost = { id: string; what: string; monthly: Cents; from: string; until: string | null }
export type TitleView = {
  title: CarTitle
  owner: { id: string; name: string } | null
  slotNumber: string
  slotSince: string | null
  firstRegisteredOn: string | null
  /** Of a whole year, and the part that is due next; `null` while nobody said how much or since when the car is registered. */
  roadTax: Cents | null
  nextRoadTax: { on: string; amount: Cents } | null
}

const count = ({ least, most, wrong }: { least: number; most: number; wrong: string }) =>
  z
    .string()
    .default('')
    .transform((typed, ctx) => {
      if (typed.trim() === '') return null
      const read = readKilometres(typed)
      if (read !== null && read >= least && read <= most) return read
      ctx.addIssue({ code: 'custom', message: wrong })
      return z.NEVER
    })
const optionalId = z
  .union([z.guid(), z.literal('')])
  .default('')
  .transform((id) => id || null)

/** No car is taxed as much, cents. */
const MOST_ROAD_TAX = 10_000_00
/** Nor as dear, nor kept as long, in years. */
const MOST_PRICE = 1_000_000_00
export const KEPT_YEARS = { least: 1, most: 20 } as const

/** What the office writes down of a car's upkeep. */
export const upkeepAct = z.discriminatedUnion('intent', [
  z
    .object({
      intent: z.literal('rule'),
      what: text(80, { required: true }),
      everyKm: count({ least: 100, most: 500_000, wrong: 'field.every-km' }),
      everyMonths: count({ least: 1, most: 240, wrong: 'field.number' }),
    })
    .refine(({ everyKm, everyMonths }) => everyKm !== null || everyMonths !== null, {
      path: ['everyKm'],
      error: 'field.required',
    }),
  z.object({ intent: z.literal('end-rule'), rule: z.guid('field.invalid') }),
  z.object({
    intent: z.literal('job'),
    what: text(80, { required: true }),
    rule: optionalId,
    on: givenDay(),
    kilometres: kilometres(),
    cost: money(),
    workshop: text(80),
    paper: z.instanceof(File).optional(),
  }),
  z.object({ intent: z.literal('withdraw-job'), job: z.guid('field.invalid'), reason: reason() }),
  z.object({
    intent: z.literal('cost'),
    what: text(80, { required: true }),
    monthly: money().refine((amount) => amount > 0, 'field.money'),
    from: givenDay(),
  }),
  z.object({ intent: z.literal('end-cost'), cost: z.guid('field.invalid'), until: givenDay() }),
  z.object({
    intent: z.literal('road-tax'),
    yearly: money().refine((amount) => amount > 0 && amount <= MOST_ROAD_TAX, 'field.money'),
  }),
  z.object({
    intent: z.literal('purchase'),
    boughtOn: givenDay(),
    price: money().refine((amount) => amount > 0 && amount <= MOST_PRICE, 'field.money'),
    years: count({ ...KEPT_YEARS, wrong: 'field.number' }).transform((years, ctx) => {
      if (years !== null) return years
      ctx.addIssue({ code: 'custom', message: 'field.required' })
      return z.NEVER
    }),
    worth: money().refine((amount) => amount <= MOST_PRICE, 'field.money'),
  }),
  z.object({ intent: z.literal('forget-purchase') }),
  z
    .object({
      intent: z.literal('title'),
      title: z.enum(CAR_TITLES, 'field.choice'),
      ownerId: optionalId,
      slotNumber: text(40),
      slotSince: day(),
      firstRegisteredOn: day('kept'),
    })
    .refine(({ title, ownerId }) => (title === 'driver') === (ownerId !== null), {
      path: ['ownerId'],
      error: 'field.owner',
    }),
])
export type UpkeepAct = z.output<typeof upkeepAct>
