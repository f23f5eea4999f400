/** Pictures of amounts over the weeks and by car, and the tables behind them. */
export const pictures = {
  unfold: 'Ver os valores em tabela',
  week: 'Semana',
  says: '{name}, {count} semanas: entre {low} e {high}; na última, {last}.',
  median: 'mediana {value}',
  finding: {
    few: 'Semana {number}: {amount}',
    highest: 'A semana {number} foi a mais alta de {count}: {amount}',
    lowest: 'A semana {number} foi a mais baixa de {count}: {amount}',
    usual: 'A semana {number} foi como é costume: {amount}, com mediana de {middle}',
    above: 'A semana {number} ficou {percent} acima da mediana: {amount}',
    below: 'A semana {number} ficou {percent} abaixo da mediana: {amount}',
  },
  net: { title: 'Quanto ficou em cada semana', name: 'Valor do extrato' },
  tolls: {
    title: 'Portagens por semana',
    charged: 'Cobradas',
    refunded: 'Reembolsadas',
    more: 'Na semana {number} as plataformas reembolsaram mais {amount} do que a Via Verde cobrou',
    less: 'Na semana {number} as plataformas reembolsaram menos {amount} do que a Via Verde cobrou',
  },
  car: { title: 'Quanto rendeu a viatura em cada semana', name: 'Aluguer e taxa' },
  cars: {
    title: {
      one: 'Quanto rendeu cada viatura na última semana',
      other: 'Quanto rendeu cada viatura em {count} semanas',
    },
    car: 'Viatura',
    part: 'Parte da maior',
    income: 'Aluguer e taxa €',
    note: 'Aluguer e taxa dos extratos aprovados. Os custos da própria viatura (prestação, seguro, manutenção) não estão aqui.',
  },
}
