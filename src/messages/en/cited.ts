import { type ActOfLaw, LAWS, type LawId, articleInEnglish } from '#domain/law.ts'

/** An act of law inside a sentence, after "art. 53". */
const OF_ACT: Readonly<Record<ActOfLaw, string>> = {
  civa: 'CIVA',
  cirs: 'CIRS',
  circ: 'CIRC',
  lgt: 'LGT',
  contributive: 'Código Contributivo',
  tvde: 'Law 45/2018',
  'dl-198-2012': 'Decree-Law 198/2012',
  'lei-89-2017': 'Law 89/2017',
  'portaria-55-2010': 'Ordinance 55/2010',
  'dl-117-2012': 'Decree-Law 117/2012',
  'portaria-7-2022': 'Ordinance 7/2022',
  'dl-181-2012': 'Decree-Law 181/2012',
  'budget-2026': 'State Budget for 2026',
  civil: 'Civil Code',
  labour: 'Labour Code (Código do Trabalho)',
  road: 'Código da Estrada',
  gdpr: 'GDPR',
}

/** Where a rule stands, inside a sentence: `art. 53(1) CIVA`; of an act as a whole `Law 45/2018`. */
export function cited(id: LawId): string {
  const { act, article } = LAWS[id]
  return article === null ? OF_ACT[act] : `art. ${articleInEnglish(article)} ${OF_ACT[act]}`
}
