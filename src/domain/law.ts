/**
 * Rules of law that a screen, a document or the guide mentions, each once: where it stands, since when (if somebody
 * read that), and when somebody read it. `isSure`: an official table or the text of the article says so; for any other rule
 * the page names who should be asked. Texts cite a rule by its name here (`messages/{pt,en}/cited.ts`), and
 * `messages/law.test.ts` finds those that don't.
 */
export const LAWS = {
  invoices: { act: 'dl-198-2012', article: '3.º, n.º 2', since: null, readOn: '2026-11-28', isSure: false },
  'pay-return': { act: 'cirs', article: '119.º, n.º 1', since: null, readOn: '2026-11-28', isSure: false },
  'vat-return': { act: 'civa', article: '41.º, n.º 1', since: null, readOn: '2026-11-28', isSure: true },
  'vat-payment': { act: 'civa', article: '27.º, n.º 1', since: null, readOn: '2026-11-28', isSure: true },
  'withheld-payment': { act: 'cirs', article: '98.º, n.º 3', since: null, readOn: '2026-11-28', isSure: false },
  'withheld-certificates': { act: 'cirs', article: '119.º, n.º 1', since: null, readOn: '2026-11-28', isSure: false },
  'paid-return': { act: 'cirs', article: '119.º, n.º 1', since: null, readOn: '2026-11-28', isSure: false },
  contributions: { act: 'contributive', article: '43.º', since: '2026-01-01', readOn: '2026-11-28', isSure: false },
  'profit-return': { act: 'circ', article: '120.º, n.º 1', since: null, readOn: '2026-11-28', isSure: true },
  'profit-advance': { act: 'circ', article: '104.º, n.º 1', since: null, readOn: '2026-11-28', isSure: true },
  'company-accounts': { act: 'circ', article: '121.º', since: null, readOn: '2026-11-28', isSure: true },
  owners: { act: 'lei-89-2017', article: '15.º', since: null, readOn: '2026-11-28', isSure: false },
  'work-report': { act: 'portaria-55-2010', article: '4.º', since: null, readOn: '2026-11-28', isSure: false },
  'managers-record': { act: 'tvde', article: '4.º, n.º 4', since: '2026-09-01', readOn: '2026-11-22', isSure: false },
  'licence-renewal': { act: 'tvde', article: '3.º', since: '2026-09-01', readOn: '2026-11-22', isSure: false },
  august: { act: 'lgt', article: '57.º-A', since: null, readOn: '2026-11-28', isSure: false },
  // Rules for drivers who write receipts.
  'vat-exemption': { act: 'civa', article: '53.º, n.º 1', since: '2025-01-01', readOn: '2026-11-22', isSure: false },
  'withholding-waived': {
    act: 'cirs',
    article: '101.º-B, n.º 1, a)',
    since: null,
    readOn: '2026-11-28',
    isSure: false,
  },
  'not-withheld': { act: 'cirs', article: '101.º, n.º 1', since: null, readOn: '2026-11-22', isSure: false },
  'income-of-services': {
    act: 'contributive',
    article: '162.º, n.º 1, a)',
    since: null,
    readOn: '2026-11-28',
    isSure: false,
  },
  'least-contribution': { act: 'contributive', article: '163.º', since: null, readOn: '2026-11-28', isSure: false },
  'chosen-margin': { act: 'contributive', article: '164.º', since: null, readOn: '2026-11-28', isSure: false },
  'contribution-rate': {
    act: 'contributive',
    article: '168.º, n.º 1',
    since: null,
    readOn: '2026-11-28',
    isSure: false,
  },
  'quarter-declared': { act: 'contributive', article: '151.º-A', since: null, readOn: '2026-11-28', isSure: false },
  'quarter-paid': { act: 'contributive', article: '155.º, n.º 2', since: null, readOn: '2026-11-28', isSure: false },
  'listed-coefficient': { act: 'cirs', article: '31.º, n.º 1, b)', since: null, readOn: '2026-11-28', isSure: false },
  'other-coefficient': { act: 'cirs', article: '31.º, n.º 1, c)', since: null, readOn: '2026-11-28', isSure: false },
  'simplified-limit': { act: 'cirs', article: '28.º, n.º 2', since: null, readOn: '2026-11-28', isSure: false },
  // Rules for the company that pays them.
  dependence: { act: 'contributive', article: '140.º', since: null, readOn: '2026-11-28', isSure: false },
  'dependence-rate': { act: 'contributive', article: '168.º, n.º 7', since: null, readOn: '2026-11-28', isSure: false },
  'signed-invoices': { act: 'budget-2026', article: null, since: '2027-01-01', readOn: '2026-11-28', isSure: false },
  cash: { act: 'lgt', article: '63.º-E, n.º 2', since: '2017-08-23', readOn: '2026-11-28', isSure: true },
  usury: { act: 'civil', article: '1146.º', since: null, readOn: '2026-11-28', isSure: false },
  'signs-of-employment': { act: 'labour', article: '12.º-A', since: '2023-05-01', readOn: '2026-11-28', isSure: false },
  surveillance: { act: 'labour', article: '20.º, n.º 1', since: null, readOn: '2026-11-28', isSure: false },
  // Rules of the trade.
  tvde: { act: 'tvde', article: null, since: '2026-09-01', readOn: '2026-11-22', isSure: false },
  'fee-ceiling': { act: 'tvde', article: '15.º', since: '2026-09-01', readOn: '2026-11-22', isSure: false },
  'ten-hours': { act: 'tvde', article: '13.º, n.º 1', since: null, readOn: '2026-11-28', isSure: false },
  'week-hours': { act: 'tvde', article: '10.º, n.º 18', since: '2026-09-01', readOn: '2026-11-22', isSure: false },
  'independents-hours': { act: 'dl-117-2012', article: null, since: null, readOn: '2026-11-22', isSure: false },
  'working-time-record': { act: 'portaria-7-2022', article: null, since: null, readOn: '2026-11-22', isSure: false },
  'car-hire': { act: 'dl-181-2012', article: null, since: null, readOn: '2026-11-22', isSure: false },
  'who-drove': { act: 'road', article: '171.º', since: null, readOn: '2026-11-28', isSure: false },
  'ceded-car': { act: 'tvde', article: '12.º', since: '2026-09-01', readOn: '2026-11-22', isSure: false },
  // Rules on personal data.
  'legitimate-interest': { act: 'gdpr', article: '6.º, n.º 1, f)', since: null, readOn: '2026-11-28', isSure: false },
  'record-of-processing': { act: 'gdpr', article: '30.º', since: null, readOn: '2026-11-28', isSure: false },
  'answer-to-requests': { act: 'gdpr', article: '12.º, n.º 3', since: null, readOn: '2026-11-28', isSure: true },
  'breach-told': { act: 'gdpr', article: '33.º, n.º 1', since: null, readOn: '2026-11-28', isSure: true },
  'breach-kept': { act: 'gdpr', article: '33.º, n.º 5', since: null, readOn: '2026-11-28', isSure: true },
  'kept-books': { act: 'civa', article: '52.º', since: '2025-07-01', readOn: '2026-11-22', isSure: false },
} as const satisfies Record<string, Law>

export type LawId = keyof typeof LAWS
export const LAW_IDS = Object.keys(LAWS) as LawId[]

/**
 * A rule of law. `article` is written as in Portuguese law, `null` for an act as a whole; `since` and `readOn` are ISO
 * days, `since` is `null` where nobody read since when the rule applies.
 */
export type Law = { act: ActOfLaw; article: string | null; since: string | null; readOn: string; isSure: boolean }

export type ActOfLaw =
  | 'civa'
  | 'cirs'
  | 'circ'
  | 'lgt'
  | 'contributive'
  | 'tvde'
  | 'dl-198-2012'
  | 'lei-89-2017'
  | 'portaria-55-2010'
  | 'dl-181-2012'
  | 'dl-117-2012'
  | 'portaria-7-2022'
  | 'budget-2026'
  | 'civil'
  | 'labour'
  | 'road'
  | 'gdpr'

const OF_ACCOUNTANTS: ReadonlySet<ActOfLaw> = new Set([
  ...(['civa', 'cirs', 'circ', 'lgt', 'contributive', 'dl-198-2012', 'portaria-55-2010', 'budget-2026'] as const),
])

/** Answers who should be asked about a rule that isn't sure; `null` for one that is. */
export function adviserOn(id: LawId): 'accountant' | 'lawyer' | null {
  const { act, isSure } = LAWS[id]
  if (isSure) return null
  return OF_ACCOUNTANTS.has(act) ? 'accountant' : 'lawyer'
}

/** Writes an article in English: `101-B(1)(a)` for `101.º-B, n.º 1, a)`. Several numbers, or words, stay as they are. */
export function articleInEnglish(article: string): string {
  return article
    .replaceAll('.º', '')
    .replaceAll(/, n (\d+)/g, '($1)')
    .replaceAll(/, ([a-z])\)/g, '($1)')
}
