/** The driver's first screen and the list of statements. */
export const driverHome = {
  formerRecord: 'Do registo anterior, {ref}',
  title: 'Início',
  toReceive: 'A receber',
  besidesSalary: 'A receber, além do salário',
  ofWeeks: { one: 'de {count} extrato', other: 'de {count} extratos' },
  lastPaid: 'Último pagamento',
  owed: 'Saldo da semana {number}',
  carried: 'passa para a semana seguinte',
  planned: '{day}, previsto',
  statement: 'Extrato da semana {number}',
  todo: 'Para fazer',
  iban: {
    missing: 'Falta o IBAN',
    missingText: 'Sem IBAN o banco não pode pagar. Envie-o ao escritório, com o comprovativo do banco.',
    invalid: 'O IBAN não está certo',
    invalidText: 'O número que o escritório tem não existe. Confirme-o com o escritório antes do pagamento.',
    action: 'Falar com o escritório',
  },
  receipt: {
    title: 'Recibo verde ou fatura: {amount}',
    text: 'Pela semana {number}, sem IVA nem retenção. Na dúvida, confirme com o seu contabilista.',
  },
  also: {
    title: 'Também à sua espera',
    sign: 'Ler e assinar o contrato',
    paper: 'Renovar: {paper}',
    until: 'vale até {day}',
  },
  car: {
    title: 'A sua viatura',
    papers: 'Documentos da viatura',
    inspections: 'Entregas e danos',
  },
  running: {
    now: 'Esta semana até agora',
    ended: 'Semana à espera de aprovação',
    estimate: 'estimativa: ainda pode mudar',
    asOf: 'Feita com os ficheiros que o escritório recebeu até {at}.',
  },
  line: { one: '{count} extrato', other: 'Os últimos {count} extratos' },
  last: 'Últimos extratos',
  all: 'Todos os extratos',
  owes: 'em dívida, passou para a semana seguinte',
  empty: {
    title: 'Ainda não há extratos',
    text: 'O primeiro aparece aqui quando o escritório aprovar uma semana, com cada linha explicada.',
  },
  list: {
    title: 'Extratos',
    subtitle: 'Um por semana, dos mais novos para os mais antigos.',
  },
}
