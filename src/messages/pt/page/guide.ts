/** The guide of the office: its chapters are files of `messages/guide`, named and announced here. */
export const guide = {
  title: 'Guia do escritório',
  lead: 'Como se trabalha com o Volante, da pasta vazia à semana paga. Para quem tem três viaturas e uma folha de cálculo.',
  link: 'Guia',
  linkTo: 'Guia: {chapter}',
  chaptersTitle: 'Capítulos',
  inChapter: 'Neste capítulo',
  number: 'Capítulo {number} de {count}',
  search: 'Procurar no guia',
  previous: 'Anterior',
  next: 'Seguinte',
  all: 'Todos os capítulos',
  sections: 'No guia',
  answers: 'Respostas',
  screens: 'Páginas e ações',
  found: { one: '{count} resultado para «{text}»', other: '{count} resultados para «{text}»' },
  nothing: 'Nada encontrado para «{text}»',
  nothingText: 'Experimente outra palavra, por exemplo «portagem» ou «recibo».',
  noteLabel: 'Se não correr bem:',
  chapters: {
    start: {
      title: 'O primeiro dia',
      lead: 'Da pasta vazia à empresa pronta. Instalar, criar a conta, dizer quem é a empresa e trazer motoristas, viaturas e condições.',
    },
    monday: {
      title: 'A segunda-feira',
      lead: 'Descarregar os ficheiros, largá-los, decidir os casos e aprovar a semana. Depois pede-se a transferência e avisam-se os motoristas.',
    },
    exceptions: {
      title: 'Os casos por resolver',
      lead: 'O que a semana pergunta, o que cada resposta muda e como se volta atrás. Linhas sem dono, valores estranhos e contestações.',
    },
    payday: {
      title: 'O dia de pagamento',
      lead: 'Fazer o ficheiro do banco, pagar em dinheiro e confirmar o que saiu. E tratar o que o banco recusou.',
    },
    month: {
      title: 'O fim do mês',
      lead: 'O banco conferido, os recibos verdes pedidos e o IVA lido. No fim, a pasta entregue ao contabilista.',
    },
    people: {
      title: 'Entrada de pessoas',
      lead: 'Candidaturas, fichas, condições e convites. E as pessoas que trabalham no escritório, com as suas permissões.',
    },
    cars: {
      title: 'Viaturas: entregar e receber',
      lead: 'Criar uma viatura, entregá-la e recebê-la. Tratar danos, multas e oficina, e saber de quem é cada portagem.',
    },
    papers: {
      title: 'Documentos e contratos',
      lead: 'Que documentos se pedem, quem os confere e o que acontece quando caducam. E como se assina um contrato.',
    },
    leaving: {
      title: 'Quando alguém sai',
      lead: 'Marcar a saída, receber a viatura e fechar as contas. Devolver a caução e saber o que fica guardado.',
    },
    trouble: {
      title: 'Quando algo corre mal',
      lead: 'Ficheiros recusados, aprovações erradas, pagamentos que falham e contas sem acesso. Como se desfaz cada coisa.',
    },
    privacy: {
      title: 'Dados pessoais',
      lead: 'Que dados ficam, quem os vê e como se responde a um pedido. E o que o motorista pode ver e levar.',
    },
    running: {
      title: 'Manter a funcionar',
      lead: 'Cópias de segurança, atualizações, e-mail e espaço em disco. E o que fazer quando o servidor muda.',
    },
  },
}
