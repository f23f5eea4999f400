import { commissionableOf, grossOf, tripVatOf } from './earning.ts'
import { type Cents, ZERO, cents, fraction, minus, share, sum } from './money.ts'
import { amountOf, energyOf, hasIncome, line, rowsOf, tollsOf, total } from './settlement-lines.ts'
import { commissionableSteps, grossSteps, note, rateStep, subtotal, term, terms } from './settlement-steps.ts'
import type { Cost, DriverWeek, Line, RowId, Step } from './settlement-types.ts'
import type { Fee, FeeBase, Terms } from './terms.ts'
import { nextWeek } from './week.ts'

/**
 * Makes the line C, the operator's part. A percentage regime shares the pot instead of paying a fee. Weeks of an
 * exemption pay none, not even the floor.
 */
export function managementLine(week: DriverWeek): Line[] {
  const { regime, fee } = week.terms
  if (regime === 'employee') return []
  if (regime === 'percentage') return splitLine(week)
  if (isExempt(week)) return []
  switch (fee.mode) {
    case 'none':
      return []
    case 'fixed':
      return fixedFeeLine(week, fee)
    case 'percent':
      return percentFeeLine(week, fee)
  }
}

/**
 * Makes the line C of an employee's week (`lines`: its A, B and E): the company keeps the result and the cash in hand,
 * because payroll pays the salary outside this statement. Tips are the driver's (`docs/decisions/044`).
 */
export function employerLine(
  { earnings, terms: { regime, companyKeeps } }: DriverWeek,
  lines: readonly Line[],
): Line[] {
  if (regime !== 'employee' || !companyKeeps) return []
  const result = total(lines)
  const cash = sum(earnings.map(({ cashKept }) => cashKept))
  const tips = sum(earnings.map((earning) => earning.tips))
  const amount = sum([minus(result), minus(cash), tips])
  const steps = terms(null, [
    ['week-result', minus(result)],
    ['cash-kept', minus(cash)],
    ['tips', tips],
  ])
  return [line('C', 'fee.employer', amount, steps, [...new Set(lines.flatMap(({ rows }) => rows))])]
}

/** Whether the week is one of those promised without a fee. */
function isExempt({ week, terms: { exemption } }: DriverWeek): boolean {
  return exemption !== undefined && week >= exemption.from && week < nextWeek(exemption.from, exemption.weeks)
}

function fixedFeeLine(week: DriverWeek, { amount: whole, always }: Extract<Fee, { mode: 'fixed' }>): Line[] {
  if (!always && !hasIncome(week.earnings)) return []
  const amount = byDaysWorked(minus(whole), week)
  const { daysActive = WHOLE_WEEK } = week
  const steps: Step[] = [
    term('fixed-fee', minus(whole)),
    ...(amount === minus(whole)
      ? []
      : [{ kind: 'fraction' as const, term: 'days-active' as const, numerator: daysActive, denominator: 7, amount }]),
    ...(always ? [] : [note('fee-only-with-income')]),
  ]
  return [line('C', 'fee.fixed', amount, steps, [])]
}

/**
 * Makes the line of a percentage fee: raised to the floor in weeks with income, and lowered to the cap in all weeks;
 * the cap has the last word.
 */
function percentFeeLine(week: DriverWeek, fee: Extract<Fee, { mode: 'percent' }>): Line[] {
  const { base, steps, rows } = feeBase(week, fee.base)
  const found = base > 0 ? share(base, fee.rate) : ZERO
  const floor = fee.floor === undefined || !hasIncome(week.earnings) ? ZERO : byDaysWorked(fee.floor, week)
  const cap = fee.cap === undefined ? null : byDaysWorked(fee.cap, week)
  const raised = cents(Math.max(found, floor))
  const size = cap === null ? raised : cents(Math.min(raised, cap))

  const explanation = base > 0 ? [...steps, rateStep('fee-base', fee.rate, minus(found))] : []
  const limits = terms(null, [[size < found ? 'fee-cap' : 'fee-floor', sum([found, minus(size)])]])
  const explained = line('C', 'fee.percent', minus(size), [...explanation, ...limits], rows)
  return size === found && base > 0 ? [{ ...explained, base, rate: fee.rate }] : [explained]
}

const WHOLE_WEEK = 7

/** Reduces a weekly amount to the days the driver worked in the week, where fees go by days. */
function byDaysWorked(amount: Cents, { daysActive = WHOLE_WEEK, terms: { feeByDays } }: DriverWeek): Cents {
  return feeByDays ? fraction(amount, daysActive, WHOLE_WEEK) : amount
}

/**
 * Works out the base of a percentage fee (`rulings.md` C.5), with its steps and the rows behind it. Costs are what the
 * driver is charged: tolls that the operator bears lower no fee, or a higher toll would raise the driver's pay.
 */
function feeBase(week: DriverWeek, base: FeeBase): { base: Cents; steps: Step[]; rows: RowId[] } {
  const { earnings, costs } = week
  const rows = rowsOf(earnings)
  const { total: vat, estimated } = tripVatOf(earnings, week.terms.transportVat)
  if (base === 'commissionable') {
    const commissionable = commissionableOf(earnings, week.terms.transportVat)
    return { base: commissionable, steps: commissionableSteps(earnings, commissionable, estimated), rows }
  }
  const withoutVat = base === 'gross-less-vat' || base === 'gross-less-vat-and-costs'
  const withoutCosts = base === 'gross-less-costs' || base === 'gross-less-vat-and-costs'
  const tolls = tollsOf(week)
  const tollsBorne = { driver: tolls.due, difference: tolls.due, operator: ZERO, 'off-trip': tolls.offTrip }[
    week.terms.tollPolicy
  ]

  const lessVat = withoutVat ? minus(vat) : ZERO
  const lessCosts = withoutCosts ? minus(sum([amountOf(energyOf(costs)), tollsBorne])) : ZERO
  const lessFee = base === 'gross-less-platform-fee' ? minus(sum(earnings.map(({ platformFee }) => platformFee))) : ZERO

  const amount = sum([grossOf(earnings), lessVat, lessFee, lessCosts])
  const steps = [
    ...grossSteps(earnings),
    ...terms(null, [
      ['trip-vat', lessVat],
      ['platform-fee', lessFee],
      ['costs', lessCosts],
    ]),
    subtotal('fee-base', amount),
    note('tips-and-refunds-outside-base'),
  ]
  const costRows = tollsBorne === 0 ? energyOf(costs) : [...energyOf(costs), ...tolls.passages]
  return { base: amount, steps, rows: withoutCosts ? rowsOf([...earnings, ...costRows]) : rows }
}

/**
 * Makes the line of the operator's part of the pot (`rulings.md` C.6). The pot is what is left of the commissionable
 * base once it has borne fuel and charging up to the cap; the operator's part is the pot less the driver's share. An
 * empty pot is not shared: like a fee, the operator's part never pays the driver.
 */
function splitLine({ earnings, costs, terms: { split, transportVat } }: DriverWeek): Line[] {
  if (!split) return []
  const energy = amountOf(energyOf(costs))
  const borne = energyBorne(costs, split)

  const commissionable = commissionableOf(earnings, transportVat)
  const pot = sum([commissionable, minus(borne)])
  if (pot <= 0) return []
  const driverShare = share(pot, split.driverShare)
  const amount = sum([driverShare, minus(pot)])
  const steps = [
    ...commissionableSteps(earnings, commissionable, tripVatOf(earnings, transportVat).estimated),
    ...terms(null, [[borne < energy ? 'energy-cap' : 'energy', minus(borne)]]),
    subtotal('pot', pot),
    rateStep('driver-share', split.driverShare, driverShare),
    ...terms(null, [['pot', minus(pot)]]),
    subtotal('operator-share', amount),
  ]
  return [line('C', 'fee.split', amount, steps, rowsOf([...earnings, ...energyOf(costs)]))]
}

/** Works out what the pot bears of fuel and charging: both together up to one cap, or each up to its own. */
function energyBorne(costs: readonly Cost[], { energyCap, chargingCap }: NonNullable<Terms['split']>): Cents {
  const upTo = (cap: Cents | null, spent: Cents) => cents(Math.min(spent, cap ?? spent))
  if (chargingCap === undefined) return upTo(energyCap, amountOf(energyOf(costs)))
  const spent = (kind: Cost['kind']) => amountOf(costs.filter((cost) => cost.kind === kind))
  return sum([upTo(energyCap, spent('fuel')), upTo(chargingCap, spent('charging'))])
}
