export const signup = {
  title: 'Apply to drive',
  lead: 'For now, applications are made by telephone or e-mail. It takes a few minutes and costs nothing.',
  send: {
    title: 'What to say',
    items: [
      'Name, telephone and municipality',
      'The arrangement you are looking for: own car, fleet car or percentage',
      'Whether you hold a CMTVDE, and for how many years a driving licence',
      'With your own car: make, model and year of first registration',
      'Who referred you, if anybody did',
    ],
    note: 'Please don’t send copies of documents by e-mail. We ask for them later, by a safe means.',
  },
  next: {
    title: 'What happens next',
    steps: ['Answer', 'Documents', 'Terms', 'Access'],
    texts: [
      'A person answers and arranges a conversation.',
      'We say what is missing and check the expiry dates.',
      'The terms are sent in writing, to be read calmly.',
      'Once the contract is signed, an invitation to create the account arrives.',
    ],
  },
  referred: 'You were referred by: {slug}. Please mention this name in the application.',
  subject: 'Application to drive',
  write: 'Write an e-mail',
  call: 'Call',
  terms: 'See terms and arrangements',
  consent: 'What you send serves only to consider the application, and is deleted if it goes no further.',
  privacy: 'Privacy',
}
