export const about = {
  title: 'An account that explains itself',
  lead: 'A TVDE operator brings together drivers, cars and platforms. The hard part isn’t the driving: it is knowing, every week, why the amount is what it is.',
  principles: {
    title: 'How we work',
    names: [
      'One account',
      'Everything has a source',
      'Rules with a date',
      'What was paid doesn’t change',
      'What isn’t known is said',
    ],
    texts: [
      'The office and the driver open the same statement. There is no hidden spreadsheet.',
      'Each amount leads to the row of the file it came from: Uber, Bolt, Via Verde, fuel.',
      'Fees, rental and tolls follow written terms, with the day they began.',
      'Data that comes late enters the open week as an adjustment, with its reason in sight.',
      'An amount that is missing reads “not measured”. A number is never made up.',
    ],
  },
  market: {
    title: 'The trade in figures',
    drivers: 'active drivers in Portugal',
    operators: 'active operators',
    source:
      'IMT, February 2025. That is about three drivers to an operator. It is a trade of small companies, and this was made for them.',
  },
  company: {
    title: 'The company',
    name: 'Name',
    taxNumber: 'Company tax number',
    licence: 'TVDE operator licence',
    address: 'Address',
  },
  contact: 'Talk to us',
}
