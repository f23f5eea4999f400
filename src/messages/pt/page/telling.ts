/** What the week says of statements that were shared by hand. */
export const telling = {
  noServer: 'Os motoristas ainda não recebem e-mails: falta um servidor de e-mail.',
  told: 'Extratos partilhados: {told} de {all}.',
  toMail: 'Indicar o servidor de e-mail',
  toWhatsApp: 'Partilhar os extratos',
  whatsapp: { at: 'Partilhado por WhatsApp, {at}', by: 'Partilhado por WhatsApp, {at}, por {by}' },
  file: { at: 'PDF partilhado, {at}', by: 'PDF partilhado, {at}, por {by}' },
  mark: 'partilhado',
}
