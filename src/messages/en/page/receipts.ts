/** The driver's receipts that payments of a week wait for. */
export const receipts = {
  title: 'Receipts of week {number}',
  text: 'Where the settings ask for the receipt before paying, each statement stays out of the bank file until its receipt is marked.',
  awaited: 'Awaited',
  answered: 'Answered',
  none: 'No statement waits for a receipt.',
  caption: 'Receipts answered, amounts in euros',
  columns: { driver: 'Driver', value: 'Value of the receipt €', state: 'Answer', actions: 'Actions' },
  states: { awaited: 'awaited', received: 'received', waived: 'paid without' },
  one: '{name}: receipt of {value}, {payable} to pay',
  received: 'Mark as received',
  waived: 'Pay without a receipt',
  waivedText: 'The statements chosen may be paid at once. The reason is kept in the history.',
  reason: 'Reason',
  takeBack: 'Take back',
  takeBackOf: 'Take back the answer on {name}’s receipt',
  back: 'Back to the week',
  question: {
    kind: 'Waiting for receipts',
    title: {
      one: 'The receipt of {count} driver is missing',
      other: 'The receipts of {count} drivers are missing',
    },
    text: 'The settings ask for the driver’s receipt before paying.',
    effect: '{amount} stay out of the SEPA file',
    action: 'Mark receipts',
  },
}
