export const contact = {
  title: 'Falar com quem faz as contas',
  lead: 'Sobre um extrato, uma candidatura ou uma frota. Responde uma pessoa, nos dias úteis.',
  topics: {
    title: 'Sobre o que é?',
    text: 'A mensagem chega a quem trata do assunto.',
    statement: { title: 'Um extrato', text: 'Uma linha que não bate certo, um pagamento, um recibo.' },
    application: { title: 'Uma candidatura', text: 'Documentos, regimes, o que vem a seguir.' },
    fleet: { title: 'Uma frota', text: 'Viaturas ou motoristas para gerir.' },
    other: { title: 'Outro assunto', text: 'Imprensa, fornecedores, dados pessoais.' },
  },
  message: {
    title: 'Escrever ao escritório',
    helps: {
      statement: 'Diga a semana e a linha em causa. Por exemplo: semana 47, portagens.',
      application: 'Diga o regime que procura e se já tem CMTVDE.',
      fleet: 'Diga quantas viaturas e em que plataformas.',
      other: 'Diga o que precisa e até quando.',
    },
    topic: 'Assunto',
    name: 'Nome',
    email: 'E-mail para a resposta',
    phone: 'Telefone',
    text: 'Mensagem',
    textHelp: 'O que escrever serve só para responder. Não envie documentos, IBAN nem palavras-passe.',
    send: 'Enviar mensagem',
    sent: {
      title: 'Mensagem recebida',
      text: 'Está guardada para o escritório. A resposta vai por e-mail ou telefone, nos dias úteis.',
      home: 'Voltar ao início',
      another: 'Escrever outra',
    },
  },
  phone: 'Telefone',
  email: 'E-mail',
  address: 'Morada',
  hours: 'Horário',
  complaints: 'Reclamações e litígios',
  logged: {
    message: {
      noun: 'Mensagem do site',
    },
    contact: {
      write: 'Mensagem recebida',
      mark: 'Mensagem marcada',
    },
  },
}
