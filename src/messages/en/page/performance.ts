/** The driver's own weeks beside each other, as the platforms' reports tell them. */
export const performance = {
  title: 'Performance',
  subtitle: 'Your weeks, side by side. You are not compared with other drivers.',
  last: 'Earnings in week {number}',
  lastNote: 'before costs',
  mean: { one: 'Average of {count} week', other: 'Average of {count} weeks' },
  best: 'Best week',
  bestNote: 'week {number}',
  trips: 'Trips in week {number}',
  weeks: 'Week by week',
  caption: 'Earnings, trips and hours for each week',
  picture: 'Earnings for each week',
  columns: { week: 'Week', income: 'Earnings €', trips: 'Trips', hours: 'Hours online' },
  unknown: 'not measured',
  sources:
    'Earnings come from Uber’s and Bolt’s reports. They are what the platforms pay, plus the cash you collected, without refunded tolls.',
  activity: 'Trips and hours come from Uber’s activity report. Bolt’s report only sometimes includes them.',
  open: 'A week the office has not approved yet may still change.',
  empty: 'There are no weeks yet',
  emptyText: 'The first appears here when the office receives the platforms’ reports.',
}
