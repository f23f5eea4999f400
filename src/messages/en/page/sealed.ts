/** One sealed thing, seen in full with a reason. */
export const sealed = {
  title: {
    iban: "See the driver's IBAN",
    company: "See the company's IBAN",
    nif: "See the driver's NIF",
    application: "See the applicant's NIF",
  },
  field: { iban: 'IBAN', company: 'IBAN', nif: 'NIF', application: 'NIF' },
  text: 'The log of changes keeps who looked, at whose, and why.',
  reason: 'Reason',
  reasonHelp: 'For example: to compare it with the proof of the bank.',
  show: 'Show',
  back: 'Back',
  week: {
    title: 'Week with every NIF in full',
    text: 'The files of the week show the last digits of each NIF only. The log of changes keeps who took this one, and why.',
    reasonHelp: 'For example: the accountant checks the receipts.',
    xlsx: 'Excel',
    csv: 'CSV',
  },
  ofIban: 'See the IBAN',
  ofNif: 'See the NIF',
}
