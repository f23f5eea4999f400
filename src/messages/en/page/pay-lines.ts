/** What the lines of a statement are called, by their codes. */
export const payLines = {
  income: { uber: 'Uber', bolt: 'Bolt' },
  vat: { trips: 'VAT on trips' },
  fee: {
    fixed: 'Management fee',
    percent: 'Management fee',
    split: 'Operator’s share',
    employer: 'Kept by the company',
  },
  vehicle: { rent: 'Car rental', kilometres: 'Extra kilometres' },
  energy: { fuel: 'Fuel', charging: 'Charging', adblue: 'AdBlue' },
  car: { wash: 'Car washes' },
  tolls: 'Tolls',
  parking: 'Parking',
  adjustment: {
    fine: 'Fine',
    damage: 'Damage',
    advance: 'Advance',
    prize: 'Prize',
    other: 'Adjustment',
    late: 'Adjustment for week {number}',
    settled: 'Already settled on another statement',
    plan: 'Instalment',
    interest: 'Financing charge',
  },
  balance: { carried: 'From earlier weeks', deferred: 'Left for next week' },
  receipt: { vat: 'VAT on the invoice', withholding: 'Withholding tax' },
}
