export const about = {
  title: 'Uma conta que se explica a si própria',
  lead: 'Um operador TVDE junta motoristas, viaturas e plataformas. O mais difícil não é conduzir. É saber, todas as semanas, porque é que o valor é aquele.',
  principles: {
    title: 'Como trabalhamos',
    names: [
      'Uma só conta',
      'Tudo tem origem',
      'Regras com data',
      'O que foi pago não muda',
      'O que não se sabe diz-se',
    ],
    texts: [
      'O escritório e o motorista abrem o mesmo extrato. Não há uma folha de cálculo escondida.',
      'Cada valor leva à linha do ficheiro de onde veio: Uber, Bolt, Via Verde, combustível.',
      'Taxas, aluguer e portagens seguem condições escritas, com o dia em que começaram.',
      'Um dado que chega tarde entra na semana aberta como acerto, com a razão à vista.',
      'Um valor que falta aparece como «não medido». Nunca se inventa um número.',
    ],
  },
  market: {
    title: 'O setor, em números',
    drivers: 'motoristas ativos em Portugal',
    operators: 'operadores ativos',
    source:
      'IMT, fevereiro de 2025. Dá cerca de três motoristas por operador. É um setor de pequenas empresas, e foi para elas que isto se fez.',
  },
  company: {
    title: 'A empresa',
    name: 'Nome',
    taxNumber: 'NIPC',
    licence: 'Licença de operador TVDE',
    address: 'Morada',
  },
  contact: 'Falar connosco',
}
