/** What the driver is told in the own area. */
export const inbox = {
  title: 'Avisos',
  subtitle: 'O que mudou nos seus extratos, pagamentos e documentos.',
  thisWeek: 'Esta semana',
  bell: { one: 'Avisos, {count} por ler', other: 'Avisos, {count} por ler' },
  unread: 'por ler',
  readAll: 'Marcar todos como lidos',
  done: 'Todos os avisos estão lidos.',
  empty: { title: 'Ainda não há avisos', text: 'Aparecem aqui quando um extrato é aprovado, pago ou corrigido.' },
  older: 'Mais antigos',
  newest: 'Mais recentes',
  kinds: {
    'statement-issued': {
      title: 'O extrato da semana {number} está disponível',
      text: 'Semana de {days}. Toque numa linha para ver de onde vem o valor.',
    },
    'statement-void': {
      title: 'O extrato da semana {number} foi anulado',
      text: 'Motivo: {reason}. Há um extrato novo quando o escritório voltar a aprovar a semana. Se já passou o recibo verde, espere por ele.',
    },
    'statement-paid': {
      title: 'O extrato da semana {number} foi pago',
      text: 'O pagamento está registado. Se foi por transferência, o banco pode demorar um dia útil.',
    },
    adjustment: {
      title: 'Acerto de {amount} na semana {number}',
      text: 'Motivo: {reason}',
    },
    damage: {
      title: 'Dano na {plate}: {amount} propostos',
      text: 'Veja o dano e o orçamento em Entregas. Pode contestar antes de ser cobrado.',
    },
    ticket: {
      answered: {
        title: 'Resposta ao seu pedido n.º {number}',
        text: 'O escritório respondeu. Abra o pedido para ler a resposta.',
      },
      closed: {
        title: 'Pedido n.º {number} fechado',
        text: 'O escritório fechou o pedido. Se precisar, escreva nele outra vez.',
      },
    },
    'cash-trips': {
      off: {
        title: 'Viagens a dinheiro desligadas na {provider}',
        debt: 'Deve {amount} à empresa. Enquanto dever, não recebe viagens a dinheiro. Quando pagar, voltam a ligar-se.',
        text: 'O escritório desligou as viagens a dinheiro. Se não percebe porquê, pergunte em Ajuda.',
      },
      on: {
        title: 'Viagens a dinheiro ligadas na {provider}',
        text: 'Volta a receber viagens pagas a dinheiro.',
      },
    },
    'damage-report': {
      confirmed: {
        title: 'Comunicação sobre a {plate} confirmada',
        text: 'O escritório confirmou o que comunicou. O dano está na ficha da viatura. Isto não lhe cobra nada.',
      },
      refused: { title: 'Comunicação sobre a {plate} recusada', text: 'Motivo do escritório: {reason}' },
      waiting: {
        title: 'Comunicação sobre a {plate} outra vez por decidir',
        text: 'O escritório voltou atrás na decisão. Motivo: {reason}',
      },
    },
    'damage-answered': { title: 'Resposta sobre o dano na {plate}', text: 'Resposta do escritório: {reason}' },
    reward: {
      title: 'Prémio de {amount} no extrato da semana {number}',
      text: '{reason}.',
    },
    'reward-taken': {
      title: 'Prémio de {amount} retirado na semana {number}',
      text: 'Os valores mudaram depois de o prémio ser pago. {reason}.',
    },
    fine: {
      title: 'Multa n.º {number}',
      text: '{at}, {place}. Veja-a em Multas. Se não conduzia a essa hora, diga já ao escritório.',
    },
    contract: {
      sent: { title: 'Contrato por assinar: {contract}', text: 'Leia-o e assine-o em Contratos.' },
      paper: {
        title: 'Contrato assinado em papel: {contract}',
        text: 'O escritório guardou-o. O PDF está em Contratos.',
      },
      sealed: { title: 'Contrato assinado: {contract}', text: 'A empresa também assinou. O PDF está em Contratos.' },
      withdrawn: { title: 'Contrato retirado: {contract}', text: 'O escritório retirou este contrato. Veja o motivo.' },
      unsigned: {
        title: 'Contrato ainda por assinar: {contract}',
        text: 'Leia-o e assine-o, ou recuse-o e diga porquê.',
      },
      ends: {
        title: 'Contrato a acabar: {contract}',
        text: 'Acaba dentro de 30 dias. O escritório trata da renovação consigo.',
      },
      ended: {
        title: 'Contrato terminado: {contract}',
        text: 'O escritório registou um último dia. Veja qual e porquê.',
      },
      'end-back': {
        title: 'Contrato continua: {contract}',
        text: 'O escritório anulou o fim que tinha registado. Veja o contrato.',
      },
    },
    'data-request': {
      title: 'Pedido sobre os seus dados: {asked}',
      answered: 'O escritório respondeu. A resposta está junto do pedido.',
      extended: 'O escritório precisa de mais tempo. O motivo e o novo dia estão junto do pedido.',
    },
    'correction-done': { title: 'Pedido de correção: {field}', text: 'O escritório corrigiu. {reason}' },
    'correction-declined': {
      title: 'Pedido de correção: {field}',
      text: 'O escritório não corrigiu. Motivo: {reason}',
    },
    'dispute-accepted': {
      title: 'Contestação da semana {number} aceite',
      text: 'Entra um acerto no extrato da semana {on}.',
    },
    'dispute-reopened': {
      title: 'Contestação da semana {number} de novo aberta',
      text: 'O escritório retirou o acerto da semana {on}. Vai responder de novo.',
      answer: 'O escritório retirou a resposta. Vai responder de novo.',
    },
    'dispute-declined': {
      title: 'Contestação da semana {number} recusada',
      text: 'Resposta do escritório: {reason}',
    },
    'payment-undone': {
      title: { one: 'Pagamento da semana {numbers} retirado', other: 'Pagamentos das semanas {numbers} retirados' },
      text: {
        one: 'O extrato volta a estar por pagar. Recebe outro aviso quando for pago.',
        other: 'Os extratos voltam a estar por pagar. Recebe outro aviso quando forem pagos.',
      },
      because: {
        one: 'O extrato volta a estar por pagar. Motivo: {reason}',
        other: 'Os extratos voltam a estar por pagar. Motivo: {reason}',
      },
    },
    'payment-returned': {
      account: {
        title: 'O banco devolveu o pagamento da semana {number}',
        text: 'Confirme o IBAN que está nos seus dados. Recebe outro aviso quando for pago.',
      },
      company: {
        title: 'O banco devolveu o pagamento da semana {number}',
        text: 'O motivo não é o seu IBAN. O escritório paga outra vez, e recebe outro aviso.',
      },
      refused: {
        title: 'O banco recusou o pagamento da semana {number}',
        text: 'Confirme o IBAN que está nos seus dados. Recebe outro aviso quando for pago.',
      },
      waits: {
        title: 'O banco afinal não recusou o pagamento da semana {number}',
        text: 'A transferência está no banco. Recebe outro aviso quando for paga.',
      },
    },
    'receipt-unasked': { title: 'Recibo {number}, de {day}', text: 'O escritório não o esperava: {reason}' },
    'receipt-missing': {
      title: { one: 'Falta o recibo da semana {number}', other: 'Faltam {count} recibos verdes' },
      text: {
        one: 'A empresa ainda não recebeu este recibo verde. Abra para ver o que escrever.',
        other: 'O mais antigo é o da semana {number}. Abra a lista dos extratos.',
      },
    },
    'receipt-accepted': {
      title: 'Recibo da semana {number} aceite',
      text: 'Resposta do escritório: {reason}',
    },
    'receipt-declined': {
      title: 'Recibo da semana {number} não aceite',
      text: 'Resposta do escritório: {reason}',
    },
    plan: {
      opened: {
        title: 'Novo plano de prestações: {what}',
        text: { one: '{amount} numa prestação.', other: '{amount} em {count} prestações semanais.' },
      },
      approved: {
        title: 'Pedido aprovado: {what}',
        text: {
          one: '{amount} numa prestação. Resposta do escritório: {reason}.',
          other: '{amount} em {count} prestações semanais. Resposta do escritório: {reason}.',
        },
      },
      'approved-otherwise': {
        title: 'Pedido aprovado com outras condições: {what}',
        text: {
          one: '{amount} numa prestação. Resposta do escritório: {reason}. Nada é descontado até aceitar estas condições em Financiamento.',
          other:
            '{amount} em {count} prestações semanais. Resposta do escritório: {reason}. Nada é descontado até aceitar estas condições em Financiamento.',
        },
      },
      declined: { title: 'Pedido recusado: {what}', text: 'Resposta do escritório: {reason}' },
      reopened: {
        title: 'O pedido espera outra vez por resposta: {what}',
        text: 'O escritório anulou a recusa. Motivo: {reason}',
      },
      changed: {
        title: 'Condições mudadas: {what}',
        text: {
          one: '{amount} passam a uma prestação. Motivo: {reason}.',
          other: '{amount} passam a {count} prestações semanais. Motivo: {reason}.',
        },
      },
      'changed-otherwise': {
        title: 'Condições por aceitar: {what}',
        text: {
          one: '{amount} passam a uma prestação. Motivo: {reason}. Nada é descontado até aceitar estas condições em Financiamento.',
          other:
            '{amount} passam a {count} prestações semanais. Motivo: {reason}. Nada é descontado até aceitar estas condições em Financiamento.',
        },
      },
      'paid-out': { title: 'Adiantamento pago: {what}', text: 'O comprovativo de {amount} está guardado.' },
      skipped: {
        title: 'Semana {number} sem prestação: {what}',
        text: 'Nesta semana não lhe é descontada. O plano acaba mais tarde. Motivo: {reason}',
      },
      unskipped: {
        title: 'Semana {number} volta a ter prestação: {what}',
        text: 'A prestação desta semana é descontada no extrato, como estava antes.',
      },
      early: {
        title: 'Pagamento registado: {what}',
        text: '{amount} pagos fora dos extratos. Nota do escritório: {reason}',
      },
      used: { title: 'Caução usada: {what}', text: '{amount} da caução pagaram o que devia. Motivo: {reason}' },
      returned: { title: 'Caução devolvida: {what}', text: '{amount} da caução. Motivo: {reason}' },
      'written-off': { title: 'Perdoado: {what}', text: 'Já não lhe são descontados {amount}. Motivo: {reason}' },
      'taken-back': {
        title: 'Corrigido: {what}',
        text: 'Um movimento de {amount} neste plano foi anulado. Motivo: {reason}',
      },
      cancelled: { title: 'Plano anulado: {what}', text: 'Já não deve {amount}. Motivo: {reason}' },
      begins:
        'Os descontos começam na semana {number}. Leia as condições e aceite-as em Financiamento; se não concordar, fale já com o escritório.',
    },
    departure: {
      returned: {
        title: 'Regresso registado',
        text: 'A partir de {day}. As condições de antes voltam a contar. Os turnos e os contratos por assinar têm de ser feitos de novo.',
      },
      left: {
        title: 'Saída registada',
        text: 'Até {day} a conta espera por portagens e multas que chegam mais tarde. Motivo: {reason}',
      },
      'to-pay': {
        title: 'Conta final fechada: {amount} a receber',
        text: 'Recebe este valor com o pagamento de uma das próximas semanas.',
      },
      owing: {
        title: 'Conta final fechada: {amount} a pagar',
        text: 'O pedido de pagamento diz para onde e até quando.',
      },
      settled: { title: 'Conta final fechada', text: 'Está tudo acertado: não há nada a receber nem a pagar.' },
      received: { title: 'Pagamento de {amount} recebido', text: 'Já conta na conta final. {reason}' },
      reopened: {
        title: 'Conta final aberta outra vez',
        text: 'O fecho foi anulado; o escritório volta a fechar a conta. Motivo: {reason}',
      },
      'written-off': { title: 'Dívida de {amount} perdoada', text: 'Já não tem de pagar este valor. Motivo: {reason}' },
    },
    paper: {
      asked: { title: 'O escritório pede: {paper}', text: 'Até {day}. {reason}' },
      accepted: { title: 'Documento aceite: {paper}', text: 'Não precisa de fazer mais nada.' },
      refused: { title: 'Documento recusado: {paper}', text: 'Motivo: {reason}. Envie-o outra vez em Documentos.' },
      again: { title: 'O escritório vê outra vez: {paper}', text: 'Não precisa de o enviar outra vez.' },
      ends: { title: 'Está a expirar: {paper}', text: 'Vale até {day}. Envie o novo em Documentos.' },
      ended: { title: 'Expirou: {paper}', text: 'Valia até {day}. Envie o novo em Documentos.' },
      published: { title: 'Para ler: {paper}', text: 'Leia o documento da empresa e confirme a leitura.' },
    },
    'car-paper': {
      ends: {
        title: 'Está a expirar: {paper}, {plate}',
        text: 'Vale até {day}. Fale com o escritório antes desse dia.',
      },
      ended: { title: 'Expirou: {paper}, {plate}', text: 'Valia até {day}. Fale já com o escritório.' },
    },
    'car-work': {
      day: 'até {day}',
      km: 'aos {km} km',
      or: ' ou ',
      soon: {
        title: 'Em breve: {what}, {plate}',
        text: 'Deve ser feito {when}. Combine o dia com o escritório.',
      },
      due: {
        title: 'A fazer já: {what}, {plate}',
        text: 'Devia ser feito {when}. Fale hoje com o escritório.',
      },
    },
    'car-age': {
      ends: {
        title: 'Idade máxima da viatura {plate}',
        text: 'Pela lei de hoje, pode fazer TVDE até {day}. Fale com o escritório sobre outra viatura.',
      },
      ended: {
        title: 'A viatura {plate} passou a idade máxima',
        text: 'Pela lei de hoje, podia fazer TVDE até {day}. Fale já com o escritório.',
      },
    },
    'keys-moved': {
      title: 'Um nome seu nas plataformas passou para outro registo',
      text: 'Os ganhos com esse nome contam agora no outro registo. Se não sabe porquê, avise o escritório.',
    },
    'iban-changed': {
      title: 'A conta para pagamentos passou a terminar em {ends}',
      text: 'Se a alteração não foi pedida, avise o escritório.',
      held: 'Só recebe pagamentos depois de {until}. Se a alteração não foi pedida, avise o escritório antes dessa hora.',
    },
  },
  logged: {
    inbox: {
      read: 'Avisos lidos',
    },
  },
}
