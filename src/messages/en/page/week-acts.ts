import { cited } from '../cited.ts'

/** What the pages say that carry out one act of a week: paying, taking back, keys. */
export const weekActs = {
  export: {
    title: 'SEPA file for week {number}',
    text: { one: '{count} transfer, {amount}.', other: '{count} transfers, {amount}.' },
    nothing: 'There are no approved statements to pay.',
  },
  payment: {
    title: 'Mark as paid: {amount}',
    text: {
      one: '{count} transfer in batch {name}. A paid statement never changes.',
      other: '{count} transfers in batch {name}. A paid statement never changes.',
    },
    early: 'The bank will not pay this file before {day}. Confirm it once the money has left.',
    rejected: 'Did the bank reject a transfer?',
    rejectedHelp:
      'Enter the reason beside each one that came back. The others are paid; the rejected ones go back to approved and can go into another batch.',
    reason: 'Reason {name}’s transfer was rejected',
    placeholder: 'was paid',
    submit: 'Mark batch as paid',
    closed: 'This batch is already closed.',
    unsaved: {
      one: 'Another person closed this batch meanwhile, and the reason you entered was not saved. See in the batch how this transfer ended:',
      other:
        'Another person closed this batch meanwhile, and the {count} reasons you entered were not saved. See in the batch how these transfers ended:',
    },
  },
  reopenBatch: {
    voided: {
      open: 'It was sent to the bank',
      title: 'Reopen the batch of {amount}',
      text: 'The file was sent to the bank. Its statements go back to it, and can’t go into another one.',
      submit: 'Reopen batch',
    },
    paid: {
      open: 'It was not paid',
      title: 'Withdraw the payment of the batch of {amount}',
      text: 'The bank has not paid. What this posted is reversed, and the statements are to be paid again. Each driver gets a notice.',
      submit: 'Withdraw payment',
    },
  },
  unpaid: { reason: 'Reason, for the office', told: 'What the drivers read; can stay empty' },
  voidBatch: {
    title: 'Void the batch of {amount}',
    text: {
      one: 'The file was not sent to the bank. {count} statement goes back to approved and can go into another batch.',
      other: 'The file was not sent to the bank. {count} statements go back to approved and can go into another batch.',
    },
    reason: 'Reason',
    submit: 'Void batch',
  },
  payOne: {
    title: 'Pay {amount} to {name} another way',
    text: `The statement is marked as paid. An invoice of €1,000 or more may not be paid in cash (${cited('cash')}).`,
    means: 'Means of payment',
    meansOf: { 'mb-way': 'MB WAY', transfer: 'Single transfer', cash: 'Cash', other: 'Other' },
    paidOn: 'Payment date',
    note: 'Reference',
    noteHelp:
      'Anything that helps to find it, such as a number or who handed it over. It is kept on the office’s statement.',
    proof: 'Proof',
    proofHelp: 'PDF or photo, up to 10 MB. Optional.',
    paid: '{amount} paid another way: {means}, {day}.',
    by: 'Recorded by {by} on {at}.',
    openProof: 'Open {name}',
    undone: 'Undone by {by} on {at}: {reason}',
    nobody: 'the command line',
    undo: 'Undo this payment',
    undoText: 'The posting is reversed and the statement is unpaid again. The driver can read the reason.',
    undoSubmit: 'Undo payment',
    submit: 'Record payment',
    impossible:
      'This statement cannot be paid here. It has to be approved, outside any batch and with an amount to pay.',
  },
  undoing: {
    title: 'Undo the approval of week {number}',
    none: 'This week has no approval to undo.',
    takes: 'What is taken back',
    statements: {
      one: '{count} statement approved on {at}, {amount}: it is voided and becomes a draft again.',
      other: '{count} statements approved on {at}, {amount}: they are voided and become drafts again.',
    },
    journals: 'The entries of these statements are reversed in the current accounts.',
    waiting: {
      one: '{count} email not sent yet will not be sent.',
      other: '{count} emails not sent yet will not be sent.',
    },
    mailed: {
      one: 'The server has already accepted {count} email.',
      other: 'The server has already accepted {count} emails.',
    },
    whatsApp: {
      one: '{count} statement is already shared on WhatsApp.',
      other: '{count} statements are already shared on WhatsApp.',
    },
    read: {
      one: '{count} driver has already read the notice in the driver area.',
      other: '{count} drivers have already read the notice in the driver area.',
    },
    notice: {
      one: '{count} driver with access will read in the driver area that the statement was voided, and why.',
      other: '{count} drivers with access will read in the driver area that the statement was voided, and why.',
    },
    nobody:
      'None of these drivers has access yet. A driver invited later will read that the statement was voided, and why.',
    after: 'You can then change answers and approve the week again.',
    reason: 'Reason, which the drivers read',
    ownReason: 'Reason, which drivers invited later read too',
    usual: 'The week will be reviewed.',
    submit: 'Undo approval',
    barred: {
      'in-bank-file':
        'The bank file has already been created. If you have not sent it to the bank, void the batch on the week’s page first.',
      paid: 'Some statements are paid, and what is paid does not change. Add an adjustment in the open week.',
    },
  },
  voidOne: {
    title: 'Void {name}’s statement',
    text: 'The posting of {amount} is reversed in the current account. The week has a draft for this driver again, to be approved as version {version}.',
    receipt:
      'The invoice for this statement is already here. If the amount changes, the driver has to cancel it on the Portal and issue another.',
    reason: 'Reason',
    submit: 'Void statement',
    impossible:
      'This statement cannot be voided. If it is in an unpaid batch, void the batch first. If it is paid, add an adjustment in the open week. A draft does not need voiding.',
  },
  keys: {
    title: 'Whose is it?',
    gone: 'This line already has an owner, or is no longer in any file.',
    unnamed: 'No line was chosen. Choose one of the unmatched lines first.',
    owner: 'Belongs to',
    choose: 'Choose…',
    companyOption: 'Stays with the company (these lines only)',
    companyAlways: 'Always the company’s',
    vehicleOption: 'Vehicle {plate}',
    submit: 'Assign',
    help: 'The owner is saved for later lines. “These lines only” asks again when more come.',
  },
  logged: {
    week: {
      noun: 'Week',
      'undo-approval': 'Approval of the week undone',
      approve: 'Week approved',
      'tell-drivers': 'Notice of the statement requested',
      'tell-by-whatsapp': 'Statement shared on WhatsApp',
      'share-file': 'Statement PDF shared',
      'revoke-link': 'Link to the statement revoked',
      'take-telling-back': 'Notification on WhatsApp undone',
      'order-statements': 'ZIP of statements requested',
      'pack-statements': 'ZIP of statements created',
    },
    batch: {
      noun: 'Payment batch',
      export: 'Bank file created',
      confirm: 'Payment confirmed',
    },
    payment: {
      export: 'Bank file created',
      confirm: 'Payment confirmed',
      'pay-one': 'Payment made outside the bank file',
      'undo-one': 'Payment outside the bank file undone',
      'void-batch': 'Batch voided',
      'reopen-batch': 'Batch reopened',
    },
  },
}
