/** Why a file was refused: what it is, and what to do. `problem` names each place that was not understood. */
export const fileErrors = {
  file: {
    empty: 'O ficheiro está vazio. Descarregue-o de novo no portal.',
    'unknown-format':
      'Este ficheiro não é um dos relatórios que conhecemos. Servem: Uber payments_driver e driver_activity, Bolt «Ganhos por motorista», Via Verde «Movimentos» e PRIO (cartão frota ou Electric), em CSV ou XLSX.',
    picture:
      'Isto é uma imagem. Descarregue o relatório em CSV ou Excel no portal da plataforma; de uma fotografia não se leem valores.',
    pdf: 'Isto é um PDF. No mesmo portal, escolha exportar para CSV ou Excel.',
    'old-excel': 'Isto é um Excel antigo (.xls). Abra-o e guarde como .xlsx.',
    'word-document':
      'Isto é um documento de texto, não um relatório. Descarregue o relatório em CSV ou Excel no portal.',
    'archive-nested': 'Este zip tem outro zip dentro. Extraia-o e largue aqui os ficheiros.',
    'archive-unsafe':
      'Este ficheiro comprimido não é seguro de abrir ({reason}). Extraia-o no seu computador e largue aqui os ficheiros CSV ou XLSX.',
    'too-large': 'O ficheiro passa do tamanho que se lê aqui ({limit}). Divida-o por semanas.',
    encrypted: 'O ficheiro está protegido por palavra-passe. Guarde uma cópia sem proteção e largue-a aqui.',
    damaged: 'O ficheiro está danificado ou incompleto. Descarregue-o de novo no portal.',
    'rows-unreadable':
      'Nada foi importado: há {count} valores que não se percebem. Descarregue o ficheiro de novo no portal, sem o abrir nem guardar no Excel.',
    'columns-missing': 'Faltam colunas de que as contas precisam: {columns}. Exporte o relatório completo.',
    'period-missing':
      'Não se sabe de que semana é este ficheiro: o nome não a diz. Mantenha o nome com que foi descarregado, ou indique a semana.',
    'period-not-a-week':
      'Este relatório vai de {from} a {to}. Para as contas tem de ser de uma semana, de segunda a domingo.',
    'name-contradicts-content':
      'O nome e o conteúdo do ficheiro não dizem o mesmo: o nome diz {name}, o conteúdo {content}. Descarregue-o de novo, sem lhe mudar o nome.',
    'other-company': 'Este ficheiro é de «{found}», e esta empresa é «{expected}». Confirme que é o ficheiro certo.',
    'other-week': 'Este ficheiro é da semana {found}, e aqui trata-se da semana {week}.',
    'kind-not-supported': 'Este relatório conhece-se mas não serve para as contas. Exporte antes: {instead}.',
    problem: 'linha {line}, coluna «{column}»: {what}',
  },
  problem: {
    'amount-unreadable': 'o valor «{found}» não se percebe; esperava-se {expected}',
    'date-unreadable': 'a data «{found}» não se percebe; esperava-se {expected}',
    'count-unreadable': 'o número «{found}» não se percebe; esperava-se {expected}',
    'value-missing': 'falta o valor; esperava-se {expected}',
    'column-missing': 'a coluna «{expected}» não está no ficheiro',
    'column-repeated': 'a coluna «{found}» está mais de uma vez',
    'decimal-styles-mixed': 'há valores com vírgula e com ponto na mesma coluna («{found}»); esperava-se {expected}',
    'row-too-short': 'a linha acaba antes do fim («{found}»); esperava-se {expected}',
    'row-too-long': 'a linha tem campos a mais («{found}»); esperava-se {expected}',
    'key-repeated': '«{found}» aparece duas vezes; esperava-se {expected}',
    'quote-open': 'há aspas por fechar («{found}»)',
    'sum-differs': 'a soma não bate certo: está {found}, devia ser {expected}',
    'outside-period': '{found} fica fora do período do ficheiro ({expected})',
    'text-damaged': 'o texto «{found}» está danificado',
  },
}
