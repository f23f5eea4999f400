/** What waits for somebody of the office, each in a sentence, with what is done about it. */
export const needs = {
  week: { what: 'Semana {number}: {what}' },
  carAlert: {
    what: { one: '{count} alerta de viatura por responder', other: '{count} alertas de viaturas por responder' },
    of: 'O primeiro é de {at}.',
    act: 'Ver e responder',
  },
  ticket: {
    what: { one: '{count} pedido de motorista por responder', other: '{count} pedidos de motoristas por responder' },
    of: 'O primeiro tem resposta prometida até {day}.',
    late: 'O prazo do primeiro terminou a {day}.',
    act: 'Responder',
  },
  dispute: {
    what: { one: '{count} linha contestada', other: '{count} linhas contestadas' },
    of: 'Em causa: {amount}. O escritório responde até {day}.',
    late: 'Em causa: {amount}. O prazo para responder terminou a {day}.',
    act: 'Responder',
  },
  contract: {
    what: { one: '{count} contrato por assinar pela empresa', other: '{count} contratos por assinar pela empresa' },
    of: 'O motorista assinou o mais antigo em {day}.',
    act: 'Assinar',
  },
  signedPaper: {
    what: {
      one: '{count} contrato assinado em papel por ver',
      other: '{count} contratos assinados em papel por ver',
    },
    of: 'O mais antigo chegou em {day}.',
    act: 'Ver contratos',
  },
  contractBegun: {
    what: { one: '{count} contrato por acabar', other: '{count} contratos por acabar' },
    lacks: 'Ao contrato de {name} falta: {names}.',
    ready: 'Ao contrato de {name} já não falta nada.',
    act: { one: 'Acabar o contrato', other: 'Ver contratos' },
  },
  contractTerms: {
    what: {
      one: '{count} contrato diz outras condições do que as que estão em vigor',
      other: '{count} contratos dizem outras condições do que as que estão em vigor',
    },
    of: 'O mais antigo foi selado em {day}.',
    act: 'Comparar',
  },
  paper: {
    what: { one: '{count} documento por ver', other: '{count} documentos por ver' },
    of: 'O mais antigo chegou em {day}.',
    act: 'Ver documentos',
  },
  paperRefused: {
    what: {
      one: '{count} documento recusado por uma plataforma',
      other: '{count} documentos recusados por uma plataforma',
    },
    of: 'O mais antigo foi recusado em {day}.',
    act: 'Ver o documento',
  },
  platformRefused: {
    what: {
      one: '{count} motorista ou viatura recusado por uma plataforma',
      other: '{count} motoristas ou viaturas recusados por uma plataforma',
    },
    of: '{name} na {provider}.',
    ofReason: '{name} na {provider}: {reason}',
    act: 'Ver a ficha',
  },
  platformAct: {
    what: { one: '{count} pedido a uma plataforma por decidir', other: '{count} pedidos às plataformas por decidir' },
    of: 'O mais antigo é de {day}.',
    act: 'Ver pedidos',
  },
  timesWaiting: {
    what: { one: '{count} ficheiro de tempos por explicar', other: '{count} ficheiros de tempos por explicar' },
    of: 'O mais antigo chegou em {day}.',
    act: 'Dizer o que é cada coluna',
  },
  workingTime: {
    what: {
      one: '{count} motorista perto ou acima do tempo de trabalho',
      other: '{count} motoristas perto ou acima do tempo de trabalho',
    },
    over: { one: '{count} está acima do limite.', other: '{count} estão acima do limite.' },
    of: 'Ninguém passou do limite.',
    act: 'Ver os tempos',
  },
  dataRequest: {
    what: { one: '{count} pedido sobre dados por responder', other: '{count} pedidos sobre dados por responder' },
    of: 'Primeiro: {name}, até {day}.',
    late: { one: '{count} está em atraso.', other: '{count} estão em atraso.' },
    act: 'Ver pedidos',
  },
  breach: {
    what: { one: '{count} violação de dados por comunicar', other: '{count} violações de dados por comunicar' },
    of: { one: 'Resta {count} hora.', other: 'Restam {count} horas.' },
    late: 'As 72 horas passaram.',
    act: 'Ver a violação',
  },
  duty: {
    what: {
      one: '{count} obrigação da empresa nas próximas duas semanas',
      other: '{count} obrigações da empresa nas próximas duas semanas',
    },
    of: 'A primeira: {name}, até {day}.',
    late: { one: '{count} já passou do dia.', other: '{count} já passaram do dia.' },
    act: 'Ver obrigações',
  },
  papersEnding: {
    what: {
      one: '{count} prazo de documento ou IUC acaba dentro de um mês',
      other: '{count} prazos de documentos e IUC acabam dentro de um mês',
    },
    of: 'O primeiro é {day}.',
    ended: { one: '{count} já passou.', other: '{count} já passaram.' },
    act: 'Ver prazos',
  },
  connection: {
    what: {
      waiting: 'A {provider} não responde há mais de um dia',
      expired: 'A ligação à {provider} expirou',
      'needs-access': 'A {provider} pede que autorize a ligação',
      error: 'A {provider} responde de uma forma que não se percebe',
    },
    of: 'Desde {day} que não chegam dados novos. Os ficheiros continuam a servir.',
    act: {
      waiting: 'Ver a ligação',
      expired: 'Pôr credenciais novas',
      'needs-access': 'Ver os passos',
      error: 'Ver a ligação',
    },
  },
  carAge: {
    what: {
      one: '{count} viatura atinge a idade máxima dentro de três meses',
      other: '{count} viaturas atingem a idade máxima dentro de três meses',
    },
    of: 'A {plate} pode circular até {day}.',
    ended: 'A {plate} só podia circular até {day}.',
    act: 'Ver viaturas',
  },
  correction: {
    what: { one: '{count} pedido de correção', other: '{count} pedidos de correção' },
    of: 'O mais antigo, de {day}, ainda espera.',
    act: 'Responder',
  },
  shift: {
    what: { one: '{count} pedido de turno', other: '{count} pedidos de turno' },
    of: 'O mais antigo, de {day}, espera pelo escritório.',
    act: 'Responder',
  },
  task: {
    what: { one: '{count} tarefa de recrutamento para hoje', other: '{count} tarefas de recrutamento para hoje' },
    of: 'A mais antiga é de {day}.',
    act: 'Ver tarefas',
  },
  accident: {
    what: {
      one: '{count} acidente por participar à seguradora',
      other: '{count} acidentes por participar à seguradora',
    },
    of: 'O mais antigo é de {day}. O prazo está na apólice.',
    late: 'O mais antigo é de {day}: os 8 dias do costume já passaram.',
    act: 'Ver o acidente',
    list: 'Ver os acidentes',
  },
  damageReport: {
    what: { one: '{count} comunicação de dano por decidir', other: '{count} comunicações de danos por decidir' },
    of: 'A primeira chegou a {day}.',
    act: 'Decidir',
  },
  damage: {
    what: { one: '{count} dano contestado por um motorista', other: '{count} danos contestados por motoristas' },
    of: 'O mais antigo foi contestado em {day}.',
    act: 'Responder',
  },
  upkeep: {
    what: { one: '{count} trabalho de manutenção a fazer já', other: '{count} trabalhos de manutenção a fazer já' },
    of: 'Chegou o dia ou os quilómetros.',
    act: 'Ver a viatura',
  },
  fine: {
    what: { one: '{count} multa por identificar ou enviar', other: '{count} multas por identificar ou enviar' },
    of: { one: 'À mais antiga falta {count} dia útil.', other: 'À mais antiga faltam {count} dias úteis.' },
    late: 'O prazo da mais antiga já passou.',
    act: 'Identificar o condutor',
  },
  'month-changed': {
    what: {
      one: 'Um mês mudou depois de entregue à contabilidade',
      other: '{count} meses mudaram depois de entregues à contabilidade',
    },
    of: 'O contabilista tem os números antigos de {month}.',
    act: 'Ver o que mudou',
  },
  'bank-gaps': {
    what: { one: 'Falta um extrato do banco', other: 'Faltam {count} extratos do banco' },
    of: 'Um extrato não começa com o saldo em que o anterior acabou.',
    act: 'Ver o que falta',
  },
  receipt: {
    what: { one: '{count} recibo verde por responder', other: '{count} recibos verdes por responder' },
    of: 'O mais antigo, de {day}, ainda espera.',
    act: 'Responder',
  },
  lateBatch: {
    what: 'Semana {number}: transferência de {day} por confirmar',
    of: {
      one: '{count} pagamento, {amount}. O dia já passou e ninguém disse se saiu.',
      other: '{count} pagamentos, {amount}. O dia já passou e ninguém disse se saíram.',
    },
    act: 'Marcar como pago',
  },
  applications: {
    what: { one: '{count} candidatura por decidir', other: '{count} candidaturas por decidir' },
    of: 'Quem se candidata vê o estado na sua ligação.',
    act: 'Ver candidaturas',
  },
  looks: {
    what: {
      one: '{count} coisa espera por uma segunda pessoa',
      other: '{count} coisas esperam por uma segunda pessoa',
    },
    of: 'Quem a pediu não a pode confirmar.',
    act: 'Ver o que espera',
  },
  mail: {
    what: { one: '{count} e-mail não sai há minutos', other: '{count} e-mails não saem há minutos' },
    of: 'O servidor de e-mail não os aceita. Ficam guardados e são tentados outra vez.',
    act: 'Ver a razão',
  },
  requests: {
    what: { one: '{count} pedido de motorista por responder', other: '{count} pedidos de motoristas por responder' },
    of: 'O motorista vê a resposta na sua área.',
    act: 'Responder ao pedido',
  },
  uninvited: {
    what: { one: '{count} motorista ainda não pode entrar', other: '{count} motoristas ainda não podem entrar' },
    of: 'Quem não entra não lê o seu extrato.',
    act: 'Convidar os motoristas',
  },
  facts: {
    what: { one: 'Falta {count} dado da empresa', other: 'Faltam {count} dados da empresa' },
    of: 'Sem eles o site não se publica, e o motorista não sabe a quem ligar.',
    act: 'Completar os dados',
  },
  messages: {
    what: { one: '{count} mensagem do site por responder', other: '{count} mensagens do site por responder' },
    of: 'Foi prometida resposta nos dias úteis.',
    act: 'Ler mensagens',
  },
  unmatched: {
    what: { one: '{count} linha sem motorista', other: '{count} linhas sem motorista' },
    of: 'Somam {amount} e não entram em nenhum extrato.',
    act: 'Associar linhas',
  },
  missing: {
    what: 'Semana {number}, em falta: {sources}',
    of: 'Houve nas quatro semanas anteriores; o que chegar depois da aprovação fica por acertar.',
    act: 'Carregar ficheiros',
  },
  noTerms: {
    what: { one: '{count} motorista sem condições acordadas', other: '{count} motoristas sem condições acordadas' },
    of: 'Sem condições não há extrato.',
    act: { one: 'Definir condições', other: 'Ver motoristas' },
  },
  ibanMissing: {
    what: { one: '{count} motorista sem IBAN', other: '{count} motoristas sem IBAN' },
    of: 'Fora do ficheiro SEPA até haver IBAN.',
    act: { one: 'Acrescentar IBAN', other: 'Ver motoristas' },
  },
  ibanInvalid: {
    what: { one: '{count} IBAN que o banco não aceita', other: '{count} IBAN que o banco não aceita' },
    of: 'Os algarismos de controlo não batem certo.',
    act: { one: 'Corrigir IBAN', other: 'Ver motoristas' },
  },
  ibanHeld: {
    what: { one: '{count} IBAN mudado há pouco', other: '{count} IBAN mudados há pouco' },
    of: 'Em espera, para confirmar que a mudança foi pedida pelo motorista.',
    act: { one: 'Confirmar mudança', other: 'Ver motoristas' },
  },
  noKeys: {
    what: {
      one: '{count} motorista sem identificador da Uber nem da Bolt',
      other: '{count} motoristas sem identificador da Uber nem da Bolt',
    },
    of: 'Sem ele os ganhos ficam por associar.',
    act: { one: 'Acrescentar identificador', other: 'Ver motoristas' },
  },
  negative: {
    what: { one: '{count} motorista deve à empresa', other: '{count} motoristas devem à empresa' },
    of: 'Ao todo {amount}, a descontar nas próximas semanas.',
    act: 'Ver extrato de {name}',
    record: 'Ver ficha de {name}',
  },
  companyIban: {
    missing: 'Falta o IBAN da empresa',
    invalid: 'O banco não aceita o IBAN da empresa',
    of: 'Sem ele não se cria o ficheiro SEPA.',
    act: 'Preencher IBAN',
  },
  companyNipc: {
    missing: 'Falta o NIPC da empresa',
    invalid: 'O NIPC da empresa não bate certo',
    of: 'Identifica a empresa nos extratos.',
    act: 'Preencher NIPC',
  },
  licence: {
    expiring: 'A licença de operador acaba a {day}',
    expired: 'A licença de operador acabou a {day}',
    of: 'Renova-se no IMT; a data nova guarda-se nos dados da empresa.',
    act: 'Ver licença',
  },
}
