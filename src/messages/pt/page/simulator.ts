import { cited } from '../cited.ts'

/** The earnings simulator of the home page and the drivers' page. */
export const simulator = {
  title: 'Faça as contas a uma semana sua',
  text: 'Escreva quanto fez numa semana, ou quanto espera fazer. As contas são as mesmas dos extratos verdadeiros.',
  fields: {
    uber: 'Uber, tarifas da semana',
    bolt: 'Bolt, tarifas da semana',
    platformFee: 'Comissão das plataformas, %',
    fuel: 'Combustível',
    tolls: 'Portagens',
    tips: 'Gorjetas',
    cash: 'Dinheiro recebido em mão',
    refunds: 'Portagens reembolsadas',
    hours: 'Horas ligado na semana',
    ownCar: 'Viatura própria, custo por semana',
  },
  gross: 'O que os passageiros pagaram, com IVA.',
  feeHelp: {
    price: `O que a Uber e a Bolt ficam de cada viagem. Desde {day}, o ${cited('fee-ceiling')} permite no máximo {share} do preço.`,
    'price-without-vat': `O que a Uber e a Bolt ficam de cada viagem. Desde {day}, o ${cited('fee-ceiling')} permite no máximo {share} do preço sem IVA. São {ofFare} do preço com IVA.`,
  },
  ownCarHelp: 'Seguro, manutenção e prestação. Só conta no regime de viatura própria.',
  submit: 'Fazer as contas',
  regimes: { slot: 'Viatura própria', rental: 'Viatura da frota', percentage: 'Percentagem' },
  choose: 'A mesma semana em cada regime',
  result: 'Receberia',
  owed: 'Ficaria a dever, para a semana seguinte',
  tax: 'antes de Segurança Social e IRS',
  left: 'Com a viatura paga',
  anHour: 'Por hora',
  outside: 'Fora do extrato',
  lines: 'Linhas do extrato',
  sum: 'Soma das linhas',
  unread: 'Há um valor que não se percebe. Corrija-o e faça as contas outra vez.',
  note: 'É uma simulação, não uma promessa. Com viatura própria, a taxa é de {fee} por semana. Com viatura da frota, são {rent} de aluguer e {rate} de taxa. À percentagem, o motorista fica com {share}, depois de combustível até {cap}. Seguro, manutenção e prestação da viatura própria ficam fora do extrato. Contam as condições do contrato assinado.',
  share: 'O endereço desta página guarda a conta: pode enviá-lo.',
}
