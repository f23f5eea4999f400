export const legal = {
  updated: 'Version of {day}',
  others: 'Other documents',
  privacy: {
    title: 'Privacy',
    lead: 'Which data we handle, what for, for how long, and what can be asked of us.',
    heads: [
      'Who is responsible',
      'Which data, and what for',
      'Who they are shared with',
      'For how long',
      'Which rights there are',
      'Security',
    ],
    texts: [
      'The controller is the company named in the footer. For any question about personal data, write to the e-mail address given there.',
      'Of people who drive: identity, contacts, documents required by TVDE law, IBAN, earnings on the platforms, costs and payments. They serve to carry out the contract, to pay, and to meet tax and sector duties. Of people who apply we keep what they write and the documents they add. We also keep the consent, the version of its text and the time. We use them to consider the application. Of people who write to us: the contact and the message, to answer it. Of people who visit the site we keep only what is needed to show the pages. Against misuse of the forms, we keep the sender’s network address for an hour. What is entered in the simulator is not stored: it stays in the address of the page.',
      'With the platforms, the bank, the accountants and the authorities, as far as necessary. Data are not sold. Technical suppliers handle data on our behalf and under contract.',
      'Accounting documents: ten years. Driver files: five years after the contract ends, unless a longer duty applies. Applications that go no further are kept for up to twelve months, with the consent given on sending. Without it, they are kept as long as it takes to decide them. The criminal record certificate is checked and not kept longer than needed.',
      'To access, correct, delete, restrict, object and take one’s data away. We answer within a month. A complaint may also be lodged with the Portuguese data protection authority, CNPD (www.cnpd.pt).',
      'Passwords are not stored in the clear, connections beyond the local network are encrypted, and views and changes are recorded.',
    ],
  },
  terms: {
    title: 'Terms of use',
    lead: 'What this site is, what it isn’t, and how it is used.',
    heads: ['What the site is', 'Accounts', 'Statements', 'Examples and content', 'Liability', 'Law'],
    texts: [
      'The site presents the operator’s work and gives drivers and office access to their areas. Using it does not alter the relationship between driver and operator, which follows from the contract and the law.',
      'An account is personal. Its holder keeps the password safe and tells us if somebody else may know it. An account may be suspended when the contract ends or is misused.',
      'The weekly statement explains the account of a week. It is neither an invoice nor a receipt. The terms that count are those of the signed contract.',
      'Examples are made up and marked as such. Texts, drawings and brand belong to the operator or to those who lent them.',
      'We do our best to keep the site available and right. Should a published amount differ from the contract, the contract counts.',
      'Portuguese law applies. Consumer disputes may be taken to the bodies named under Complaints and disputes.',
    ],
  },
  cookies: {
    title: 'Cookies',
    lead: 'What the site stores in the browser, and why.',
    heads: ['What is stored', 'Statistics and advertising', 'How to delete it'],
    texts: [
      'Session: after signing in, a cookie keeps the session until it is ended or expires. Light or dark mode: only when it is changed, for a year. Referral: only for those who arrive by a driver’s referral link, for 30 days, so that the application says who referred. Language: the last one chosen, in the browser’s storage. Your answer about measuring stays in a cookie for a year, with its date and a random number. We also keep it on record for 24 months, so that we can prove it. They are necessary for what was asked and follow nobody.',
      'Without consent there are none. Where this site uses them it asks first, and saying no is as easy as saying yes. Statistics count the pages visited and how fast they open. With advertising, the social network where we advertise learns that a visit, a message or an application happened, without name or e-mail. No program of anyone else runs on the site. You can take consent back with one click on Cookie preferences, at the foot of every page. We ask again after twelve months.',
      'In the browser’s settings, at any time. Deleting the session cookie ends the session.',
    ],
  },
  complaints: {
    title: 'Complaints and disputes',
    lead: 'Talk to us first: nearly everything is settled by looking at the same line. If that isn’t enough, there are these ways.',
    heads: ['Complain to us', 'Complaints book', 'Alternative dispute resolution', 'Sector authorities'],
    texts: [
      'By the telephone or e-mail in the footer, with the week and the line in question. The answer is in writing.',
      'The electronic complaints book (Livro de Reclamações) is at www.livroreclamacoes.pt. A complaint is answered within the legal term of fifteen working days.',
      'In a consumer dispute, an alternative dispute resolution body may be used: the list is on the consumer portal, www.consumidor.gov.pt. The body with national competence is CNIACC, at www.cniacc.pt.',
      'The activity is governed by Law no. 45/2018. The licence is granted by the Instituto da Mobilidade e dos Transportes (IMT). Economic regulation belongs to the Autoridade da Mobilidade e dos Transportes (AMT).',
    ],
  },
}
