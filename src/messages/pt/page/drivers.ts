export const drivers = {
  title: 'Conduzir com as contas feitas à vista',
  lead: 'Três maneiras de trabalhar connosco, com a mesma semana feita em cada uma. O que muda é quem tem a viatura e como se divide o resto.',
  needs: {
    title: 'O que é preciso',
    text: 'A lei pede isto a quem conduz. Ajudamos a perceber o que falta, mas os documentos pedem-se nas entidades próprias.',
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
      'Até sete anos desde a primeira matrícula',
      'Seguro que inclua a atividade TVDE',
      'Inspeção em dia e dístico TVDE',
    ],
  },
  next: {
    title: 'Como começa',
    steps: ['Conversa', 'Documentos', 'Contrato', 'Primeira semana'],
    texts: [
      'Por telefone ou e-mail: que regime faz sentido e que dúvidas há.',
      'Confirmam-se os documentos e as datas de validade.',
      'As condições ficam por escrito, com a data em que começam.',
      'O primeiro extrato chega na semana seguinte às primeiras viagens.',
    ],
  },
  apply: 'Ver como se candidatar',
}
