/** Notices on phones and computers, while the site is closed. */
export const push = {
  title: 'Notices on your phone',
  text: {
    driver: 'Your phone notifies you of statements, documents and answers. It does so with the site closed too.',
    admin: 'Your device notifies you of what reaches the office. It does so with the site closed too.',
  },
  devices: 'Devices that get notices',
  noDevices: 'None',
  count: { one: '{count} device', other: '{count} devices' },
  here: 'This device. It has had notices since {at}.',
  since: 'Has had notices since {at}.',
  remove: 'Turn off',
  removeThis: 'Turn off notices on {device}',
  add: { driver: 'Turn on notices on this phone', admin: 'Turn on notices on this device' },
  said: {
    asking: 'The browser asks whether you accept notices. Answer yes.',
    refused: 'The browser does not let this site notify you. Allow notifications in the site settings and try again.',
    stopped: 'Notices were not turned on. You can try again whenever you like.',
    late: 'The browser did not answer within 10 seconds. Try again later. You still find notices on the site.',
    failed: 'Notices could not be turned on in this browser. Try again. You still find notices on the site.',
  },
  lacks: {
    iphone:
      'On an iPhone, add the site to the Home Screen first: tap Share. Then open it from there and turn notices on.',
    cannot: 'This browser cannot get notices. You find them here on the site and in your email.',
    refused:
      'The browser does not let this site notify you. Allow notifications in the site settings and open this page again.',
    script: 'To turn notices on, turn on JavaScript in the browser.',
  },
  topicsOf: 'Notify me about',
  topics: {
    money: 'Statements, payments and plans',
    receipts: 'Invoices',
    answers: 'Answers from the office',
    papers: 'Documents and contracts',
    car: 'Car, shifts, fines and damage',
    arrivals: 'Applications and messages from the site',
    week: 'The week, disputes and the digest',
    house: 'Security and backups',
  },
  quietFrom: 'No notices from',
  quietUntil: 'until',
  quietUntilHelp:
    'What comes in those hours reaches you afterwards. For notices at any time, choose the same hour twice.',
  amounts: 'Show amounts on the lock screen',
  amountsHelp: 'Anyone who sees your phone can then read the amount. This covers WhatsApp too.',
  save: 'Save notices',
  withAmount: '{text} Amount: {amount}.',
  became: {
    sent: '{device}: sent, {at}',
    waiting: '{device}: waiting, goes out at {at}',
    failed: '{device}: failed, {at} ({why})',
    dropped: '{device}: not sent. {why}',
  },
  reasons: {
    gone: 'The device no longer gets notices.',
    unwanted: 'The person turned this topic off.',
    read: 'The notice was already read.',
    'unknown-service': 'The push service is not accepted.',
    'private-address': 'The push service is inside a private network.',
    unreadable: 'The notice could not be written.',
  },
}
