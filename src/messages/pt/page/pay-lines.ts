/** What the lines of a statement are called, by their codes. */
export const payLines = {
  income: { uber: 'Uber', bolt: 'Bolt' },
  vat: { trips: 'IVA das viagens' },
  fee: {
    fixed: 'Taxa de gestão',
    percent: 'Taxa de gestão',
    split: 'Parte do operador',
    employer: 'Fica na empresa',
  },
  vehicle: { rent: 'Aluguer da viatura', kilometres: 'Quilómetros a mais' },
  energy: { fuel: 'Combustível', charging: 'Carregamentos', adblue: 'AdBlue' },
  car: { wash: 'Lavagens' },
  tolls: 'Portagens',
  parking: 'Estacionamento',
  adjustment: {
    fine: 'Multa',
    damage: 'Dano',
    advance: 'Adiantamento',
    prize: 'Prémio',
    other: 'Lançamento',
    late: 'Acerto da semana {number}',
    settled: 'Já acertado noutro extrato',
    plan: 'Prestação',
    interest: 'Encargo de financiamento',
  },
  balance: { carried: 'De semanas anteriores', deferred: 'Fica para a próxima semana' },
  receipt: { vat: 'IVA do recibo', withholding: 'Retenção na fonte' },
}
