export const drivers = {
  title: 'Driving with the accounts in plain sight',
  lead: 'Three ways of working with us, with the same week worked out in each. What changes is whose car it is and how the rest is shared.',
  needs: {
    title: 'What it takes',
    text: 'The law asks this of whoever drives. We help to see what is missing, but documents are requested from the authorities themselves.',
    items: [
      'A category B driving licence held for at least three years, with the group 2 endorsement',
      'A valid TVDE driver certificate (CMTVDE), issued by IMT',
      'A criminal record certificate',
      'An identity document and a Portuguese tax number (NIF)',
      'An IBAN in the driver’s name',
      'Registered self-employment with the tax authority, or a contract of employment',
    ],
    vehicle: 'With one’s own car, also',
    vehicleItems: [
      'No more than seven years since first registration',
      'Insurance that covers TVDE',
      'A valid inspection and the TVDE sticker',
    ],
  },
  next: {
    title: 'How it begins',
    steps: ['Conversation', 'Documents', 'Contract', 'First week'],
    texts: [
      'By telephone or e-mail: which arrangement makes sense, and any questions.',
      'Documents and their expiry dates are checked.',
      'The terms are put in writing, with the date they begin.',
      'The first statement comes in the week after the first trips.',
    ],
  },
  apply: 'See how to apply',
}
