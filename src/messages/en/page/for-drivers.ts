/** The page /para/motoristas: what the operator does for somebody who drives. */
export const forDrivers = {
  title: 'You drive. We do the accounts, and explain them.',
  lead: 'We take care of the licence, the platforms and the weekly accounts. On your phone you see how much you get, when and why.',
  apply: 'Apply to drive',
  terms: 'Compare the three sets of terms',
  work: {
    title: 'What we do for you every week',
    names: ['Statement', 'Payment', 'Tolls', 'Recibo verde'],
    texts: [
      'Uber, Bolt, fuel and tolls on one statement. Every line opens to show how it is calculated.',
      'One transfer a week, for the amount on the statement.',
      'We check what Via Verde charged against what the platforms refunded.',
      'The statement gives the exact amount to invoice on the tax authority’s site.',
    ],
  },
  phone: {
    title: 'Everything on your phone',
    text: 'The driver area opens on any phone, in Portuguese or in English.',
    points: [
      'How much you get, on which day, and how far the payment has got.',
      'The current week, with the data that has arrived so far.',
      'A button on every line to say it isn’t right.',
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
      'Can I use the driver area in English?',
    ],
    answers: [
      'It depends on the terms: the fee or the rental, trip VAT, fuel and tolls. Everything is on the statement, line by line.',
      'Amounts on the statement are before social security and income tax. Self-employed drivers pay those themselves.',
      'Yes, for {hours} hours after the statement is issued. You get a written answer.',
      'We settle the accounts within {days} days. You get your deposit back, less anything you still owe.',
      'Yes. Statements, messages and pages come in Portuguese and in English.',
    ],
  },
  call: { title: 'Start by applying', text: 'It takes a few steps on your phone. A person reads it and replies.' },
}
