export const contact = {
  title: 'Falar com quem faz as contas',
  lead: 'Sobre um extrato, uma candidatura ou uma frota. Responde uma pessoa, nos dias úteis.',
  phone: 'Telefone',
  email: 'E-mail',
  address: 'Morada',
  hours: 'Horário',
  write: 'Escrever um e-mail',
  call: 'Telefonar',
  help: {
    title: 'Para a resposta ser rápida',
    items: [
      'Sobre um extrato: a semana e a linha em causa.',
      'Sobre uma candidatura: o regime que procura e se já tem CMTVDE.',
      'Sobre uma frota: quantas viaturas e em que plataformas.',
    ],
  },
  privacy: 'O que escrever serve só para responder. Não envie por e-mail documentos, IBAN ou palavras-passe.',
  complaints: 'Reclamações e litígios',
}
