/** Where the files of a week are fetched. */
export const fileLinks = {
  title: 'The week’s files',
  csv: 'CSV',
  xlsx: 'Excel',
  zip: 'Statements as PDF',
  fullNumbers: 'With full NIFs',
  messages: 'Notices to drivers',
  tolls: 'Reconcile tolls',
}
