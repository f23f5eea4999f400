import { sources } from '../sources.ts'

/** What is said of weeks and sources on many screens: it comes with every page, the rest of `week` where it is needed. */
export const weekNames = {
  states: {
    data: 'Dados',
    calculation: 'Cálculo',
    review: 'Revisão',
    approved: 'Aprovada',
    paid: 'Paga',
    closed: 'Fechada',
  },
  sourceNames: sources.names,
  road: {
    movements: { one: 'movimento', other: 'movimentos' },
    sources: { one: '{count} fonte', other: '{count} fontes' },
    sourcesOf: '{count} de {all} fontes',
    statements: { one: '{count} extrato', other: '{count} extratos' },
    deciding: '{count} por decidir',
    pending: 'por fazer',
  },
}
