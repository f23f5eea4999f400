import { cited } from '../cited.ts'

/** The texts that contracts are made from. */
export const contractTemplates = {
  title: 'Minutas',
  subtitle: 'Os textos de onde saem os contratos, em português e em inglês.',
  back: 'Minutas',
  caption: 'Minutas por tipo e língua',
  name: '{kind}, em {language}',
  languages: { pt: 'português', en: 'inglês' },
  heads: { template: 'Minuta', inUse: 'Em uso', since: 'Desde', contracts: 'Contratos feitos' },
  version: 'Versão {version}',
  shipped: 'Texto original',
  lawyer: {
    title: 'Um advogado da empresa vê o texto',
    text: 'O site confirma os campos e aponta palavras. Não confirma se o contrato é bom para a empresa.',
  },
  one: {
    shown: 'Versão {version}',
    isOld: 'Esta é a versão {shown}. Os contratos novos levam a versão {version}.',
    toInUse: 'Ver a versão em uso',
    edit: 'Escrever nova versão',
    editFrom: 'Escrever a partir desta',
    marked: 'O que está marcado é preenchido em cada contrato.',
    text: 'Texto',
  },
  versions: {
    title: 'Versões',
    text: 'Uma versão nunca muda. Um contrato feito fica com a versão que tinha.',
    caption: 'Versões desta minuta',
    heads: { version: 'Versão', written: 'Escrita em', note: 'O que mudou', contracts: 'Contratos', act: 'Pôr em uso' },
    inUse: 'Em uso',
    use: 'Pôr em uso',
    useOne: 'Pôr em uso a versão {version}',
  },
  done: {
    written: 'A nova versão está guardada e em uso. Os contratos feitos não mudaram.',
    used: 'A versão escolhida está em uso nos contratos novos.',
  },
  form: {
    title: 'Nova versão',
    body: 'Texto da minuta',
    bodyHelp: 'A linha do título começa por «# » e a de uma cláusula por «## ». Cada linha é um parágrafo.',
    note: 'O que mudou',
    noteHelp: 'Por exemplo: vista pela advogada em novembro.',
    driver: 'Ver com os dados de',
    nobody: 'Ninguém: só os campos',
    save: 'Guardar como versão {version}',
    meanwhile:
      'Outra pessoa guardou entretanto a versão {version}. O seu texto está aqui inteiro: se o guardar, passa a ser a versão {next}.',
    others: 'Ver a versão {version}',
    fields: 'Campos desta minuta',
    fieldsText: 'Copie um campo para o texto. Cada contrato põe lá o que a ficha diz.',
    needed: 'obrigatório',
  },
  look: {
    title: 'Como fica',
    none: 'Carregue em «Ver como fica». Nada é guardado.',
    faults: 'Assim não se guarda',
    signs: 'A ver com um advogado',
    sign: 'Linha {line}, «{found}»: {why}',
    fine: 'O texto tem os campos de que precisa.',
  },
  signs: {
    hours: `horas marcadas são um indício de contrato de trabalho (${cited('signs-of-employment')}).`,
    exclusive: `a exclusividade é um indício de contrato de trabalho (${cited('signs-of-employment')}).`,
    fines: `multas da empresa são um indício de contrato de trabalho (${cited('signs-of-employment')}).`,
    'rent-a-car': `o aluguer sem condutor pede licença própria (${cited('car-hire')}).`,
  },
  logged: {
    'contract-template': {
      noun: 'Minuta de contrato',
      write: 'Minuta de contrato escrita',
      use: 'Versão de uma minuta posta em uso',
    },
  },
}
