/** Contracts for several drivers at once. */
export const contractsOfSeveral = {
  together: 'Create contracts',
  title: 'Contracts for several drivers',
  left: {
    one: '{count} person you selected has left and is not included.',
    other: '{count} people you selected have left and are not included.',
  },
  text: {
    one: 'Choose the template for {count} driver. Nothing is created yet.',
    other: 'Choose the template for {count} drivers. Nothing is created yet.',
  },
  look: 'See what is missing',
  others: { one: '{count} driver is left out', other: '{count} drivers are left out' },
  able: { one: '{count} contract can be created', other: '{count} contracts can be created' },
  none: 'No contract can be created yet. Fill in what is missing and come back.',
  has: 'Already has contract no. {number}',
  lacks: 'Missing: {names}',
  ready: 'Everything is on the record.',
  representative: 'Company representative',
  skipped: 'Drivers with an empty field are left out. The other contracts are created.',
  submit: 'Create drafts',
  made: { one: '{count} draft created.', other: '{count} drafts created.' },
  leftOutNames: {
    one: '{count} driver was left out: {names}.',
    other: '{count} drivers were left out: {names}.',
  },
  leftOut: { one: '{count} driver was left out.', other: '{count} drivers were left out.' },
  sent: { one: '{count} contract ready to sign.', other: '{count} contracts ready to sign.' },
  send: {
    together: 'Send drafts',
    title: 'Send drafts',
    left: {
      one: '{count} contract you selected is not a draft and does not change.',
      other: '{count} contracts you selected are not drafts and do not change.',
    },
    text: {
      one: 'This contract is sent to the driver to read and sign.',
      other: 'These {count} contracts are sent to the drivers to read and sign.',
    },
    submit: { one: 'Send contract', other: 'Send {count} contracts' },
  },
  link: 'For several drivers at once, select them in the driver list.',
}
