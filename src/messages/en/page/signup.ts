export const signup = {
  title: 'Apply to drive',
  lead: 'A few short steps, on the phone or at a desk. You can stop half-way and come back: what is written stays saved.',
  begin: {
    title: 'Whose car would it be?',
    text: 'It is the only question that changes the rest. You can change your mind later.',
    slot: { title: 'My own', text: 'A fixed fee a week. Insurance, upkeep and car payments are yours.' },
    rental: { title: 'One of the fleet’s', text: 'Weekly rent and a management fee on what is earned.' },
    percentage: { title: 'On a percentage', text: 'A fleet car, and half for each side after fuel.' },
    terms: 'See the three sets of terms with figures',
  },
  needs: {
    title: 'Worth having at hand',
    items: [
      'The year of the driving licence and, if in hand, how long the CMTVDE is valid',
      'With your own car: make, model, plate and year',
      'Photographs or PDFs of the documents, if you want to add them straight away',
    ],
    note: 'If you used a referral link, there is nothing to do. The name of who referred travels with the application.',
  },
  next: {
    title: 'What happens next',
    steps: ['Answer', 'Documents', 'Terms', 'Access'],
    texts: [
      'A person reads the application and calls or writes.',
      'We say what is missing and confirm the dates.',
      'The terms come in writing, to be read in peace.',
      'An invitation arrives to choose a password and see the driver’s area.',
    ],
  },
  talk: 'Rather talk first?',
  call: 'Call',
  write: 'Write',
}
