export const brand = {
  title: 'Marca',
  subtitle:
    'A cara da empresa no site, nos e-mails e nos extratos. O que ficar vazio usa o texto que se lê em cinzento.',
  saved: 'Marca guardada. O site já mudou.',
  parts: {
    face: 'Nome e rosto',
    social: 'Redes sociais',
    footer: 'Textos do rodapé',
  },
  fields: {
    name: 'Nome',
    colour: 'Cor da marca',
    facebook: 'Facebook',
    instagram: 'Instagram',
    linkedin: 'LinkedIn',
    taglinePt: 'Lema em português',
    taglineEn: 'Lema em inglês',
    descriptionPt: 'Descrição em português',
    descriptionEn: 'Descrição em inglês',
  },
  help: {
    name: 'No cabeçalho, no título de cada página e na assinatura dos e-mails.',
    colour:
      'Seis algarismos hexadecimais. O contraste com o fundo do site tem de ser 3 para 1 ou mais. Os tons de texto, botões e modo escuro são tirados desta cor.',
    facebook: 'O endereço completo da página. Deixe vazio se não há página.',
  },
  logo: {
    label: 'Logótipo em PNG ou JPEG',
    help: 'Mostrado dentro de 160 × 64 pontos; até 500 KB. Melhor com fundo transparente e margens cortadas.',
    now: 'Logótipo de agora',
    remove: 'Retirar o logótipo e usar o nome com o volante',
  },
  contrast: {
    title: 'Onde se usa a cor',
    shapes: '{colour}: linhas, marcas e títulos. O texto usa um tom mais escuro, para se ler bem.',
    shapesAndText: '{colour}: linhas, marcas e texto.',
    text: '{colour}: ligações e botões.',
    dark: '{colour}: no modo escuro.',
    tooLight: '{colour} é clara de mais: o contraste é de {ratio} para 1, e são precisos 3. Não pode ser guardada.',
  },
  look: { title: 'Como fica', head: 'Cabeçalho e cor', foot: 'Rodapé', button: 'Candidatar-me' },
  save: 'Guardar marca',
  updated: 'Guardada em {at}',
  logged: {
    brand: {
      noun: 'Marca',
      save: 'Marca alterada',
    },
  },
}
