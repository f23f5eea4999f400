/** What every list out of a spreadsheet says, whatever it lists. */
export const spreadsheet = {
  link: 'De uma folha de cálculo',
  paste: 'Lista colada',
  pasteHelp: 'Copie as células com a linha de títulos e cole-as aqui.',
  file: 'Ou escolha o ficheiro',
  fileHelp: 'XLSX ou CSV.',
  look: 'Ver o que muda',
  again: 'Ver outra vez',
  templateText: 'Modelo vazio para preencher:',
  template: { csv: 'CSV', xlsx: 'XLSX' },
  problems: {
    title: {
      one: '{count} célula não se consegue ler. Nada foi guardado.',
      other: '{count} células não se conseguem ler. Nada foi guardado.',
    },
    left: {
      one: '{count} linha fica de fora, por corrigir.',
      other: '{count} linhas ficam de fora, por corrigir.',
    },
    fixLeft: 'As outras linhas podem guardar-se já. As que ficam de fora continuam nesta página para as corrigir.',
    fix: 'Corrija a lista em baixo, ou na folha de cálculo, e veja outra vez.',
    at: 'Linha {line}, {column}: {words}',
    line: 'Linha {line}: {words}',
    more: { one: 'E mais {count}.', other: 'E mais {count}.' },
    codes: {
      'column-twice': 'o título «{found}» diz o mesmo que outra coluna. Deixe só uma.',
      nothing: 'depois dos títulos não há nenhuma linha.',
      'quote-open': 'abre-se aqui uma aspa que nunca se fecha. Retire-a ou feche-a.',
      'date-turned':
        'em «{found}» o dia e o mês podem estar trocados, e então também noutras linhas. Ponha a coluna como texto e escreva as datas dia/mês/ano.',
      'letters-lost': 'a «{found}» faltam letras. Guarde o ficheiro outra vez em UTF-8, ou corrija as letras.',
      'plate-impossible': '«{found}» não é uma matrícula.',
      'number-shortened':
        'a folha de cálculo encurtou o número para «{found}». Ponha a coluna como texto e escreva-o inteiro.',
    },
  },
  unused: 'Colunas que não se usam: {names}.',
  unnamed: 'Colunas sem título, que não se usam: {names}.',
  count: { one: '{count} linha', other: '{count} linhas' },
  brings: '{field}: {to}',
  taken: 'As outras linhas estão guardadas.',
  save: { one: 'Guardar {count} linha', other: 'Guardar {count} linhas' },
  edit: 'Corrigir a lista',
}
