export const goals = {
  week: 'week {number}',
  reason: '{name}, {when}: {result}',
  of: '{done} of {asked}',
  units: {
    trips: { one: '{figure} trip', other: '{figure} trips' },
    hours: '{hours} h',
    minutes: '{hours} h {minutes} min',
  },
}
