/** What waits for somebody of the office, each in a sentence, with what is done about it. */
export const needs = {
  week: { what: 'Week {number}: {what}' },
  carAlert: {
    what: { one: '{count} vehicle alert to answer', other: '{count} vehicle alerts to answer' },
    of: 'The first is of {at}.',
    act: 'See and answer',
  },
  ticket: {
    what: { one: '{count} driver’s ticket to answer', other: '{count} drivers’ tickets to answer' },
    of: 'The first answer is promised by {day}.',
    late: 'The first answer was due on {day}.',
    act: 'Answer',
  },
  dispute: {
    what: { one: '{count} disputed line', other: '{count} disputed lines' },
    of: 'Amount in dispute: {amount}. The office must answer by {day}.',
    late: 'Amount in dispute: {amount}. The time to answer ended on {day}.',
    act: 'Answer',
  },
  contract: {
    what: { one: '{count} contract for the company to sign', other: '{count} contracts for the company to sign' },
    of: 'The driver signed the oldest on {day}.',
    act: 'Sign',
  },
  signedPaper: {
    what: {
      one: '{count} contract signed on paper to check',
      other: '{count} contracts signed on paper to check',
    },
    of: 'The oldest arrived on {day}.',
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
      one: '{count} contract has different terms from those in force',
      other: '{count} contracts have different terms from those in force',
    },
    of: 'The oldest was sealed on {day}.',
    act: 'Compare',
  },
  paper: {
    what: { one: '{count} document to check', other: '{count} documents to check' },
    of: 'The oldest arrived on {day}.',
    act: 'See documents',
  },
  paperRefused: {
    what: { one: '{count} document refused by a platform', other: '{count} documents refused by a platform' },
    of: 'The oldest was refused on {day}.',
    act: 'See the document',
  },
  platformRefused: {
    what: {
      one: '{count} driver or vehicle refused by a platform',
      other: '{count} drivers or vehicles refused by a platform',
    },
    of: '{name} on {provider}.',
    ofReason: '{name} on {provider}: {reason}',
    act: 'See the record',
  },
  platformAct: {
    what: { one: '{count} platform request to decide', other: '{count} platform requests to decide' },
    of: 'The oldest is from {day}.',
    act: 'See requests',
  },
  timesWaiting: {
    what: { one: '{count} working-time file to explain', other: '{count} working-time files to explain' },
    of: 'The oldest came on {day}.',
    act: 'Say what each column is',
  },
  workingTime: {
    what: {
      one: '{count} driver near or over working-time limits',
      other: '{count} drivers near or over working-time limits',
    },
    over: { one: '{count} is over the limit.', other: '{count} are over the limit.' },
    of: 'Nobody is over.',
    act: 'See the times',
  },
  dataRequest: {
    what: { one: '{count} request about data to answer', other: '{count} requests about data to answer' },
    of: 'First: {name}, by {day}.',
    late: { one: '{count} is overdue.', other: '{count} are overdue.' },
    act: 'See requests',
  },
  breach: {
    what: { one: '{count} data breach to report', other: '{count} data breaches to report' },
    of: { one: '{count} hour left.', other: '{count} hours left.' },
    late: 'The 72 hours have passed.',
    act: 'See the breach',
  },
  duty: {
    what: {
      one: '{count} company duty in the next two weeks',
      other: '{count} company duties in the next two weeks',
    },
    of: 'First: {name}, by {day}.',
    late: { one: '{count} is overdue.', other: '{count} are overdue.' },
    act: 'See duties',
  },
  papersEnding: {
    what: {
      one: '{count} document or road tax deadline within a month',
      other: '{count} document or road tax deadlines within a month',
    },
    of: 'The first is on {day}.',
    ended: { one: '{count} has already passed.', other: '{count} have already passed.' },
    act: 'See deadlines',
  },
  connection: {
    what: {
      waiting: '{provider} has not answered for more than a day',
      expired: 'The {provider} connection has expired',
      'needs-access': '{provider} asks you to authorise the connection',
      error: '{provider} gives answers that cannot be read',
    },
    of: 'No new data has come since {day}. Files still work.',
    act: {
      waiting: 'See the connection',
      expired: 'Enter new credentials',
      'needs-access': 'See the steps',
      error: 'See the connection',
    },
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
    what: { one: '{count} correction request', other: '{count} correction requests' },
    of: 'The oldest, from {day}, is still waiting.',
    act: 'Answer',
  },
  shift: {
    what: { one: '{count} shift request', other: '{count} shift requests' },
    of: 'The oldest, from {day}, waits for the office.',
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
    list: 'See the accidents',
  },
  damageReport: {
    what: { one: '{count} damage report to decide', other: '{count} damage reports to decide' },
    of: 'The first came on {day}.',
    act: 'Decide',
  },
  damage: {
    what: { one: '{count} damage charge disputed by a driver', other: '{count} damage charges disputed by drivers' },
    of: 'The oldest was disputed on {day}.',
    act: 'Answer',
  },
  upkeep: {
    what: { one: '{count} maintenance job due now', other: '{count} maintenance jobs due now' },
    of: 'It is due by date or by kilometres.',
    act: 'See car',
  },
  fine: {
    what: {
      one: '{count} fine without a named driver, or not sent',
      other: '{count} fines without a named driver, or not sent',
    },
    of: { one: 'The oldest has {count} working day left.', other: 'The oldest has {count} working days left.' },
    late: 'The deadline for the oldest has passed.',
    act: 'Name the driver',
  },
  'month-changed': {
    what: {
      one: 'A month has changed since it went to the accountant',
      other: '{count} months have changed since they went to the accountant',
    },
    of: 'The accountant has the old figures for {month}.',
    act: 'See what changed',
  },
  'bank-gaps': {
    what: { one: 'A bank statement is missing', other: '{count} bank statements are missing' },
    of: 'A statement does not start with the balance the one before it ended with.',
    act: 'See what is missing',
  },
  receipt: {
    what: { one: '{count} driver’s invoice to answer', other: '{count} drivers’ invoices to answer' },
    of: 'The oldest has been waiting since {day}.',
    act: 'Answer',
  },
  lateBatch: {
    what: 'Week {number}: transfer for {day} not confirmed',
    of: {
      one: '{count} payment, {amount}. The date has passed and nobody has confirmed that it left.',
      other: '{count} payments, {amount}. The date has passed and nobody has confirmed that they left.',
    },
    act: 'Mark as paid',
  },
  applications: {
    what: { one: '{count} application to decide', other: '{count} applications to decide' },
    of: 'Applicants can follow their application through their link.',
    act: 'See applications',
  },
  looks: {
    what: { one: '{count} request waiting for a second person', other: '{count} requests waiting for a second person' },
    of: 'The person who asked cannot confirm it.',
    act: 'See requests',
  },
  mail: {
    what: {
      one: '{count} email has been stuck for minutes',
      other: '{count} emails have been stuck for minutes',
    },
    of: 'The email server does not accept them. They are kept and retried.',
    act: 'See why',
  },
  requests: {
    what: {
      one: '{count} driver’s request to answer',
      other: '{count} drivers’ requests to answer',
    },
    of: 'Drivers see the answer in the driver area.',
    act: 'Answer request',
  },
  uninvited: {
    what: { one: '{count} driver can’t sign in yet', other: '{count} drivers can’t sign in yet' },
    of: 'Drivers who can’t sign in can’t see their statements.',
    act: 'Invite drivers',
  },
  facts: {
    what: { one: '{count} company detail is missing', other: '{count} company details are missing' },
    of: 'Without them, the site isn’t published and drivers don’t know whom to call.',
    act: 'Complete details',
  },
  messages: {
    what: { one: '{count} message from the site to answer', other: '{count} messages from the site to answer' },
    of: 'An answer was promised on weekdays.',
    act: 'Read messages',
  },
  unmatched: {
    what: { one: '{count} line without a driver', other: '{count} lines without a driver' },
    of: 'They add up to {amount} and are not on any statement.',
    act: 'Match lines',
  },
  missing: {
    what: 'Week {number}, missing: {sources}',
    of: 'They arrived in each of the previous four weeks; anything after approval has to be settled later.',
    act: 'Upload files',
  },
  noTerms: {
    what: { one: '{count} driver without agreed terms', other: '{count} drivers without agreed terms' },
    of: 'Without terms, there is no statement.',
    act: { one: 'Set terms', other: 'See drivers' },
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
    of: 'On hold, until you confirm that the driver asked for the change.',
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
    of: 'Without it, no SEPA file can be created.',
    act: 'Add IBAN',
  },
  companyNipc: {
    missing: 'The company’s tax number is missing',
    invalid: 'The company’s tax number is not valid',
    of: 'It identifies the company on statements.',
    act: 'Add tax number',
  },
  licence: {
    expiring: 'The operator licence expires on {day}',
    expired: 'The operator licence expired on {day}',
    of: 'Renew it at IMT, then enter the new date on the company page.',
    act: 'See licence',
  },
}
