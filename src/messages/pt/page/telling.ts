/** What the week says of drivers who were told by hand. */
export const telling = {
  noServer: 'Os motoristas ainda não recebem e-mails: falta um servidor de e-mail.',
  told: 'Avisados por WhatsApp: {told} de {all}.',
  toMail: 'Configurar o e-mail',
  toWhatsApp: 'Avisar por WhatsApp',
  toldAt: 'Avisado por WhatsApp, {at}',
  toldBy: 'Avisado por WhatsApp, {at}, por {by}',
  mark: 'avisado',
}
