/**
 * A second bookkeeper. Works out one driver-week from the raw figures of the files, in another way than the product does
 * (whole ten-thousandths of a cent, one long page, nothing shared), so that the two can be held against each other.
 * The rules are the operator's settlement rules; where the rules are silent, the house's decisions stand beside the sum.
 */

/** Named figures of a row, in cents, as the readers of the files hand them over; a figure a file has not is not there. */
export type Measures = Readonly<Record<string, number>>

export type RawTerms = {
  regime: 'slot' | 'rental' | 'percentage' | 'employee'
  fee:
    | { mode: 'none' }
    | { mode: 'fixed'; amount: number; always: boolean }
    | { mode: 'percent'; rate: number; base: RawFeeBase }
  tripVat: 'none' | 'itemised' | 'gross6' | 'legacy'
  tollPolicy: 'driver' | 'difference' | 'operator'
  rent: number
  rentByDays: boolean
  split: { driverShare: number; energyCap: number | null } | null
}
type RawFeeBase =
  | 'commissionable'
  | 'gross'
  | 'gross-less-vat'
  | 'gross-less-platform-fee'
  | 'gross-less-costs'
  | 'gross-less-vat-and-costs'

/** One driver-week before any arithmetic. Costs are sizes (a credit is negative), debt is ≤ 0, all in cents. */
export type RawWeek = {
  uber: readonly Measures[]
  bolt: readonly Measures[]
  costs: readonly { kind: 'toll' | 'parking' | 'fuel' | 'adblue' | 'wash' | 'charging'; amount: number }[]
  terms: RawTerms
  daysHeld: number
  vehicleRent: number
  carriedBalance: number
  /** What the office wrote down or settled of other weeks, signed as the driver sees it. */
  adjustments: readonly {
    kind: 'fine' | 'damage' | 'advance' | 'prize' | 'other' | 'late' | 'settled'
    amount: number
  }[]
}

/** What is compared, to the cent. Lines by group and code; a line of nothing is no line. */
export type Result = {
  lines: Readonly<Record<string, number>>
  net: number
  payable: number
  carriedOver: number
  earnings: number
  costs: number
  adjustments: number
  receiptValue: number
}

/** The result, and what a percentage was taken on where there was one: of the fee, or of the pot that is split. */
export type Recomputed = Result & { base: number | null }

export function recompute(week: RawWeek): Recomputed {
  const { terms } = week

  // Income, and what of it is whose. Uber writes fees and kept cash as negative amounts, Bolt as positive ones.
  let uberPaid = 0n
  let boltPaid = 0n
  let cashKept = 0n
  let tips = 0n
  let tollsBack = 0n
  let expensesBack = 0n
  let platformFee = 0n
  let vatInFiles = 0n
  let groundWithoutVat = 0n
  for (const row of week.uber) {
    uberPaid += BigInt(row['paid']!)
    cashKept -= BigInt(row['cash_collected']!)
    tips += BigInt(row['tips']!)
    tollsBack += BigInt(row['toll_refund']!) + BigInt(row['toll_tax']!)
    platformFee -= BigInt(row['service_fee']!)
    if (row['fare_tax'] === undefined) groundWithoutVat += BigInt(row['fare']!)
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
    if (itemised.length > 0) for (const name of itemised) vatInFiles += BigInt(row[name]!)
    else groundWithoutVat += BigInt(row['gross']!) - BigInt(row['tips']!) - BigInt(row['expense_refunds']!)
  }

  // 6 % are inside the fare: 6 of 106 parts. Where the file does not say, all of it is rounded once.
  const vat = vatInFiles + nearest(groundWithoutVat * 6n, 106n)
  const gross = uberPaid + boltPaid + cashKept - tips - tollsBack - expensesBack + platformFee
  const commissionable = gross - platformFee - vat

  let vatLine = 0n
  if (terms.tripVat === 'itemised') vatLine = -vat
  if (terms.tripVat === 'gross6') vatLine = -nearest(gross * 600n, 10_000n)
  if (terms.tripVat === 'legacy' && uberPaid + boltPaid > 0n) vatLine = -nearest((uberPaid + boltPaid) * 600n, 10_000n)

  let tolls = 0n
  let parking = 0n
  let fuel = 0n
  let charging = 0n
  let adblue = 0n
  let wash = 0n
  for (const { kind, amount } of week.costs) {
    if (kind === 'toll') tolls += BigInt(amount)
    if (kind === 'parking') parking += BigInt(amount)
    if (kind === 'fuel') fuel += BigInt(amount)
    if (kind === 'charging') charging += BigInt(amount)
    if (kind === 'adblue') adblue += BigInt(amount)
    if (kind === 'wash') wash += BigInt(amount)
  }

  // Refunds are inside the income already: `operator` takes them back, `difference` takes whatever is larger.
  let tollLine = -tolls
  if (terms.tollPolicy === 'difference') tollLine = tollsBack > tolls ? -tollsBack : -tolls
  if (terms.tollPolicy === 'operator') tollLine = -tollsBack

  // Costs in the base of a fee are what the driver bears of driving: energy and tolls, no tolls where the operator bears them.
  const drivingCosts = fuel + charging + (terms.tollPolicy === 'operator' ? 0n : -tollLine)

  let fixedFee = 0n
  let percentFee = 0n
  let splitFee = 0n
  let base: bigint | null = null
  if (terms.regime === 'percentage' && terms.split) {
    let energy = fuel + charging
    if (terms.split.energyCap !== null && energy > BigInt(terms.split.energyCap)) energy = BigInt(terms.split.energyCap)
    const pot = commissionable - energy
    base = pot
    if (pot > 0n) splitFee = -(pot - nearest(pot * BigInt(terms.split.driverShare), 10_000n))
  } else if (terms.regime !== 'employee' && terms.fee.mode === 'fixed') {
    if (gross > 0n || terms.fee.always) fixedFee = -BigInt(terms.fee.amount)
  } else if (terms.regime !== 'employee' && terms.fee.mode === 'percent') {
    base = commissionable
    if (terms.fee.base === 'gross') base = gross
    if (terms.fee.base === 'gross-less-vat') base = gross - vat
    if (terms.fee.base === 'gross-less-platform-fee') base = gross - platformFee
    if (terms.fee.base === 'gross-less-costs') base = gross - drivingCosts
    if (terms.fee.base === 'gross-less-vat-and-costs') base = gross - vat - drivingCosts
    if (base > 0n) percentFee = -nearest(base * BigInt(terms.fee.rate), 10_000n)
  }

  // A rent the terms name is due for the whole week whatever was driven; the car's own only when the car was held.
  let rent = 0n
  if (terms.regime !== 'employee') {
    let weekly = BigInt(terms.rent)
    if (weekly === 0n && terms.regime === 'rental' && week.daysHeld > 0) weekly = BigInt(week.vehicleRent)
    rent = terms.rentByDays ? -nearest(weekly * BigInt(week.daysHeld), 7n) : -weekly
  }

  // What the driver did wrong is a cost, a prize is earned, everything else is an account between the two.
  const written = { fine: 0n, damage: 0n, advance: 0n, prize: 0n, other: 0n, late: 0n, settled: 0n }
  for (const { kind, amount } of week.adjustments) written[kind] += BigInt(amount)

  const debt = BigInt(week.carriedBalance)
  const earnings = uberPaid + boltPaid + vatLine + written.prize
  const driving = fixedFee + percentFee + splitFee + rent - fuel - charging - adblue - wash + tollLine - parking
  const charges = written.fine + written.damage
  const account = debt + written.advance + written.other + written.late + written.settled
  const net = earnings + driving + charges + account
  const lines = Object.entries({
    'A income.uber': uberPaid,
    'A income.bolt': boltPaid,
    'B vat.trips': vatLine,
    'C fee.fixed': fixedFee,
    'C fee.percent': percentFee,
    'C fee.split': splitFee,
    'D vehicle.rent': rent,
    'E energy.fuel': -fuel,
    'E energy.charging': -charging,
    'E energy.adblue': -adblue,
    'E car.wash': -wash,
    'E tolls': tollLine,
    'E parking': -parking,
    'F adjustment.fine': written.fine,
    'F adjustment.damage': written.damage,
    'G balance.carried': debt,
    'G adjustment.advance': written.advance,
    'G adjustment.other': written.other,
    'G adjustment.late': written.late,
    'G adjustment.settled': written.settled,
    'H adjustment.prize': written.prize,
  }).filter(([, amount]) => amount !== 0n)

  return {
    lines: Object.fromEntries(lines.map(([name, amount]) => [name, Number(amount)])),
    net: Number(net),
    payable: net > 0n ? Number(net) : 0,
    carriedOver: net < 0n ? Number(net) : 0,
    earnings: Number(earnings),
    costs: Number(driving + charges),
    adjustments: Number(account),
    // What an independent driver invoices: all but charges and account, and the cash he holds is pay too. An employee invoices nothing.
    receiptValue: terms.regime === 'employee' ? 0 : Number(earnings + driving + cashKept),
    base: base === null ? null : Number(base),
  }
}

/** Ten-thousandths (or any other parts) to whole cents: half a cent and more goes away from zero. */
function nearest(parts: bigint, perCent: bigint): bigint {
  const whole = parts / perCent
  const rest = parts % perCent
  if (rest * 2n >= perCent) return whole + 1n
  if (rest * 2n <= -perCent) return whole - 1n
  return whole
}
