/** The driver's own weeks beside each other, as the platforms' reports tell them. */
export const performance = {
  title: 'Performance',
  subtitle: 'Your weeks, side by side. You are not compared with other drivers.',
  last: 'Received from the platforms, week {number}',
  lastNote: 'before costs',
  mean: { one: 'Average of {count} week', other: 'Average of {count} weeks' },
  best: 'Best week',
  bestNote: 'week {number}',
  why: {
    title: 'Why {amount}',
    paid: 'Paid by the platforms',
    cash: 'Cash collected',
    refunds: 'Refunded tolls and expenses',
    earnings: 'On the statement for week {number}, earnings are {amount}.',
    statement: 'See statement',
    differs: 'Earnings on a statement include refunded tolls and bonuses. They leave out cash collected and trip VAT.',
  },
  trips: 'Trips in week {number}',
  perHour: 'Per hour on Uber, week {number}',
  perHourNote: 'Uber’s money and Uber’s hours',
  weeks: 'Week by week',
  caption: 'Received from the platforms, trips and hours for each week',
  picture: 'Received from the platforms each week',
  columns: { week: 'Week', income: 'Received €', trips: 'Trips', hours: 'Hours online', perHour: 'Per hour on Uber €' },
  unknown: 'not measured',
  sources:
    'The amount received comes from Uber’s and Bolt’s reports. It is what the platforms pay plus the cash you collected, without refunded tolls and expenses.',
  activity:
    'Trips and hours come from Uber’s activity report. Bolt’s report only sometimes includes them. Per hour on Uber is what Uber paid, divided by the hours online on Uber.',
  open: 'A week the office has not approved yet may still change.',
  empty: 'There are no weeks yet',
  emptyText: 'The first appears here when the office receives the platforms’ reports.',
}
