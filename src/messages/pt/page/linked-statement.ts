/** The page of a personal link to one statement. */
export const linkedStatement = {
  title: 'O seu extrato semanal',
  of: 'Semana {number}, {days}.',
  open: 'Abrir o extrato em PDF',
  until: 'Esta ligação é pessoal e serve até {until}.',
  over: 'Esta ligação já não serve',
  overText: 'O prazo passou, ou o escritório enviou outra. Peça uma nova ao escritório.',
  contact: 'Falar com o escritório',
  logged: {
    statement: {
      'open-link': 'Extrato aberto pela ligação pessoal',
    },
  },
}
