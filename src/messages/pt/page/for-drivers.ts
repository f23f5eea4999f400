/** The page /para/motoristas: what the operator does for somebody who drives. */
export const forDrivers = {
  title: 'Conduza. As contas chegam feitas e explicadas.',
  lead: 'Tratamos da licença, das plataformas e das contas da semana. O motorista vê no telemóvel quanto recebe, em que dia e porquê.',
  apply: 'Candidatar-se a motorista',
  terms: 'Comparar os três regimes',
  work: {
    title: 'O que fazemos por si em cada semana',
    names: ['Extrato', 'Pagamento', 'Portagens', 'Recibo verde'],
    texts: [
      'Uber, Bolt, combustível e portagens num só extrato. Cada linha abre e mostra a conta.',
      'Uma transferência por semana, com o valor que está no extrato.',
      'Conferimos o que a Via Verde cobrou e o que as plataformas reembolsaram.',
      'O extrato diz o valor exato a escrever no Portal das Finanças.',
    ],
  },
  phone: {
    title: 'Tudo no telemóvel',
    text: 'A área do motorista abre em qualquer telemóvel, em português ou em inglês.',
    points: [
      'Quanto recebe, em que dia e em que ponto está o pagamento.',
      'Quanto já fez esta semana, com os dados que já chegaram.',
      'Um botão em cada linha para dizer que não está certa.',
      'Prestações, caução e saldo, sempre à vista.',
    ],
  },
  questions: {
    title: 'Antes de entrar',
    text: 'Respostas curtas. Para o resto, escreva a quem faz as contas.',
    asked: [
      'O que me descontam em cada semana?',
      'E os impostos?',
      'Posso contestar um valor?',
      'O que acontece quando saio?',
      'Posso usar a área em inglês?',
    ],
    answers: [
      'Depende do regime: a taxa ou o aluguer, o IVA das viagens, o combustível e as portagens. Tudo aparece no extrato, linha a linha.',
      'Os valores do extrato são antes de Segurança Social e IRS. Quem trabalha por conta própria trata dessas contribuições.',
      'Sim, durante {hours} horas depois de o extrato ser emitido. A resposta é escrita.',
      'Fazemos as contas finais no prazo de {days} dias. Devolvemos a caução, menos o que estiver por pagar.',
      'Sim. Extratos, mensagens e páginas existem em português e em inglês.',
    ],
  },
  call: { title: 'Comece pela candidatura', text: 'São poucos passos, no telemóvel. Uma pessoa lê e responde.' },
}
