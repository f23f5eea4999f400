/** Pages whose work is not built yet: what they will do, and what serves until then. No figure, no date. */
export const soon = {
  will: 'O que esta página vai fazer',
  until: 'Até lá',
  kpis: {
    title: 'Desempenho',
    text: 'Indicadores por motorista, tirados dos relatórios das plataformas.',
    points: [
      'Euros por hora e por quilómetro, viagens, aceitação e cancelamento.',
      'Cada valor com a sua fonte e data; o que não foi medido diz-se assim.',
      'Comparação com o próprio passado, sem dados de localização.',
    ],
    until: 'Os ganhos por motorista e semana estão em Pagamentos.',
  },
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
  users: {
    title: 'Utilizadores',
    text: 'Contas do escritório e dos motoristas, convites e permissões.',
    points: [
      'Convites por ligação única, sem palavras-passe por e-mail.',
      'Permissões do escritório: operações, finanças, contabilista, responsável.',
      'Desativar uma conta corta as sessões abertas no pedido seguinte.',
    ],
    until: 'As contas criam-se na linha de comandos, com «volante users».',
  },
  performance: {
    title: 'Desempenho',
    text: 'As próprias semanas, comparadas umas com as outras.',
    points: [
      'Euros por hora e por quilómetro, com a fonte e a data.',
      'Comparação com as próprias semanas anteriores.',
      'Sem dados de localização e sem classificações obrigatórias.',
    ],
    until: 'Os ganhos de cada semana estão nos extratos.',
  },
  ownTracking: {
    title: 'Localização',
    text: 'O que se sabe da localização da viatura, e quem a consultou.',
    points: [
      'A última posição conhecida e a sua hora.',
      'O modo privado, fora de serviço.',
      'Quem consultou a posição, e quando.',
    ],
    until: 'Nenhuma localização está a ser recolhida.',
  },
  profile: {
    title: 'Perfil',
    text: 'Nome, e-mail, palavra-passe, língua, avisos e sessões.',
    points: [
      'Mudar e-mail ou palavra-passe, com entrada recente.',
      'Ver e terminar sessões abertas.',
      'Descarregar os próprios dados ou fechar a conta.',
    ],
    until:
      'Para mudar a palavra-passe, saia e escolha «Esqueceu-se da palavra-passe?» na entrada. O resto trata-se com o escritório.',
  },
  help: {
    title: 'Ajuda',
    text: 'Perguntas frequentes, contactos e pedidos ao escritório.',
    points: [
      'Perguntas sobre o extrato, pagamentos e documentos.',
      'Pedidos ligados a uma semana, viatura ou documento, com fotografias.',
      'O estado de cada pedido e a resposta por escrito.',
    ],
    until: 'O escritório responde por telefone e por e-mail nos dias úteis.',
  },
}
