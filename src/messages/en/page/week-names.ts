import { sources } from '../sources.ts'

export const weekNames = {
  states: {
    data: 'Data',
    calculation: 'Figures',
    review: 'Review',
    approved: 'Approved',
    paid: 'Paid',
    closed: 'Closed',
  },
  sourceNames: sources.names,
  road: {
    movements: { one: 'movement', other: 'movements' },
    sources: { one: '{count} source', other: '{count} sources' },
    sourcesOf: '{count} of {all} sources',
    statements: { one: '{count} statement', other: '{count} statements' },
    deciding: '{count} to decide',
    pending: 'to do',
  },
}
