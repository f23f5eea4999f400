/** What a driver's phone keeps: read and sent without a network. */
export const offline = {
  title: 'On this phone',
  subtitle: 'What you can read and send without a network.',
  copy: 'No network. Saved on this phone: {at}.',
  since: 'Something may have changed since then.',
  way: 'See what opens without a network',
  notKept: 'The page you asked for is not on this phone.',
  notKeptText: 'Without a network, the pages in this list open.',
  read: 'Read without a network',
  statements: 'Statements',
  pdf: 'PDF',
  pdfOf: 'PDF of the statement for week {number}',
  contractPdfOf: 'PDF of contract {number}',
  long: 'This phone keeps these pages for seven days. Signing out deletes them.',
}
