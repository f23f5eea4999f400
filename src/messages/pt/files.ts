import { sources } from './sources.ts'

/** Why a file was refused: what it is, and what to do. `problem` names each place that was not understood. */
export const fileErrors = {
  file: {
    empty: 'O ficheiro está vazio, ou só tem cabeçalhos. Descarregue-o de novo no portal.',
    'unknown-format':
      'Este ficheiro não é um dos relatórios que conhecemos. Servem ficheiros CSV ou XLSX. Da Uber: payments_driver, driver_activity, driver_quality e trip_activity. Da Bolt: «Ganhos por motorista» e «Desempenho dos motoristas». Da Via Verde: «Movimentos». Da PRIO: cartão frota ou Electric. Da BP, Repsol e EDP: transações.',
    headings: 'O que se leu nos cabeçalhos: {headings}.',
    picture:
      'Isto é uma imagem. Descarregue o relatório em CSV ou Excel no portal da plataforma; de uma fotografia não se leem valores.',
    pdf: 'Isto é um PDF. No mesmo portal, escolha exportar para CSV ou Excel.',
    'other-office':
      'Este ficheiro é do Numbers, do LibreOffice ou de outro programa. Abra-o nesse programa e guarde-o ou exporte-o como .xlsx ou CSV.',
    'old-excel': 'Isto é um Excel antigo (.xls). Abra-o e guarde como .xlsx.',
    'word-document':
      'Isto é um documento de texto, não um relatório. Descarregue o relatório em CSV ou Excel no portal.',
    'lock-file':
      'Isto não é um relatório: é a marca de que ele está aberto no Excel ou no LibreOffice. Largue só o relatório, ou feche-o primeiro se o mudou.',
    'archive-nested':
      'Este ficheiro comprimido tem outro comprimido dentro. Extraia-o e largue aqui os ficheiros CSV ou XLSX.',
    'archive-many':
      'Este ficheiro comprimido tem mais de {most} ficheiros. Divida-o em dois e largue-os um de cada vez.',
    'archive-unsafe':
      'Este ficheiro comprimido não é seguro de abrir: descomprimido, ficaria demasiado grande para um relatório. Extraia-o no seu computador e largue aqui os ficheiros CSV ou XLSX.',
    'too-large':
      'O ficheiro é maior do que aqui se lê. O limite é 100 MB em CSV, 10 MB em XLSX ou zip. Divida-o por semanas.',
    'row-too-wide':
      'A linha {line} tem mais de {most} colunas. Nenhum relatório tem tantas. Descarregue o ficheiro de novo no portal.',
    'line-too-long':
      'A linha {line} tem mais de {most} letras. Nenhum relatório tem linhas assim. Descarregue o ficheiro de novo no portal.',
    'too-many-rows':
      'Este relatório tem mais de {most} linhas: na linha {line} passa do que aqui se lê. Exporte menos dias de cada vez.',
    'too-many-cells':
      'Este relatório tem demasiadas células: na linha {line} passa do que aqui se lê. Exporte menos dias de cada vez.',
    'too-heavy':
      'Este ficheiro pede demasiado tempo ou memória, e não foi lido. Exporte menos dias de cada vez, em CSV.',
    encrypted: 'O ficheiro está protegido por palavra-passe. Guarde uma cópia sem proteção e largue-a aqui.',
    damaged: 'O ficheiro está danificado ou incompleto. Descarregue-o de novo no portal.',
    'rows-unreadable': {
      one: 'Nada foi importado: há {count} valor que não se percebe. Descarregue o ficheiro de novo no portal, sem o abrir nem guardar no Excel.',
      other:
        'Nada foi importado: há {count} valores que não se percebem. Descarregue o ficheiro de novo no portal, sem o abrir nem guardar no Excel.',
    },
    'columns-missing':
      'Este ficheiro parece {report}, mas faltam colunas de que as contas precisam: {columns}. Exporte o relatório completo.',
    'period-missing':
      'Não se sabe de que semana é este ficheiro: o nome não a diz. Diga a semana, ou mantenha o nome com que foi descarregado.',
    'period-not-a-week':
      'Este relatório cobre {from} a {to}. Para as contas tem de ser de uma só semana, de segunda a domingo.',
    'several-weeks': 'Este ficheiro junta mais de uma semana ({from}). Exporte uma de cada vez.',
    'name-contradicts-content':
      'O nome e o conteúdo do ficheiro não dizem o mesmo: o nome diz {name}, o conteúdo {content}. Descarregue-o de novo, sem lhe mudar o nome.',
    'other-company': 'Este ficheiro é de «{found}», e esta empresa é «{expected}». Confirme que é o ficheiro certo.',
    'other-week': 'Este ficheiro é da {found}, e aqui trata-se da {week}.',
    'week-of-page': 'Nem o nome nem o conteúdo deste ficheiro dizem a semana. Fica na {week}, porque foi largado aqui.',
    'counts-elsewhere':
      'Este ficheiro já foi importado na {found}. Um ficheiro só conta numa semana. Se é da {week}, anule primeiro essa importação.',
    'long-ago': 'Este ficheiro é da {found}. A semana mais recente das contas é a {week}, mais de 26 semanas depois.',
    'not-begun':
      'Este ficheiro tem linhas da {found}, que ainda não começou. Estamos na {week}: veja se o dia e o mês não estão trocados.',
    'same-figures':
      'Neste ficheiro da {week}, todos os motoristas têm os valores da {found}. Confirme que não é o mesmo relatório.',
    'several-versions': 'Há mais de uma versão deste relatório. Escolha qual conta.',
    'kind-not-supported':
      'Este relatório ({report}) conhece-se, mas não serve para as contas. Exporte antes: {instead}.',
    'several-sheets':
      'Este Excel tem mais de uma folha com um relatório ({sheets}). Guarde cada folha num ficheiro e largue-as aqui.',
    'not-a-statement':
      'Este ficheiro não é um extrato de banco que conheçamos. Servem camt.053, e CSV ou XLSX com data, descrição, valor e saldo.',
    'which-account':
      'Este extrato é da conta {spelled}, que pode ser a {account}. Se é ela, repita com --account {option}; se não, com --account e outro nome.',
    'not-receipts':
      'Este ficheiro não é a lista do e-Fatura nem a dos recibos emitidos. Exporte-a em CSV no Portal das Finanças.',
    problem: 'linha {line}, coluna «{column}»: {what}',
  },
  /** The reports by the names they have in their portals. */
  report: sources.reports,
  problem: {
    'amount-unreadable': 'o valor «{found}» não se percebe; deve ser, por exemplo, {expected}',
    'date-unreadable': 'a data ou hora «{found}» não se percebe; deve ser, por exemplo, {expected}',
    'date-turned':
      'um programa de folhas de cálculo trocou o dia com o mês: «{found}» devia ser {expected}. Se «{found}» está certo, descarregue o ficheiro em CSV',
    'count-unreadable': 'o número «{found}» não se percebe; deve ser, por exemplo, {expected}',
    'value-missing': 'falta o valor; deve ser, por exemplo, {expected}',
    'column-missing': 'a coluna «{expected}» não está no ficheiro',
    'column-repeated': 'a coluna «{found}» está mais de uma vez, com valores diferentes',
    'decimal-styles-mixed': 'há valores com vírgula e valores com ponto na mesma coluna, e este é «{found}»',
    'row-too-short': 'a linha tem {found} campos, e são {expected}: o ficheiro está cortado',
    'row-too-long': 'a linha tem {found} campos, e são {expected}',
    'key-repeated': '«{found}» aparece duas vezes com valores diferentes, ou onde só pode aparecer uma',
    'id-unreadable': 'o identificador «{found}» não se percebe; deve ser, por exemplo, {expected}',
    'quote-open': 'abre-se aqui uma aspa que nunca se fecha',
    'sum-differs': 'a soma não bate certo: está {found}, devia ser {expected}',
    'value-unknown': '«{found}» não é conhecido aqui',
    'time-too-long': 'o fim «{found}» não está nas 24 horas depois do início ({expected})',
    'ends-before-start': 'o fim «{found}» é antes do início da viagem ({expected})',
    'outside-period': '{found} fica fora do período do ficheiro ({expected})',
    'text-damaged': 'o texto «{found}» está danificado',
    wholeFile: 'no ficheiro: {what}',
    wholeLine: 'linha {line}: {what}',
  },
  /** What is odd in a file that was read all the same. */
  fileWarning: {
    'total-zero': 'O total deste ficheiro é zero. Confirme que é o relatório certo.',
    'rounding-difference': 'Somas com um cêntimo de diferença, como a própria plataforma as arredonda ({where}).',
    'unknown-columns': 'Colunas que não conhecemos, e que ficam de fora: {columns}.',
    'value-assumed': 'Falta o valor líquido; conta o valor sem desconto ({where}).',
    'total-assumed': 'Este formato da Uber não tem o total pago; foi somado a partir das suas partes.',
    'service-unknown': 'Serviço que não conhecemos, «{service}»: {amount} entram nas contas ({where}).',
    'dates-ambiguous': 'As datas podiam ler-se de duas maneiras; leram-se com o dia primeiro.',
    'printed-twice': {
      one: 'Há {count} linha impressa duas vezes, que conta uma só vez: {where}.',
      other: 'Há {count} linhas impressas duas vezes, que contam uma só vez: {where}.',
    },
    'card-unreadable': 'Cartões que o Excel estragou: conta a matrícula que está ao lado ({where}).',
    'rows-repeated': 'Linhas repetidas dentro do ficheiro, contadas uma só vez ({where}).',
    'sum-unexplained':
      'Totais que as colunas conhecidas não explicam; conta o total que a plataforma escreveu ({where}).',
    'text-damaged': 'Nomes com letras perdidas antes de chegarem aqui; os valores não mudam ({where}).',
    'not-confirmed': 'Vendas que não foram confirmadas, e que por isso não contam ({where}).',
    'items-together': 'Vendas com mais de um produto e um só valor: contam inteiras como o primeiro produto ({where}).',
    'time-missing': 'Este ficheiro não diz a hora das compras; conta quem tinha a viatura ao meio-dia ({where}).',
    repeats: 'linha {line} repete a linha {first}',
    lines: 'linhas {lines}',
    line: 'linha {line}',
    firstLine: '{rows} linhas, a primeira é a {line}',
  },
}
