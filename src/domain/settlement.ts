import { commissionableOf, grossOf, tripVatOf } from './earning.ts'
import { type Cents, ZERO, basisPoints, cents, fraction, minus, share, sum } from './money.ts'
import {
  PLATFORMS,
  changeStep,
  commissionableSteps,
  grossSteps,
  note,
  paymentSteps,
  rateStep,
  subtotal,
  term,
  terms,
} from './settlement-steps.ts'
import type {
  Adjustment,
  AdjustmentKind,
  Cost,
  DriverWeek,
  Earning,
  Line,
  LineCode,
  LineGroup,
  RowId,
  Settlement,
  Step,
} from './settlement-types.ts'
import type { FeeBase } from './terms.ts'

/** The groups as screen and paper fold them; every group is in exactly one (`rulings.md` C.14). */
export const FOLDS = {
  earnings: ['A', 'B', 'H'],
  costs: ['C', 'D', 'E', 'F'],
  adjustments: ['G', 'I'],
} as const satisfies Record<string, readonly LineGroup[]>

/** What an independent driver invoices, besides the cash already kept (`rulings.md` C.10). */
const INVOICED: readonly LineGroup[] = ['A', 'B', 'C', 'D', 'E', 'H']

/** The reduced rate on passenger transport (verba 2.14 of Lista I, CIVA). */
const TRANSPORT_VAT = basisPoints(600)

/**
 * What one driver is owed for one week (`rulings.md` C), in cents signed as the driver sees them.
 *
 * Each line is rounded by itself and the net is the exact sum of the lines, so a statement adds up by hand. A line of
 * nothing is left out, but a platform that reported the driver is shown even with 0,00. A week never pays less than
 * nothing: what it cannot bear is carried over. An employee's week is information: no fee, no rent, nothing to invoice.
 *
 * Throws `RangeError` for days outside 0–7, a percentage regime without its split, or an adjustment whose changes do not
 * come to its amount: whoever gathered the week made a mistake, and no figure would be right.
 */
export function settle(week: DriverWeek): Settlement {
  refuseImpossible(week)
  const lines = [
    ...incomeLines(week.earnings),
    ...tripVatLine(week),
    ...managementLine(week),
    ...rentLine(week),
    costLine('energy.fuel', 'fuel', week.costs),
    costLine('energy.charging', 'charging', week.costs),
    costLine('energy.adblue', 'adblue', week.costs),
    costLine('car.wash', 'wash', week.costs),
    tollLine(week),
    costLine('parking', 'parking', week.costs),
    ...adjustmentLines(week.adjustments, 'F'),
    carriedLine(week),
    ...adjustmentLines(week.adjustments, 'G'),
    ...adjustmentLines(week.adjustments, 'H'),
  ].filter(({ amount, group }) => amount !== 0 || group === 'A')

  const net = total(lines)
  const cash = sum(week.earnings.map(({ cashKept }) => cashKept))
  return {
    lines,
    net,
    payable: cents(Math.max(net, 0)),
    carriedOver: cents(Math.min(net, 0)),
    groups: {
      earnings: total(lines, FOLDS.earnings),
      costs: total(lines, FOLDS.costs),
      adjustments: total(lines, FOLDS.adjustments),
    },
    receiptValue: week.terms.regime === 'employee' ? ZERO : sum([total(lines, INVOICED), cash]),
  }
}

function refuseImpossible({ daysHeld, terms: { regime, split }, adjustments }: DriverWeek) {
  if (!Number.isInteger(daysHeld) || daysHeld < 0 || daysHeld > 7) throw new RangeError(`${daysHeld} days of a week`)
  if (regime === 'percentage' && !split) throw new RangeError('a percentage regime without its split')
  for (const { kind, amount, changes } of adjustments) {
    const changed = sum(changes.map(({ from, to }) => sum([to, minus(from)])))
    if ((kind === 'late' || kind === 'settled') && changed !== amount)
      throw new RangeError(`changes of ${changed} for an adjustment of ${amount}`)
  }
}

/** A: what each platform pays. Cash kept is already inside, and is not taken a second time. */
function incomeLines(earnings: readonly Earning[]): Line[] {
  return PLATFORMS.flatMap((platform) => {
    const own = earnings.filter((earning) => earning.platform === platform)
    if (own.length === 0) return []
    const amount = sum(own.map(({ payment }) => payment))
    return line('A', `income.${platform}`, amount, paymentSteps(platform, own), rowsOf(own))
  })
}

/** B: how the VAT contained in the trips leaves the driver's income. */
function tripVatLine({ earnings, terms: { tripVat } }: DriverWeek): Line[] {
  switch (tripVat) {
    case 'none':
      return []
    case 'itemised':
      return [itemisedVatLine(earnings)]
    case 'gross6': {
      const gross = grossOf(earnings)
      return [flatVatLine(gross, grossSteps(earnings), rowsOf(earnings))]
    }
    case 'legacy': {
      const income = sum(earnings.map(({ payment }) => payment))
      if (income <= 0) return []
      const steps = earnings.map(({ platform, payment }) => term('income', payment, platform))
      return [flatVatLine(income, steps, rowsOf(earnings))]
    }
  }
}

function itemisedVatLine(earnings: readonly Earning[]): Line {
  const vat = tripVatOf(earnings)
  const unlisted = earnings.filter(({ tripVat }) => tripVat === null)
  const listed = earnings.filter(({ tripVat }) => tripVat !== null)
  const hasTollTax = listed.some(({ platform, tollRefunds }) => platform === 'uber' && tollRefunds !== 0)
  const steps: Step[] = [
    ...unlisted.map(({ platform, fare }) => term('fare', fare, platform)),
    ...(unlisted.length === 0
      ? []
      : [
          {
            kind: 'fraction' as const,
            term: 'trip-vat' as const,
            numerator: 6,
            denominator: 106,
            amount: minus(vat.estimated),
          },
          note('vat-not-itemised'),
        ]),
    ...listed.flatMap(({ platform, tripVat }) => terms(platform, [['trip-vat', minus(tripVat ?? ZERO)]])),
    ...(hasTollTax ? [note('vat-of-toll-refund-excluded')] : []),
  ]
  return line('B', 'vat.trips', minus(vat.total), steps, rowsOf(earnings))
}

function flatVatLine(base: Cents, baseSteps: readonly Step[], rows: readonly RowId[]): Line {
  const amount = minus(share(base, TRANSPORT_VAT))
  const steps = [...baseSteps, rateStep('vat-rate', TRANSPORT_VAT, amount)]
  return { ...line('B', 'vat.trips', amount, steps, rows), base, rate: TRANSPORT_VAT }
}

/** C: the operator's part. A percentage regime shares the pot instead of paying a fee. */
function managementLine(week: DriverWeek): Line[] {
  const { regime, fee } = week.terms
  if (regime === 'employee') return []
  if (regime === 'percentage') return splitLine(week)
  switch (fee.mode) {
    case 'none':
      return []
    case 'fixed': {
      if (!fee.always && !hasIncome(week.earnings)) return []
      const steps = [term('fixed-fee', minus(fee.amount)), ...(fee.always ? [] : [note('fee-only-with-income')])]
      return [line('C', 'fee.fixed', minus(fee.amount), steps, [])]
    }
    case 'percent': {
      const { base, steps, rows } = feeBase(week, fee.base)
      if (base <= 0) return []
      const amount = minus(share(base, fee.rate))
      const explained = [...steps, rateStep('fee-base', fee.rate, amount)]
      return [{ ...line('C', 'fee.percent', amount, explained, rows), base, rate: fee.rate }]
    }
  }
}

/** A tip that arrives a week later, or an adjustment to the driver's loss, is no week of work. */
function hasIncome(earnings: readonly Earning[]): boolean {
  return grossOf(earnings) > 0
}

/**
 * What a percentage is taken on (`rulings.md` C.5), with the way to it and the rows it stands on. Costs are what the
 * driver is charged: tolls that the operator bears lower no fee, or a dearer toll would raise the pay.
 */
function feeBase(week: DriverWeek, base: FeeBase): { base: Cents; steps: Step[]; rows: RowId[] } {
  const { earnings, costs } = week
  const rows = rowsOf(earnings)
  if (base === 'commissionable') {
    const commissionable = commissionableOf(earnings)
    return { base: commissionable, steps: commissionableSteps(earnings, commissionable), rows }
  }
  const withoutVat = base === 'gross-less-vat' || base === 'gross-less-vat-and-costs'
  const withoutCosts = base === 'gross-less-costs' || base === 'gross-less-vat-and-costs'
  const tolls = tollsOf(week)
  const tollsBorne = week.terms.tollPolicy === 'operator' ? ZERO : tolls.due

  const lessVat = withoutVat ? minus(tripVatOf(earnings).total) : ZERO
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
 * The operator's part of the pot: what is left of the commissionable base once it has borne fuel and charging up to
 * the cap, less the driver's share of it (`rulings.md` C.6). An empty pot is not shared: the operator's part never pays
 * the driver, as a fee never does.
 */
function splitLine({ earnings, costs, terms: { split } }: DriverWeek): Line[] {
  if (!split) return []
  const energy = amountOf(energyOf(costs))
  const borne = cents(Math.min(energy, split.energyCap ?? energy))

  const commissionable = commissionableOf(earnings)
  const pot = sum([commissionable, minus(borne)])
  if (pot <= 0) return []
  const driverShare = share(pot, split.driverShare)
  const amount = sum([driverShare, minus(pot)])
  const steps = [
    ...commissionableSteps(earnings, commissionable),
    ...terms(null, [[borne < energy ? 'energy-cap' : 'energy', minus(borne)]]),
    subtotal('pot', pot),
    rateStep('driver-share', split.driverShare, driverShare),
    ...terms(null, [['pot', minus(pot)]]),
    subtotal('operator-share', amount),
  ]
  return [line('C', 'fee.split', amount, steps, rowsOf([...earnings, ...energyOf(costs)]))]
}

/**
 * D: the rent of the terms; a renter whose terms name none pays the rent of the car held. A whole week as soon as
 * the car is held for a day, or by days where agreed. Due without income too.
 */
function rentLine({ terms: { regime, rent, rentByDays }, vehicleRent, daysHeld, earnings }: DriverWeek): Line[] {
  if (regime === 'employee') return []
  const ofTheCar = regime === 'rental' && daysHeld > 0 ? vehicleRent : ZERO
  const week = minus(rent === 0 ? ofTheCar : rent)
  const amount = rentByDays ? fraction(week, daysHeld, 7) : week
  const steps: Step[] = [
    term('rent-week', week),
    ...(rentByDays
      ? [{ kind: 'fraction' as const, term: 'days-held' as const, numerator: daysHeld, denominator: 7, amount }]
      : []),
    ...(hasIncome(earnings) ? [] : [note('rent-without-income')]),
  ]
  return [line('D', 'vehicle.rent', amount, steps, [])]
}

/** E: what the car or the card spent, in full. */
function costLine(code: LineCode, kind: Cost['kind'], costs: readonly Cost[]): Line {
  const own = costs.filter((cost) => cost.kind === kind)
  const amount = minus(amountOf(own))
  return line('E', code, amount, [term('rows', amount)], rowsOf(own))
}

/** E: the tolls by the policy of the terms. What the platforms gave back is already in the income. */
function tollLine(week: DriverWeek): Line {
  const { passages, refunds, charged, refunded, due } = tollsOf(week)
  const isOperators = week.terms.tollPolicy === 'operator'
  if (isOperators || due !== charged) {
    const steps = [term('tolls-refunded', minus(due)), ...(isOperators ? [note('operator-bears-tolls', charged)] : [])]
    return line('E', 'tolls', minus(due), steps, rowsOf([...passages, ...refunds]))
  }
  const steps = [
    term('tolls-charged', minus(charged)),
    ...(refunded === 0 ? [] : [note('refunds-already-in-income', refunded)]),
  ]
  return line('E', 'tolls', minus(charged), steps, rowsOf(passages))
}

/** What the road charged, what the platforms gave back, and which of the two leaves the driver's income (`rulings.md` C.8). */
function tollsOf({ earnings, costs, terms: { tollPolicy } }: DriverWeek) {
  const passages = costs.filter(({ kind }) => kind === 'toll')
  const refunds = earnings.filter(({ tollRefunds }) => tollRefunds !== 0)
  const charged = amountOf(passages)
  const refunded = sum(refunds.map(({ tollRefunds }) => tollRefunds))
  const due = { driver: charged, difference: cents(Math.max(charged, refunded)), operator: refunded }[tollPolicy]
  return { passages, refunds, charged, refunded, due }
}

/** G: what earlier weeks left between driver and operator, either way. It moves the payment and is not posted again. */
function carriedLine({ carriedBalance }: DriverWeek): Line {
  return line(
    'G',
    'balance.carried',
    carriedBalance,
    [term('carried', carriedBalance), note('carried-not-posted-again')],
    [],
  )
}

/** Fines and damages are charges, prizes are earned, the rest is between driver and operator (`rulings.md` C.9, C.10). */
const ADJUSTMENT_GROUPS: Readonly<Record<AdjustmentKind, 'F' | 'G' | 'H'>> = {
  fine: 'F',
  damage: 'F',
  advance: 'G',
  other: 'G',
  late: 'G',
  settled: 'G',
  prize: 'H',
}

/** F, G, H: what the office decided, one line each, in the order it was decided. No ceiling on deductions yet. */
function adjustmentLines(adjustments: readonly Adjustment[], group: 'F' | 'G' | 'H'): Line[] {
  return adjustments
    .filter(({ kind }) => ADJUSTMENT_GROUPS[kind] === group)
    .map(({ id, kind, amount, reason, about, changes, came, gone }) => ({
      ...line(group, `adjustment.${kind}`, amount, adjustmentSteps(kind, amount, changes), inOrder([...came, ...gone])),
      adjustment: { id, reason, about, gone },
    }))
}

/** As files brought them, which is how a frozen line reads them back. */
function inOrder(rows: readonly RowId[]): RowId[] {
  return rows.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

function adjustmentSteps(kind: AdjustmentKind, amount: Cents, changes: Adjustment['changes']): Step[] {
  if (kind === 'late') return [...changes.map(changeStep), note('came-after-the-statement')]
  if (kind === 'settled') return [...changes.map(changeStep), note('settled-on-another-statement')]
  return [term('written', amount)]
}

function line(group: LineGroup, code: LineCode, amount: Cents, steps: readonly Step[], rows: readonly RowId[]): Line {
  return { group, code, amount, base: null, rate: null, steps, rows, adjustment: null }
}

function total(lines: readonly Line[], groups?: readonly LineGroup[]): Cents {
  return sum(lines.filter(({ group }) => groups?.includes(group) ?? true).map(({ amount }) => amount))
}

function energyOf(costs: readonly Cost[]): Cost[] {
  return costs.filter(({ kind }) => kind === 'fuel' || kind === 'charging')
}

function amountOf(costs: readonly Cost[]): Cents {
  return sum(costs.map(({ amount }) => amount))
}

/** Each row once: a line stands on rows, not on times they were read. */
function rowsOf(sources: readonly { row: RowId }[]): RowId[] {
  return [...new Set(sources.map(({ row }) => row))]
}
