export const contact = {
  title: 'Talk to the people who do the accounts',
  lead: 'About a statement, an application or a fleet. A person answers, on working days.',
  phone: 'Telephone',
  email: 'E-mail',
  address: 'Address',
  hours: 'Hours',
  write: 'Write an e-mail',
  call: 'Call',
  help: {
    title: 'For a quick answer',
    items: [
      'About a statement: the week and the line in question.',
      'About an application: the arrangement you are looking for, and whether you hold a CMTVDE.',
      'About a fleet: how many cars, and on which platforms.',
    ],
  },
  privacy: 'What is written serves only to answer. Please don’t send documents, IBANs or passwords by e-mail.',
  complaints: 'Complaints and disputes',
}
