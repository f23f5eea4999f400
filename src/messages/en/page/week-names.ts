export const weekNames = {
  states: {
    data: 'Data',
    calculation: 'Figures',
    review: 'Review',
    approved: 'Approved',
    paid: 'Paid',
    closed: 'Closed',
  },
  sourceNames: {
    uber: 'Uber',
    bolt: 'Bolt',
    viaverde: 'Via Verde',
    prio: 'PRIO',
    bp: 'BP',
    repsol: 'Repsol',
    edp: 'EDP',
    other: 'Other source',
  },
  road: {
    movements: '{count} mov.',
    sources: { one: '{count} source', other: '{count} sources' },
    sourcesOf: '{count} of {all} sources',
    statements: { one: '{count} statement', other: '{count} statements' },
    deciding: '{count} to decide',
    pending: 'to do',
  },
}
