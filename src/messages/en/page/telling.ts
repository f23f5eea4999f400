/** What the week says of drivers who were told by hand. */
export const telling = {
  noServer: 'Drivers receive no emails yet: a mail server is missing.',
  told: 'Told by WhatsApp: {told} of {all}.',
  toMail: 'Set up email',
  toWhatsApp: 'Tell by WhatsApp',
  toldAt: 'Told by WhatsApp, {at}',
  toldBy: 'Told by WhatsApp, {at}, by {by}',
  mark: 'told',
}
