/** What the driver is told in the own area. */
export const inbox = {
  title: 'Notices',
  subtitle: 'What has changed in your statements, payments and documents.',
  thisWeek: 'This week',
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
      text: 'Week of {days}. Tap a line to see where the amount comes from.',
    },
    'statement-void': {
      title: 'The statement for week {number} was voided',
      text: 'Reason: {reason}. Another follows when the week is approved again.',
    },
    'statement-paid': {
      title: 'The statement for week {number} has been paid',
      text: 'The payment is recorded. If it was a transfer, the bank may take a working day.',
    },
    adjustment: {
      title: 'Adjustment of {amount} in week {number}',
      text: 'Reason: {reason}',
    },
    damage: {
      title: 'Damage to {plate}: {amount} proposed',
      text: 'See the damage and the estimate under Hand-overs. You can contest it before it is charged.',
    },
    'damage-answered': { title: 'Answer about the damage to {plate}', text: 'The office’s answer: {reason}' },
    reward: {
      title: 'Prize of {amount} on the statement for week {number}',
      text: '{reason}.',
    },
    'reward-taken': {
      title: 'Prize of {amount} taken back in week {number}',
      text: 'The figures changed after the prize was paid. {reason}.',
    },
    fine: {
      title: 'Fine no. {number}',
      text: '{at}, {place}. See it under Fines, and tell the office now if you were not driving then.',
    },
    contract: {
      sent: { title: 'Contract to sign: {contract}', text: 'Read and sign it under Contracts.' },
      paper: { title: 'Contract signed on paper: {contract}', text: 'The office kept it. The PDF is in Contracts.' },
      sealed: { title: 'Contract signed: {contract}', text: 'The company has signed too. The PDF is under Contracts.' },
      withdrawn: {
        title: 'Contract withdrawn: {contract}',
        text: 'The office withdrew this contract. See the reason.',
      },
      unsigned: { title: 'Contract still to sign: {contract}', text: 'Read it and sign it, or refuse it and say why.' },
      ends: {
        title: 'Contract about to end: {contract}',
        text: 'It ends within 30 days. The office arranges the renewal with you.',
      },
      ended: {
        title: 'Contract ended: {contract}',
        text: 'The office recorded a last day. See which one and why.',
      },
    },
    'correction-done': { title: 'Request for correction: {field}', text: 'The office corrected it. {reason}' },
    'correction-declined': {
      title: 'Request for correction: {field}',
      text: 'The office did not correct it. Reason: {reason}',
    },
    'dispute-accepted': {
      title: 'Dispute for week {number} accepted',
      text: 'An adjustment goes on the statement for week {on}.',
    },
    'dispute-declined': {
      title: 'Dispute for week {number} declined',
      text: 'The office’s answer: {reason}',
    },
    'payment-undone': {
      title: 'Payment for week {number} taken back',
      text: 'The statement is to be paid again. Reason: {reason}',
    },
    'receipt-unasked': { title: 'Invoice {number}, of {day}', text: 'The office did not expect it: {reason}' },
    'receipt-missing': {
      title: { one: 'The invoice for week {number} is missing', other: '{count} invoices are missing' },
      text: {
        one: 'The company has not received this invoice yet. Open to see what to write.',
        other: 'The oldest is for week {number}. Open the list of statements.',
      },
    },
    'receipt-accepted': {
      title: 'Invoice for week {number} accepted',
      text: 'The office’s answer: {reason}',
    },
    'receipt-declined': {
      title: 'Invoice for week {number} not accepted',
      text: 'The office’s answer: {reason}',
    },
    plan: {
      opened: {
        title: 'New instalment plan: {what}',
        text: { one: '{amount} in one instalment.', other: '{amount} in {count} weekly instalments.' },
      },
      approved: {
        title: 'Request approved: {what}',
        text: {
          one: '{amount} in one instalment. The office’s answer: {reason}.',
          other: '{amount} in {count} weekly instalments. The office’s answer: {reason}.',
        },
      },
      'approved-otherwise': {
        title: 'Request approved on other conditions: {what}',
        text: {
          one: '{amount} in one instalment. The office’s answer: {reason}. Nothing is deducted until you accept these conditions under Financing.',
          other:
            '{amount} in {count} weekly instalments. The office’s answer: {reason}. Nothing is deducted until you accept these conditions under Financing.',
        },
      },
      declined: { title: 'Request declined: {what}', text: 'The office’s answer: {reason}' },
      changed: {
        title: 'Conditions changed: {what}',
        text: {
          one: '{amount} is now paid in one instalment. Reason: {reason}.',
          other: '{amount} is now paid in {count} weekly instalments. Reason: {reason}.',
        },
      },
      'changed-otherwise': {
        title: 'Conditions to accept: {what}',
        text: {
          one: '{amount} is now paid in one instalment. Reason: {reason}. Nothing is deducted until you accept these conditions under Financing.',
          other:
            '{amount} is now paid in {count} weekly instalments. Reason: {reason}. Nothing is deducted until you accept these conditions under Financing.',
        },
      },
      'paid-out': { title: 'Advance paid out: {what}', text: 'The proof of {amount} is on file.' },
      'written-off': { title: 'Written off: {what}', text: '{amount} is no longer deducted. Reason: {reason}' },
      cancelled: { title: 'Plan cancelled: {what}', text: '{amount} is no longer owed. Reason: {reason}' },
      begins:
        'Deductions begin in week {number}. Read the conditions and accept them under Financing; if you disagree, contact the office at once.',
    },
    departure: {
      left: {
        title: 'Departure recorded',
        text: 'Until {day} the account waits for tolls and fines that come late. Reason: {reason}',
      },
      'to-pay': {
        title: 'Final account closed: {amount} to be received',
        text: 'You receive it with the payment for one of the next weeks.',
      },
      owing: {
        title: 'Final account closed: {amount} to be paid',
        text: 'The payment request says where to pay and by when.',
      },
      settled: { title: 'Final account closed', text: 'Everything is settled: nothing is owed either way.' },
      received: { title: 'Payment of {amount} received', text: 'It counts in the final account. {reason}' },
      'written-off': { title: 'Debt of {amount} written off', text: 'You no longer have to pay it. Reason: {reason}' },
    },
    paper: {
      asked: { title: 'The office asks for: {paper}', text: 'By {day}. {reason}' },
      accepted: { title: 'Document accepted: {paper}', text: 'You don’t need to do anything else.' },
      refused: { title: 'Document refused: {paper}', text: 'Reason: {reason}. Send it again under Documents.' },
      ends: { title: 'About to expire: {paper}', text: 'It is valid until {day}. Send the new one under Documents.' },
      ended: { title: 'Expired: {paper}', text: 'It was valid until {day}. Send the new one under Documents.' },
      published: { title: 'To read: {paper}', text: 'Read the company’s document and confirm that you have read it.' },
    },
    'car-paper': {
      ends: {
        title: 'About to expire: {paper}, {plate}',
        text: 'Valid until {day}. Speak with the office before then.',
      },
      ended: { title: 'Expired: {paper}, {plate}', text: 'It was valid until {day}. Speak with the office now.' },
    },
    'car-work': {
      day: 'by {day}',
      km: 'at {km} km',
      or: ' or ',
      soon: { title: 'Soon: {what}, {plate}', text: 'To be done {when}. Agree a day with the office.' },
      due: { title: 'To be done now: {what}, {plate}', text: 'It was to be done {when}. Speak with the office today.' },
    },
    'car-age': {
      ends: {
        title: 'Age limit of the car {plate}',
        text: 'By the law of today, it may be used for TVDE until {day}. Speak with the office about another car.',
      },
      ended: {
        title: 'The car {plate} is past its age limit',
        text: 'By the law of today, it could be used for TVDE until {day}. Speak with the office now.',
      },
    },
    'keys-moved': {
      title: 'One of your platform names moved to another record',
      text: 'Earnings under that name now count on the other record. If you don’t know why, tell the office.',
    },
    'iban-changed': {
      title: 'The account for payments now ends in {ends}',
      text: 'If nobody asked for this change, please tell the office.',
      held: 'Payments to it start only after {until}. If nobody asked for this change, please tell the office before then.',
    },
  },
}
