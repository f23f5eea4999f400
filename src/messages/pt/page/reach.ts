/** Whether and how somebody is told something, said before it is sent. */
export const reach = {
  both: '{name} fica com o aviso na área do motorista e recebe-o por e-mail, em {email}.',
  area: '{name} fica com o aviso na área do motorista.',
  mail: '{name} recebe o aviso por e-mail, em {email}.',
  onPhone: 'Recebe-o também no telemóvel.',
  byWhatsApp: 'Segue primeiro por WhatsApp. O e-mail só segue se não chegar.',
  many: {
    all: { one: 'Aviso a {count} pessoa: {ways}.', other: 'Aviso a {count} pessoas: {ways}.' },
    area: '{count} na área do motorista',
    mail: '{count} por e-mail',
    phone: '{count} no telemóvel',
    byWhatsApp: '{count} por WhatsApp',
    nobody: {
      one: '{count} pessoa não recebe nada.',
      other: '{count} pessoas não recebem nada.',
    },
    noNumber: { one: 'Falta o telemóvel na ficha.', other: 'Faltam os telemóveis nas fichas.' },
    whatsApp: {
      one: 'A {count} pode escrever por WhatsApp, à mão.',
      other: 'A {count} pode escrever por WhatsApp, à mão.',
    },
  },
  nobody: 'O aviso não chega a {name}',
  noAccount: 'Não tem acesso à área do motorista.',
  lacks: {
    'no-address': 'A ficha não tem e-mail.',
    'bad-address': 'O e-mail da ficha não está certo.',
    'no-server': 'Falta um servidor de e-mail.',
    'not-mailed': 'Este aviso não vai por e-mail.',
  },
  byHand: 'O aviso fica guardado, com um texto pronto para WhatsApp em «Avisos e mensagens». Fale com o motorista.',
  byHandOther: 'A mensagem fica só guardada. Fale com a pessoa por telefone ou por WhatsApp.',
  invite: 'Dar acesso à área',
  address: 'Escrever o e-mail',
  server: 'Indicar o servidor de e-mail',
  told: {
    both: 'O aviso está na área de {name} e vai por e-mail.',
    area: 'O aviso está na área de {name}.',
    mail: 'O aviso vai por e-mail para {email}.',
    onPhone: 'Vai também para o telemóvel.',
    byWhatsApp: 'Segue primeiro por WhatsApp, e o e-mail só se não chegar.',
  },
}
