export const start = {
  title: 'Start here',
  text: 'There are {all} steps to the first approved week. The order is a suggestion: stop and go on whenever you like.',
  count: '{done} of {all} done',
  done: 'Done.',
  open: 'To do.',
  facts: {
    name: 'name',
    nipc: 'tax number',
    licence: 'licence',
    contact: 'phone or email',
    iban: 'IBAN to pay from',
  },
  leftDrop: { one: 'Go on with the file dropped on {at}', other: 'Go on with the {count} files dropped on {at}' },
  steps: {
    company: {
      what: 'Say who the company is',
      text: 'Name, tax number, licence, contacts and the IBAN to pay from.',
      lacks: 'Still to be said: {names}.',
    },
    files: {
      what: 'Drop the files of the week',
      text: 'Those of Uber, Bolt, Via Verde and PRIO, all at once.',
    },
    fleet: {
      what: 'Confirm the drivers and vehicles',
      text: 'They are proposed from the files. They can come from a spreadsheet too.',
      has: { one: 'Done: {count} driver.', other: 'Done: {count} drivers.' },
    },
    terms: {
      what: 'Set the terms',
      text: 'Way of working, fee and rent, once for all.',
      lacks: { one: '{count} driver has none yet.', other: '{count} drivers have none yet.' },
    },
    ibans: {
      what: 'Add the IBANs',
      text: 'Pasted from a spreadsheet, or typed on each record.',
      lacks: { one: 'That of {count} driver is missing.', other: 'Those of {count} drivers are missing.' },
    },
    invitations: {
      what: 'Invite the drivers',
      text: 'Each gets a link to see their statements. It can wait.',
      lacks: {
        one: '{count} driver cannot sign in yet. It can wait.',
        other: '{count} drivers cannot sign in yet. It can wait.',
      },
    },
    week: { what: 'Approve the first week', text: 'Decide the cases, approve, and download the file for the bank.' },
  },
  acts: {
    company: 'Fill in the company',
    contacts: 'Fill in the contacts',
    propose: 'See who is in the files',
    list: 'Import a spreadsheet',
    terms: 'Set the terms',
    drivers: 'See drivers',
    invite: 'Invite drivers',
    week: 'Open the week',
  },
}
