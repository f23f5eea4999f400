/** Notices on phones and computers, while the site is closed. */
export const push = {
  title: 'Avisos no telemóvel',
  text: {
    driver: 'O telemóvel avisa quando há um extrato, um documento ou uma resposta. Também com o site fechado.',
    admin: 'O aparelho avisa do que chega ao escritório. Também com o site fechado.',
  },
  devices: 'Aparelhos que recebem avisos',
  noDevices: 'Nenhum',
  count: { one: '{count} aparelho', other: '{count} aparelhos' },
  here: 'É este aparelho. Recebe avisos desde {at}.',
  since: 'Recebe avisos desde {at}.',
  remove: 'Desligar',
  removeThis: 'Desligar os avisos em {device}',
  add: { driver: 'Ativar avisos neste telemóvel', admin: 'Ativar avisos neste aparelho' },
  said: {
    asking: 'O navegador pergunta se aceita avisos. Responda-lhe que sim.',
    refused:
      'O navegador não deixa este site avisar. Nas definições do site, permita as notificações e tente outra vez.',
    stopped: 'Os avisos não foram ativados. Pode tentar outra vez quando quiser.',
    late: 'O navegador não respondeu em 10 segundos. Tente outra vez mais tarde. Os avisos continuam na sua área.',
    failed: 'Não foi possível ativar os avisos neste navegador. Tente outra vez. Os avisos continuam na sua área.',
  },
  lacks: {
    iphone:
      'No iPhone, junte primeiro o site ao ecrã principal: toque em Partilhar. Depois abra-o daí e ative os avisos.',
    cannot: 'Este navegador não recebe avisos. Encontra-os aqui no site e no e-mail.',
    refused:
      'O navegador não deixa este site avisar. Nas definições do site, permita as notificações e abra esta página de novo.',
    script: 'Para ativar os avisos, ligue o JavaScript no navegador.',
  },
  topicsOf: 'Avisar de',
  topics: {
    money: 'Extratos, pagamentos e planos',
    receipts: 'Recibos verdes',
    answers: 'Respostas do escritório',
    papers: 'Documentos e contratos',
    car: 'Viatura, turnos, multas e danos',
    arrivals: 'Candidaturas e mensagens do site',
    week: 'A semana, as contestações e o resumo',
    house: 'Segurança e cópias',
  },
  quietFrom: 'Sem avisos das',
  quietUntil: 'até às',
  quietUntilHelp: 'O que chega nessas horas é avisado depois. Para avisar sempre, ponha a mesma hora.',
  amounts: 'Mostrar valores no ecrã bloqueado',
  amountsHelp: 'Quem vê o seu telemóvel lê então o valor. Vale também para o WhatsApp.',
  save: 'Guardar avisos',
  withAmount: '{text} Valor: {amount}.',
  became: {
    sent: '{device}: enviado, {at}',
    waiting: '{device}: à espera, segue em {at}',
    failed: '{device}: falhou, {at} ({why})',
    dropped: '{device}: não enviado. {why}',
  },
  reasons: {
    gone: 'O aparelho já não recebe avisos.',
    unwanted: 'A pessoa desligou este assunto.',
    read: 'O aviso já estava lido.',
    'unknown-service': 'O serviço de avisos não é aceite.',
    'private-address': 'O serviço de avisos está numa rede interna.',
    unreadable: 'O aviso não pôde ser escrito.',
  },
}
