import { cited } from '../cited.ts'

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
    unsaved: {
      one: 'Outra pessoa fechou este lote entretanto, e o motivo que escreveu não ficou guardado. Veja no lote como ficou esta transferência:',
      other:
        'Outra pessoa fechou este lote entretanto, e os {count} motivos que escreveu não ficaram guardados. Veja no lote como ficaram estas transferências:',
    },
  },
  reopenBatch: {
    voided: {
      open: 'Foi enviado ao banco',
      title: 'Repor o lote de {amount}',
      text: 'O ficheiro foi enviado ao banco. Os seus extratos voltam a ele, e não podem ir noutro.',
      submit: 'Repor lote',
    },
    paid: {
      open: 'Não foi pago',
      title: 'Retirar o pagamento do lote de {amount}',
      text: 'O banco não pagou. O que isto lançou é lançado ao contrário, e os extratos voltam a estar por pagar. Cada motorista recebe um aviso.',
      submit: 'Retirar pagamento',
    },
  },
  unpaid: { reason: 'Motivo, para o escritório', told: 'O que os motoristas leem; pode ficar vazio' },
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
    text: `O extrato fica pago. Um recibo ou fatura de 1.000\u00A0€ ou mais não se paga em dinheiro (${cited('cash')}).`,
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
    undoText: 'O lançamento é desfeito e o extrato volta a estar por pagar. O motorista lê o motivo.',
    undoSubmit: 'Retirar pagamento',
    submit: 'Registar pagamento',
    impossible:
      'Este extrato não está por pagar. Só se paga um extrato aprovado, fora de um lote e com valor a receber.',
  },
  undoing: {
    title: 'Desfazer a aprovação da semana {number}',
    none: 'Não há nenhuma aprovação para desfazer nesta semana.',
    takes: 'O que volta atrás',
    statements: {
      one: '{count} extrato aprovado a {at}, {amount}: fica anulado e volta a rascunho.',
      other: '{count} extratos aprovados a {at}, {amount}: ficam anulados e voltam a rascunho.',
    },
    journals: 'Os lançamentos destes extratos são estornados na conta corrente.',
    waiting: {
      one: '{count} e-mail ainda por enviar já não é enviado.',
      other: '{count} e-mails ainda por enviar já não são enviados.',
    },
    mailed: { one: 'O servidor já aceitou {count} e-mail.', other: 'O servidor já aceitou {count} e-mails.' },
    whatsApp: {
      one: '{count} extrato já está partilhado por WhatsApp.',
      other: '{count} extratos já estão partilhados por WhatsApp.',
    },
    read: {
      one: '{count} motorista já leu o aviso na sua área.',
      other: '{count} motoristas já leram o aviso na sua área.',
    },
    notice: {
      one: '{count} motorista com acesso lê na sua área que o extrato foi anulado, com o motivo.',
      other: '{count} motoristas com acesso leem na sua área que o extrato foi anulado, com o motivo.',
    },
    nobody:
      'Ainda nenhum destes motoristas tem acesso. Quem for convidado depois lê que o extrato foi anulado, com o motivo.',
    after: 'Depois pode mudar as respostas e aprovar a semana outra vez.',
    reason: 'Motivo, que os motoristas leem',
    ownReason: 'Motivo, que também lê quem for convidado depois',
    usual: 'A semana vai ser revista.',
    submit: 'Desfazer a aprovação',
    barred: {
      'in-bank-file':
        'O ficheiro do banco já está feito. Se ainda não o enviou ao banco, anule primeiro o lote na página da semana.',
      paid: 'Já há extratos pagos, e o que está pago não muda. Lance um acerto na semana aberta.',
    },
  },
  voidOne: {
    title: 'Anular o extrato de {name}',
    text: 'O valor de {amount} sai da conta corrente do motorista. A semana volta a ter um rascunho, para aprovar como versão {version}.',
    receipt:
      'O recibo deste extrato já cá está. Se o valor mudar, o motorista tem de o anular no Portal e passar outro.',
    reason: 'Motivo',
    submit: 'Anular extrato',
    impossible:
      'Este extrato não se pode anular. Se está num lote ainda por pagar, anule primeiro o lote. Se já está pago, lance um acerto na semana aberta. Um rascunho não precisa de ser anulado.',
  },
  keys: {
    title: 'De quem é?',
    gone: 'Esta linha já tem dono, ou já não está em nenhum ficheiro.',
    unnamed: 'Falta dizer de que linha se trata. Escolha-a entre as linhas por associar.',
    owner: 'É de',
    choose: 'Escolher…',
    companyOption: 'Fica na empresa (só estas linhas)',
    companyAlways: 'É sempre da empresa',
    vehicleOption: 'Viatura {plate}',
    submit: 'Associar',
    help: 'O dono fica guardado para as próximas linhas. «Só estas linhas» volta a perguntar com as próximas.',
  },
  logged: {
    week: {
      noun: 'Semana',
      'undo-approval': 'Aprovação da semana desfeita',
      approve: 'Semana aprovada',
      'tell-drivers': 'Aviso do extrato pedido',
      'tell-by-whatsapp': 'Extrato partilhado por WhatsApp',
      'share-file': 'PDF do extrato partilhado',
      'revoke-link': 'Ligação ao extrato anulada',
      'take-telling-back': 'Aviso por WhatsApp retirado',
      'order-statements': 'ZIP de extratos pedido',
      'pack-statements': 'ZIP de extratos feito',
    },
    batch: {
      noun: 'Lote de pagamentos',
      export: 'Ficheiro do banco feito',
      confirm: 'Pagamento confirmado',
    },
    payment: {
      export: 'Ficheiro do banco feito',
      confirm: 'Pagamento confirmado',
      'pay-one': 'Pago fora do ficheiro do banco',
      'undo-one': 'Pagamento fora do ficheiro retirado',
      'void-batch': 'Lote anulado',
      'reopen-batch': 'Lote reposto',
    },
  },
}
