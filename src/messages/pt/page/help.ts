/** The page of answers, which are files of `messages/answers`, and how the office is reached. */
export const help = {
  title: 'Ajuda',
  subtitle: 'O que os motoristas mais perguntam, e como falar com o escritório.',
  officeSubtitle: 'O que o escritório mais pergunta, e onde se faz.',
  search: 'Procurar uma resposta',
  found: { one: '{count} resposta a «{text}»', other: '{count} respostas a «{text}»' },
  nothing: 'Nenhuma resposta a «{text}»',
  nothingText: 'Experimente outra palavra, por exemplo «portagem» ou «recibo».',
  office: {
    title: 'Falar com o escritório',
    call: 'Telefonar ao escritório',
    hours: 'Atende: {hours}',
    unset: 'O escritório ainda não escreveu aqui o telefone nem o e-mail.',
  },
}
