export const signup = {
  title: 'Apply to drive',
  lead: 'A few short steps, on a phone or a computer. You can stop halfway and come back: what you have entered is saved.',
  begin: {
    title: 'Whose car would it be?',
    text: 'This is the only question that changes the rest. You can change your mind later.',
    slot: { title: 'My own', text: 'A fixed fee a week. Insurance, upkeep and car payments are yours.' },
    rental: { title: 'One of the fleet’s', text: 'Weekly rent and a management fee on what you earn.' },
    percentage: { title: 'On a percentage', text: 'A fleet car, and half for each side after fuel.' },
    terms: 'See the three sets of terms with figures',
  },
  needs: {
    title: 'Have these to hand',
    items: [
      'The year of your driving licence and, if you have it, when your CMTVDE expires',
      'With your own car: make, model, plate and year',
      'Photographs or PDFs of the documents, if you want to add them straight away',
    ],
    note: 'If you used a referral link, there is nothing to do. Your application shows who referred you.',
  },
  next: {
    title: 'What happens next',
    steps: ['Reply', 'Documents', 'Terms', 'Access'],
    texts: [
      'A person reads your application and calls or writes.',
      'We tell you what is missing and check the dates.',
      'You get the terms in writing, to read in your own time.',
      'You get an invitation to choose a password and see the driver area.',
    ],
  },
  talk: 'Would you rather talk first?',
  call: 'Call',
  write: 'Write',
}
