/** Contracts for several drivers at once. */
export const contractsOfSeveral = {
  together: 'Fazer contratos',
  title: 'Contratos para vários motoristas',
  left: {
    one: '{count} pessoa escolhida já saiu e não conta.',
    other: '{count} pessoas escolhidas já saíram e não contam.',
  },
  text: {
    one: 'Escolha a minuta para {count} motorista. Nada é feito ainda.',
    other: 'Escolha a minuta para {count} motoristas. Nada é feito ainda.',
  },
  look: 'Ver o que falta',
  others: { one: '{count} motorista fica de fora', other: '{count} motoristas ficam de fora' },
  able: { one: '{count} contrato pode ser feito', other: '{count} contratos podem ser feitos' },
  none: 'Nenhum contrato pode ser feito assim. Preencha o que falta e volte.',
  has: 'Já tem o contrato n.º {number}',
  lacks: 'Falta: {names}',
  ready: 'Está tudo na ficha.',
  representative: 'Quem representa a empresa',
  skipped: 'Quem tiver um campo vazio fica de fora. Os outros contratos são feitos.',
  submit: 'Criar rascunhos',
  made: { one: '{count} rascunho feito.', other: '{count} rascunhos feitos.' },
  leftOutNames: {
    one: 'Ficou de fora {count} motorista: {names}.',
    other: 'Ficaram de fora {count} motoristas: {names}.',
  },
  leftOut: { one: '{count} motorista ficou de fora.', other: '{count} motoristas ficaram de fora.' },
  sent: { one: '{count} contrato pronto para assinar.', other: '{count} contratos prontos para assinar.' },
  send: {
    together: 'Enviar rascunhos',
    title: 'Enviar rascunhos',
    left: {
      one: '{count} contrato escolhido não é rascunho e fica como está.',
      other: '{count} contratos escolhidos não são rascunhos e ficam como estão.',
    },
    text: {
      one: 'Este contrato vai para o motorista, que o lê e assina.',
      other: 'Estes {count} contratos vão para os motoristas, que os leem e assinam.',
    },
    submit: { one: 'Enviar contrato', other: 'Enviar {count} contratos' },
  },
  link: 'Para vários motoristas de uma vez: escolha-os na lista de motoristas.',
}
