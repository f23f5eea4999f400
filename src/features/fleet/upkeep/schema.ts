import { z } from 'zod'
import type { ValueLost } from '#domain/car-profit.ts'
import type { MaintenanceState } from '#domain/maintenance.ts'
import type { Cents } from '#domain/money.ts'
import { CAR_TITLES, type CarTitle } from '#domain/vehicle.ts'
import {
  choice,
  count,
  countOrNone,
  day,
  givenDay,
  kilometres,
  line,
  money,
  paper,
  reference,
  referenceOrNone,
  text,
} from '#forms/fields.ts'
import { record } from '#forms/record.ts'

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

/** No car is taxed as much, cents. */
const MOST_ROAD_TAX = 10_000_00
/** Nor as dear, nor kept as long, in years. */
const MOST_PRICE = 1_000_000_00
const KEPT_YEARS = { least: 1, most: 20 } as const

/** What is asked for by each thing the office writes down of a car's upkeep. */
export const upkeep = {
  rule: record(
    {
      what: line(80),
      everyKm: countOrNone(100, 500_000, 'field.every-km'),
      everyMonths: countOrNone(1, 240),
    },
    (name) => `page.upkeep.due.${name}`,
    ['what', ['everyKm', 'everyMonths']],
  ),
  job: record(
    {
      what: line(80),
      rule: referenceOrNone('page.upkeep.jobs.noRule'),
      on: givenDay('fleet', { until: 'today' }),
      kilometres: kilometres(),
      cost: money(),
      workshop: text(80),
      paper: paper(),
    },
    (name) =>
      name === 'what'
        ? 'page.upkeep.due.what'
        : name === 'paper'
          ? 'page.upkeep.jobs.columns.paper'
          : `page.upkeep.jobs.${name}`,
    [['what', 'rule'], ['on', 'kilometres'], ['cost', 'workshop'], 'paper'],
  ),
  withdraw: record({ job: reference('common.choose'), reason: line() }, (name) => `page.upkeep.jobs.${name}`),
  cost: record(
    { what: line(80), monthly: money({ required: true, atLeast: 1 }), from: givenDay() },
    (name) => (name === 'monthly' ? 'page.upkeep.costs.amount' : `page.upkeep.costs.${name}`),
    ['what', ['monthly', 'from']],
  ),
  roadTax: record(
    { yearly: money({ required: true, atLeast: 1, atMost: MOST_ROAD_TAX }) },
    (name) => `page.upkeep.roadTax.${name}`,
  ),
  purchase: record(
    {
      boughtOn: givenDay('fleet', { until: 'today' }),
      price: money({ required: true, atLeast: 1, atMost: MOST_PRICE }),
      years: count(KEPT_YEARS.least, KEPT_YEARS.most),
      worth: money({ atMost: MOST_PRICE }),
    },
    (name) => `page.upkeep.purchase.${name}`,
    [
      ['boughtOn', 'price'],
      ['years', 'worth'],
    ],
  ),
  title: record(
    {
      title: choice(CAR_TITLES, (title) => `page.upkeep.title.titles.${title}`),
      ownerId: referenceOrNone('page.upkeep.title.noOwner'),
      slotNumber: text(40),
      slotSince: day(),
      firstRegisteredOn: day('kept'),
    },
    (name) => (name === 'title' ? 'page.upkeep.title.field' : `page.upkeep.title.${name}`),
    [['title', 'ownerId'], ['slotNumber', 'slotSince'], 'firstRegisteredOn'],
  ),
}

/** What the office writes down of a car's upkeep. */
export const upkeepAct = z.discriminatedUnion('intent', [
  upkeep.rule.input
    .extend({ intent: z.literal('rule') })
    .refine(({ everyKm, everyMonths }) => everyKm !== null || everyMonths !== null, {
      path: ['everyKm'],
      error: 'field.required',
    }),
  z.object({ intent: z.literal('end-rule'), rule: z.guid('field.invalid') }),
  upkeep.job.input.extend({ intent: z.literal('job') }),
  upkeep.withdraw.input.extend({ intent: z.literal('withdraw-job') }),
  upkeep.cost.input.extend({ intent: z.literal('cost') }),
  z.object({ intent: z.literal('end-cost'), cost: z.guid('field.invalid'), until: givenDay() }),
  upkeep.roadTax.input.extend({ intent: z.literal('road-tax') }),
  upkeep.purchase.input.extend({ intent: z.literal('purchase') }),
  z.object({ intent: z.literal('forget-purchase') }),
  upkeep.title.input
    .extend({ intent: z.literal('title') })
    .refine(({ title, ownerId }) => (title === 'driver') === (ownerId !== null), {
      path: ['ownerId'],
      error: 'field.owner',
    }),
])
export type UpkeepAct = z.output<typeof upkeepAct>
