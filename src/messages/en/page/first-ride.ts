/** What is missing until a driver's first ride, for the office and for the driver. */
export const firstRide = {
  title: 'Until the first ride',
  done: '{done} of {count} done',
  solveNamed: 'Solve: {what}',
  office: {
    account: 'an account to sign in with',
    nif: 'the NIF',
    iban: 'an IBAN',
    terms: 'terms in force',
    papers: 'documents to be given a car and to drive',
    contract: 'a contract of service in force',
    car: 'a car',
    platforms: 'a name on Uber or Bolt',
  },
  own: {
    account: 'Account to sign in with',
    nif: 'NIF on record',
    iban: 'IBAN to be paid to',
    terms: 'Terms agreed with the office',
    papers: 'Documents in order',
    contract: 'Contract signed by both sides',
    car: 'Car given to you',
    platforms: 'Link to Uber or Bolt',
  },
  state: { waits: 'To be looked at', done: 'Done', open: 'Missing' },
  todo: {
    papers: 'Documents are missing',
    papersText: 'Without them you may not drive. Send them with your phone.',
    papersAct: 'See the documents',
  },
  text: 'What is missing is done here, or with the office.',
}
