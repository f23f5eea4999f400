/**
 * A second bookkeeper. Works out one driver-week from the raw figures of the files, in another way than the product
 * does (whole ten-thousandths of a cent, one long page, nothing shared), so that the two can be compared. The rules are
 * the operator's settlement rules; where those are silent, the decision of the house stands next to the sum.
 */

/** Named figures of a row, in cents, as the readers of the files give them; a figure that a file lacks is not there. */
export type Measures = Readonly<Record<string, number>>

export type RawTerms = {
  regime: 'slot' | 'rental' | 'percentage' | 'employee'
  fee:
    | { mode: 'none' }
    | { mode: 'fixed'; amount: number; always: boolean }
    | { mode: 'percent'; rate: number; base: RawFeeBase; floor?: number; cap?: number }
  tripVat: 'none' | 'itemised' | 'gross6' | 'legacy'
  tollPolicy: 'driver' | 'difference' | 'operator' | 'off-trip'
  rent: number
  rentByDays: boolean
  split: { driverShare: number; energyCap: number | null; chargingCap?: number } | null
  feeByDays?: boolean
  exemption?: { from: string; weeks: number }
  kilometres?: { included: number; rate: number; beyond?: { after: number; rate: number } }
  ceiling?: number | null
  receipt?: { vat: 'exempt' | 'reduced' | 'normal'; withholding: number; carried: boolean }
  transportVat?: number
  receiptBase?: 'result' | 'rent-apart' | 'costs-apart'
  normalVat?: number
  companyKeeps?: boolean
}
type RawFeeBase =
  | 'commissionable'
  | 'gross'
  | 'gross-less-vat'
  | 'gross-less-platform-fee'
  | 'gross-less-costs'
  | 'gross-less-vat-and-costs'

/** One driver-week before any arithmetic. Costs are positive (a credit is negative), debt is ≤ 0, all in cents. */
export type RawWeek = {
  uber: readonly Measures[]
  bolt: readonly Measures[]
  costs: readonly {
    kind: 'toll' | 'parking' | 'fuel' | 'adblue' | 'wash' | 'charging'
    amount: number
    offTrip?: boolean
  }[]
  terms: RawTerms
  daysHeld: number
  /** The Monday, where the terms promise weeks without a fee; days worked and kilometres where they count. */
  monday?: string
  daysActive?: number
  kilometres?: number | null
  vehicleRent: number
  carriedBalance: number
  /** What earlier weeks left to the driver's receipt, below zero or above. */
  receiptCarried?: number
  /** Adjustments that the office wrote down, or that settle other weeks, signed as the driver sees them. */
  adjustments: readonly {
    kind: 'fine' | 'damage' | 'advance' | 'prize' | 'referral' | 'goal' | 'other' | 'late' | 'settled' | 'plan'
    amount: number
    /**
     * Of one that settles other weeks: by how much the cash in hand moved with it, and whether it is about a cost of
     * driving.
     */
    cash?: number
    ofCosts?: boolean
    /** `repaid` and `charged` are what earlier weeks took of the plan and of its interest, in cents. */
    plan?: { id: string; since: string; interest?: { rate: number; repaid: number; charged: number } }
  }[]
}

/** The result that is compared, to the cent. Lines by group and code; a line of zero is left out. */
export type Result = {
  lines: Readonly<Record<string, number>>
  net: number
  payable: number
  carriedOver: number
  earnings: number
  costs: number
  adjustments: number
  receiptValue: number
  /** The rest of each plan that was due. */
  left: Readonly<Record<string, number>>
}

/** The result, and the base of a percentage where there was one: of the fee, or of the pot that is split. */
export type Recomputed = Result & { base: number | null }

export function recompute(week: RawWeek): Recomputed {
  const { terms } = week

  // Income, and how it is divided. Uber writes fees and kept cash as negative amounts, Bolt as positive ones.
  let uberPaid = 0n
  let boltPaid = 0n
  let cashKept = 0n
  let tips = 0n
  let tollsBack = 0n
  let expensesBack = 0n
  let platformFee = 0n
  let vatInFiles = 0n
  let baseWithoutVat = 0n
  for (const row of week.uber) {
    uberPaid += BigInt(row['paid']!)
    cashKept -= BigInt(row['cash_collected']!)
    tips += BigInt(row['tips']!)
    tollsBack += BigInt(row['toll_refund']!) + BigInt(row['toll_tax']!)
    platformFee -= BigInt(row['service_fee']!)
    if (row['fare_tax'] === undefined) baseWithoutVat += BigInt(row['fare']!)
    else vatInFiles += BigInt(row['fare_tax'])
  }
  for (const row of week.bolt) {
    boltPaid += BigInt(row['payout']!)
    cashKept += BigInt(row['cash_collected']!)
    tips += BigInt(row['tips']!)
    tollsBack += BigInt(row['tolls']!)
    expensesBack += BigInt(row['expense_refunds']!)
    platformFee += BigInt(row['total_fees']!)
    const itemised = ['vat_app', 'vat_cash', 'vat_cancellation'].filter((name) => row[name] !== undefined)
    const bare = [
      ['app', 'vat_app'],
      ['cash_gross', 'vat_cash'],
      ['cancellation', 'vat_cancellation'],
    ].some(([income, name]) => BigInt(row[income!] ?? 0) !== 0n && row[name!] === undefined)
    if (itemised.length > 0 && !bare) for (const name of itemised) vatInFiles += BigInt(row[name]!)
    else baseWithoutVat += BigInt(row['gross']!) - BigInt(row['tips']!) - BigInt(row['expense_refunds']!)
  }

  // 6 % are inside the fare: 6 of 106 parts. Where the file does not state it, the whole is rounded once.
  const transport = BigInt(terms.transportVat ?? 600)
  const vat = vatInFiles + nearest(baseWithoutVat * transport, 10_000n + transport)
  const gross = uberPaid + boltPaid + cashKept - tips - tollsBack - expensesBack + platformFee
  const commissionable = gross - platformFee - vat

  let vatLine = 0n
  if (terms.tripVat === 'itemised') vatLine = -vat
  if (terms.tripVat === 'gross6') vatLine = -nearest(gross * transport, 10_000n)
  if (terms.tripVat === 'legacy' && uberPaid + boltPaid > 0n)
    vatLine = -nearest((uberPaid + boltPaid) * transport, 10_000n)

  let tolls = 0n
  let tollsAlone = 0n
  let parking = 0n
  let fuel = 0n
  let charging = 0n
  let adblue = 0n
  let wash = 0n
  for (const { kind, amount, offTrip } of week.costs) {
    if (kind === 'toll' && offTrip) tollsAlone += BigInt(amount)
    if (kind === 'toll') tolls += BigInt(amount)
    if (kind === 'parking') parking += BigInt(amount)
    if (kind === 'fuel') fuel += BigInt(amount)
    if (kind === 'charging') charging += BigInt(amount)
    if (kind === 'adblue') adblue += BigInt(amount)
    if (kind === 'wash') wash += BigInt(amount)
  }

  // Refunds are inside the income already: `operator` takes them back, `difference` takes the larger of refunds and charges.
  let tollLine = -tolls
  if (terms.tollPolicy === 'difference') tollLine = tollsBack > tolls ? -tollsBack : -tolls
  if (terms.tollPolicy === 'operator') tollLine = -tollsBack
  if (terms.tollPolicy === 'off-trip') tollLine = -tollsBack - tollsAlone

  // The costs in the base of a fee are the driver's costs of driving: energy and tolls; no tolls where the operator bears them.
  let tollsOfTheDriver = -tollLine
  if (terms.tollPolicy === 'operator' || terms.tollPolicy === 'off-trip') tollsOfTheDriver -= tollsBack
  const drivingCosts = fuel + charging + tollsOfTheDriver

  // Days out of seven shorten any amount that is agreed per week; a promise of free weeks counts its weeks in days.
  const shortened = (weekly: number) =>
    terms.feeByDays ? nearest(BigInt(weekly) * BigInt(week.daysActive ?? 7), 7n) : BigInt(weekly)
  let isFree = false
  if (terms.exemption && week.monday) {
    const daysIn = (Date.parse(week.monday) - Date.parse(terms.exemption.from)) / 86_400_000
    isFree = daysIn >= 0 && daysIn < terms.exemption.weeks * 7
  }

  let fixedFee = 0n
  let percentFee = 0n
  let splitFee = 0n
  let base: bigint | null = null
  if (terms.regime === 'percentage' && terms.split) {
    let energy = fuel + charging
    const cap = terms.split.energyCap === null ? null : BigInt(terms.split.energyCap)
    if (terms.split.chargingCap === undefined) {
      if (cap !== null && energy > cap) energy = cap
    } else {
      // Two caps: the amount above one of them is left out, whatever room the other has.
      if (cap !== null && fuel > cap) energy -= fuel - cap
      if (charging > BigInt(terms.split.chargingCap)) energy -= charging - BigInt(terms.split.chargingCap)
    }
    const pot = commissionable - energy
    base = pot
    if (pot > 0n) splitFee = -(pot - nearest(pot * BigInt(terms.split.driverShare), 10_000n))
  } else if (terms.regime !== 'employee' && terms.fee.mode === 'fixed') {
    if (!isFree && (gross > 0n || terms.fee.always)) fixedFee = -shortened(terms.fee.amount)
  } else if (terms.regime !== 'employee' && terms.fee.mode === 'percent') {
    base = commissionable
    if (terms.fee.base === 'gross') base = gross
    if (terms.fee.base === 'gross-less-vat') base = gross - vat
    if (terms.fee.base === 'gross-less-platform-fee') base = gross - platformFee
    if (terms.fee.base === 'gross-less-costs') base = gross - drivingCosts
    if (terms.fee.base === 'gross-less-vat-and-costs') base = gross - vat - drivingCosts
    if (base > 0n) percentFee = -nearest(base * BigInt(terms.fee.rate), 10_000n)
    const { floor, cap } = terms.fee
    if (floor !== undefined && gross > 0n && -percentFee < shortened(floor)) percentFee = -shortened(floor)
    if (cap !== undefined && -percentFee > shortened(cap)) percentFee = -shortened(cap)
    if (isFree) percentFee = 0n
  }

  // A rent the terms name is due for the whole week whatever was driven; the car's own only when the car was held.
  let rent = 0n
  if (terms.regime !== 'employee') {
    let weekly = BigInt(terms.rent)
    if (weekly === 0n && terms.regime === 'rental' && week.daysHeld > 0) weekly = BigInt(week.vehicleRent)
    rent = terms.rentByDays ? -nearest(weekly * BigInt(week.daysHeld), 7n) : -weekly
  }

  // Kilometre by kilometre: the included ones are free, the next ones have one price, and those far beyond another.
  let kilometres = 0n
  if (terms.kilometres && week.kilometres !== undefined && week.kilometres !== null && terms.regime !== 'employee') {
    const { included, rate, beyond } = terms.kilometres
    const dear = beyond ? included + beyond.after : Number.POSITIVE_INFINITY
    for (let driven = included; driven < week.kilometres; driven++)
      kilometres -= BigInt(driven < dear ? rate : beyond!.rate)
  }

  // The result of an employee's week and the cash in hand are the company's, tips are not.
  const ofTheWeek = uberPaid + boltPaid + vatLine - fuel - charging - adblue - wash + tollLine - parking
  const employer = terms.regime === 'employee' && terms.companyKeeps ? tips - cashKept - ofTheWeek : 0n

  // A fault of the driver is a cost, a prize is earned, and everything else is an account between driver and company.
  const written = {
    fine: 0n,
    damage: 0n,
    advance: 0n,
    prize: 0n,
    referral: 0n,
    goal: 0n,
    other: 0n,
    late: 0n,
    settled: 0n,
    plan: 0n,
  }
  for (const { kind, amount } of week.adjustments) if (kind !== 'plan') written[kind] += BigInt(amount)

  const debt = BigInt(week.carriedBalance)
  const earnings = uberPaid + boltPaid + vatLine + written.prize + written.referral + written.goal
  const driving =
    employer +
    fixedFee +
    percentFee +
    splitFee +
    rent +
    kilometres -
    fuel -
    charging -
    adblue -
    wash +
    tollLine -
    parking
  const charges = written.fine + written.damage

  // At most the ceiling's part of what is left may go into old debts. It goes first into amounts written down (the rest
  // stays owed), then into plan after plan by age (the rest stays in the plan). Where nothing is left there is nothing
  // to protect.
  const owed = -(charges + debt + written.advance + written.other + written.late)
  const remains = earnings + driving + written.settled
  let waits = 0n
  let room: bigint | null = null
  if (terms.ceiling !== undefined && terms.ceiling !== null) {
    const limit = remains > 0n ? nearest(remains * BigInt(terms.ceiling), 10_000n) : 0n
    room = limit - owed
    if (room < 0n) {
      if (remains > 0n) waits = -room
      room = 0n
    }
  }
  const left: Record<string, number> = {}
  let interest = 0n
  const plans = week.adjustments.filter(({ kind }) => kind === 'plan')
  // Those of one day in the order in which they were agreed.
  plans.sort((a, b) => (a.plan!.since === b.plan!.since ? 0 : a.plan!.since < b.plan!.since ? -1 : 1))
  for (const { amount, plan } of plans) {
    let taken = -BigInt(amount)
    if (room !== null && taken > room) taken = room
    // Interest is a part of everything repaid until now, less the interest already paid. It has to fit in together with
    // the instalment, which gives way cent by cent, starting from the amount that would fit without rounding.
    const priced = plan!.interest
    const price = (part: bigint) => {
      if (!priced || part === 0n) return 0n
      const due = nearest((BigInt(priced.repaid) + part) * BigInt(priced.rate), 10_000n) - BigInt(priced.charged)
      return due > 0n ? due : 0n
    }
    let cost = price(taken)
    // An instalment that has to give way uses the room to the last cent; the odd cent is interest paid ahead.
    if (room !== null && priced && -BigInt(amount) + price(-BigInt(amount)) > room) {
      const about =
        ((room + BigInt(priced.charged) + 1n) * 10_000n - BigInt(priced.repaid * priced.rate)) /
          (10_000n + BigInt(priced.rate)) +
        1n
      if (about < taken) taken = about > 0n ? about : 0n
      while (taken > 0n && taken + price(taken) > room) taken -= 1n
      cost = room - taken
    }
    if (room !== null) room -= taken + cost
    written.plan -= taken
    interest -= cost
    left[plan!.id] = Number(-BigInt(amount) - taken)
  }

  // The driver's receipt: pay for the work and cash in hand, of this week and of corrections of earlier ones, and the
  // amount that earlier ones could not invoice; without what the operator invoices itself. An employee writes none.
  let receiptValue = 0n
  if (terms.regime !== 'employee') {
    receiptValue = earnings + driving + cashKept + BigInt(week.receiptCarried ?? 0)
    if (terms.receiptBase === 'rent-apart') receiptValue -= rent + kilometres
    if (terms.receiptBase === 'costs-apart') receiptValue = earnings + cashKept + BigInt(week.receiptCarried ?? 0)
    for (const { kind, amount, cash, ofCosts } of week.adjustments) {
      if (kind !== 'late' && kind !== 'settled') continue
      receiptValue += BigInt(cash ?? 0)
      if (!(ofCosts && terms.receiptBase === 'costs-apart')) receiptValue += BigInt(amount)
    }
  }
  let receiptVat = 0n
  let withheld = 0n
  if (terms.receipt?.carried && receiptValue > 0n) {
    if (terms.receipt.vat === 'reduced') receiptVat = nearest(receiptValue * transport, 10_000n)
    if (terms.receipt.vat === 'normal') receiptVat = nearest(receiptValue * BigInt(terms.normalVat ?? 2_300), 10_000n)
    withheld = nearest(receiptValue * BigInt(terms.receipt.withholding), 10_000n)
  }

  const account =
    debt +
    waits +
    written.advance +
    written.other +
    written.late +
    written.settled +
    written.plan +
    interest +
    receiptVat -
    withheld
  const net = earnings + driving + charges + account
  const lines = Object.entries({
    'A income.uber': uberPaid,
    'A income.bolt': boltPaid,
    'B vat.trips': vatLine,
    'C fee.fixed': fixedFee,
    'C fee.percent': percentFee,
    'C fee.split': splitFee,
    'C fee.employer': employer,
    'D vehicle.rent': rent,
    'D vehicle.kilometres': kilometres,
    'E energy.fuel': -fuel,
    'E energy.charging': -charging,
    'E energy.adblue': -adblue,
    'E car.wash': -wash,
    'E tolls': tollLine,
    'E parking': -parking,
    'F adjustment.fine': written.fine,
    'F adjustment.damage': written.damage,
    'G balance.carried': debt,
    'G balance.deferred': waits,
    'G adjustment.advance': written.advance,
    'G adjustment.other': written.other,
    'G adjustment.late': written.late,
    'G adjustment.settled': written.settled,
    'G adjustment.plan': written.plan,
    'G adjustment.interest': interest,
    'H adjustment.prize': written.prize,
    'H adjustment.referral': written.referral,
    'H adjustment.goal': written.goal,
    'I receipt.vat': receiptVat,
    'I receipt.withholding': -withheld,
  }).filter(([, amount]) => amount !== 0n)

  return {
    lines: Object.fromEntries(lines.map(([name, amount]) => [name, Number(amount)])),
    net: Number(net),
    payable: net > 0n ? Number(net) : 0,
    carriedOver: net < 0n ? Number(net) : 0,
    earnings: Number(earnings),
    costs: Number(driving + charges),
    adjustments: Number(account),
    receiptValue: Number(receiptValue),
    left,
    base: base === null ? null : Number(base),
  }
}

/** Rounds ten-thousandths (or other parts) to whole cents: half a cent or more goes away from zero. */
function nearest(parts: bigint, perCent: bigint): bigint {
  const whole = parts / perCent
  const rest = parts % perCent
  if (rest * 2n >= perCent) return whole + 1n
  if (rest * 2n <= -perCent) return whole - 1n
  return whole
}
