/** What is missing until a driver's first ride, for the office and for the driver. */
export const firstRide = {
  title: 'Até à primeira viagem',
  done: '{done} de {count} feitos',
  solveNamed: 'Resolver: {what}',
  left: {
    one: 'Falta {count} coisa até à primeira viagem',
    other: 'Faltam {count} coisas até à primeira viagem',
  },
  next: 'A seguir: {what}',
  office: {
    account: 'conta de acesso',
    nif: 'NIF',
    iban: 'um IBAN',
    terms: 'regime e condições em vigor',
    papers: 'documentos para receber viatura e conduzir',
    contract: 'contrato de prestação de serviços em vigor',
    car: 'uma viatura',
    platforms: 'um identificador da Uber ou da Bolt',
  },
  own: {
    account: 'Conta de acesso',
    nif: 'O seu NIF',
    iban: 'IBAN da sua conta, para receber',
    terms: 'Condições acordadas com o escritório',
    papers: 'Documentos em ordem',
    contract: 'Contrato assinado pelos dois lados',
    car: 'Viatura atribuída',
    platforms: 'Ligação à Uber ou à Bolt',
  },
  /** What the office reads of a step that somebody else has begun. */
  state: { waits: 'Por ver', yours: 'Com o motorista' },
  ownState: { waits: 'O escritório está a ver', done: 'Feito', yours: 'Falta', open: 'O escritório trata' },
  todo: {
    papers: 'Faltam documentos',
    papersText: 'Sem esses documentos não pode conduzir. Fotografe-os e envie-os pelo telemóvel.',
    papersAct: 'Ver documentos',
  },
  text: 'Toque no que falta. Do resto trata o escritório.',
  textOffice: 'Não tem nada a fazer agora. O escritório trata do que falta e avisa.',
}
