/** What drivers ask most, each with its answer and its place, and how the office is reached. */
export const help = {
  title: 'Ajuda',
  subtitle: 'O que os motoristas mais perguntam, e como falar com o escritório.',
  questions: {
    payday: {
      asked: 'Quando recebo?',
      answer: 'O Início mostra o valor e o dia. Também diz se o extrato está aprovado ou pago.',
    },
    wrong: {
      asked: 'Um valor do extrato está errado',
      answer: 'Abra o extrato e toque no nome da linha. Depois escolha «Contestar». O prazo está escrito no extrato.',
    },
    receipt: {
      asked: 'O que escrevo no recibo verde?',
      answer: 'Abra o extrato da semana. Cada campo está lá, pronto a copiar para o Portal das Finanças.',
    },
    paper: {
      asked: 'Um documento meu está a acabar',
      answer: 'Fotografe o documento novo e envie-o em Documentos. O escritório responde nos avisos.',
    },
    police: {
      asked: 'A polícia pediu os documentos da viatura',
      answer: 'Toque em «Mostrar na estrada». Os documentos da viatura e os seus estão todos nessa página.',
    },
    data: {
      asked: 'Mudei de telemóvel, de e-mail ou de conta no banco',
      answer: 'Em Dados, escolha «Pedir correção» e escreva o que está certo. O escritório confirma e responde.',
    },
    fine: {
      asked: 'Recebi uma multa',
      answer: 'As multas que a empresa recebeu estão em Multas. Se não conduzia a essa hora, avise já o escritório.',
    },
    accident: {
      asked: 'Tive um acidente, ou a viatura tem um dano',
      answer: 'Se há feridos, ligue primeiro para o 112. Tire fotografias e telefone logo ao escritório.',
    },
    advance: {
      asked: 'Preciso de um adiantamento',
      answer: 'Em Financiamento, escreva quanto precisa e em quantas semanas quer pagar. O escritório decide.',
    },
  },
  office: {
    title: 'Falar com o escritório',
    call: 'Telefonar ao escritório',
    hours: 'Atende: {hours}',
    write: 'Escrever ao escritório',
    unset: 'O escritório ainda não escreveu aqui o telefone nem o e-mail.',
  },
}
