/** The page /para/empresas: what the operator does for somebody who owns cars. */
export const companies = {
  title: 'Your cars on the road, accounts for each car',
  lead: 'Your cars join our fleet, with licence and platforms taken care of. Every week the company sees what each car earned and cost.',
  talk: 'Talk about your fleet',
  work: {
    title: 'What is taken care of',
    names: ['Platforms', 'Costs', 'Tolls', 'Accounts'],
    texts: [
      'Drivers and cars registered with Uber and Bolt, with documents in order.',
      'Fuel and charging matched to whoever had the car, by plate, day and time.',
      'Every Via Verde toll checked against what the platforms refunded.',
      'One statement per driver and week, with the source of every amount.',
    ],
  },
  figures: {
    title: 'One car, in one week',
    text: 'Amounts from the example statement, with a fleet car. They are made up; the sums are real.',
    fees: 'Rental and management fee',
    vat: 'Trip VAT, due to the State',
    tolls: 'Tolls that nobody refunded',
    fuel: 'Fuel, paid by the driver',
  },
  begin: {
    title: 'How to start',
    steps: ['Conversation', 'Cars', 'Contract', 'First week'],
    texts: [
      'How many cars there are, where they are and who drives them.',
      'We check each car’s documents, insurance, inspection and age.',
      'The terms are put in writing, with their start date.',
      'The accounts arrive in the week after the first trips.',
    ],
  },
  questions: {
    title: 'Questions from companies',
    text: 'If yours isn’t here, write to us.',
    asked: [
      'Whose licence is it?',
      'Which cars qualify?',
      'Who pays for tolls and fuel?',
      'How do I know where an amount comes from?',
      'Do the drivers have to change?',
    ],
    answers: [
      'The TVDE operator licence is ours, and we answer to the platforms. The contract says on what terms you lend us the cars.',
      'Since September 2026, under ten years since first registration; electric cars, up to twelve. Insurance must cover TVDE and the inspection must be valid.',
      'As a rule the driver pays what was charged. The plate, day and time show whose cost it is.',
      'Every amount opens down to the line of the file it came from. Files are kept just as they arrived.',
      'No. Your drivers can join with the cars, if their documents are in order.',
    ],
  },
  call: { title: 'Tell us how many cars you have', text: 'We answer in writing, with terms for your fleet.' },
}
