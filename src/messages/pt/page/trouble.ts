export const trouble = {
  notFound: {
    title: 'Esta estrada não vai dar a lado nenhum',
    text: 'Não há nenhuma página neste endereço. Pode ter mudado de sítio, ou o endereço pode ter um erro.',
  },
  refused: { title: 'Não é possível continuar' },
  denied: { title: 'Sem acesso a esta página' },
  signedOut: { title: 'É preciso entrar' },
  busy: { title: 'Muitos pedidos ao mesmo tempo' },
  notNow: { title: 'Agora não é possível' },
  defect: {
    title: 'Algo falhou do nosso lado',
    text: 'O problema ficou registado e nada do que estava guardado se perdeu. Tente de novo dentro de momentos.',
    reference: 'Se voltar a acontecer, diga-nos esta referência:',
  },
  home: 'Ir para o início',
  login: 'Entrar',
  again: 'Tentar de novo',
  contact: 'Falar connosco',
}
