/** The driver's own weeks beside each other, as the platforms' reports tell them. */
export const performance = {
  title: 'Desempenho',
  subtitle: 'As suas semanas, lado a lado. Não há comparação com outros motoristas.',
  last: 'Ganhos da semana {number}',
  lastNote: 'antes dos custos',
  mean: { one: 'Média de {count} semana', other: 'Média de {count} semanas' },
  best: 'Melhor semana',
  bestNote: 'semana {number}',
  trips: 'Viagens da semana {number}',
  weeks: 'Semana a semana',
  caption: 'Ganhos, viagens e horas de cada semana',
  picture: 'Ganhos de cada semana',
  columns: { week: 'Semana', income: 'Ganhos €', trips: 'Viagens', hours: 'Horas ligado' },
  unknown: 'não medido',
  sources:
    'Os ganhos vêm dos relatórios da Uber e da Bolt. São o que as plataformas pagam, com o dinheiro recebido e sem portagens devolvidas.',
  activity: 'As viagens e as horas vêm do relatório de atividade da Uber. O relatório da Bolt só as traz às vezes.',
  open: 'Uma semana que o escritório ainda não aprovou pode mudar.',
  empty: 'Ainda não há semanas',
  emptyText: 'A primeira aparece aqui quando o escritório receber os relatórios das plataformas.',
}
