import { cited } from '../cited.ts'

/** O que se pede para ceder ao operador a viatura própria de um motorista. */
export const ceding = {
  title: 'Viatura própria {plate}: o que se pede',
  text: `Só o dono conduz esta viatura em TVDE, e mais ninguém a recebe emprestada (${cited('ceded-car')}). Confirme com o advogado.`,
  noCar: 'Falta dizer qual é a viatura própria deste motorista',
  noCarText: 'Entregue-lhe a viatura. Depois, nos custos dela, diga que é de um motorista.',
  cars: 'Ver as viaturas',
  link: 'Número e dia da associação no IMT',
  askers: { imt: 'IMT', bolt: 'Bolt', uber: 'Uber' },
  read: {
    imt: 'A associação e o registo da viatura são da lei de 2026. Confirme com o advogado.',
    bolt: 'Segundo o guia público da Bolt sobre comodatos e documentos. Confirme na Bolt.',
    uber: 'Não se encontrou uma página pública da Uber com isto. Confirme na Uber e com o advogado.',
  },
  states: { there: 'Está cá', waiting: 'A caminho', ended: 'Acabou', missing: 'Falta' },
  dated: { there: 'Até {day}', ended: 'Acabou em {day}' },
}
