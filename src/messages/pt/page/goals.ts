/** Goals: the office's pages and the driver's, and what a statement says of one. */
export const goals = {
  week: 'semana {number}',
  reason: '{name}, {when}: {result}',
  of: '{done} de {asked}',
  units: {
    trips: { one: '{figure} viagem', other: '{figure} viagens' },
    hours: '{hours} h',
    minutes: '{hours} h {minutes} min',
  },
}
