/** The driver's own weeks beside each other, as the platforms' reports tell them. */
export const performance = {
  title: 'Desempenho',
  subtitle: 'As suas semanas, lado a lado. Não há comparação com outros motoristas.',
  last: 'Recebido das plataformas, semana {number}',
  lastNote: 'antes dos custos',
  mean: { one: 'Média de {count} semana', other: 'Média de {count} semanas' },
  best: 'Melhor semana',
  bestNote: 'semana {number}',
  why: {
    title: 'Porquê {amount}',
    paid: 'Pago pelas plataformas',
    cash: 'Dinheiro em mão',
    refunds: 'Portagens e despesas devolvidas',
    earnings: 'No extrato da semana {number}, os ganhos são {amount}.',
    statement: 'Ver o extrato',
    differs:
      'Os ganhos do extrato contam com as portagens devolvidas e os prémios. O dinheiro em mão e o IVA das viagens ficam de fora deles.',
  },
  trips: 'Viagens da semana {number}',
  perHour: 'Por hora na Uber, semana {number}',
  perHourNote: 'recebido e horas da Uber',
  weeks: 'Semana a semana',
  caption: 'Recebido das plataformas, viagens e horas de cada semana',
  picture: 'Recebido das plataformas em cada semana',
  columns: {
    week: 'Semana',
    income: 'Recebido €',
    trips: 'Viagens',
    hours: 'Horas ligado',
    perHour: 'Por hora na Uber €',
  },
  unknown: 'não medido',
  sources:
    'O valor recebido vem dos relatórios da Uber e da Bolt. É o que as plataformas pagam, com o dinheiro em mão. As portagens e despesas devolvidas não contam.',
  activity:
    'As viagens e as horas vêm do relatório de atividade da Uber. O relatório da Bolt só as traz às vezes. Por hora na Uber é o recebido da Uber, a dividir pelas horas ligado na Uber.',
  open: 'Uma semana que o escritório ainda não aprovou pode mudar.',
  empty: 'Ainda não há semanas',
  emptyText: 'A primeira aparece aqui quando o escritório receber os relatórios das plataformas.',
}
