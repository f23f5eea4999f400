import { z } from 'zod'
import { COST_KINDS, type CarContract, type CostKind, INCLUDED } from '#domain/car-business.ts'
import type { ValueLost } from '#domain/car-profit.ts'
import type { MaintenanceState } from '#domain/maintenance.ts'
import type { Cents } from '#domain/money.ts'
import type { PaperSignature } from '#domain/pdf-signature.ts'
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
  moneyOrNone,
  paper,
  reference,
  referenceOrNone,
  severalChoicesOrNone,
  text,
  tick,
} from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** Repeated work, and when it is due. Days are text. */
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
  /** The day on which the car came into the workshop, if somebody entered it. */
  inSince: string | null
  kilometres: number | null
  cost: Cents
  workshop: string
  file: string | null
  /** The result of checking the invoice's signatures; `null` without an invoice, or when it was not checked. */
  signature: PaperSignature | null
}
/** A car's price and expected price, with the loss of value that follows. Days are text. */
export type Purchase = {
  boughtOn: string
  price: Cents
  years: number
  worth: Cents
  /** The loss of value, until the sale, or until the day on which the car should be sold. */
  counted: ValueLost
  isSold: boolean
}
export type FixedCost = {
  id: string
  kind: CostKind
  what: string
  monthly: Cents
  from: string
  until: string | null
}
/** A leasing or renting contract, with its last day. */
export type ContractView = CarContract & { endsOn: string }
export type TitleView = {
  title: CarTitle
  owner: { id: string; name: string } | null
  slotNumber: string
  slotSince: string | null
  firstRegisteredOn: string | null
  /**
   * The tax of a whole year, and the part that is due next; `null` until somebody gives the amount and the day of first
   * registration.
   */
  roadTax: Cents | null
  nextRoadTax: { on: string; amount: Cents } | null
}

/** Maximum road tax of a year, in cents: no car's is higher. */
const MAX_ROAD_TAX = 10_000_00
/** Maximum price in cents, and the range of years for which a car is kept. */
const MAX_PRICE = 1_000_000_00
const KEPT_YEARS = { least: 1, most: 20 } as const
/** Maximum months of a contract, and maximum kilometres in its limit. */
const MAX_TERM = 120
const MAX_LIMIT = 1_000_000

/** The fields of each record of a car's upkeep. */
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
      inSince: day('fleet', { until: 'today' }),
      on: givenDay('fleet', { until: 'today' }),
      kilometres: kilometres(),
      isSure: tick(),
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
    [['what', 'rule'], ['inSince', 'on'], ['kilometres', 'cost'], 'isSure', ['workshop', 'paper']],
  ),
  withdraw: record({ job: reference('common.choose'), reason: line() }, (name) => `page.upkeep.jobs.${name}`),
  cost: record(
    {
      kind: choice(COST_KINDS, (kind) => `page.upkeep.costs.kinds.${kind}`),
      what: line(80),
      monthly: money({ required: true, atLeast: 1 }),
      from: givenDay(),
    },
    (name) => (name === 'monthly' ? 'page.upkeep.costs.amount' : `page.upkeep.costs.${name}`),
    [
      ['kind', 'what'],
      ['monthly', 'from'],
    ],
  ),
  withdrawCost: record({ cost: reference('common.choose'), reason: line() }, (name) => `page.upkeep.costs.${name}`),
  costKind: record(
    {
      cost: reference('common.choose'),
      kind: choice(COST_KINDS, (kind) => `page.upkeep.costs.kinds.${kind}`),
    },
    (name) => `page.upkeep.costs.${name}`,
    [['cost', 'kind']],
  ),
  contract: record(
    {
      beginsOn: givenDay(),
      months: count(1, MAX_TERM),
      kilometreLimit: countOrNone(1, MAX_LIMIT),
      startKilometres: kilometres(),
      beyond: moneyOrNone({ atLeast: 1 }),
      residual: moneyOrNone(),
      includes: severalChoicesOrNone(INCLUDED, (what) => `page.upkeep.contract.included.${what}`),
    },
    (name) => `page.upkeep.contract.${name}`,
    [['beginsOn', 'months'], ['kilometreLimit', 'startKilometres'], ['beyond', 'residual'], 'includes'],
  ),
  roadTax: record(
    { yearly: money({ required: true, atLeast: 1, atMost: MAX_ROAD_TAX }) },
    (name) => `page.upkeep.roadTax.${name}`,
  ),
  purchase: record(
    {
      boughtOn: givenDay('fleet', { until: 'today' }),
      price: money({ required: true, atLeast: 1, atMost: MAX_PRICE }),
      years: count(KEPT_YEARS.least, KEPT_YEARS.most),
      worth: money({ atMost: MAX_PRICE }),
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

/** A contract in the form's fields. */
export const typedContract = (contract: ContractView | null) =>
  contract === null ? {} : { ...contract, kilometreLimit: contract.limit }

/** A title in the form's fields. */
export const typedTitle = (title: TitleView | null) => ({
  ...title,
  title: title?.title ?? 'own',
  ownerId: title?.owner?.id,
})

/** The last day of a monthly cost. */
export const costEnd = record({ until: givenDay() }, () => 'page.upkeep.costs.end', undefined, {
  besides: { intent: z.literal('end-cost'), cost: z.guid('field.invalid') },
})

/** The acts of the office on a car's upkeep. */
export const upkeepAct = z.discriminatedUnion('intent', [
  upkeep.rule.input
    .extend({ intent: z.literal('rule') })
    .refine(({ everyKm, everyMonths }) => everyKm !== null || everyMonths !== null, {
      path: ['everyKm'],
      error: 'field.required',
    }),
  z.object({ intent: z.literal('end-rule'), rule: z.guid('field.invalid') }),
  z.object({ intent: z.literal('resume-rule'), rule: z.guid('field.invalid') }),
  z.object({ intent: z.literal('resume-cost'), cost: z.guid('field.invalid') }),
  upkeep.job.input
    .extend({ intent: z.literal('job') })
    .refine(({ inSince, on }) => inSince === null || inSince <= on, { path: ['on'], error: 'field.ends-before' }),
  upkeep.withdraw.input.extend({ intent: z.literal('withdraw-job') }),
  upkeep.cost.input.extend({ intent: z.literal('cost') }),
  upkeep.withdrawCost.input.extend({ intent: z.literal('withdraw-cost') }),
  upkeep.costKind.input.extend({ intent: z.literal('cost-kind') }),
  upkeep.contract.input.extend({ intent: z.literal('contract') }),
  z.object({ intent: z.literal('forget-contract') }),
  costEnd.input,
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
