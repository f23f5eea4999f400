/** A list of cars out of a spreadsheet. */
export const carList = {
  title: 'Viaturas de uma folha de cálculo',
  subtitle: 'Cole a lista, ou escolha o ficheiro. Antes de guardar vê o que é novo e o que muda.',
  columns: 'Só a matrícula faz falta. Também se reconhecem: {names}.',
  matching:
    'Uma viatura que já existe é reconhecida pela matrícula. Quem a tem diz-se na ficha ou na lista de motoristas.',
  templateName: 'viaturas',
  paperUntil: '{paper}, válido até',
  paperNumber: '{paper}, número',
  problems: {
    codes: {
      'no-headings':
        'não há linha de títulos. A lista começa por «{found}». Junte uma primeira linha com «Matrícula», «Marca» e os outros.',
      'too-long': 'a lista tem {found} linhas. Cabem {most} de cada vez.',
      'plate-missing': 'falta a matrícula ({found}).',
      'plate-twice': 'a matrícula já está na linha {found}. Deixe só uma.',
      'energy-unknown':
        'a energia «{found}» não existe. Escreva gasóleo, gasolina, elétrico, híbrido, híbrido plug-in ou GPL.',
      'status-unknown': 'o estado «{found}» não existe. Escreva em serviço ou em manutenção.',
      'title-unknown': 'o título «{found}» não existe. Escreva da empresa, leasing, renting ou alugada.',
      'title-missing':
        'a primeira matrícula guarda-se com o título. Junte uma coluna «Título»: da empresa, leasing, renting ou alugada.',
      'title-of-driver': 'de que motorista é a viatura diz-se na ficha dela. Deixe aqui a célula vazia.',
      'sold-new':
        'uma viatura vendida não se cria por lista. Retire a linha, ou crie-a em serviço e registe a venda na ficha.',
      'day-unread':
        'a data «{found}» não se percebe. Escreva dia/mês/ano, com quatro algarismos no ano, como 26/11/2026.',
      'paper-end-missing': 'ao número {found} falta até quando vale. Junte a data na coluna do mesmo documento.',
    },
    cell: '«{found}»: {words}',
  },
  sums: 'Linhas de totais, que não são viaturas: {lines}.',
  caption: 'O que precisa de um olhar, linha a linha',
  heads: { line: 'Linha', car: 'Viatura', fills: 'O que entra', differs: 'O que difere', warnings: 'Confirme' },
  isNew: 'Viatura nova',
  isKnown: 'Já existe',
  isSame: 'Já existe, nada de novo',
  clear: { one: '{count} viatura sem dúvidas', other: '{count} viaturas sem dúvidas' },
  tally: 'Novas: {created}. Completadas: {filled}. Com diferenças: {different}. Iguais: {same}.',
  differs: '{field}: {to}; na ficha está {from}',
  nothing: 'Nada de novo',
  warnings: {
    'plate-unusual': 'A matrícula {found} não é de nenhuma série portuguesa.',
    sold: 'A viatura já foi vendida. Volta na página da venda.',
    'sell-there': 'A venda regista-se na ficha da viatura. O estado fica como está.',
    'title-stays': 'A viatura é de um motorista. Muda-se na ficha dela.',
    'paper-shorter': '{field}: na ficha está {found}, que dura mais. Fica o da ficha.',
    'number-stays': '{field}: na ficha está {found}. Muda-se no documento.',
  },
  noEnd: 'sem fim',
  noNumber: 'nenhum número',
  differences: {
    label: 'Onde a lista difere da ficha',
    keep: 'Fica o que está na ficha',
    list: 'Fica o que está na lista',
  },
  earlier: 'Listas guardadas',
  of: 'Lista de {at}',
  takenTitle: 'Lista de viaturas guardada',
  created: { one: '{count} viatura criada', other: '{count} viaturas criadas' },
  changed: { one: '{count} viatura alterada', other: '{count} viaturas alteradas' },
  papers: { one: '{count} documento registado', other: '{count} documentos registados' },
  undo: {
    link: 'Retirar esta lista',
    question: 'Retirar a lista?',
    created: {
      one: '{count} viatura criada pela lista desaparece.',
      other: '{count} viaturas criadas pela lista desaparecem.',
    },
    changed: { one: '{count} viatura volta ao que era.', other: '{count} viaturas voltam ao que eram.' },
    papers: {
      one: '{count} documento que a lista trouxe desaparece.',
      other: '{count} documentos que a lista trouxe desaparecem.',
    },
    stays: 'Se alguma viatura já tem mais alguma coisa registada, nada se retira e a página diz qual.',
    done: 'Lista retirada: {what}.',
  },
}
