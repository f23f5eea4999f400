export const trouble = {
  notFound: {
    title: 'This road leads nowhere',
    text: 'There is no page at this address. It may have moved, or the address may be wrong.',
  },
  refused: { title: 'That can’t be done' },
  denied: { title: 'No access to this page' },
  signedOut: { title: 'Please sign in' },
  busy: { title: 'Too many requests at once' },
  notNow: { title: 'Not possible right now' },
  defect: {
    title: 'Something went wrong at our end',
    text: 'The problem has been recorded and nothing that was saved is lost. Try again in a moment.',
    reference: 'If it happens again, give us this reference:',
  },
  home: 'Go to the home page',
  login: 'Sign in',
  again: 'Try again',
  contact: 'Contact us',
}
