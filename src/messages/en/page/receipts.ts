/** The driver's receipts that payments of a week wait for. */
export const receipts = {
  title: 'Invoices for week {number}',
  text: 'The settings can ask for the driver’s invoice (recibo verde) before paying. Then each statement stays out of the bank file until its invoice is marked.',
  awaited: 'Awaited',
  answered: 'Marked',
  none: 'No statement waits for an invoice.',
  caption: 'Invoices marked, amounts in euros',
  columns: { driver: 'Driver', value: 'Amount to invoice €', state: 'State', actions: 'Actions' },
  states: { awaited: 'awaited', received: 'received', waived: 'paid without an invoice' },
  one: '{name}: invoice of {value}, {payable} to pay',
  received: 'Mark as received',
  waived: 'Pay without an invoice',
  waivedText: 'The statements chosen may be paid at once. The reason is kept in the history.',
  reason: 'Reason',
  takeBack: 'Take back',
  takeBackOf: 'Take back the mark on {name}’s invoice',
  back: 'Back to the week',
}
