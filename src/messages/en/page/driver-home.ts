/** The driver's first screen and the list of statements. */
export const driverHome = {
  title: 'Home',
  toReceive: 'To receive',
  ofWeeks: { one: 'from {count} statement', other: 'from {count} statements' },
  lastPaid: 'Last payment',
  owed: 'Balance of week {number}',
  carried: 'goes on to the next week',
  planned: '{day}, planned',
  statement: 'Statement of week {number}',
  todo: 'To do',
  iban: {
    missing: 'The IBAN is missing',
    missingText: 'Without an IBAN the bank cannot pay. Send it to the office, with the bank’s proof.',
    invalid: 'The IBAN is not right',
    invalidText: 'The number the office has does not exist. Check it with the office before the payment.',
    action: 'Talk to the office',
  },
  receipt: {
    title: 'Invoice of {amount}',
    text: 'It is the amount to invoice for week {number}.',
    textCash: 'It is the amount to invoice for week {number}: {cash} of cash already in hand is part of it.',
    action: 'See the sums',
  },
  last: 'Latest statements',
  all: 'All statements',
  owes: 'was owed',
  empty: {
    title: 'No statements yet',
    text: 'The first appears here when the office approves a week, with every line explained.',
  },
  list: {
    title: 'Statements',
    subtitle: 'One a week, newest first.',
  },
  states: {
    void: 'Void',
  },
}
