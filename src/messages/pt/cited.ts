import { type ActOfLaw, LAWS, type LawId } from '#domain/law.ts'

/** An act of law inside a sentence, after "art. 53.º". */
const OF_ACT: Readonly<Record<ActOfLaw, string>> = {
  civa: 'do CIVA',
  cirs: 'do CIRS',
  circ: 'do CIRC',
  lgt: 'da LGT',
  contributive: 'do Código Contributivo',
  tvde: 'da Lei n.º 45/2018',
  'dl-198-2012': 'do Decreto-Lei n.º 198/2012',
  'lei-89-2017': 'da Lei n.º 89/2017',
  'portaria-55-2010': 'da Portaria n.º 55/2010',
  'dl-117-2012': 'do Decreto-Lei n.º 117/2012',
  'portaria-7-2022': 'da Portaria n.º 7/2022',
  'dl-181-2012': 'do Decreto-Lei n.º 181/2012',
  'budget-2026': 'do Orçamento do Estado para 2026',
  civil: 'do Código Civil',
  labour: 'do Código do Trabalho',
  road: 'do Código da Estrada',
  gdpr: 'do RGPD',
}

/** Where a rule stands, inside a sentence: `art. 53.º, n.º 1, do CIVA`; of an act as a whole `Lei n.º 45/2018`. */
export function cited(id: LawId): string {
  const { act, article } = LAWS[id]
  const of = OF_ACT[act]
  if (article === null) return of.slice(3)
  return `art. ${article}${article.includes(',') ? ',' : ''} ${of}`
}
