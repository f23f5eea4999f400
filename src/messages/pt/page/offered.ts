/** The operator's offer as the public pages tell it; what was not said is not shown. */
export const offered = {
  title: 'O que oferecemos',
  text: 'São as condições de hoje. As que contam são as do contrato assinado.',
  deposit: 'Caução',
  depositWhole: '{deposit}, na entrega da viatura',
  depositParts: {
    one: '{deposit}: {down} na entrega e o resto em {count} prestação',
    other: '{deposit}: {down} na entrega e o resto em {count} prestações semanais',
  },
  kilometres: 'Quilómetros',
  kilometresText: '{kilometres} km por semana incluídos; {rate} por cada km a mais',
  rent: 'O aluguer inclui',
  cars: 'Viaturas',
  cities: 'Onde trabalhamos',
  notice: 'Aviso para sair',
  noticeText: { one: '{count} dia', other: '{count} dias' },
  hiring: 'Vagas',
  hiringText: {
    contractor: 'Abertas até {day}, para independentes com recibo verde',
    employee: 'Abertas até {day}, com contrato de trabalho',
  },
  job: {
    title: 'Motorista TVDE',
    text: 'Conduzir nas plataformas Uber e Bolt, com extrato semanal explicado linha a linha. É preciso certificado de motorista TVDE.',
  },
}
