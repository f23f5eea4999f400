export const drivers = {
  title: 'Conduzir com as contas feitas à vista',
  lead: 'Há três maneiras de trabalhar connosco. Veja quanto dá a mesma semana em cada uma. Muda de quem é a viatura e como se divide o resto.',
  needs: {
    title: 'O que é preciso',
    text: 'A lei pede estes documentos a quem conduz. Dizemos o que falta e onde se pede cada um.',
    items: [
      'Carta de condução da categoria B há pelo menos três anos, com averbamento do grupo 2',
      'Certificado de motorista TVDE (CMTVDE) válido, emitido pelo IMT',
      'Registo criminal',
      'Documento de identificação e NIF',
      'IBAN em nome do motorista',
      'Atividade aberta nas Finanças, ou contrato de trabalho',
    ],
    vehicle: 'Com viatura própria, também',
    vehicleItems: [
      'Menos de dez anos desde a primeira matrícula; elétrica, até doze',
      'Seguro que inclua a atividade TVDE',
      'Inspeção em dia e dístico TVDE',
    ],
  },
  questions: {
    title: 'Antes de se candidatar',
    text: 'O que mais nos perguntam ao telefone.',
    asked: [
      'Ainda não tenho CMTVDE. Posso candidatar-me?',
      'Quanto tempo demora até à primeira semana?',
      'Posso mudar de regime depois?',
      'Quem paga as portagens e o combustível?',
      'Tenho de passar recibo verde?',
      'Há horários ou mínimos?',
    ],
    answers: [
      'Sim. Diga em que ponto está. O curso tem, desde 2018, pelo menos 50 horas e um exame do IMT. O certificado vale cinco anos. O contrato só se assina com ele na mão.',
      'Depende dos documentos. O mais demorado costuma ser o registo na Uber e na Bolt, que não depende de nós.',
      'Sim. As condições mudam sempre a uma segunda-feira e ficam escritas com essa data. As semanas já feitas não mudam.',
      'Depende das condições. Em regra paga o motorista, pelo valor que a Via Verde e o posto cobraram. A matrícula, o dia e a hora dizem de quem é. O que as plataformas reembolsam de portagens já vem nos ganhos.',
      'Quem trabalha por conta própria, sim. O extrato diz o valor a escrever. O IVA e o IRS dependem de cada motorista.',
      'Não. Quem é independente escolhe quando conduz. Desde 2018, a lei limita a condução a dez horas em cada vinte e quatro.',
    ],
  },
  next: {
    title: 'Como começa',
    steps: ['Candidatura', 'Documentos', 'Contrato', 'Primeira semana'],
    texts: [
      'Lemos a candidatura e falamos: que regime faz sentido e que dúvidas há.',
      'Confirmam-se os documentos e as datas de validade.',
      'As condições ficam por escrito, com a data em que começam.',
      'O primeiro extrato chega na semana seguinte às primeiras viagens.',
    ],
  },
  apply: 'Começar candidatura',
}
