export const brand = {
  title: 'Marca',
  subtitle:
    'Como a empresa se apresenta no site, nos e-mails e nos extratos. O que ficar vazio usa o texto que se lê em cinzento.',
  saved: 'Marca guardada. O site já mudou.',
  face: {
    title: 'Nome e rosto',
    name: 'Nome',
    nameHelp: 'No cabeçalho, no título de cada página e na assinatura dos e-mails.',
    logo: 'Logótipo em PNG ou JPEG',
    logoHelp: 'Mostrado dentro de 160 × 64 pontos; até 500 KB. Melhor com fundo transparente e margens cortadas.',
    logoNow: 'Logótipo de agora',
    removeLogo: 'Retirar o logótipo e usar o nome com o volante',
    colour: 'Cor da marca',
    colourHelp: 'Seis algarismos hexadecimais. Os tons de texto, botões e modo escuro são tirados desta cor.',
  },
  contrast: {
    title: 'Contraste',
    shapes:
      '{colour} sobre o papel do site: {ratio}:1. Chega para linhas, marcas e títulos grandes (3:1); texto corrido usa um tom mais escuro.',
    shapesAndText: '{colour} sobre o papel do site: {ratio}:1. Chega para linhas, marcas e texto (4,5:1).',
    text: 'Ligações e botões: {colour}, {ratio}:1 sobre o papel. O texto pede 4,5:1 (WCAG 2.2 AA).',
    dark: 'No modo escuro: {colour}, {ratio}:1 sobre o fundo. O texto pede 4,5:1.',
  },
  contacts: {
    title: 'Contactos',
    phone: 'Telefone',
    email: 'E-mail',
    address: 'Morada',
    addressHelp: 'Uma linha por cada linha da morada.',
  },
  legal: {
    title: 'O que a lei manda mostrar',
    legalName: 'Nome fiscal',
    taxNumber: 'NIPC',
    licence: 'Licença de operador TVDE',
    help: 'Vazio: como na ficha da empresa.',
  },
  social: { title: 'Redes sociais', help: 'O endereço completo da página. Vazio: não aparece.' },
  footer: {
    title: 'Textos do rodapé',
    taglinePt: 'Lema em português',
    taglineEn: 'Lema em inglês',
    descriptionPt: 'Descrição em português',
    descriptionEn: 'Descrição em inglês',
  },
  save: 'Guardar marca',
  updated: 'Guardada em {at}',
}
