/** Whether and how somebody is told something, said before it is sent. */
export const reach = {
  both: '{name} gets the notice in the driver area and by email, at {email}.',
  area: '{name} gets the notice in the driver area.',
  mail: '{name} gets the notice by email, at {email}.',
  onPhone: 'It also comes to their phone.',
  many: {
    all: { one: 'Notice to {count} person: {ways}.', other: 'Notice to {count} people: {ways}.' },
    area: '{count} in the driver area',
    mail: '{count} by email',
    phone: '{count} on the phone',
    nobody: { one: '{count} person gets nothing.', other: '{count} people get nothing.' },
    whatsApp: { one: 'You can write to {count} on WhatsApp.', other: 'You can write to {count} on WhatsApp.' },
  },
  nobody: 'The notice will not reach {name}',
  noAccount: 'They cannot sign in to the driver area.',
  lacks: {
    'no-address': 'There is no email address on record.',
    'bad-address': 'The email address on record is not valid.',
    'no-server': 'There is no email server.',
    'not-mailed': 'This notice is not sent by email.',
  },
  byHand: 'The notice is kept, with a text ready for WhatsApp under “Notices and messages”. Talk to the driver.',
  byHandOther: 'The message is only kept. Talk to the person by phone or WhatsApp.',
  invite: 'Give access to the area',
  address: 'Add the email address',
  server: 'Set up the email server',
  told: {
    both: 'The notice is in {name}’s area and goes out by email.',
    area: 'The notice is in {name}’s area.',
    mail: 'The notice goes out by email to {email}.',
    onPhone: 'It also goes to their phone.',
  },
}
