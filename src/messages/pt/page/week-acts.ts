/** What the pages say that carry out one act of a week: paying, taking back, keys. */
export const weekActs = {
  export: {
    title: 'Ficheiro SEPA da semana {number}',
    text: { one: '{count} transferência, {amount}.', other: '{count} transferências, {amount}.' },
    nothing: 'Não há extratos aprovados por pagar.',
  },
  payment: {
    title: 'Marcar como pago: {amount}',
    text: {
      one: '{count} transferência do lote {name}. Um extrato pago já não muda.',
      other: '{count} transferências do lote {name}. Um extrato pago já não muda.',
    },
    early: 'O banco só paga este ficheiro a {day}. Confirme depois, quando o dinheiro tiver saído.',
    rejected: 'O banco rejeitou alguma transferência?',
    rejectedHelp:
      'Escreva o motivo junto de cada uma que voltou para trás. As outras ficam pagas; as rejeitadas voltam a aprovadas e podem ir noutro lote.',
    reason: 'Motivo da rejeição de {name}',
    placeholder: 'ficou paga',
    submit: 'Marcar lote como pago',
    closed: 'Este lote já está fechado.',
  },
  voidBatch: {
    title: 'Anular o lote de {amount}',
    text: {
      one: 'O ficheiro não foi enviado ao banco: {count} extrato volta a aprovado e pode ir noutro lote.',
      other: 'O ficheiro não foi enviado ao banco: {count} extratos voltam a aprovados e podem ir noutro lote.',
    },
    reason: 'Motivo',
    submit: 'Anular lote',
  },
  payOne: {
    title: 'Pagar {amount} a {name} por outro meio',
    text: 'O extrato fica pago e o motorista é avisado. Um recibo ou fatura de 1.000\u00A0€ ou mais não se paga em dinheiro (art. 63.º-C da LGT).',
    means: 'Meio de pagamento',
    meansOf: { 'mb-way': 'MB WAY', transfer: 'Transferência avulsa', cash: 'Dinheiro', other: 'Outro' },
    paidOn: 'Dia do pagamento',
    note: 'Referência',
    noteHelp: 'O que ajuda a encontrá-lo: um número, quem entregou. Fica no extrato do escritório.',
    proof: 'Comprovativo',
    proofHelp: 'PDF ou fotografia, até 10 MB. Pode ficar vazio.',
    paid: '{amount} pagos por outro meio: {means}, {day}.',
    by: 'Registado por {by} em {at}.',
    openProof: 'Abrir {name}',
    undone: 'Retirado por {by} em {at}: {reason}',
    nobody: 'a linha de comandos',
    undo: 'Retirar este pagamento',
    undoText: 'O lançamento é desfeito e o extrato volta a estar por pagar. O motorista é avisado com o motivo.',
    undoSubmit: 'Retirar pagamento',
    submit: 'Registar pagamento',
    impossible:
      'Este extrato não está por pagar. Só se paga um extrato aprovado, fora de um lote e com valor a receber.',
  },
  voidOne: {
    title: 'Anular o extrato de {name}',
    text: 'O valor de {amount} sai da conta corrente do motorista. A semana volta a ter um rascunho, para aprovar como versão {version}.',
    reason: 'Motivo',
    submit: 'Anular extrato',
    impossible:
      'Este extrato não se pode anular. Se está num lote ainda por pagar, anule primeiro o lote. Se já está pago, lance um acerto na semana aberta. Um rascunho não precisa de ser anulado.',
  },
  keys: {
    title: 'De quem é?',
    gone: 'Esta linha já tem dono.',
    owner: 'É de',
    choose: 'Escolher…',
    companyOption: 'Fica na empresa',
    vehicleOption: 'Viatura {plate}',
    submit: 'Associar',
    help: 'A resposta fica guardada: da próxima vez já não se pergunta.',
  },
}
