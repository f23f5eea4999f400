import { cited } from '../cited.ts'

/** The earnings simulator of the home page and the drivers' page. */
export const simulator = {
  title: 'Work out your own week',
  text: 'Enter what you earned in a week, or hope to earn. The sums are the same as on real statements.',
  fields: {
    uber: 'Uber, fares for the week',
    bolt: 'Bolt, fares for the week',
    platformFee: 'Platforms’ commission, %',
    fuel: 'Fuel',
    tolls: 'Tolls',
    tips: 'Tips',
    cash: 'Cash collected',
    refunds: 'Tolls refunded',
    hours: 'Hours online that week',
    ownCar: 'Own car, cost per week',
  },
  gross: 'What passengers paid, VAT included.',
  feeHelp: {
    price: `What Uber and Bolt keep from each trip. Since {day}, ${cited('fee-ceiling')} has capped it at {share} of the fare.`,
    'price-without-vat': `What Uber and Bolt keep from each trip. Since {day}, ${cited('fee-ceiling')} has capped it at {share} of the fare without VAT. That is {ofFare} of the fare with VAT.`,
  },
  ownCarHelp: 'Insurance, upkeep and instalments. It only counts with your own car.',
  submit: 'Calculate',
  regimes: { slot: 'Own car', rental: 'Fleet car', percentage: 'Percentage' },
  choose: 'The same week under each set of terms',
  result: 'You would receive',
  owed: 'You would owe, carried over to next week',
  tax: 'before social security and income tax',
  left: 'With the car paid for',
  anHour: 'Per hour',
  outside: 'Outside the statement',
  lines: 'Statement lines',
  sum: 'Total of the lines',
  unread: 'One amount could not be read. Correct it and calculate again.',
  note: 'This is a simulation, not a promise. With your own car, the fee is {fee} a week. With a fleet car, it is {rent} rental and a {rate} fee. On a percentage, you keep {share}, after fuel up to {cap}. Insurance, upkeep and payments for your own car stay outside the statement. What counts are the terms of the signed contract.',
  share: 'The address of this page keeps your figures, so you can share it.',
}
