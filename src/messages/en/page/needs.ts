/** What waits for somebody of the office, each in a sentence, with what is done about it. */
export const needs = {
  week: {
    files: {
      what: 'Week {number}: files are missing',
      of: 'Missing: {sources}.',
      none: 'No file has come in yet.',
      act: 'Upload files',
    },
    decide: {
      what: { one: 'Week {number}: {count} case to decide', other: 'Week {number}: {count} cases to decide' },
      of: {
        one: 'Once it is decided, the week is approved in one step.',
        other: 'Once they are decided, the week is approved in one step.',
      },
      act: 'Decide',
    },
    approve: {
      what: 'Week {number}: ready to approve',
      of: { one: '{count} driver, {amount} net.', other: '{count} drivers, {amount} net.' },
      act: 'Approve week',
    },
    export: {
      what: 'Week {number}: the transfer is still to be ordered',
      of: { one: '{count} payment, {amount}.', other: '{count} payments, {amount}.' },
      act: 'Create SEPA file',
    },
    confirm: {
      what: 'Week {number}: transfer ordered for {day}',
      of: {
        one: '{count} payment, {amount}. Mark it as paid once it has left the account.',
        other: '{count} payments, {amount}. Mark them as paid once they have left the account.',
      },
      act: 'Mark as paid',
    },
    unpayable: {
      what: {
        one: 'Week {number}: {count} driver without an account to pay to',
        other: 'Week {number}: {count} drivers without an account to pay to',
      },
      of: 'Approved and unpaid: {amount}.',
      act: 'See the week',
    },
  },
  dispute: {
    what: { one: '{count} disputed line', other: '{count} disputed lines' },
    of: 'In question: {amount}. The office answers by {day}.',
    late: 'In question: {amount}. The time to answer ended on {day}.',
    act: 'Answer',
  },
  contract: {
    what: { one: '{count} contract for the company to sign', other: '{count} contracts for the company to sign' },
    of: 'The driver signed the oldest on {day}.',
    act: 'Sign',
  },
  signedPaper: {
    what: {
      one: '{count} contract signed on paper to look at',
      other: '{count} contracts signed on paper to look at',
    },
    of: 'The oldest came on {day}.',
    act: 'See contracts',
  },
  contractBegun: {
    what: { one: '{count} contract to finish', other: '{count} contracts to finish' },
    lacks: 'The contract of {name} still lacks: {names}.',
    ready: 'The contract of {name} lacks nothing any more.',
    act: { one: 'Finish the contract', other: 'See contracts' },
  },
  contractTerms: {
    what: {
      one: '{count} contract says other terms than those in force',
      other: '{count} contracts say other terms than those in force',
    },
    of: 'The oldest was sealed on {day}.',
    act: 'Compare',
  },
  paper: {
    what: { one: '{count} document to look at', other: '{count} documents to look at' },
    of: 'The oldest came on {day}.',
    act: 'See documents',
  },
  papersEnding: {
    what: {
      one: '{count} deadline of a document or road tax is within a month',
      other: '{count} deadlines of documents and road tax are within a month',
    },
    of: 'The first is {day}.',
    ended: { one: '{count} has passed already.', other: '{count} have passed already.' },
    act: 'See the deadlines',
  },
  carAge: {
    what: {
      one: '{count} car reaches the age limit within three months',
      other: '{count} cars reach the age limit within three months',
    },
    of: '{plate} may be driven until {day}.',
    ended: '{plate} could only be driven until {day}.',
    act: 'See vehicles',
  },
  correction: {
    what: { one: '{count} request for correction', other: '{count} requests for correction' },
    of: 'The oldest, from {day}, is still waiting.',
    act: 'Answer',
  },
  task: {
    what: { one: '{count} recruitment task for today', other: '{count} recruitment tasks for today' },
    of: 'The oldest is from {day}.',
    act: 'See tasks',
  },
  accident: {
    what: {
      one: '{count} accident to report to the insurer',
      other: '{count} accidents to report to the insurer',
    },
    of: 'The oldest is of {day}. The policy says by when.',
    late: 'The oldest is of {day}: the usual 8 days have passed.',
    act: 'See the accident',
  },
  damage: {
    what: { one: '{count} damage report disputed by a driver', other: '{count} damage reports disputed by drivers' },
    of: 'The oldest was disputed on {day}.',
    act: 'Answer',
  },
  upkeep: {
    what: { one: '{count} piece of maintenance to do now', other: '{count} pieces of maintenance to do now' },
    of: 'Its day or its kilometres have come.',
    act: 'See the car',
  },
  fine: {
    what: { one: '{count} fine without its driver named', other: '{count} fines without their driver named' },
    of: { one: 'The oldest has {count} working day left.', other: 'The oldest has {count} working days left.' },
    late: 'The deadline for the oldest has passed.',
    act: 'Name the driver',
  },
  receipt: {
    what: { one: '{count} driver’s invoice to answer', other: '{count} drivers’ invoices to answer' },
    of: 'The oldest has been waiting since {day}.',
    act: 'Answer',
  },
  lateBatch: {
    what: 'Week {number}: transfer of {day} not confirmed',
    of: {
      one: '{count} payment, {amount}. The day has passed and nobody has said whether it left.',
      other: '{count} payments, {amount}. The day has passed and nobody has said whether they left.',
    },
    act: 'Mark as paid',
  },
  applications: {
    what: { one: '{count} application to decide', other: '{count} applications to decide' },
    of: 'Applicants see the state on their link.',
    act: 'See applications',
  },
  looks: {
    what: { one: '{count} request waits for a second person', other: '{count} requests wait for a second person' },
    of: 'The person who asked cannot confirm it.',
    act: 'See what waits',
  },
  mail: {
    what: {
      one: '{count} email has not gone out for minutes',
      other: '{count} emails have not gone out for minutes',
    },
    of: 'The email server does not accept them. They are kept and tried again.',
    act: 'See the reason',
  },
  requests: {
    what: {
      one: '{count} request of a driver waits for an answer',
      other: '{count} requests of drivers wait for an answer',
    },
    of: 'Drivers see the answer in their own area.',
    act: 'Answer the request',
  },
  uninvited: {
    what: { one: '{count} driver can’t sign in yet', other: '{count} drivers can’t sign in yet' },
    of: 'Drivers who can’t sign in can’t read their statements.',
    act: 'Invite the drivers',
  },
  facts: {
    what: { one: '{count} fact of the company is missing', other: '{count} facts of the company are missing' },
    of: 'Without them the site isn’t published, and drivers don’t know whom to call.',
    act: 'Complete the facts',
  },
  messages: {
    what: { one: '{count} message from the site to answer', other: '{count} messages from the site to answer' },
    of: 'An answer on working days was promised.',
    act: 'Read messages',
  },
  unmatched: {
    what: { one: '{count} row without a driver', other: '{count} rows without a driver' },
    of: 'They add up to {amount} and are on no statement.',
    act: 'Match rows',
  },
  missing: {
    what: 'Week {number}, missing: {sources}',
    of: 'Received in each of the four weeks before; what comes after approval has to be settled later.',
    act: 'Upload files',
  },
  noTerms: {
    what: { one: '{count} driver without agreed terms', other: '{count} drivers without agreed terms' },
    of: 'Without terms there is no statement.',
    act: { one: 'Set the terms', other: 'See drivers' },
  },
  ibanMissing: {
    what: { one: '{count} driver without an IBAN', other: '{count} drivers without an IBAN' },
    of: 'Left out of the SEPA file until there is an IBAN.',
    act: { one: 'Add IBAN', other: 'See drivers' },
  },
  ibanInvalid: {
    what: { one: '{count} IBAN that no bank accepts', other: '{count} IBANs that no bank accepts' },
    of: 'The check digits are wrong.',
    act: { one: 'Correct IBAN', other: 'See drivers' },
  },
  ibanHeld: {
    what: { one: '{count} IBAN changed recently', other: '{count} IBANs changed recently' },
    of: 'On hold, to confirm that the driver asked for the change.',
    act: { one: 'Confirm change', other: 'See drivers' },
  },
  noKeys: {
    what: {
      one: '{count} driver without an Uber or Bolt identifier',
      other: '{count} drivers without an Uber or Bolt identifier',
    },
    of: 'Without one, earnings stay unmatched.',
    act: { one: 'Add identifier', other: 'See drivers' },
  },
  negative: {
    what: { one: '{count} driver owes the company', other: '{count} drivers owe the company' },
    of: '{amount} in all, to be deducted in the coming weeks.',
    act: 'See {name}’s statement',
    record: 'See {name}’s record',
  },
  companyIban: {
    missing: 'The company’s IBAN is missing',
    invalid: 'No bank accepts the company’s IBAN',
    of: 'Without it no SEPA file can be made.',
    act: 'Fill in IBAN',
  },
  companyNipc: {
    missing: 'The company’s tax number is missing',
    invalid: 'The company’s tax number is wrong',
    of: 'It identifies the company on statements.',
    act: 'Fill in tax number',
  },
  licence: {
    expiring: 'The operator licence ends on {day}',
    expired: 'The operator licence ended on {day}',
    of: 'It is renewed at IMT; the new date is kept with the company’s data.',
    act: 'See licence',
  },
}
