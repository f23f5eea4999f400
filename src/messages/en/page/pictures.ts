/** Pictures of amounts over the weeks and by car, and the tables behind them. */
export const pictures = {
  unfold: 'See the amounts as a table',
  week: 'Week',
  says: '{name}, {count} weeks: between {low} and {high}; most recently {last}.',
  net: { title: 'What each week came to', name: 'Statement amount' },
  tolls: { title: 'Tolls by week', charged: 'Charged', refunded: 'Refunded' },
  car: { title: 'What the car brought in each week', name: 'Rental and fee' },
  cars: {
    title: { one: 'What each car brought in last week', other: 'What each car brought in {count} weeks' },
    car: 'Car',
    part: 'Relative to the largest',
    income: 'Rental and fee €',
    note: 'Rental and fees from approved statements. The car’s own costs (instalment, insurance, upkeep) are not included.',
  },
}
