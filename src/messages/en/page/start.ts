export const start = {
  title: 'Start here',
  text: 'There are {all} steps to the first approved week. The order is a suggestion: you can stop and continue later.',
  count: '{done} of {all} done',
  done: 'Done.',
  open: 'To do.',
  facts: {
    name: 'name',
    nipc: 'tax number',
    licence: 'licence',
    contact: 'phone or email',
    iban: 'IBAN payments come from',
  },
  leftDrop: { one: 'Continue with the file dropped on {at}', other: 'Continue with the {count} files dropped on {at}' },
  steps: {
    company: {
      what: 'Enter the company’s details',
      text: 'Name, tax number, licence, contacts and the IBAN payments come from.',
      lacks: 'Still missing: {names}.',
    },
    files: {
      what: 'Drop the week’s files',
      text: 'From Uber, Bolt, Via Verde and PRIO, all at once.',
    },
    fleet: {
      what: 'Confirm drivers and vehicles',
      text: 'They are proposed from the files. They can also come from a spreadsheet, or be created by hand.',
      has: { one: 'Done: {count} driver.', other: 'Done: {count} drivers.' },
    },
    terms: {
      what: 'Set the terms',
      text: 'Type of terms, fee and rent, once for everybody.',
      has: 'Done: fee and rent are those of the financial settings, or of each record.',
      lacks: { one: '{count} driver has no terms yet.', other: '{count} drivers have no terms yet.' },
    },
    ibans: {
      what: 'Add the IBANs',
      text: 'Paste them from a spreadsheet, or type them on each record.',
      lacks: { one: '{count} driver has no IBAN yet.', other: '{count} drivers have no IBAN yet.' },
    },
    invitations: {
      what: 'Invite the drivers',
      text: 'Each gets a link to see their statements. It can wait.',
      lacks: {
        one: '{count} driver cannot sign in yet. It can wait.',
        other: '{count} drivers cannot sign in yet. It can wait.',
      },
    },
    week: { what: 'Approve the first week', text: 'Decide the cases, approve, and download the bank file.' },
  },
  acts: {
    company: 'Enter company details',
    propose: 'See who is in the files',
    list: 'Import a spreadsheet',
    terms: 'Set terms',
    drivers: 'See drivers',
    hand: 'Create the first by hand',
    invite: 'Invite drivers',
    week: 'Open week',
    seen: 'See the details',
    brand: 'Give the site a name and logo',
    settings: 'See fee and rent',
  },
}
