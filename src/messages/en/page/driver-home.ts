/** The driver's first screen and the list of statements. */
export const driverHome = {
  formerRecord: 'Of the earlier record, {ref}',
  title: 'Home',
  toReceive: 'To receive',
  besidesSalary: 'To receive, besides the salary',
  ofWeeks: { one: 'from {count} statement', other: 'from {count} statements' },
  lastPaid: 'Last payment',
  owed: 'Balance of week {number}',
  carried: 'carried over to next week',
  planned: '{day}, planned',
  statement: 'Statement for week {number}',
  todo: 'To do',
  iban: {
    missing: 'The IBAN is missing',
    missingText: 'Without an IBAN the bank cannot pay. Send it to the office, with the bank’s proof.',
    invalid: 'The IBAN is not right',
    invalidText: 'The number the office has does not exist. Check it with the office before the payment.',
    action: 'Talk to the office',
  },
  receipt: {
    title: 'Invoice to issue (recibo verde): {amount}',
    text: 'For week {number}, without VAT or withholding. If in doubt, ask your accountant.',
  },
  also: {
    title: 'Also waiting for you',
    sign: 'Read and sign the contract',
    paper: 'Renew: {paper}',
    until: 'valid until {day}',
  },
  car: {
    title: 'Your car',
    papers: 'Documents of the car',
    inspections: 'Hand-overs and damage',
  },
  running: {
    now: 'This week so far',
    ended: 'Week waiting for approval',
    estimate: 'an estimate: it can still change',
    asOf: 'Based on the files the office received until {at}.',
  },
  line: { one: '{count} statement', other: 'The last {count} statements' },
  last: 'Latest statements',
  all: 'All statements',
  owes: 'owed to the operator, carried over to next week',
  empty: {
    title: 'No statements yet',
    text: 'The first appears here when the office approves a week, with every line explained.',
  },
  list: {
    title: 'Statements',
    subtitle: 'One a week, newest first.',
  },
}
