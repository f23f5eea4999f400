import { firstOf } from '#domain/certain.ts'
import { z } from 'zod'
import { REWARD_BASES, SIDES } from '#domain/commission.ts'
import { DRIVER_STATUSES } from '#domain/driver.ts'
import { CRITERIA, MOST_LEVELS, PERIODS, STACKINGS, periodOf } from '#domain/goal.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE, lisbon, readDay, weekOf } from '#domain/week.ts'
import { MOST_INSTALMENTS, PLAN_KINDS } from '#domain/plan.ts'
import { basisPoints, cents } from '#domain/money.ts'
import { CARS, REGIMES, wrongWith } from '#features/adjustments/goals/schema.ts'
import { driverRecord } from '#features/fleet/drivers/schema.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'

const word = z.string().trim().min(1)
const optional = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null)
/** Short names may be numbers in a list somebody else made. */
const name = z.union([word, z.number().transform(String)])
const optionalDay = optional.refine((text) => text === null || readDay(text) !== null)

/** A moment of the list: on the Lisbon clock unless it says otherwise; a day alone is its first minute; `null` is open. */
const moment = optional.transform((text, ctx) => {
  if (text === null) return null
  try {
    return /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) && text.includes('T')
      ? Temporal.Instant.from(text)
      : lisbon(Temporal.PlainDateTime.from(text, { overflow: 'reject' }))
  } catch {
    ctx.addIssue({ code: 'custom', message: 'moment' })
    return z.NEVER
  }
})

const company = z.object({
  name: word,
  nipc: z.union([optional, z.number().transform(String)]),
  uber_org_uuid: z.guid().nullish(),
  bolt_companies: z.array(name).nullish(),
  via_verde_contracts: z.array(name).nullish(),
  debtor_iban: optional,
})

// A list names a driver by `id`: another `ref` beside it would be a second name.
const ofDriver: object = Object.fromEntries(Object.entries(driverRecord.listed).filter(([field]) => field !== 'ref'))

const driver = z.object({
  ...ofDriver,
  id: name,
  name: word,
  email: optional,
  phone: z.union([optional, z.number().transform(String)]),
  nif: z.union([optional, z.number().transform(String)]),
  iban: optional,
  iban_holder: optional,
  status: z.enum(DRIVER_STATUSES).nullish(),
  started_on: optionalDay,
  ended_on: optionalDay,
  uber_driver_uuid: optional,
  bolt_driver_uuid: optional,
  bolt_individual_uuid: optional,
})

const vehicle = z.object({
  ...vehicleRecord.listed,
  plate: word,
  fuel: optional,
  via_verde_obu: z.union([optional, z.number().transform(String)]),
  via_verde_iai: z.union([optional, z.number().transform(String)]),
  prio_fuel_card: optional,
  prio_electric_card: optional,
})

const assignment = z
  .object({ driver: name, plate: word, from: moment, to: moment })
  .refine(({ from, to }) => !from || !to || Temporal.Instant.compare(from, to) < 0, { path: ['to'] })

const week = word.transform((text, ctx) => {
  const day = readDay(text)
  if (day) return weekOf(day)
  ctx.addIssue({ code: 'custom', message: 'day' })
  return z.NEVER
})
const amount = z.number().int().min(1).max(100_000_000).transform(cents)
const whole = (least: number, most: number) => z.number().int().min(least).max(most)

const ruled = { side: z.enum(SIDES), from: week, name: word, reason: word }
const conditions = {
  first: whole(1, 104).default(1),
  weeks: whole(1, 104).default(1),
  min_weeks: whole(1, 104).default(1),
  min_trips: whole(0, 100_000).default(0),
  hold_weeks: whole(0, 52).default(0),
  clawback_weeks: whole(0, 104).default(0),
}

/** A version of a rule of referrals; amounts in cents, rates in hundredths of a percent. */
const commissionRule = z.discriminatedUnion('kind', [
  z.object({ ...ruled, kind: z.literal('none') }),
  z.object({ ...ruled, ...conditions, kind: z.literal('fixed'), amount_cents: amount, cap_cents: amount.optional() }),
  z.object({
    ...ruled,
    ...conditions,
    kind: z.literal('percent'),
    rate_basis_points: whole(1, 10_000).transform(basisPoints),
    base: z.enum(REWARD_BASES),
    cap_cents: amount,
  }),
])

/** Every name that one of the kinds of rule has: a condition that is misspelt must not hold for nobody in silence. */
const ruleShape: z.ZodRawShape = Object.assign({}, ...commissionRule.options.map(({ shape }) => shape))

/** Thresholds in trips, cents or minutes, as the criterion is; months begin and end with the week that is named. */
const goal = z
  .object({
    ...{ name: word, name_en: optional, reason: word },
    ...{ criterion: z.enum(CRITERIA), period: z.enum(PERIODS), stacking: z.enum(STACKINGS).default('best') },
    levels: z
      .array(z.object({ threshold: whole(1, 100_000_000), reward_cents: amount }))
      .min(1)
      .max(MOST_LEVELS),
    ...{ from: week, until: week.nullish() },
    ...{ regimes: z.array(z.enum(REGIMES)).default([]), car: z.enum(CARS).default('any') },
    ...{ min_weeks: whole(0, 1_000).nullish(), max_weeks: whole(0, 1_000).nullish() },
    drivers: z.array(name).default([]),
  })
  .transform(({ name_en: nameEn, min_weeks: minWeeks = null, max_weeks: maxWeeks = null, ...rest }, ctx) => {
    const { regimes, car, drivers, reason, until = null, ...written } = rest
    const promised = {
      ...{ ...written, nameEn, reason },
      levels: rest.levels.map(({ threshold, reward_cents }) => ({ threshold, reward: reward_cents })),
      from: periodOf(rest.period, rest.from).first,
      until: until === null ? null : periodOf(rest.period, until).last,
      audience: { regimes, car, minWeeks, maxWeeks, drivers },
    }
    for (const { field, message } of wrongWith(promised))
      ctx.addIssue({ code: 'custom', message, path: placeInList(field) })
    return promised
  })

/** Where the list has what a form of a goal calls `threshold2` or `maxWeeks`. */
function placeInList(field: string): PropertyKey[] {
  const [, part, level] = /^(threshold|reward)(\d+)$/.exec(field) ?? []
  if (level) return ['levels', Number(level) - 1, part === 'reward' ? 'reward_cents' : 'threshold']
  return [field === 'maxWeeks' ? 'max_weeks' : field]
}

const referral = z.object({ referrer: name, referred: name, since: week, reason: word })

const plan = z
  .object({
    driver: name,
    kind: z.enum(PLAN_KINDS),
    total_cents: amount,
    down_cents: amount.optional(),
    count: whole(1, MOST_INSTALMENTS),
    first: week,
    reason: word,
    skips_idle: z.boolean().default(true),
  })
  .refine(({ total_cents, down_cents = 0, count }) => total_cents - down_cents >= count, { path: ['count'] })

/** Work that was done on a car; a day and whole cents. */
const maintenance = z.object({
  plate: word,
  what: word.max(80),
  on: word.refine((text) => readDay(text) !== null),
  kilometres: whole(0, 2_000_000).nullish(),
  cost_cents: z.number().int().min(0).max(100_000_000).default(0).transform(cents),
  workshop: z.string().trim().max(80).default(''),
})

/** A paper that is here already: of a driver, of a car, or of neither, the operator's. Its file is not in a list. */
const paper = z
  .object({
    driver: name.nullish(),
    plate: optional,
    kind: word,
    number: z.union([optional, z.number().transform(String)]),
    issued_on: optionalDay,
    expires_on: optionalDay,
  })
  .refine((listed) => !listed.driver || !listed.plate, { path: ['plate'] })
  .refine(({ issued_on, expires_on }) => !issued_on || !expires_on || issued_on <= expires_on, { path: ['expires_on'] })

const roster = z.object({
  company: company.nullish(),
  // The one clock the product knows; a list of another zone would be read wrongly.
  timezone: z.literal(ZONE).nullish(),
  week: z.unknown().optional(),
  drivers: z.array(driver),
  vehicles: z.array(vehicle).default([]),
  assignments: z.array(assignment).default([]),
  commission_rules: z.array(commissionRule).default([]),
  referrals: z.array(referral).default([]),
  plans: z.array(plan).default([]),
  goals: z.array(goal).default([]),
  maintenance: z.array(maintenance).default([]),
  papers: z.array(paper).default([]),
})

export type Roster = z.output<typeof roster>
export type RosterDriver = Roster['drivers'][number]
export type RosterRule = Roster['commission_rules'][number]
export type RosterVehicle = Roster['vehicles'][number]

/**
 * Understands a list of a fleet. Refuses `roster.unreadable` with the place and what stands there. Names that mean
 * nothing here are answered beside it, so that nothing is dropped in silence.
 */
export function readRoster(list: unknown): { roster: Roster; unknown: string[] } {
  const read = roster.safeParse(list)
  if (!read.success) {
    const path = firstOf(read.error.issues).path
    throw new Refusal('roster.unreadable', { path: path.join('.') || '·', found: found(list, path) })
  }
  return { roster: read.data, unknown: unknownNames(list) }
}

function found(list: unknown, path: readonly PropertyKey[]): string {
  let node = list
  for (const step of path) node = typeof node === 'object' && node !== null ? Reflect.get(node, step) : undefined
  return (JSON.stringify(node) ?? '∅').slice(0, 80)
}

/** Names of the list that no field has, each once: `drivers.nickname`. */
function unknownNames(list: unknown): string[] {
  const names = new Set<string>()
  const look = (node: unknown, shape: z.ZodRawShape, path: string) => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) if (!Object.hasOwn(shape, key)) names.add(path + key)
  }
  const part = (key: string): unknown =>
    typeof list === 'object' && list !== null ? Reflect.get(list, key) : undefined
  const each = (key: string, shape: z.ZodRawShape) => {
    const items = part(key)
    if (Array.isArray(items)) for (const item of items) look(item, shape, `${key}.`)
  }
  look(list, roster.shape, '')
  look(part('company'), company.shape, 'company.')
  each('drivers', driver.shape)
  each('vehicles', vehicle.shape)
  each('commission_rules', ruleShape)
  each('referrals', referral.shape)
  each('plans', plan.shape)
  each('goals', goal.in.shape)
  each('assignments', assignment.shape)
  each('maintenance', maintenance.shape)
  each('papers', paper.shape)
  return [...names].toSorted()
}
