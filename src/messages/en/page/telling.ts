/** What the week says of statements that were shared by hand. */
export const telling = {
  noServer: 'Drivers do not get emails yet, because there is no email server.',
  told: 'Statements shared: {told} of {all}.',
  toMail: 'Set up the email server',
  toWhatsApp: 'Share the statements',
  whatsapp: { at: 'Shared on WhatsApp, {at}', by: 'Shared on WhatsApp, {at}, by {by}' },
  file: { at: 'PDF shared, {at}', by: 'PDF shared, {at}, by {by}' },
  mark: 'shared',
}
