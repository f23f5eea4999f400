import fc from 'fast-check'
import type { Measures, RawTerms, RawWeek } from './oracle.ts'

/**
 * Random driver-weeks with every rule switched on by chance: amounts as fleets have them, and difficult ones (halves of
 * a cent, zero, credits, files that do not add up).
 */

/** An amount in cents: mostly as in a real week, often tiny, now and then enormous. */
function amount(usual: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: usual }) },
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 120 }) },
    // 25 cents off the full euro: 6 % of it ends on half a cent.
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 400 }).map((quarters) => quarters * 50 + 25) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 20_000_000 }) },
  )
}

/** An amount as `amount` makes them, sometimes negative: corrections, credits, money taken back. */
function corrected(usual: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 9, arbitrary: amount(usual) },
    { weight: 1, arbitrary: amount(usual).map((size) => 0 - size) },
  )
}

/** A figure that a file may leave out. */
function sometimes<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined, freq: 3 })
}

function withoutAbsent(figures: Readonly<Record<string, number | undefined>>): Measures {
  return Object.fromEntries(
    Object.entries(figures).filter((figure): figure is [string, number] => figure[1] !== undefined),
  )
}

/**
 * A row of Uber's weekly report. `off` breaks its sums, as Uber's own adjustments do, and files from before a new
 * column.
 */
const uberRow: fc.Arbitrary<Measures> = fc
  .record({
    fare: corrected(120_000),
    fee: fc.integer({ min: 0, max: 3_000 }),
    tips: amount(2_000),
    other: fc.oneof(fc.constant(0), fc.integer({ min: -300, max: 5_000 })),
    toll: corrected(4_000),
    cash: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: amount(60_000) }),
    off: fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -90_000, max: 90_000 }) },
    ),
    taxOff: fc.integer({ min: -2, max: 2 }),
    itemised: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  })
  .map(({ fare, fee, tips, other, toll, cash, off, taxOff, itemised }) => {
    const service = -Math.round((Math.max(fare, 0) * fee) / 10_000)
    const tollTax = Math.round(toll * 0.06)
    const earnings = fare + service + tips + other
    return withoutAbsent({
      paid: plain(earnings + toll + tollTax - cash + off),
      earnings: plain(earnings),
      fare,
      service_fee: plain(service),
      tips,
      cash_collected: plain(-cash),
      toll_refund: toll,
      toll_tax: plain(tollTax),
      bank_transfer: 0,
      fare_tax: itemised ? plain(Math.round((fare * 6) / 106) + (fare === 0 ? 0 : taxOff)) : undefined,
    })
  })

/** A row of Bolt's weekly earnings; the amount paid is now and then a cent off the sum, as Bolt's is. */
const boltRow: fc.Arbitrary<Measures> = fc
  .record({
    app: corrected(90_000),
    cash: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: amount(40_000) }),
    tips: amount(1_500),
    campaign: fc.oneof(fc.constant(0), fc.constant(1_000), amount(5_000)),
    expenses: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: corrected(1_500) }),
    cancellation: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: amount(900) }),
    tolls: amount(2_500),
    commission: fc.integer({ min: 0, max: 2_800 }),
    off: fc.integer({ min: -1, max: 1 }),
    // Older files have fewer VAT columns, or none.
    itemised: fc.constantFrom('whole', 'whole', 'whole', 'none', 'without-cancellation' as const),
    collected: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -500, max: 500 }) },
    ),
    booking: sometimes(amount(600)),
  })
  .map(
    ({ app, cash, tips, campaign, expenses, cancellation, tolls, commission, off, itemised, collected, booking }) => {
      const gross = app + cash + tips + campaign + expenses + cancellation
      const fees = Math.round(((Math.max(app, 0) + cash) * commission) / 10_000)
      const inHand = Math.max(cash + collected, 0)
      const tax = (fare: number) => (itemised === 'none' ? undefined : plain(Math.round((fare * 6) / 106)))
      return withoutAbsent({
        gross: plain(gross),
        app,
        cash_gross: cash,
        cash_collected: inHand,
        tips,
        campaign,
        expense_refunds: expenses,
        cancellation,
        tolls,
        total_fees: fees,
        commission: fees,
        net: plain(gross - fees + off),
        payout: plain(gross - fees + off - inHand),
        booking,
        vat_app: tax(app),
        vat_cash: tax(cash),
        vat_cancellation: itemised === 'whole' ? tax(cancellation) : undefined,
      })
    },
  )

const cost = fc.record({
  kind: fc.constantFrom(
    'toll',
    'toll',
    'toll',
    'parking',
    'fuel',
    'fuel',
    'adblue',
    'wash',
    'charging',
    'charging' as const,
  ),
  amount: corrected(9_000),
  offTrip: fc.boolean(),
})

const decided = fc
  .record({
    kind: fc.constantFrom(
      'fine',
      'damage',
      'advance',
      'prize',
      'referral',
      'goal',
      'other',
      'late',
      'settled' as const,
    ),
    amount: fc
      .tuple(amount(20_000), fc.boolean())
      .filter(([size]) => size !== 0)
      .map(([size, isCredit]) => (isCredit ? size : -size)),
    cash: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: corrected(6_000) }),
    ofCosts: fc.boolean(),
  })
  // Cash moves only with what the platforms paid.
  .map(({ cash, ...one }) => ({ ...one, cash: one.ofCosts ? 0 : cash }))

/** A plan in the middle of its life; the interest charged is now and then some cents off, as after a week was voided. */
const interest = fc
  .record({
    rate: fc.constantFrom(0, 50, 100, 400, 750, 10_000),
    repaid: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60_000 })),
    off: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: -3, max: 3 }) }),
  })
  .map(({ rate: part, repaid, off }) => {
    const charged = Math.max(Math.round((repaid * part) / 10_000) + (part === 0 ? 0 : off), 0)
    return { rate: part, repaid, charged }
  })

const instalment = fc.record({
  kind: fc.constant('plan' as const),
  amount: fc.integer({ min: 1, max: 12_000 }).map((due) => 0 - due),
  plan: fc
    .record({
      id: fc.uuid(),
      since: fc.constantFrom('2026-01-05', '2026-03-02', '2026-05-31'),
      interest: sometimes(interest),
    })
    .map(withoutUndefined),
})

const rate = fc.oneof(
  fc.constantFrom(0, 50, 250, 400, 450, 700, 750, 5_000, 10_000),
  fc.integer({ min: 0, max: 10_000 }),
)

/** A limit that is agreed in some weeks. */
function limit(usual: number) {
  return sometimes(amount(usual))
}

/** Leaves out parts that were not agreed. */
function withoutUndefined<Agreed extends object>(
  agreed: Agreed,
): { [Name in keyof Agreed]: Exclude<Agreed[Name], undefined> } {
  return Object.fromEntries(Object.entries(agreed).filter(([, value]) => value !== undefined)) as never
}

/** Rules that are agreed in addition, each independently. */
const onTop = fc
  .record({
    feeByDays: sometimes(fc.boolean()),
    exemption: fc.option(
      fc.record({
        from: fc.constantFrom('2026-05-04', '2026-05-25', '2026-06-01', '2026-06-08'),
        weeks: fc.integer({ min: 1, max: 6 }),
      }),
      { nil: undefined, freq: 1 },
    ),
    kilometres: sometimes(
      fc
        .record({
          included: fc.integer({ min: 0, max: 2_000 }),
          rate: fc.integer({ min: 0, max: 30 }),
          beyond: sometimes(
            fc.record({ after: fc.integer({ min: 0, max: 600 }), rate: fc.integer({ min: 0, max: 40 }) }),
          ),
        })
        .map(withoutUndefined),
    ),
    ceiling: fc.option(fc.oneof(fc.constant(3_000), fc.constant(null), rate), { nil: undefined, freq: 4 }),
    receipt: sometimes(
      fc.record({
        vat: fc.constantFrom('exempt', 'reduced', 'normal' as const),
        withholding: fc.constantFrom(0, 1_150, 2_000, 2_300, 2_500),
        carried: fc.boolean(),
      }),
    ),
    receiptBase: sometimes(fc.constantFrom('result', 'rent-apart', 'costs-apart' as const)),
    transportVat: fc.option(fc.constantFrom(600, 500, 1_300, 625), { nil: undefined, freq: 1 }),
    normalVat: fc.option(fc.constantFrom(2_200, 2_300), { nil: undefined, freq: 1 }),
    companyKeeps: fc.boolean(),
  })
  .map(withoutUndefined)

const fee: fc.Arbitrary<RawTerms['fee']> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ mode: 'none' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ mode: fc.constant('fixed' as const), amount: amount(5_000), always: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc
      .record({
        mode: fc.constant('percent' as const),
        rate,
        floor: limit(4_000),
        cap: limit(9_000),
        base: fc.constantFrom(
          ...(['commissionable', 'gross', 'gross-less-vat'] as const),
          ...(['gross-less-platform-fee', 'gross-less-costs', 'gross-less-vat-and-costs'] as const),
        ),
      })
      .map(withoutUndefined),
  },
)

/** Terms as the forms allow them: a split belongs to the percentage regime alone. */
export const randomTerms: fc.Arbitrary<RawTerms> = fc
  .record({
    regime: fc.constantFrom('slot', 'rental', 'rental', 'percentage', 'employee' as const),
    fee,
    tripVat: fc.constantFrom('none', 'itemised', 'itemised', 'gross6', 'legacy' as const),
    tollPolicy: fc.constantFrom('driver', 'difference', 'operator', 'off-trip' as const),
    rent: fc.oneof(fc.constant(0), fc.constant(270_00), amount(35_000)),
    rentByDays: fc.boolean(),
    split: fc
      .record({
        driverShare: rate,
        energyCap: fc.oneof(fc.constant(null), fc.constant(120_00), amount(20_000)),
        chargingCap: limit(9_000),
      })
      .map(withoutUndefined),
    onTop,
  })
  .map(({ split, onTop: more, ...terms }) => ({
    ...terms,
    ...more,
    split: terms.regime === 'percentage' ? split : null,
  }))

/** A whole driver-week: no rows, one report, both, several accounts of one platform, and up to forty movements. */
export const randomWeek: fc.Arbitrary<RawWeek> = fc.record({
  uber: rows(uberRow),
  bolt: rows(boltRow),
  costs: fc.oneof(
    { weight: 4, arbitrary: fc.array(cost, { maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(cost, { maxLength: 40 }) },
  ),
  terms: randomTerms,
  daysHeld: fc.oneof(
    { weight: 2, arbitrary: fc.constant(7) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 7 }) },
  ),
  monday: fc.constant('2026-06-01'),
  daysActive: fc.oneof(
    { weight: 2, arbitrary: fc.constant(7) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 7 }) },
  ),
  kilometres: fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: null, freq: 3 }),
  vehicleRent: fc.oneof(fc.constant(0), fc.constant(230_00), amount(35_000)),
  carriedBalance: fc.oneof(
    fc.constant(0),
    amount(30_000).map((size) => 0 - size),
    amount(5_000),
  ),
  receiptCarried: fc.oneof(
    fc.constant(0),
    amount(30_000).map((size) => 0 - size),
    amount(5_000),
  ),
  adjustments: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(fc.oneof(decided, instalment), { minLength: 1, maxLength: 4 }) },
  ),
})

function rows(row: fc.Arbitrary<Measures>): fc.Arbitrary<Measures[]> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant<Measures[]>([]) },
    { weight: 6, arbitrary: fc.array(row, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(row, { minLength: 2, maxLength: 3 }) },
  )
}

/** Turns a negative zero into zero. */
function plain(figure: number): number {
  return figure === 0 ? 0 : figure
}
