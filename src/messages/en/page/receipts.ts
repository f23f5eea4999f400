/** The driver's receipts that payments of a week wait for. */
export const receipts = {
  title: 'Invoices for week {number}',
  text: 'The settings can require the driver’s invoice (recibo verde) before payment. Each statement then stays out of the bank file until its invoice is marked.',
  awaited: 'Awaited',
  answered: 'Marked',
  none: 'No statement is waiting for an invoice.',
  caption: 'Invoices marked, amounts in euros',
  columns: { driver: 'Driver', value: 'Amount to invoice €', state: 'State', actions: 'Actions' },
  states: { awaited: 'awaited', received: 'received', waived: 'paid without an invoice' },
  one: '{name}: invoice of {value}, {payable} to pay',
  received: 'Mark as received',
  waived: 'Pay without an invoice',
  waivedText: 'The selected statements can be paid straight away. The reason is kept in the history.',
  reason: 'Reason',
  takeBack: 'Undo',
  takeBackOf: 'Undo the mark on {name}’s invoice',
  back: 'Back to the week',
}
