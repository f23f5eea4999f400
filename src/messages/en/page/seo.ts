export const seo = {
  imageAlt: 'The week as a road of seven days, from Monday to Sunday',
  home: {
    title: 'The TVDE fleet that shows you the figures',
    description:
      'A TVDE operator for drivers and companies. Every week on Uber and Bolt ends in a statement you can open line by line.',
    keywords: 'TVDE, ride-hailing driver Portugal, TVDE operator, Uber, Bolt, weekly statement, fleet',
  },
  drivers: {
    title: 'Drivers: requirements and terms',
    description:
      'What you need to drive TVDE in Portugal. Three kinds of terms side by side, with the same week calculated under each.',
    keywords: 'become a TVDE driver, CMTVDE, own car, car rental, percentage split, requirements',
  },
  about: {
    title: 'About us',
    description:
      'How we work: the same accounts for drivers and company. Rules in writing, with a date, and the source of every amount.',
    keywords: 'TVDE operator, fleet management, driver accounts, Portugal',
  },
  contact: {
    title: 'Contact',
    description: 'The operator’s telephone, email and address. The people who do the accounts answer on weekdays.',
    keywords: 'contact, TVDE operator, telephone, email',
  },
  login: {
    title: 'Sign in',
    description: 'Sign-in for drivers and the office: statements, documents and contracts.',
    keywords: 'sign in, driver area, statements',
  },
  signup: {
    title: 'Apply to drive',
    description: 'How to apply as a TVDE driver: what to send, what happens next and which documents to prepare.',
    keywords: 'application, TVDE driver, documents, CMTVDE',
  },
  forDrivers: {
    title: 'Drive TVDE with us',
    description:
      'What the operator does for drivers: statements explained, payment on a set day, tolls checked and paperwork handled.',
    keywords: 'work in TVDE, Uber driver Portugal, Bolt driver Portugal, TVDE car rental, deposit, openings',
  },
  forCompanies: {
    title: 'Your company’s cars on TVDE',
    description:
      'For companies with cars: accounts by car and by week. Tolls checked one by one, and a source for every cost.',
    keywords: 'TVDE fleet, TVDE car management, companies, TVDE operator, tolls',
  },
}
