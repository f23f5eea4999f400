/** What an open week may come to: a guess that says it is one. */
export const forecast = {
  link: 'Week forecast',
  title: 'Forecast for week {number}',
  subtitle: 'These are estimates. None of them is a statement, and none of them is paid.',
  ended: 'The week is over and not yet approved. Whatever the files lack is estimated.',
  weeks: 'Open weeks',
  empty: 'There is nothing to forecast',
  emptyText: 'Every statement of this week has been issued, or no driver has terms yet.',
  about: '≈\u00A0{amount}',
  between: 'between {low} and {high}',
  whole: 'complete',
  blind: 'no earlier weeks',
  issued: {
    one: '{count} statement already issued is left out of the estimate.',
    other: '{count} statements already issued are left out of the estimate.',
  },
  cash: {
    income: 'In from the platforms',
    payable: 'Out to drivers',
    spent: 'Energy and tolls',
    left: 'Left over, VAT still included',
  },
  finding: {
    negative: {
      one: '{count} driver is likely to end the week below zero',
      other: '{count} drivers are likely to end the week below zero',
    },
    none: 'Nobody is likely to end the week below zero',
    maybe: { one: '{count} more in a poor week', other: '{count} more in a poor week' },
  },
  caption: 'Forecast for each driver, lowest first, in euros',
  columns: {
    driver: 'Driver',
    likely: 'Forecast €',
    range: 'From zero to the highest',
    between: 'Range',
    known: 'So far €',
    missing: 'Still to come',
  },
  fromWeeks: { one: 'Estimated from {count} own week.', other: 'Estimated from {count} own weeks.' },
  parts: { uber: 'Uber', bolt: 'Bolt', fuel: 'Fuel', charging: 'Charging', tolls: 'Tolls' },
  told: 'What the files say so far',
  nothing: 'no file yet',
  days: { one: '{count} day of 7, read {at}', other: '{count} days of 7, read {at}' },
  how: 'Days the files cover count as they are. The rest comes from the driver’s own last eight weeks. Each goes through the same sums as a statement. The forecast is the middle one. The range runs from the lowest to the highest.',
  logged: {
    forecast: {
      warn: 'Forecast below zero announced',
    },
  },
}
