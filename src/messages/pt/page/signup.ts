export const signup = {
  title: 'Candidatura a motorista',
  lead: 'Por agora a candidatura faz-se por telefone ou por e-mail. Leva poucos minutos e não custa nada.',
  send: {
    title: 'O que dizer',
    items: [
      'Nome, telefone e concelho',
      'Regime que procura: viatura própria, viatura da frota ou percentagem',
      'Se já tem CMTVDE e há quantos anos tem carta',
      'Com viatura própria: marca, modelo e ano da primeira matrícula',
      'Quem indicou, se alguém indicou',
    ],
    note: 'Não envie cópias de documentos por e-mail. Pedimo-las depois, por um meio seguro.',
  },
  next: {
    title: 'O que acontece a seguir',
    steps: ['Resposta', 'Documentos', 'Condições', 'Acesso'],
    texts: [
      'Uma pessoa responde e combina uma conversa.',
      'Dizemos o que falta e confirmamos as validades.',
      'As condições vão por escrito, para ler com calma.',
      'Com o contrato assinado, chega um convite para criar a conta.',
    ],
  },
  referred: 'Veio por indicação: {slug}. Diga este nome na candidatura.',
  subject: 'Candidatura a motorista',
  write: 'Escrever um e-mail',
  call: 'Telefonar',
  terms: 'Ver condições e regimes',
  consent: 'Os dados da candidatura servem só para a avaliar, e apagam-se se não for em frente.',
  privacy: 'Privacidade',
}
