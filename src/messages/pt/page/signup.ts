export const signup = {
  title: 'Candidatura a motorista',
  lead: 'São poucos passos, no telemóvel ou no computador. Pode parar a meio e voltar: o que escreveu fica guardado.',
  begin: {
    title: 'Com que viatura quer trabalhar?',
    text: 'É a única pergunta que muda o resto. Pode mudar de ideias depois.',
    slot: { title: 'Com a minha', text: 'Taxa fixa por semana. Seguro, manutenção e prestação são seus.' },
    rental: { title: 'Com uma da frota', text: 'Aluguer semanal e taxa de gestão sobre o que fizer.' },
    percentage: { title: 'À percentagem', text: 'Viatura da frota e metade para cada parte, depois do combustível.' },
    terms: 'Ver os três regimes com valores',
  },
  needs: {
    title: 'O que convém ter à mão',
    items: [
      'Ano da carta de condução e, se já tem, a validade do CMTVDE',
      'Com viatura própria: marca, modelo, matrícula e ano',
      'Fotografias ou PDF dos documentos, se quiser juntá-los já',
    ],
    note: 'Veio por uma ligação de indicação? Não tem de fazer nada. O nome de quem indicou segue com a candidatura.',
  },
  next: {
    title: 'O que acontece a seguir',
    steps: ['Resposta', 'Documentos', 'Condições', 'Acesso'],
    texts: [
      'Uma pessoa lê a candidatura e telefona ou escreve.',
      'Dizemos o que falta e confirmamos as validades.',
      'As condições vão por escrito, para ler com calma.',
      'Chega um convite para escolher a palavra-passe e ver a área do motorista.',
    ],
  },
  talk: 'Prefere falar primeiro?',
  call: 'Telefonar',
  write: 'Escrever',
}
