/** What an open week may come to: a guess that says it is one. */
export const forecast = {
  link: 'Previsão da semana',
  title: 'Previsão da semana {number}',
  subtitle: 'Estes valores são uma estimativa. Nenhum deles é um extrato, e nenhum é pago.',
  ended: 'A semana acabou e ainda não está aprovada. O que falta nos ficheiros é estimado.',
  weeks: 'Semanas abertas',
  empty: 'Não há nada para prever',
  emptyText: 'Todos os extratos desta semana já foram emitidos, ou ainda nenhum motorista tem condições.',
  about: '≈\u00A0{amount}',
  between: 'entre {low} e {high}',
  whole: 'completo',
  blind: 'sem semanas anteriores',
  issued: {
    one: '{count} extrato já emitido não entra na estimativa.',
    other: '{count} extratos já emitidos não entram na estimativa.',
  },
  cash: {
    income: 'Entra das plataformas',
    payable: 'Sai para os motoristas',
    spent: 'Energia e portagens',
    left: 'Sobra, com o IVA por entregar',
  },
  finding: {
    negative: {
      one: '{count} motorista deverá acabar a semana abaixo de zero',
      other: '{count} motoristas deverão acabar a semana abaixo de zero',
    },
    none: 'Ninguém deverá acabar a semana abaixo de zero',
    maybe: { one: 'Numa semana fraca, mais {count}', other: 'Numa semana fraca, mais {count}' },
  },
  caption: 'Previsão de cada motorista, do mais baixo para o mais alto, em euros',
  columns: {
    driver: 'Motorista',
    likely: 'Previsto €',
    range: 'De zero ao mais alto',
    between: 'Intervalo',
    known: 'Até agora €',
    missing: 'Ainda por vir',
  },
  fromWeeks: { one: 'Estimado por {count} semana própria.', other: 'Estimado por {count} semanas próprias.' },
  parts: { uber: 'Uber', bolt: 'Bolt', fuel: 'Combustível', charging: 'Carregamento', tolls: 'Portagens' },
  told: 'O que os ficheiros já dizem',
  nothing: 'ainda nenhum ficheiro',
  days: { one: '{count} dia de 7, lido a {at}', other: '{count} dias de 7, lido a {at}' },
  how: 'Os dias que os ficheiros dizem contam como estão. O resto vem das últimas oito semanas do próprio motorista. Cada uma passa pelas mesmas contas do extrato. O valor previsto é o do meio. O intervalo vai do mais baixo ao mais alto.',
  logged: {
    forecast: {
      warn: 'Previsão abaixo de zero avisada',
    },
  },
}
