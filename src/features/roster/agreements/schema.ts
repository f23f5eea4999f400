import { z } from 'zod'
import { REWARD_BASES, SIDES } from '#domain/commission.ts'
import { CRITERIA, MAX_LEVELS, PERIODS, STACKINGS, periodOf } from '#domain/goal.ts'
import { ZERO, basisPoints, cents } from '#domain/money.ts'
import { MAX_INSTALMENTS, PLAN_KINDS } from '#domain/plan.ts'
import { FEE_BASES, type Fee, REGIMES as EVERY_REGIME, TOLL_POLICIES, TRIP_VATS, type Terms } from '#domain/terms.ts'
import { CARS, REGIMES, levelProblems } from '#features/adjustments/goals/schema.ts'
import { givenDay, givenWeek, plausibleDay } from '#forms/fields.ts'

// Kinds of field that every part of a list has.
export const word = z.string().trim().min(1)
export const optional = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null)
/** Short names may be numbers in a list somebody else made. */
export const name = z.union([word, z.number().transform(String)])
export const optionalDay = optional.transform(
  (text, ctx) => text && (plausibleDay(text, 'kept', ctx)?.toString() ?? z.NEVER),
)

const week = givenWeek()
/** Cents, at least one. */
const amount = z.number().int().min(1).max(100_000_000).transform(cents)
export const wholeNumber = (least: number, most: number) => z.number().int().min(least).max(most)

const ruled = { side: z.enum(SIDES), from: week, name: word, reason: word }
const conditions = {
  first: wholeNumber(1, 104).default(1),
  weeks: wholeNumber(1, 104).default(1),
  min_weeks: wholeNumber(1, 104).default(1),
  min_trips: wholeNumber(0, 100_000).default(0),
  hold_weeks: wholeNumber(0, 52).default(0),
  clawback_weeks: wholeNumber(0, 104).default(0),
}

/** A version of a rule of referrals; amounts in cents, rates in hundredths of a percent. */
const commissionRule = z.discriminatedUnion('kind', [
  z.object({ ...ruled, kind: z.literal('none') }),
  z.object({ ...ruled, ...conditions, kind: z.literal('fixed'), amount_cents: amount, cap_cents: amount.optional() }),
  z.object({
    ...ruled,
    ...conditions,
    kind: z.literal('percent'),
    rate_basis_points: wholeNumber(1, 10_000).transform(basisPoints),
    base: z.enum(REWARD_BASES),
    cap_cents: amount,
  }),
])

/** Every name that one of the kinds of rule has: a condition that is misspelt must not hold for nobody in silence. */
const ruleShape: z.ZodRawShape = Object.assign({}, ...commissionRule.options.map(({ shape }) => shape))

/** Thresholds in trips, cents or minutes, as the criterion is; a month counts whole, whichever of its weeks is `named`. */
const goal = z
  .object({
    name: word,
    name_en: optional,
    reason: word,
    criterion: z.enum(CRITERIA),
    period: z.enum(PERIODS),
    stacking: z.enum(STACKINGS).default('best'),
    levels: z
      .array(z.object({ threshold: wholeNumber(1, 100_000_000), reward_cents: amount }))
      .min(1)
      .max(MAX_LEVELS),
    from: week,
    until: week.nullish(),
    regimes: z.array(z.enum(REGIMES)).default([]),
    car: z.enum(CARS).default('any'),
    min_weeks: wholeNumber(0, 1_000).nullish(),
    max_weeks: wholeNumber(0, 1_000).nullish(),
    drivers: z.array(name).default([]),
  })
  .transform(({ name_en: nameEn, min_weeks: minWeeks = null, max_weeks: maxWeeks = null, ...rest }, ctx) => {
    const { regimes, car, drivers, reason, until = null, ...written } = rest
    const promised = {
      ...written,
      nameEn,
      reason,
      levels: rest.levels.map(({ threshold, reward_cents }) => ({ threshold, reward: reward_cents })),
      from: periodOf(rest.period, rest.from).first,
      until: until === null ? null : periodOf(rest.period, until).last,
      audience: { regimes, car, minWeeks, maxWeeks, drivers },
      named: { from: rest.from, until },
    }
    for (const { field, message } of levelProblems(promised))
      ctx.addIssue({ code: 'custom', message, path: placeInList(field) })
    return promised
  })

/** The place in the list of a field that the form of a goal calls `threshold2` or `maxWeeks`. */
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
    count: wholeNumber(1, MAX_INSTALMENTS),
    first: week,
    reason: word,
    skips_idle: z.boolean().default(true),
    // What was owed, or kept as a deposit, before the books began here.
    is_before: z.boolean().default(false),
  })
  .refine(
    ({ kind, total_cents, down_cents = 0, count, is_before }) =>
      total_cents - down_cents >= count || (is_before && kind === 'deposit' && down_cents === total_cents),
    { path: ['count'] },
  )

const none = wholeNumber(0, 100_000_000).transform(cents)

// A name that is misspelt in here would change what is charged: it is refused, where others are warned of.
const fee = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('none') }),
  z.strictObject({ mode: z.literal('fixed'), amount_cents: amount, always: z.boolean().default(false) }),
  z.strictObject({
    mode: z.literal('percent'),
    rate_basis_points: wholeNumber(1, 10_000).transform(basisPoints),
    base: z.enum(FEE_BASES),
    floor_cents: amount.optional(),
    cap_cents: amount.optional(),
  }),
])

const split = z.strictObject({
  driver_share_basis_points: wholeNumber(0, 10_000).transform(basisPoints),
  energy_cap_cents: none.nullish(),
  charging_cap_cents: none.optional(),
})

/** The terms of a contract that was signed elsewhere. A list comes before any connection that tells tolls by trips: none agrees on them. */
const contractTerms = z
  .object({
    driver: name,
    contract: z.union([word.max(80), z.number().transform(String)]),
    signed_on: givenDay(),
    from: week,
    regime: z.enum(EVERY_REGIME),
    fee,
    trip_vat: z.enum(TRIP_VATS),
    tolls: z.enum(TOLL_POLICIES).refine((policy) => policy !== 'off-trip'),
    rent_cents: none.default(ZERO),
    rent_by_days: z.boolean().default(false),
    split: split.nullish(),
  })
  .refine(({ regime, rent_cents }) => regime === 'rental' || rent_cents === 0, { path: ['rent_cents'] })
  .refine(({ regime, split: shared }) => (regime === 'percentage') === Boolean(shared), { path: ['split'] })
  .transform(({ driver, contract, signed_on: signedOn, from, ...typed }) => ({
    driver,
    contract,
    signedOn,
    from,
    terms: {
      regime: typed.regime,
      fee: feeOf(typed.fee),
      tripVat: typed.trip_vat,
      tollPolicy: typed.tolls,
      rent: typed.rent_cents,
      rentByDays: typed.rent_by_days,
      split: typed.split ? splitOf(typed.split) : null,
    } satisfies Terms,
  }))

function feeOf(row: z.output<typeof fee>): Fee {
  if (row.mode === 'none') return row
  if (row.mode === 'fixed') return { mode: 'fixed', amount: row.amount_cents, always: row.always }
  const { rate_basis_points: rate, base, floor_cents: floor, cap_cents: cap } = row
  const limits = { ...(floor === undefined ? {} : { floor }), ...(cap === undefined ? {} : { cap }) }
  return { mode: 'percent', rate, base, ...limits }
}

function splitOf(typed: z.output<typeof split>): NonNullable<Terms['split']> {
  const { driver_share_basis_points: driverShare, energy_cap_cents: energyCap, charging_cap_cents: chargingCap } = typed
  return { driverShare, energyCap: energyCap ?? null, ...(chargingCap === undefined ? {} : { chargingCap }) }
}

/** The parts of a list with the agreements with drivers. */
export const agreements = {
  commission_rules: z.array(commissionRule).default([]),
  referrals: z.array(referral).default([]),
  plans: z.array(plan).default([]),
  goals: z.array(goal).default([]),
  contract_terms: z.array(contractTerms).default([]),
}

/** The names that a row of each of them may have. */
export const agreementNames: Record<keyof typeof agreements, z.ZodRawShape> = {
  commission_rules: ruleShape,
  referrals: referral.shape,
  plans: plan.shape,
  goals: goal.in.shape,
  contract_terms: contractTerms.in.shape,
}

export type Agreements = z.output<z.ZodObject<typeof agreements>>
export type RosterRule = Agreements['commission_rules'][number]
