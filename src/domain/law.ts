/**
 * Rules of law that duties follow from, each once: where it stands, since when where that was read, and when somebody read it. `isSure` is what an
 * official table or the text of the article said, day and place both; of anything else a screen asks for the accountant's word.
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
} as const satisfies Record<string, Law>

export type LawId = keyof typeof LAWS

/** `since` and `readOn` are ISO days; `since` is `null` where nobody read since when the rule is as it is. */
export type Law = { act: ActOfLaw; article: string; since: string | null; readOn: string; isSure: boolean }

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
