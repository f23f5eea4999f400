import { commissionableOf, grossOf, tripVatOf } from './earning.ts'
import { type BasisPoints, type Cents, ZERO, basisPoints, cents, fraction, minus, share, sum } from './money.ts'
import type { Cost, DriverWeek, Earning, Line, LineGroup, Settlement, Step, StepTerm } from './settlement-types.ts'
import type { FeeBase } from './terms.ts'

const SIX_PERCENT = basisPoints(600)

/**
 * What one driver is owed for one week, line by line (`rulings.md` C). Each line is rounded to the cent when it is
 * computed and the net is the exact sum of the lines, so that a statement adds up by hand. A week never pays less than
 * nothing: what it cannot bear is carried over as debt. All amounts are cents, signed as the driver sees them.
 */
export function settle(week: DriverWeek): Settlement {
  const lines = [
    ...week.earnings.map(incomeLine),
    ...tripVatLine(week),
    ...feeLine(week),
    ...rentLine(week),
    ...consumptionLines(week),
    ...tollLine(week),
    ...carriedLine(week),
  ]
  const net = sum(lines.map(({ amount }) => amount))
  const cashKept = sumOf(week.earnings, ({ cashKept: kept }) => kept)

  return {
    lines,
    net,
    payable: cents(Math.max(net, 0)),
    carriedOver: cents(Math.min(net, 0)),
    groups: {
      earnings: sumGroups(lines, ['A', 'B', 'H']),
      costs: sumGroups(lines, ['C', 'D', 'E', 'F']),
      adjustments: sumGroups(lines, ['G', 'I']),
    },
    receiptValue: sum([sumGroups(lines, ['A', 'B', 'C', 'D', 'E', 'H']), cashKept]),
  }
}

/** A: what the platform pays. Cash the driver kept is already out of it, so it is shown and not subtracted again. */
function incomeLine(earning: Earning): Line {
  const { platform, payment, cashKept, tips, tollRefunds, expenseRefunds, platformFee } = earning
  const term = (name: StepTerm, amount: Cents): Step[] => (amount === 0 ? [] : [{ kind: 'term', term: name, platform, amount }])
  return {
    group: 'A',
    code: `income.${platform}`,
    amount: payment,
    base: null,
    rate: null,
    steps: [
      ...term('gross', grossOf(earning)),
      ...term('platform-fee', minus(platformFee)),
      ...term('tips', tips),
      ...term('toll-refunds', tollRefunds),
      ...term('expense-refunds', expenseRefunds),
      ...term('cash-kept', minus(cashKept)),
      { kind: 'subtotal', term: 'payment', amount: payment },
      ...(cashKept === 0 ? [] : [{ kind: 'note', term: 'cash-already-inside', amount: cashKept } as const]),
    ],
    rows: [earning.row],
  }
}

/** B: the VAT contained in the trips, which the operator hands to the State (C.3). */
function tripVatLine({ earnings, terms }: DriverWeek): Line[] {
  const rows = earnings.map(({ row }) => row)
  const line = (amount: Cents, steps: Step[], base: Cents | null, rate: BasisPoints | null): Line[] =>
    amount === 0 ? [] : [{ group: 'B', code: 'vat.trips', amount, base, rate, steps, rows }]

  switch (terms.tripVat) {
    case 'none':
      return []
    case 'itemised': {
      const vat = sumOf(earnings, tripVatOf)
      const perPlatform = earnings.map((earning): Step => ({ kind: 'term', term: 'trip-vat', platform: earning.platform, amount: tripVatOf(earning) }))
      const guessed = earnings.filter(({ tripVat }) => tripVat === null)
      const notes: Step[] = guessed.length > 0 ? [{ kind: 'note', term: 'vat-not-itemised', amount: sumOf(guessed, ({ fare }) => fare) }] : []
      return line(minus(vat), [...perPlatform, { kind: 'subtotal', term: 'trip-vat', amount: vat }, ...notes], null, null)
    }
    case 'gross6': {
      const gross = sumOf(earnings, grossOf)
      const vat = share(gross, SIX_PERCENT)
      return line(minus(vat), [...eachTerm('gross', earnings, grossOf), rateStep('vat-rate', SIX_PERCENT, vat)], gross, SIX_PERCENT)
    }
    case 'legacy': {
      const income = cents(Math.max(sumOf(earnings, ({ payment }) => payment), 0))
      const vat = share(income, SIX_PERCENT)
      return line(minus(vat), [...eachTerm('payment', earnings, ({ payment }) => payment), rateStep('vat-rate', SIX_PERCENT, vat)], income, SIX_PERCENT)
    }
  }
}

/** C: the operator's fee (C.5), or the operator's part of the pot in the percentage regime (C.6). */
function feeLine(week: DriverWeek): Line[] {
  const { terms, earnings, costs } = week
  if (terms.regime === 'employee') return []
  if (terms.regime === 'percentage' && terms.split) return splitLine(week, terms.split)

  const rows = earnings.map(({ row }) => row)
  switch (terms.fee.mode) {
    case 'none':
      return []
    case 'fixed': {
      const hasIncome = earnings.some(({ payment, cashKept, fare }) => payment !== 0 || cashKept !== 0 || fare !== 0)
      if (terms.fee.amount === 0 || (!hasIncome && !terms.fee.always)) return []
      const steps: Step[] = [
        { kind: 'subtotal', term: 'fixed-fee', amount: terms.fee.amount },
        ...(terms.fee.always ? [] : [{ kind: 'note', term: 'fee-only-with-income', amount: null } as const]),
      ]
      return [{ group: 'C', code: 'fee.fixed', amount: minus(terms.fee.amount), base: null, rate: null, steps, rows: [] }]
    }
    case 'percent': {
      const { base, steps } = feeBase(terms.fee.base, earnings, costs)
      // A week that lost money owes no fee; the fee never pays the driver.
      const taxed = cents(Math.max(base, 0))
      const fee = share(taxed, terms.fee.rate)
      if (fee === 0) return []
      return [
        {
          group: 'C',
          code: 'fee.percent',
          amount: minus(fee),
          base: taxed,
          rate: terms.fee.rate,
          steps: [
            ...steps,
            { kind: 'subtotal', term: 'fee-base', amount: base },
            rateStep('fee-base', terms.fee.rate, fee),
            { kind: 'note', term: 'tips-and-refunds-outside-base', amount: outsideBase(earnings) },
          ],
          rows,
        },
      ]
    }
  }
}

/** The six grounds of a percentage fee, with the figures that lead to them. */
function feeBase(base: FeeBase, earnings: readonly Earning[], costs: readonly Cost[]): { base: Cents; steps: Step[] } {
  const gross = sumOf(earnings, grossOf)
  const vat = sumOf(earnings, tripVatOf)
  const platformFee = sumOf(earnings, ({ platformFee: fee }) => fee)
  const running = sum(costs.filter(({ kind }) => FEE_COSTS.has(kind)).map(({ amount }) => amount))
  const grossSteps = eachTerm('gross', earnings, grossOf)
  const vatSteps = eachTerm('trip-vat', earnings, (earning) => minus(tripVatOf(earning)))
  const feeSteps = eachTerm('platform-fee', earnings, ({ platformFee: fee }) => minus(fee))
  const costSteps: Step[] = [{ kind: 'term', term: 'costs', platform: null, amount: minus(running) }]

  switch (base) {
    case 'commissionable':
      return { base: sumOf(earnings, commissionableOf), steps: [...grossSteps, ...vatSteps, ...feeSteps] }
    case 'gross':
      return { base: gross, steps: grossSteps }
    case 'gross-less-vat':
      return { base: sum([gross, minus(vat)]), steps: [...grossSteps, ...vatSteps] }
    case 'gross-less-platform-fee':
      return { base: sum([gross, minus(platformFee)]), steps: [...grossSteps, ...feeSteps] }
    case 'gross-less-costs':
      return { base: sum([gross, minus(running)]), steps: [...grossSteps, ...costSteps] }
    case 'gross-less-vat-and-costs':
      return { base: sum([gross, minus(vat), minus(running)]), steps: [...grossSteps, ...vatSteps, ...costSteps] }
  }
}

const FEE_COSTS: ReadonlySet<Cost['kind']> = new Set(['fuel', 'charging', 'toll'])

/**
 * The pot is what may be shared less fuel and charging up to the cap; the operator takes what the driver's share leaves.
 * Fuel and charging are then charged in full below; tips and toll refunds stay with the driver (C.6).
 */
function splitLine({ earnings, costs }: DriverWeek, split: { driverShare: BasisPoints; energyCap: Cents | null }): Line[] {
  const commissionable = sumOf(earnings, commissionableOf)
  const energy = sum(costs.filter(({ kind }) => kind === 'fuel' || kind === 'charging').map(({ amount }) => amount))
  const borne = split.energyCap === null ? energy : cents(Math.min(energy, split.energyCap))
  const pot = sum([commissionable, minus(borne)])
  const drivers = share(pot, split.driverShare)
  const operators = sum([pot, minus(drivers)])
  if (pot <= 0 || operators === 0) return []
  return [
    {
      group: 'C',
      code: 'fee.split',
      amount: minus(operators),
      base: pot,
      rate: split.driverShare,
      steps: [
        ...eachTerm('gross', earnings, grossOf),
        ...eachTerm('trip-vat', earnings, (earning) => minus(tripVatOf(earning))),
        ...eachTerm('platform-fee', earnings, ({ platformFee }) => minus(platformFee)),
        { kind: 'subtotal', term: 'commissionable', amount: commissionable },
        { kind: 'term', term: split.energyCap === null || energy <= split.energyCap ? 'energy' : 'energy-cap', platform: null, amount: minus(borne) },
        { kind: 'subtotal', term: 'pot', amount: pot },
        rateStep('driver-share', split.driverShare, drivers),
        { kind: 'subtotal', term: 'operator-share', amount: operators },
        { kind: 'note', term: 'tips-and-refunds-outside-base', amount: outsideBase(earnings) },
      ],
      rows: [...earnings.map(({ row }) => row), ...costs.filter(({ kind }) => kind === 'fuel' || kind === 'charging').map(({ row }) => row)],
    },
  ]
}

/** D: the rent of the contract, else of the car held; due even without income (C.7, C.13). */
function rentLine({ terms, daysHeld, vehicleRent }: DriverWeek): Line[] {
  if (terms.regime !== 'rental') return []
  const week = terms.rent > 0 ? terms.rent : daysHeld > 0 ? vehicleRent : ZERO
  const due = terms.rentByDays ? fraction(week, daysHeld, 7) : week
  if (due === 0) return []
  const steps: Step[] = [
    { kind: 'term', term: 'rent-week', platform: null, amount: week },
    ...(terms.rentByDays ? [{ kind: 'fraction', term: 'days-held', numerator: daysHeld, denominator: 7, amount: due } as const] : []),
  ]
  return [{ group: 'D', code: 'vehicle.rent', amount: minus(due), base: week, rate: null, steps, rows: [] }]
}

const CONSUMPTION = [
  ['fuel', 'energy.fuel'],
  ['charging', 'energy.charging'],
  ['adblue', 'energy.adblue'],
  ['wash', 'car.wash'],
  ['parking', 'parking'],
] as const

/** E without tolls: each kind of cost in full, as the receipts have it. */
function consumptionLines({ costs }: DriverWeek): Line[] {
  return CONSUMPTION.flatMap(([kind, code]): Line[] => {
    const own = costs.filter((cost) => cost.kind === kind)
    const total = sum(own.map(({ amount }) => amount))
    if (total === 0) return []
    return [
      {
        group: 'E',
        code,
        amount: minus(total),
        base: null,
        rate: null,
        steps: [{ kind: 'subtotal', term: 'rows', amount: total }],
        rows: own.map(({ row }) => row),
      },
    ]
  })
}

/** E, tolls: charged by the road less what the operator bears. What the platforms gave back is inside the income (C.8). */
function tollLine({ costs, earnings, terms }: DriverWeek): Line[] {
  const passages = costs.filter(({ kind }) => kind === 'toll')
  const charged = sum(passages.map(({ amount }) => amount))
  const refunded = sumOf(earnings, ({ tollRefunds }) => tollRefunds)
  const due = {
    driver: charged,
    difference: cents(Math.max(charged, refunded)),
    operator: refunded,
  }[terms.tollPolicy]
  if (due === 0) return []
  const withRefunds = terms.tollPolicy !== 'driver'
  return [
    {
      group: 'E',
      code: 'tolls',
      amount: minus(due),
      base: null,
      rate: null,
      steps: [
        { kind: 'term', term: 'tolls-charged', platform: null, amount: charged },
        ...(withRefunds ? eachTerm('tolls-refunded', earnings, ({ tollRefunds }) => tollRefunds) : []),
        { kind: 'subtotal', term: 'tolls-charged', amount: due },
        ...(refunded === 0 ? [] : [{ kind: 'note', term: 'refunds-already-in-income', amount: refunded } as const]),
        ...(terms.tollPolicy === 'operator' ? [{ kind: 'note', term: 'operator-bears-tolls', amount: null } as const] : []),
      ],
      rows: [...passages.map(({ row }) => row), ...(withRefunds ? earnings.filter(({ tollRefunds }) => tollRefunds !== 0).map(({ row }) => row) : [])],
    },
  ]
}

/** G: what is still owed from earlier weeks. It shows the ledger's balance and is not posted a second time (C.9). */
function carriedLine({ carriedDebt }: DriverWeek): Line[] {
  if (carriedDebt >= 0) return []
  return [
    {
      group: 'G',
      code: 'balance.carried',
      amount: carriedDebt,
      base: null,
      rate: null,
      steps: [
        { kind: 'subtotal', term: 'carried', amount: carriedDebt },
        { kind: 'note', term: 'carried-not-posted-again', amount: null },
      ],
      rows: [],
    },
  ]
}

function outsideBase(earnings: readonly Earning[]): Cents {
  return sumOf(earnings, ({ tips, tollRefunds, expenseRefunds }) => sum([tips, tollRefunds, expenseRefunds]))
}

function eachTerm(term: StepTerm, earnings: readonly Earning[], of: (earning: Earning) => Cents): Step[] {
  return earnings.map((earning) => ({ kind: 'term', term, platform: earning.platform, amount: of(earning) }))
}

function rateStep(term: StepTerm, rate: BasisPoints, amount: Cents): Step {
  return { kind: 'rate', term, rate, amount }
}

function sumOf(earnings: readonly Earning[], of: (earning: Earning) => Cents): Cents {
  return sum(earnings.map(of))
}

function sumGroups(lines: readonly Line[], groups: readonly LineGroup[]): Cents {
  return sum(lines.filter(({ group }) => groups.includes(group)).map(({ amount }) => amount))
}
