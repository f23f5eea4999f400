/** Contracts for several drivers at once. */
export const contractsOfSeveral = {
  together: 'Make contracts',
  title: 'Contracts for several drivers',
  left: {
    one: '{count} person you chose has left and does not count.',
    other: '{count} people you chose have left and do not count.',
  },
  text: {
    one: 'Choose the template for {count} driver. Nothing is made yet.',
    other: 'Choose the template for {count} drivers. Nothing is made yet.',
  },
  look: 'See what is missing',
  others: { one: '{count} driver is left out', other: '{count} drivers are left out' },
  able: { one: '{count} contract can be made', other: '{count} contracts can be made' },
  none: 'No contract can be made like this. Fill in what is missing and come back.',
  has: 'Has contract no. {number} already',
  lacks: 'Missing: {names}',
  ready: 'Everything is on the record.',
  representative: 'Who represents the company',
  skipped: 'Whoever has an empty field is left out. The other contracts are made.',
  submit: 'Create drafts',
  made: { one: '{count} draft made.', other: '{count} drafts made.' },
  leftOut: { one: '{count} driver was left out.', other: '{count} drivers were left out.' },
  sent: { one: '{count} contract sent.', other: '{count} contracts sent.' },
  send: {
    together: 'Send drafts',
    title: 'Send drafts',
    left: {
      one: '{count} contract you chose is no draft and stays as it is.',
      other: '{count} contracts you chose are no drafts and stay as they are.',
    },
    text: {
      one: 'This contract goes to the driver, who reads and signs it.',
      other: 'These {count} contracts go to the drivers, who read and sign them.',
    },
    submit: { one: 'Send contract', other: 'Send {count} contracts' },
  },
  link: 'For several drivers at once: choose them in the list of drivers.',
}
