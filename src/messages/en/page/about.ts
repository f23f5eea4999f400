export const about = {
  title: 'A statement that explains itself',
  lead: 'A TVDE operator brings together drivers, cars and platforms. The hard part isn’t the driving. It is knowing, every week, why the amount is what it is.',
  principles: {
    title: 'How we work',
    names: [
      'One set of accounts',
      'Everything has a source',
      'Rules with a date',
      'What was paid doesn’t change',
      'We say what we don’t know',
    ],
    texts: [
      'The office and the driver open the same statement. There is no hidden spreadsheet.',
      'Each amount leads to the line of the file it came from: Uber, Bolt, Via Verde, fuel.',
      'Fees, rental and tolls follow written terms, with the day they began.',
      'Data that arrives late goes into the open week as an adjustment, with its reason shown.',
      'A missing amount is shown as “not measured”. We never make up a number.',
    ],
  },
  market: {
    title: 'The sector in figures',
    drivers: 'active drivers in Portugal',
    operators: 'active operators',
    source:
      'IMT, February 2025. That is about three drivers per operator. It is a sector of small companies, and this was made for them.',
  },
  company: {
    title: 'The company',
    name: 'Name',
    taxNumber: 'Company tax number',
    licence: 'TVDE operator licence',
    address: 'Address',
  },
  contact: 'Contact us',
}
