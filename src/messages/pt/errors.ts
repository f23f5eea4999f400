/** What a person reads when a rule says no. The key is the code of the refusal; params are placeholders. */
export const errors = {
  access: {
    denied: 'Esta página não está aberta a esta conta.',
    'signed-out': 'A sessão terminou. Entre de novo para continuar.',
  },
  record: {
    'not-found': 'O que procura não existe, ou já não está aqui.',
    'changed-meanwhile': 'Alguém alterou isto entretanto. Veja o que mudou e repita, se ainda fizer sentido.',
  },
  week: {
    unreadable: 'Não há nenhuma semana com o nome «{text}». Escreve-se assim: 2026-W23.',
  },
  form: {
    reused: 'Este formulário já foi enviado. Volte a abrir a página antes de o enviar outra vez.',
  },
  field: {
    required: 'Falta preencher este campo.',
    invalid: 'Este valor não foi compreendido.',
    'too-long': 'O texto é demasiado longo.',
    'too-short': 'O texto é demasiado curto.',
    money: 'Escreva um valor em euros, por exemplo 25,00.',
    number: 'Escreva um número inteiro.',
    day: 'Escreva uma data que exista, por exemplo 26/11/2026.',
    email: 'Escreva um e-mail completo, por exemplo nome@exemplo.pt.',
    choice: 'Escolha uma das opções.',
  },
}
