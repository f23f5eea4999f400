/** What the week says of drivers who were told by hand. */
export const telling = {
  noServer: 'Drivers do not get emails yet, because there is no email server.',
  told: 'Notified by WhatsApp: {told} of {all}.',
  toMail: 'Set up email',
  toWhatsApp: 'Notify by WhatsApp',
  toldAt: 'Notified by WhatsApp, {at}',
  toldBy: 'Notified by WhatsApp, {at}, by {by}',
  mark: 'notified',
}
