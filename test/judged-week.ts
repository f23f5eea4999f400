import { instalment } from '#domain/adjustment.ts'
import { boltEarning, uberEarning } from '#domain/earning.ts'
import { basisPoints, cents } from '#domain/money.ts'
import type { Adjustment, Cost, DriverWeek } from '#domain/settlement-types.ts'
import { settle } from '#domain/settlement.ts'
import type { Terms } from '#domain/terms.ts'
import { readWeek } from '#domain/week.ts'
import type { RawTerms, RawWeek, Result } from './oracle.ts'

/** A raw week in the product's types. */
export function driverWeek(raw: RawWeek): DriverWeek {
  return {
    week: readWeek('2026-W23'),
    terms: termsOf(raw.terms),
    termsFrom: '2026-01-05',
    earnings: [
      ...raw.uber.map((measures, at) => uberEarning(`uber ${at}`, measures)),
      ...raw.bolt.map((measures, at) => boltEarning(`bolt ${at}`, measures)),
    ],
    costs: raw.costs.map(({ amount, ...cost }, at): Cost => ({ ...cost, row: `cost ${at}`, amount: cents(amount) })),
    daysHeld: raw.daysHeld,
    daysActive: raw.daysActive ?? 7,
    kilometres: raw.kilometres ?? null,
    vehicleRent: cents(raw.vehicleRent),
    carriedBalance: cents(raw.carriedBalance),
    receiptCarried: raw.receiptCarried ? [{ week: readWeek('2026-W22'), amount: cents(raw.receiptCarried) }] : [],
    adjustments: raw.adjustments.map(adjustmentOf),
  }
}

/** The moves, line by line, of an adjustment that settles other weeks. */
function adjustmentOf({ kind, amount, plan, cash, ofCosts }: RawWeek['adjustments'][number], at: number): Adjustment {
  if (kind === 'plan') return instalment(planOf(plan!), cents(0 - amount), 'Caução')
  const isManual = kind !== 'late' && kind !== 'settled'
  const code = ofCosts ? ('tolls' as const) : ('income.bolt' as const)
  const moved = { code, from: cents(5_00), to: cents(5_00 + amount), ...(cash ? { cash: cents(cash) } : {}) }
  const changes = isManual ? [] : [moved]
  return { id: String(at), kind, amount: cents(amount), reason: 'Multa', about: null, changes, came: [], gone: [] }
}

function planOf({ interest, ...plan }: NonNullable<RawWeek['adjustments'][number]['plan']>) {
  if (!interest) return plan
  const { rate, repaid, charged } = interest
  return { ...plan, interest: { rate: basisPoints(rate), repaid: cents(repaid), charged: cents(charged) } }
}

/** Gives figures their branded types; nothing else happens to them. */
function termsOf(raw: RawTerms): Terms {
  return raw as unknown as Terms
}

/** The product's result for a week, in the shape of the second bookkeeper's. */
export function result(week: DriverWeek): Result {
  const { lines, net, payable, carriedOver, groups, receiptValue } = settle(week)
  const plans = lines.flatMap(({ code, adjustment }) =>
    code === 'adjustment.plan' && adjustment?.plan ? [[adjustment.plan.id, adjustment.plan.left]] : [],
  )
  const sums: Record<string, number> = {}
  for (const { group, code, amount } of lines) {
    const name = `${group} ${code}`
    sums[name] = (sums[name] ?? 0) + amount
    if (sums[name] === 0) delete sums[name]
  }
  return { lines: sums, net, payable, carriedOver, ...groups, receiptValue, left: Object.fromEntries(plans) }
}

export function judged(raw: RawWeek): Result {
  return result(driverWeek(raw))
}

/** The base of the week's percentage, as its line says it. */
export function baseOf(week: DriverWeek): number | null {
  return settle(week).lines.find(({ code }) => code === 'fee.percent' || code === 'fee.split')?.base ?? null
}

export function inOrder(found: Result) {
  const sorted = (figures: Readonly<Record<string, number>>) =>
    Object.entries(figures).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { ...found, lines: sorted(found.lines), left: sorted(found.left) }
}
