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
  newest: 'Newest',
  kinds: {
    'statement-issued': {
      title: 'The statement for week {number} is ready',
      text: 'Week of {days}. Tap a line to see where the amount comes from.',
    },
    'statement-void': {
      title: 'The statement for week {number} was voided',
      text: 'Reason: {reason}. You will get a new one when the office approves the week again. If you have already issued your invoice, wait for it.',
    },
    'statement-paid': {
      title: 'The statement for week {number} has been paid',
      text: 'The payment is recorded. A bank transfer may take a working day.',
    },
    adjustment: {
      title: 'Adjustment of {amount} in week {number}',
      text: 'Reason: {reason}',
    },
    damage: {
      title: 'Damage to {plate}: {amount} proposed',
      text: 'See the damage and the estimate under Handovers. You can dispute it before it is charged.',
    },
    ticket: {
      answered: {
        title: 'Answer to your ticket {number}',
        text: 'The office has answered. Open the ticket to read the answer.',
      },
      closed: {
        title: 'Ticket {number} closed',
        text: 'The office has closed the ticket. If you need to, write in it again.',
      },
    },
    'cash-trips': {
      off: {
        title: 'Cash trips turned off on {provider}',
        debt: 'You owe the company {amount}. While you owe it, you get no cash trips. Once you pay, they come back.',
        text: 'The office turned cash trips off. If you do not know why, ask in Help.',
      },
      on: {
        title: 'Cash trips turned on on {provider}',
        text: 'You get trips paid in cash again.',
      },
    },
    'damage-report': {
      confirmed: {
        title: 'Report about {plate} confirmed',
        text: 'The office confirmed what you reported. The damage is on the car’s record. This costs you nothing.',
      },
      refused: { title: 'Report about {plate} refused', text: 'Reason from the office: {reason}' },
      waiting: {
        title: 'Report about {plate} undecided again',
        text: 'The office took its decision back. Reason: {reason}',
      },
    },
    'damage-answered': { title: 'Answer about the damage to {plate}', text: 'The office’s answer: {reason}' },
    reward: {
      title: 'Bonus of {amount} on the statement for week {number}',
      text: '{reason}.',
    },
    'reward-taken': {
      title: 'Bonus of {amount} taken back in week {number}',
      text: 'The figures changed after the bonus was paid. {reason}.',
    },
    fine: {
      title: 'Fine no. {number}',
      text: '{at}, {place}. See it under Fines. If you were not driving at that time, tell the office now.',
    },
    contract: {
      sent: { title: 'Contract to sign: {contract}', text: 'Read and sign it under Contracts.' },
      paper: {
        title: 'Contract signed on paper: {contract}',
        text: 'The office has filed it. The PDF is under Contracts.',
      },
      sealed: { title: 'Contract signed: {contract}', text: 'The company has signed too. The PDF is under Contracts.' },
      withdrawn: {
        title: 'Contract withdrawn: {contract}',
        text: 'The office withdrew this contract. See the reason.',
      },
      unsigned: { title: 'Contract still to sign: {contract}', text: 'Read it and sign it, or refuse it and say why.' },
      ends: {
        title: 'Contract about to end: {contract}',
        text: 'It ends within 30 days. The office will arrange the renewal with you.',
      },
      ended: {
        title: 'Contract ended: {contract}',
        text: 'The office has recorded a last day. See the day and the reason.',
      },
      'end-back': {
        title: 'Contract goes on: {contract}',
        text: 'The office took back the end it had recorded. See the contract.',
      },
    },
    'data-request': {
      title: 'Request about your data: {asked}',
      answered: 'The office has answered. The answer is with your request.',
      extended: 'The office needs more time. The reason and the new day are with your request.',
    },
    'correction-done': { title: 'Correction request: {field}', text: 'The office corrected it. {reason}' },
    'correction-declined': {
      title: 'Correction request: {field}',
      text: 'The office did not correct it. Reason: {reason}',
    },
    'dispute-accepted': {
      title: 'Dispute for week {number} accepted',
      text: 'An adjustment goes on your statement for week {on}.',
    },
    'dispute-reopened': {
      title: 'Dispute for week {number} open again',
      text: 'The office withdrew the adjustment for week {on}. It will answer you again.',
      answer: 'The office took back its answer. It will answer you again.',
    },
    'dispute-declined': {
      title: 'Dispute for week {number} declined',
      text: 'The office’s answer: {reason}',
    },
    'payment-undone': {
      title: { one: 'Payment for week {numbers} undone', other: 'Payments for weeks {numbers} undone' },
      text: {
        one: 'The statement is unpaid again. You get another notice when it is paid.',
        other: 'The statements are unpaid again. You get another notice when they are paid.',
      },
      because: {
        one: 'The statement is unpaid again. Reason: {reason}',
        other: 'The statements are unpaid again. Reason: {reason}',
      },
    },
    'payment-returned': {
      account: {
        title: 'The bank returned the payment for week {number}',
        text: 'Check the IBAN in your data. You get another notice when it is paid.',
      },
      company: {
        title: 'The bank returned the payment for week {number}',
        text: 'Your IBAN is not the reason. The office pays again, and you get another notice.',
      },
      refused: {
        title: 'The bank refused the payment for week {number}',
        text: 'Check the IBAN in your data. You get another notice when it is paid.',
      },
      waits: {
        title: 'The bank did not refuse the payment for week {number} after all',
        text: 'The transfer is with the bank. You get another notice when it is paid.',
      },
    },
    'receipt-unasked': { title: 'Invoice {number}, dated {day}', text: 'The office did not expect it: {reason}' },
    'receipt-missing': {
      title: { one: 'The invoice for week {number} is missing', other: '{count} invoices are missing' },
      text: {
        one: 'The company has not received this invoice yet. Open this to see what to put on it.',
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
        title: 'Request approved with other conditions: {what}',
        text: {
          one: '{amount} in one instalment. The office’s answer: {reason}. Nothing is deducted until you accept these conditions under Financing.',
          other:
            '{amount} in {count} weekly instalments. The office’s answer: {reason}. Nothing is deducted until you accept these conditions under Financing.',
        },
      },
      declined: { title: 'Request declined: {what}', text: 'The office’s answer: {reason}' },
      reopened: {
        title: 'Request waiting for an answer again: {what}',
        text: 'The office took its refusal back. Reason: {reason}',
      },
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
      skipped: {
        title: 'No instalment in week {number}: {what}',
        text: 'Nothing is deducted for it this week. The plan ends later. Reason: {reason}',
      },
      unskipped: {
        title: 'Instalment again in week {number}: {what}',
        text: 'This week’s instalment is deducted from the statement, as it was before.',
      },
      early: {
        title: 'Payment recorded: {what}',
        text: '{amount} paid outside the statements. The office’s note: {reason}',
      },
      used: { title: 'Deposit used: {what}', text: '{amount} of the deposit paid what you owed. Reason: {reason}' },
      returned: { title: 'Deposit returned: {what}', text: '{amount} of the deposit. Reason: {reason}' },
      'written-off': { title: 'Written off: {what}', text: '{amount} is no longer deducted. Reason: {reason}' },
      'taken-back': {
        title: 'Corrected: {what}',
        text: 'A movement of {amount} in this plan was taken back. Reason: {reason}',
      },
      cancelled: { title: 'Plan cancelled: {what}', text: '{amount} is no longer owed. Reason: {reason}' },
      begins:
        'Deductions start in week {number}. Read the conditions under Financing and accept them. If you disagree, contact the office straight away.',
    },
    departure: {
      returned: {
        title: 'Your return has been recorded',
        text: 'From {day} on. The terms from before count again. Shifts and unsigned contracts have to be made again.',
      },
      left: {
        title: 'Your departure has been recorded',
        text: 'The account stays open until {day} for late tolls and fines. Reason: {reason}',
      },
      'to-pay': {
        title: 'Final account closed: {amount} to receive',
        text: 'You will receive it with one of the next weekly payments.',
      },
      owing: {
        title: 'Final account closed: {amount} to pay',
        text: 'The request for payment says where to pay and by when.',
      },
      settled: { title: 'Final account closed', text: 'Everything is settled: nothing is owed either way.' },
      received: { title: 'Payment of {amount} received', text: 'It is already in the final account. {reason}' },
      reopened: {
        title: 'Final account open again',
        text: 'Its closing was taken back; the office will close the account again. Reason: {reason}',
      },
      'written-off': { title: 'Debt of {amount} written off', text: 'You no longer have to pay it. Reason: {reason}' },
    },
    paper: {
      asked: { title: 'Requested by the office: {paper}', text: 'By {day}. {reason}' },
      accepted: { title: 'Document accepted: {paper}', text: 'You don’t need to do anything else.' },
      refused: { title: 'Document refused: {paper}', text: 'Reason: {reason}. Send it again under Documents.' },
      again: { title: 'The office checks it again: {paper}', text: 'You don’t need to send it again.' },
      ends: { title: 'Expiring soon: {paper}', text: 'It is valid until {day}. Send the new one under Documents.' },
      ended: { title: 'Expired: {paper}', text: 'It was valid until {day}. Send the new one under Documents.' },
      published: { title: 'To read: {paper}', text: 'Read the company’s document and confirm that you have read it.' },
    },
    'car-paper': {
      ends: {
        title: 'Expiring soon: {paper}, {plate}',
        text: 'Valid until {day}. Contact the office before then.',
      },
      ended: { title: 'Expired: {paper}, {plate}', text: 'It was valid until {day}. Contact the office now.' },
    },
    'car-work': {
      day: 'by {day}',
      km: 'at {km} km',
      or: ' or ',
      soon: { title: 'Due soon: {what}, {plate}', text: 'It is due {when}. Arrange a day with the office.' },
      due: { title: 'Due now: {what}, {plate}', text: 'It was due {when}. Contact the office today.' },
    },
    'car-age': {
      ends: {
        title: 'Age limit for the car {plate}',
        text: 'Under current law, it can be used for TVDE until {day}. Contact the office about another car.',
      },
      ended: {
        title: 'The car {plate} is past its age limit',
        text: 'Under current law, it could be used for TVDE until {day}. Contact the office now.',
      },
    },
    'keys-moved': {
      title: 'One of your platform identifiers moved to another record',
      text: 'Earnings under that identifier now count for the other record. If you don’t know why, tell the office.',
    },
    'iban-changed': {
      title: 'Your account for payments now ends in {ends}',
      text: 'If you did not ask for this change, tell the office.',
      held: 'Payments to it start only after {until}. If you did not ask for this change, tell the office before then.',
    },
  },
  logged: {
    inbox: {
      read: 'Notices read',
    },
  },
}
