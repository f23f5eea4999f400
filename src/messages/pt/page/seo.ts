export const seo = {
  imageAlt: 'A semana como uma estrada de sete dias, da segunda-feira ao domingo',
  home: {
    title: 'A frota TVDE com as contas à vista',
    description:
      'Operador TVDE para motoristas e empresas. Cada semana na Uber e na Bolt acaba num extrato que se abre linha a linha.',
    keywords: 'TVDE, motorista TVDE, operador TVDE, Uber, Bolt, extrato semanal, frota',
  },
  drivers: {
    title: 'Motoristas: condições e regimes',
    description:
      'O que é preciso para conduzir em TVDE. Três regimes lado a lado, com as contas da mesma semana em cada um.',
    keywords: 'ser motorista TVDE, CMTVDE, viatura própria, aluguer TVDE, percentagem, requisitos',
  },
  about: {
    title: 'Sobre nós',
    description:
      'Como trabalhamos: uma só conta para motoristas e empresa. Regras escritas com data, e a origem de cada valor.',
    keywords: 'operador TVDE, gestão de frota, contas de motoristas, Portugal',
  },
  contact: {
    title: 'Contacto',
    description: 'Telefone, e-mail e morada do operador. Quem faz as contas responde nos dias úteis.',
    keywords: 'contacto, operador TVDE, telefone, e-mail',
  },
  login: {
    title: 'Entrar',
    description: 'Entrada para motoristas e escritório: extratos, documentos e contratos.',
    keywords: 'entrar, área do motorista, extratos',
  },
  signup: {
    title: 'Candidatura a motorista',
    description:
      'Como se candidatar a motorista TVDE: o que enviar, o que acontece a seguir e que documentos preparar.',
    keywords: 'candidatura, motorista TVDE, documentos, CMTVDE',
  },
  forDrivers: {
    title: 'Conduzir TVDE connosco',
    description:
      'O que o operador faz por quem conduz: extrato explicado e pagamento em dia certo. Portagens conferidas e papéis tratados.',
    keywords: 'trabalhar TVDE, motorista Uber, motorista Bolt, aluguer de viatura TVDE, caução, vagas',
  },
  forCompanies: {
    title: 'Viaturas TVDE da sua empresa',
    description:
      'Para empresas com viaturas: contas por viatura e por semana, portagens conferidas, cada custo com a sua origem.',
    keywords: 'frota TVDE, gestão de viaturas TVDE, empresas, operador TVDE, portagens',
  },
}
