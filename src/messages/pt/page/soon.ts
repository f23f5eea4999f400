/** Pages whose work is not built yet: what they will do, and what serves until then. No figure, no date. */
export const soon = {
  will: 'O que esta página vai fazer',
  until: 'Até lá',
  monitor: {
    title: 'Localização',
    text: 'Onde estão as viaturas da frota, e desde quando se sabe.',
    points: [
      'Mapa com a idade de cada posição: em andamento, parada, sem sinal.',
      'Fora de serviço não há localização; viaturas dos próprios motoristas nunca são seguidas.',
      'Cada consulta fica registada e as posições apagam-se ao fim do prazo.',
    ],
    until: 'Não há nenhum aparelho ligado. Quem tem cada viatura vê-se em Viaturas.',
  },
}
