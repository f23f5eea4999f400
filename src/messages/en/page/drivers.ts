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
    vehicle: 'With your own car, also',
    vehicleItems: [
      'Under ten years since first registration; electric, up to twelve',
      'Insurance that covers TVDE',
      'A valid inspection and the TVDE sticker',
    ],
  },
  questions: {
    title: 'Before applying',
    text: 'What we are asked most on the telephone.',
    asked: [
      'I don’t have a CMTVDE yet. Can I apply?',
      'How long until the first week?',
      'Can the terms be changed later?',
      'Who pays for tolls and fuel?',
      'Does the driver have to issue an invoice (recibo verde)?',
      'Are there hours or minimums?',
    ],
    answers: [
      'Yes. Tell us how far you have got. The course takes at least 50 hours and an IMT exam. The certificate is valid for five years. The contract is signed only with it in hand.',
      'It depends on the documents. With everything in order, the slowest step is registration with the platforms, which is theirs.',
      'Yes. Terms always change on a Monday and are written down with that date. Weeks already done do not change.',
      'It depends on the terms. As a rule the driver pays what Via Verde and the pump charged. The plate, day and time say whose it is. What the platforms give back for tolls is already in the earnings.',
      'Whoever is self-employed does. The statement says how much; VAT and withholding are each driver’s own.',
      'No. An independent driver chooses when to drive. The law limits driving to ten hours in any twenty-four.',
    ],
  },
  next: {
    title: 'How it begins',
    steps: ['Application', 'Documents', 'Contract', 'First week'],
    texts: [
      'We read the application and talk: which terms make sense, and any questions.',
      'Documents and their expiry dates are checked.',
      'The terms are put in writing, with the date they begin.',
      'The first statement comes in the week after the first trips.',
    ],
  },
  apply: 'Start an application',
}
