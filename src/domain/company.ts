/**
 * Whether two spellings name the same company: compared without case, accents and punctuation (`rulings.md` D).
 * Platforms shorten names, so one may be the beginning of the other when it is long enough to mean something.
 */
export function isSameCompany(ours: string, theirs: string): boolean {
  const [a, b] = [companyLetters(ours), companyLetters(theirs)]
  if (a === '' || b === '') return false
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return short === long || (short.length >= SHORTEST_BEGINNING && long.startsWith(short))
}

const SHORTEST_BEGINNING = 12

/** Reduces a company's name to letters and digits, lower case, without accents: `Rotas Lusas, Lda` → `rotaslusaslda`. */
export function companyLetters(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}

/** Message formats that banks accept for payments; the first is the default. */
export const SEPA_FORMATS = ['pain.001.001.09', 'pain.001.001.03'] as const

/** Facts that the law requires an operator to publish about itself (DL 7/2004, 10.º; DL 59/2021; Lei 45/2018). */
export const COMPANY_FACTS = ['name', 'nipc', 'licence', 'contact'] as const
export type CompanyFact = (typeof COMPANY_FACTS)[number]

/** Lists the facts that are still missing. One way of contact is enough: a telephone or an e-mail. */
export function missingFacts(company: {
  name: string | null
  nipc: string | null
  licence: string | null
  phone: string | null
  email: string | null
}): CompanyFact[] {
  const known = { ...company, contact: company.phone || company.email }
  return COMPANY_FACTS.filter((fact) => !known[fact])
}

/** Facts that an operator must give before the first week is paid: the public ones, and the account that pays. */
export type MissingCompanyFact = CompanyFact | 'iban'

/** Lists the facts that are missing, or that cannot be right. */
export function lackingFacts(
  company: Parameters<typeof missingFacts>[0] & { iban: string | null },
  isValid: { nipc: boolean; iban: boolean },
): MissingCompanyFact[] {
  const facts = missingFacts({ ...company, nipc: isValid.nipc ? company.nipc : null })
  return [...facts, ...(company.iban && isValid.iban ? [] : ['iban' as const])]
}
