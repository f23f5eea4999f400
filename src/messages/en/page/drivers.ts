export const drivers = {
  title: 'Drive with every figure in view',
  lead: 'There are three ways to work with us. See what the same week pays in each. What changes is whose car it is and how the rest is shared.',
  needs: {
    title: 'What you need',
    text: 'The law requires these documents from every driver. We tell you what is missing and where to get each one.',
    items: [
      'A category B driving licence held for at least three years, with the group 2 endorsement',
      'A valid TVDE driver certificate (CMTVDE), issued by IMT',
      'A criminal record certificate',
      'An identity document and a Portuguese tax number (NIF)',
      'An IBAN in the driver’s name',
      'Registered self-employment with the tax authority, or an employment contract',
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
    text: 'What people ask us most often on the phone.',
    asked: [
      'I don’t have a CMTVDE yet. Can I apply?',
      'How long until the first week?',
      'Can I change terms later?',
      'Who pays for tolls and fuel?',
      'Do I have to issue an invoice (recibo verde)?',
      'Are there set hours or minimums?',
    ],
    answers: [
      'Yes. Tell us how far you have got. Since 2018 you have needed a course of at least 50 hours and an IMT exam. The certificate is valid for five years. We sign the contract once you have it.',
      'It depends on your documents. With everything in order, the slowest step is registering with Uber and Bolt, which is up to them.',
      'Yes. Terms always change on a Monday and are written down with that date. Past weeks do not change.',
      'It depends on the terms. As a rule the driver pays what Via Verde and the filling station charged. The plate, day and time show whose cost it is. Tolls refunded by the platforms are already in the earnings.',
      'Yes, if you are self-employed. The statement gives the amount. VAT and income tax depend on each driver.',
      'No. Self-employed drivers choose when to drive. Since 2018 the law has limited driving to ten hours in any twenty-four.',
    ],
  },
  next: {
    title: 'How to start',
    steps: ['Application', 'Documents', 'Contract', 'First week'],
    texts: [
      'We read the application and talk: which terms make sense, and any questions.',
      'Documents and their expiry dates are checked.',
      'The terms are put in writing, with their start date.',
      'The first statement arrives in the week after the first trips.',
    ],
  },
  apply: 'Start an application',
}
