/** Where a statement stands. */
export const settlementStates = {
  draft: 'Rascunho',
  issued: 'Emitido',
  approved: 'Aprovado',
  'in-batch': 'Em pagamento',
  paid: 'Pago',
  void: 'Anulado',
}
