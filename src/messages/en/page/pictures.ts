/** Pictures of amounts over the weeks and by car, and the tables behind them. */
export const pictures = {
  unfold: 'See the amounts as a table',
  week: 'Week',
  says: '{name}, {count} weeks: between {low} and {high}; most recently {last}.',
  median: 'median {value}',
  finding: {
    few: 'Week {number}: {amount}',
    highest: 'Week {number} was the highest of {count}: {amount}',
    lowest: 'Week {number} was the lowest of {count}: {amount}',
    usual: 'Week {number} was much as usual: {amount}, against a median of {middle}',
    above: 'Week {number} was {percent} above the median: {amount}',
    below: 'Week {number} was {percent} below the median: {amount}',
  },
  net: { title: 'What each week came to', name: 'Statement amount' },
  tolls: {
    title: 'Tolls by week',
    charged: 'Charged',
    refunded: 'Refunded',
    more: 'In week {number} the platforms refunded {amount} more than Via Verde charged',
    less: 'In week {number} the platforms refunded {amount} less than Via Verde charged',
  },
  car: { title: 'What the car brought in each week', name: 'Rental and fee' },
  cars: {
    title: { one: 'What each car brought in last week', other: 'What each car brought in {count} weeks' },
    car: 'Car',
    part: 'Relative to the largest',
    income: 'Rental and fee €',
    note: 'Rental and fees from approved statements. The car’s own costs (instalment, insurance, upkeep) are not included.',
  },
}
