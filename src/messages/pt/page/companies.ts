/** The page /para/empresas: what the operator does for somebody who owns cars. */
export const companies = {
  title: 'As suas viaturas na estrada, as contas por viatura',
  lead: 'As viaturas entram na nossa frota, com licença e plataformas tratadas. A empresa vê, em cada semana, o que cada viatura rendeu e custou.',
  talk: 'Falar sobre a sua frota',
  work: {
    title: 'O que fica tratado',
    names: ['Plataformas', 'Custos', 'Portagens', 'Contas'],
    texts: [
      'Motoristas e viaturas registados na Uber e na Bolt, com os documentos em dia.',
      'Combustível e carregamentos atribuídos a quem tinha a viatura, pela matrícula, dia e hora.',
      'Cada passagem da Via Verde conferida com o que as plataformas reembolsaram.',
      'Um extrato por motorista e por semana, com a origem de cada valor.',
    ],
  },
  figures: {
    title: 'Uma viatura, numa semana',
    text: 'Valores do extrato de exemplo, na viatura da frota. São fictícios; as contas são as verdadeiras.',
    fees: 'Aluguer e taxa de gestão',
    vat: 'IVA das viagens, a entregar ao Estado',
    tolls: 'Portagens que ninguém reembolsou',
    fuel: 'Combustível, pago pelo motorista',
  },
  begin: {
    title: 'Como começa',
    steps: ['Conversa', 'Viaturas', 'Contrato', 'Primeira semana'],
    texts: [
      'Quantas viaturas são, onde estão e quem as conduz.',
      'Confirmamos documentos, seguro, inspeção e idade de cada uma.',
      'As condições ficam por escrito, com a data em que começam.',
      'As contas chegam na semana seguinte às primeiras viagens.',
    ],
  },
  questions: {
    title: 'Perguntas de empresas',
    text: 'Se a sua não estiver aqui, escreva-nos.',
    asked: [
      'De quem é a licença?',
      'Que viaturas servem?',
      'Quem paga portagens e combustível?',
      'Como sei de onde vem um valor?',
      'Os motoristas têm de mudar?',
    ],
    answers: [
      'A licença de operador TVDE é nossa, e somos nós que respondemos perante as plataformas. A cedência das viaturas fica escrita no contrato.',
      'Desde setembro de 2026, com menos de dez anos desde a primeira matrícula; se forem elétricas, até doze. O seguro inclui TVDE e a inspeção está em dia.',
      'Em regra paga o motorista, pelo valor cobrado. A matrícula, o dia e a hora dizem de quem é cada custo.',
      'Cada valor abre até à linha do ficheiro de onde veio. Os ficheiros ficam guardados tal como chegaram.',
      'Não. Os seus motoristas podem entrar com as viaturas, se tiverem os documentos em dia.',
    ],
  },
  call: { title: 'Diga-nos quantas viaturas tem', text: 'Respondemos por escrito, com as condições para a sua frota.' },
}
