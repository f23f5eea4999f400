/** One sealed thing, seen in full with a reason. */
export const sealed = {
  title: {
    iban: 'See the driver’s IBAN',
    company: 'See the company’s IBAN',
    nif: 'See the driver’s NIF',
    application: 'See the applicant’s NIF',
  },
  field: { iban: 'IBAN', company: 'IBAN', nif: 'NIF', application: 'NIF' },
  text: 'The audit log records who looked, at whose data and why.',
  reason: 'Reason',
  reasonHelp: 'For example: to compare it with the bank’s proof.',
  show: 'Show',
  back: 'Back',
  week: {
    title: 'Week with every NIF in full',
    text: 'The week’s files show only the last digits of each NIF. The audit log records who downloaded this one, and why.',
    reasonHelp: 'For example: the accountant is checking the invoices.',
    xlsx: 'Excel',
    csv: 'CSV',
  },
  invoices: {
    title: 'To invoice in {month}, with full tax numbers',
    text: 'The file on the page shows only the last digits of tax numbers. The audit log records who took this one, and why.',
    reasonHelp: 'For example: import into the billing software.',
  },
  ofIban: 'See IBAN',
  ofNif: 'See NIF',
  logged: {
    sealed: {
      noun: 'Sealed value',
      reveal: 'IBAN or NIF seen in full',
    },
  },
}
