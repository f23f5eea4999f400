export const consent = {
  title: 'Medir, só com autorização',
  text: 'O site funciona sem medir ninguém. Nada é contado nem enviado a terceiros enquanto não responder. Pode mudar a resposta a qualquer momento, no fundo da página.',
  more: 'O que fica guardado',
  all: 'Aceitar tudo',
  necessary: 'Só o necessário',
  choose: 'Escolher',
  keep: 'Guardar a escolha',
  purposes: {
    analytics: { name: 'Estatística.', text: 'Páginas visitadas e a rapidez com que abrem, para melhorar o site.' },
    advertising: { name: 'Publicidade.', text: 'Saber que anúncios trazem quem procura trabalhar connosco.' },
  },
}
