/** The page of a personal link to one statement. */
export const linkedStatement = {
  title: 'Your weekly statement',
  of: 'Week {number}, {days}.',
  open: 'Open the statement as a PDF',
  until: 'This link is personal and works until {until}.',
  over: 'This link no longer works',
  overText: 'It has expired, or the office sent another one. Ask the office for a new link.',
  contact: 'Contact the office',
  logged: {
    statement: {
      'open-link': 'Statement opened by its personal link',
    },
  },
}
