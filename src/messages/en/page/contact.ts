export const contact = {
  title: 'Talk to the people who do the accounts',
  lead: 'About a statement, an application or a fleet. A person replies, on weekdays.',
  topics: {
    title: 'What is it about?',
    text: 'The message reaches whoever deals with it.',
    statement: { title: 'A statement', text: 'A line that doesn’t add up, a payment, an invoice.' },
    application: { title: 'An application', text: 'Documents, terms, what comes next.' },
    fleet: { title: 'A fleet', text: 'Cars or drivers to be managed.' },
    other: { title: 'Something else', text: 'Press, suppliers, personal data.' },
  },
  message: {
    title: 'Write to the office',
    helps: {
      statement: 'Tell us which week and which line. For example: week 47, tolls.',
      application: 'Tell us which terms you want and whether you have the CMTVDE.',
      fleet: 'Tell us how many cars and on which platforms.',
      other: 'Tell us what you need and by when.',
    },
    topic: 'Subject',
    name: 'Name',
    email: 'Email for our reply',
    phone: 'Telephone',
    text: 'Message',
    textHelp: 'We use what you write only to reply. Please don’t send documents, IBANs or passwords.',
    send: 'Send message',
    sent: {
      title: 'Message received',
      text: 'It is saved for the office. We reply by email or phone, on weekdays.',
      home: 'Back to the start',
      another: 'Write another',
    },
  },
  phone: 'Telephone',
  email: 'Email',
  address: 'Address',
  hours: 'Hours',
  complaints: 'Complaints and disputes',
  logged: {
    message: {
      noun: 'Message from the site',
    },
    contact: {
      write: 'Message received',
      mark: 'Message marked',
    },
  },
}
