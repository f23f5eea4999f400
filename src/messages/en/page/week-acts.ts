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
      one: '{count} transfer of batch {name}. A paid statement never changes.',
      other: '{count} transfers of batch {name}. A paid statement never changes.',
    },
    early: 'The bank pays this file on {day} and not before. Confirm it once the money has left.',
    rejected: 'Did the bank reject a transfer?',
    rejectedHelp:
      'Write the reason beside each one that came back. The others are paid; the rejected ones are approved again and may go into another batch.',
    reason: 'Reason of the rejection for {name}',
    placeholder: 'was paid',
    submit: 'Mark batch as paid',
    closed: 'This batch is closed already.',
  },
  voidBatch: {
    title: 'Void the batch of {amount}',
    text: {
      one: 'The file was not sent to the bank. {count} statement is approved again and may go into another batch.',
      other: 'The file was not sent to the bank. {count} statements are approved again and may go into another batch.',
    },
    reason: 'Reason',
    submit: 'Void batch',
  },
  payOne: {
    title: 'Pay {amount} to {name} by other means',
    text: 'The statement is paid and the driver is told. An invoice of €1,000 or more may not be paid in cash (art. 63-C LGT).',
    means: 'Means of payment',
    meansOf: { 'mb-way': 'MB WAY', transfer: 'Single transfer', cash: 'Cash', other: 'Other' },
    paidOn: 'Day of the payment',
    note: 'Reference',
    noteHelp: 'What helps to find it: a number, who handed it over. It stays on the office’s statement.',
    proof: 'Proof',
    proofHelp: 'PDF or photo, up to 10 MB. It may stay empty.',
    paid: '{amount} paid by other means: {means}, {day}.',
    by: 'Recorded by {by} on {at}.',
    openProof: 'Open {name}',
    undone: 'Taken back by {by} on {at}: {reason}',
    nobody: 'the command line',
    undo: 'Take this payment back',
    undoText: 'The entry is undone and the statement is to be paid again. The driver is told, with the reason.',
    undoSubmit: 'Take payment back',
    submit: 'Record payment',
    impossible:
      'This statement is not waiting to be paid. Only an approved one is, outside a batch and with something to receive.',
  },
  voidOne: {
    title: 'Void {name}’s statement',
    text: 'The entry of {amount} is reversed in the current account. The week has a draft of this driver again, to be approved as version {version}.',
    reason: 'Reason',
    submit: 'Void statement',
    impossible:
      'This statement cannot be voided. If it is in an unpaid batch, void the batch first. If it is paid, add an adjustment in the open week. A draft needs no voiding.',
  },
  keys: {
    title: 'Whose is it?',
    gone: 'This row has an owner already.',
    owner: 'It belongs to',
    choose: 'Choose…',
    companyOption: 'The company’s own',
    vehicleOption: 'Vehicle {plate}',
    submit: 'Match',
    help: 'The answer is saved: next time nobody is asked.',
  },
}
