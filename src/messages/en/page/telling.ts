/** What the week says of drivers who were told by hand. */
export const telling = {
  noServer: 'Drivers get no emails yet, because there is no email server.',
  told: 'Told by WhatsApp: {told} of {all}.',
  toMail: 'Set up email',
  toWhatsApp: 'Tell by WhatsApp',
  toldAt: 'Told by WhatsApp, {at}',
  toldBy: 'Told by WhatsApp, {at}, by {by}',
  mark: 'told',
}
