/** The page /para/motoristas: what the operator does for somebody who drives. */
export const forDrivers = {
  title: 'You drive. The accounts arrive done and explained.',
  lead: 'We take care of the licence, the platforms and the week’s accounts. Drivers see on the phone how much they get, when and why.',
  apply: 'Apply to drive',
  terms: 'Compare the three sets of terms',
  work: {
    title: 'What we do for you every week',
    names: ['Statement', 'Payment', 'Tolls', 'Recibo verde'],
    texts: [
      'Uber, Bolt, fuel and tolls on one statement. Every line opens and shows its sum.',
      'One transfer a week, for the amount on the statement.',
      'We check what Via Verde charged against what the platforms refunded.',
      'The statement gives the exact amount to invoice on the tax authority’s site.',
    ],
  },
  phone: {
    title: 'Everything on the phone',
    text: 'The driver’s area opens on any phone, in Portuguese or in English.',
    points: [
      'How much you get, on which day, and how far the payment has got.',
      'The current week, with the data that has arrived so far.',
      'A button on every line to say that it isn’t right.',
      'Instalments, deposit and balance, always in sight.',
    ],
  },
  questions: {
    title: 'Before joining',
    text: 'Short answers. For anything else, write to the people who do the accounts.',
    asked: [
      'What is deducted each week?',
      'What about taxes?',
      'Can I dispute an amount?',
      'What happens when I leave?',
      'Can I use the area in English?',
    ],
    answers: [
      'It depends on the terms: the fee or the rental, trip VAT, fuel and tolls. Everything is on the statement, line by line.',
      'Amounts on the statement are before social security and income tax. Self-employed drivers pay those contributions themselves.',
      'Yes, for {hours} hours after the statement is issued. The answer is in writing.',
      'We close the accounts within {days} days. The deposit is returned, less anything still owed.',
      'Yes. Statements, messages and pages exist in Portuguese and in English.',
    ],
  },
  call: { title: 'Start with the application', text: 'A few steps, on the phone. A person reads it and answers.' },
}
