/** What the driver is told in the own area. */
export const inbox = {
  title: 'Notices',
  subtitle: 'What the office did that concerns these statements and payments.',
  list: 'Notices, the latest first',
  bell: { one: 'Notices, {count} unread', other: 'Notices, {count} unread' },
  unread: 'unread',
  readAll: 'Mark all as read',
  done: 'All notices are read.',
  empty: { title: 'No notices yet', text: 'They appear here when a statement is approved, paid or corrected.' },
  older: 'Older',
  newest: 'Latest',
  kinds: {
    'statement-issued': {
      title: 'The statement for week {number} is ready',
      text: 'Week of {days}. Every line opens to where it comes from.',
    },
    'statement-void': {
      title: 'The statement for week {number} was cancelled',
      text: 'Reason: {reason}. Another follows when the week is approved again.',
    },
    'statement-paid': {
      title: 'The statement for week {number} has been paid',
      text: 'The transfer is made; the bank may take a working day.',
    },
    adjustment: {
      title: 'Adjustment of {amount} in week {number}',
      text: 'Reason: {reason}',
    },
    'dispute-accepted': {
      title: 'Dispute of week {number} accepted',
      text: 'An adjustment goes on the statement for week {on}.',
    },
    'dispute-declined': {
      title: 'Dispute of week {number} declined',
      text: 'The office says: {reason}',
    },
    plan: {
      opened: {
        title: 'New instalment plan: {what}',
        text: '{amount} in {count} weekly instalments. The conditions await acceptance under Financing.',
      },
      approved: {
        title: 'Request approved: {what}',
        text: '{amount} in {count} weekly instalments. The office’s answer: {reason}',
      },
      declined: { title: 'Request declined: {what}', text: 'The office’s answer: {reason}' },
      changed: {
        title: 'Conditions changed: {what}',
        text: '{amount} is now paid in {count} weekly instalments. Reason: {reason}. The new conditions await acceptance.',
      },
      'paid-out': { title: 'Advance paid out: {what}', text: 'The proof of {amount} is on file.' },
      'written-off': { title: 'Written off: {what}', text: '{amount} is no longer deducted. Reason: {reason}' },
    },
    departure: {
      left: {
        title: 'Departure recorded',
        text: 'Until {day} the account waits for tolls and fines that come late. Reason: {reason}',
      },
      'to-pay': {
        title: 'Final account closed: {amount} to be received',
        text: 'It goes with the payment of one of the next weeks.',
      },
      owing: {
        title: 'Final account closed: {amount} to be paid',
        text: 'The payment request says where to and by when.',
      },
      settled: { title: 'Final account closed', text: 'All is settled: nothing is owed either way.' },
      received: { title: 'Payment of {amount} received', text: 'It counts in the final account. {reason}' },
      'written-off': { title: 'Debt of {amount} written off', text: 'It is no longer asked for. Reason: {reason}' },
    },
    'iban-changed': {
      title: 'The account for payments now ends in {ends}',
      text: 'If nobody asked for this change, please tell the office.',
      held: 'It is paid to only after {until}. If nobody asked for this change, please tell the office before then.',
    },
  },
}
