/** Where the files of a week are fetched. */
export const fileLinks = {
  title: 'Files of the week',
  csv: 'CSV',
  xlsx: 'Excel',
  zip: 'Statements as PDF',
  fullNumbers: 'With each NIF in full',
  messages: 'Messages to drivers',
  tolls: 'Reconcile tolls',
}
