/** Where a statement stands. */
export const settlementStates = {
  draft: 'Draft',
  issued: 'Issued',
  approved: 'Approved',
  'in-batch': 'Being paid',
  paid: 'Paid',
  void: 'Voided',
}
