import { grossOf, tripVatOf, TRANSPORT_VAT } from './earning.ts'
import { type BasisPoints, type Cents, ZERO, basisPoints, cents, fraction, minus, share, sum } from './money.ts'
import { deductionLines, prizeLines } from './settlement-deductions.ts'
import { employerLine, managementLine } from './settlement-fee.ts'
import { amountOf, hasIncome, line, rowsOf, tollsOf, total } from './settlement-lines.ts'
import { PLATFORMS, grossSteps, note, paymentSteps, rateStep, subtotal, term, terms } from './settlement-steps.ts'
import type {
  Cost,
  DriverWeek,
  Earning,
  Line,
  LineCode,
  RowId,
  Settlement,
  Step,
  StepTerm,
} from './settlement-types.ts'
import { FOLDS } from './settlement-folds.ts'
import { NORMAL_VAT, receiptOf } from './settlement-receipt.ts'
import type { Terms } from './terms.ts'

/**
 * Works out what one driver is owed for one week (`rulings.md` C), in cents signed as the driver sees them. Each line
 * is rounded by itself and the net is the exact sum of the lines, so a statement adds up by hand. A line of 0 is left
 * out, but a platform that reported the driver is shown even with 0,00. A week never pays less than nothing: the rest
 * is carried over as debt. An instalment is shown even where nothing of it could be taken. An employee's week is
 * information: no fee, no rent, nothing to invoice, and its result stays with the company. Throws `RangeError` for days
 * outside 0–7, a percentage regime without its split, tolls by trips without their times, an instalment that is none,
 * or an adjustment whose amount differs from its changes or its reward: then the week was gathered wrongly, and no
 * figure would be right.
 */
export function settle(week: DriverWeek): Settlement {
  refuseImpossible(week)
  const workLines = [
    ...incomeLines(week.earnings),
    ...tripVatLine(week),
    ...managementLine(week),
    rentLine(week),
    kilometreLine(week),
    costLine('energy.fuel', 'fuel', week.costs),
    costLine('energy.charging', 'charging', week.costs),
    costLine('energy.adblue', 'adblue', week.costs),
    costLine('car.wash', 'wash', week.costs),
    tollLine(week),
    costLine('parking', 'parking', week.costs),
  ].flat()
  const driving = [...workLines, ...employerLine(week, workLines)]
  const prizes = prizeLines(week.adjustments)
  const receipt = receiptOf(week, [...driving, ...prizes])
  const lines = [
    ...driving,
    ...deductionLines(week, [...driving, ...prizes]),
    ...prizes,
    ...receiptLines(week.terms, receipt),
  ].filter(({ amount, group, code }) => amount !== 0 || group === 'A' || code === 'adjustment.plan')

  const net = total(lines)
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
    ...receipt,
  }
}

function refuseImpossible({
  daysHeld,
  daysActive = 7,
  costs,
  terms: { regime, split, tollPolicy },
  adjustments,
}: DriverWeek) {
  for (const days of [daysHeld, daysActive]) {
    if (!Number.isInteger(days) || days < 0 || days > 7) throw new RangeError(`${days} days of a week`)
  }
  if (regime === 'percentage' && !split) throw new RangeError('a percentage regime without its split')
  if (tollPolicy === 'off-trip' && costs.some(({ kind, offTrip }) => kind === 'toll' && offTrip === undefined))
    throw new RangeError('tolls by trips without the times of trips')
  for (const { kind, amount, changes, plan, reward } of adjustments) {
    if (kind === 'plan' && (!plan || amount > 0)) throw new RangeError(`an instalment of ${amount}`)
    if (reward && sum([reward.earned, minus(reward.given)]) !== amount)
      throw new RangeError(`${amount} of a reward of ${reward.earned}`)
    const changed = sum(changes.map(({ from, to }) => sum([to, minus(from)])))
    if ((kind === 'late' || kind === 'settled' || changes.length > 0) && changed !== amount)
      throw new RangeError(`changes of ${changed} for an adjustment of ${amount}`)
  }
}

/** Makes the lines A: what each platform pays. Cash kept is already taken off, and is not taken a second time. */
function incomeLines(earnings: readonly Earning[]): Line[] {
  return PLATFORMS.flatMap((platform) => {
    const ofPlatform = earnings.filter((earning) => earning.platform === platform)
    if (ofPlatform.length === 0) return []
    const amount = sum(ofPlatform.map(({ payment }) => payment))
    return line('A', `income.${platform}`, amount, paymentSteps(platform, ofPlatform), rowsOf(ofPlatform))
  })
}

/** Makes the line B: takes the VAT contained in the trips off the driver's income. */
function tripVatLine({ earnings, terms: { tripVat, transportVat: rate = TRANSPORT_VAT } }: DriverWeek): Line[] {
  switch (tripVat) {
    case 'none':
      return []
    case 'itemised':
      return [itemisedVatLine(earnings, rate)]
    case 'gross6': {
      const gross = grossOf(earnings)
      return [flatVatLine(gross, rate, grossSteps(earnings), rowsOf(earnings))]
    }
    case 'legacy': {
      const income = sum(earnings.map(({ payment }) => payment))
      if (income <= 0) return []
      const steps = earnings.map(({ platform, payment }) => term('income', payment, platform))
      return [flatVatLine(income, rate, steps, rowsOf(earnings))]
    }
  }
}

function itemisedVatLine(earnings: readonly Earning[], rate: BasisPoints): Line {
  const vat = tripVatOf(earnings, rate)
  const unlisted = earnings.filter(({ tripVat }) => tripVat === null)
  const itemised = earnings.filter(({ tripVat }) => tripVat !== null)
  const hasTollTax = itemised.some(({ platform, tollRefunds }) => platform === 'uber' && tollRefunds !== 0)
  const steps: Step[] = [
    ...unlisted.map(({ platform, fare }) => term('fare', fare, platform)),
    ...(unlisted.length === 0
      ? []
      : [
          {
            kind: 'fraction' as const,
            term: 'trip-vat' as const,
            // 6 ÷ 106 at 6 %.
            numerator: rate / 100,
            denominator: 100 + rate / 100,
            amount: minus(vat.estimated),
          },
          note('vat-not-itemised'),
        ]),
    ...itemised.flatMap(({ platform, tripVat }) => terms(platform, [['trip-vat', minus(tripVat ?? ZERO)]])),
    ...(hasTollTax ? [note('vat-of-toll-refund-excluded')] : []),
  ]
  return line('B', 'vat.trips', minus(vat.total), steps, rowsOf(earnings))
}

function flatVatLine(base: Cents, rate: BasisPoints, baseSteps: readonly Step[], rows: readonly RowId[]): Line {
  const amount = minus(share(base, rate))
  const steps = [...baseSteps, rateStep('vat-rate', rate, amount)]
  return { ...line('B', 'vat.trips', amount, steps, rows), base, rate }
}

/**
 * Makes the line D of the rent: that of the terms; a renter whose terms name none pays the rent of the car held. It is
 * charged for a whole week as soon as the car is held for a day, or by days where that was agreed. It is due without
 * income too.
 */
function rentLine({ terms: { regime, rent, rentByDays }, vehicleRent, daysHeld, earnings }: DriverWeek): Line[] {
  if (regime === 'employee') return []
  const carRent = regime === 'rental' && daysHeld > 0 ? vehicleRent : ZERO
  const week = minus(rent === 0 ? carRent : rent)
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

/** Makes the line D of kilometres beyond those in the rent, at one price or two. Where nobody measured them there is no line. */
function kilometreLine({ kilometres, readings = [], terms: { regime, kilometres: agreed } }: DriverWeek): Line[] {
  if (regime === 'employee' || !agreed || kilometres === undefined || kilometres === null) return []
  const extra = Math.max(kilometres - agreed.included, 0)
  const dearer = agreed.beyond ? Math.max(extra - agreed.beyond.after, 0) : 0
  const prices = [
    { driven: extra - dearer, rate: agreed.rate },
    { driven: dearer, rate: agreed.beyond?.rate ?? ZERO },
  ].filter(({ driven }) => driven > 0)
  const charged = prices.map(({ driven, rate }) => cents(0 - driven * rate))
  const steps: Step[] = [
    { kind: 'driven', kilometres, included: agreed.included, spans: readings },
    ...charged.map((amount) => term('kilometres-extra', amount)),
  ]
  return [line('D', 'vehicle.kilometres', sum(charged), steps, [])]
}

/** Makes a line E: what the car or the card spent, in full. */
function costLine(code: LineCode, kind: Cost['kind'], costs: readonly Cost[]): Line {
  const costsOfKind = costs.filter((cost) => cost.kind === kind)
  const amount = minus(amountOf(costsOfKind))
  return line('E', code, amount, [term('rows', amount)], rowsOf(costsOfKind))
}

/** Makes the line E of tolls by the policy of the terms. What the platforms gave back is already in the income. */
function tollLine(week: DriverWeek): Line {
  const { passages, refunds, refunded, offTrip, due, charged: all } = tollsOf(week)
  if (week.terms.tollPolicy === 'off-trip') {
    const steps = terms(null, [
      ['tolls-refunded', minus(refunded)],
      ['tolls-off-trip', minus(offTrip)],
    ])
    const unknown = amountOf(passages.filter((passage) => passage.tripUnknown))
    const notes = unknown === 0 ? [] : [note('tolls-untold', unknown)]
    const charged = passages.filter((passage) => passage.offTrip)
    return line('E', 'tolls', minus(due), [...steps, ...notes], rowsOf([...charged, ...refunds]))
  }
  const isOperators = week.terms.tollPolicy === 'operator'
  if (isOperators || due !== all) {
    const steps = [term('tolls-refunded', minus(due)), ...(isOperators ? [note('operator-bears-tolls', all)] : [])]
    return line('E', 'tolls', minus(due), steps, rowsOf([...passages, ...refunds]))
  }
  const steps = [
    term('tolls-charged', minus(all)),
    ...(refunded === 0 ? [] : [note('refunds-already-in-income', refunded)]),
  ]
  return line('E', 'tolls', minus(all), steps, rowsOf(passages))
}

/** Makes the lines I: the VAT and the withholding of the driver's receipt, where the statement carries them (`rulings.md` C.10). */
function receiptLines(
  { receipt, transportVat = TRANSPORT_VAT, normalVat = NORMAL_VAT }: Terms,
  { receiptValue: value, receiptCarried }: ReturnType<typeof receiptOf>,
): Line[] {
  if (!receipt?.carried || value <= 0) return []
  const vat = { exempt: basisPoints(0), reduced: transportVat, normal: normalVat }[receipt.vat]
  const carried = sum((receiptCarried ?? []).map(({ amount }) => amount))
  const base =
    carried === 0
      ? [term('receipt-value', value)]
      : [
          term('receipt-of-week', sum([value, minus(carried)])),
          term('receipt-carried', carried),
          subtotal('receipt-value', value),
        ]
  const taxed = (code: LineCode, rateName: StepTerm, rate: BasisPoints, amount: Cents): Line => {
    const steps = [...base, rateStep(rateName, rate, amount)]
    return { ...line('I', code, amount, steps, []), base: value, rate }
  }
  return [
    taxed('receipt.vat', 'vat-rate', vat, share(value, vat)),
    taxed('receipt.withholding', 'withholding-rate', receipt.withholding, minus(share(value, receipt.withholding))),
  ]
}
