/**
 * The rules of law that Volante works with, each once: where it stands, since when it is as it is worked with here, and when somebody read
 * it. What is not `isSure` was read in a summary alone, or is read in more than one way: a screen that shows it asks for a professional's word.
 * How an act is called in each language is in `messages/law.ts`.
 */
export const LAWS = {
  'vat-return': { act: 'civa', article: '41.º, n.º 1', since: '2023-01-01', readOn: '2026-11-28', isSure: true },
  'vat-payment': { act: 'civa', article: '27.º, n.º 1', since: '2023-01-01', readOn: '2026-11-28', isSure: true },
  invoices: { act: 'dl-198-2012', article: '3.º, n.º 2', since: '2023-01-01', readOn: '2026-11-28', isSure: true },
  'pay-return': { act: 'cirs', article: '119.º, n.º 1, c)', since: '2013-01-01', readOn: '2026-11-28', isSure: true },
  'withheld-payment': { act: 'cirs', article: '98.º, n.º 3', since: '2009-01-01', readOn: '2026-11-28', isSure: true },
  'withheld-certificates': {
    act: 'cirs',
    article: '119.º, n.º 1, b)',
    since: '2009-01-01',
    readOn: '2026-11-28',
    isSure: true,
  },
  'paid-return': { act: 'cirs', article: '119.º, n.º 1, c)', since: '2023-01-01', readOn: '2026-11-28', isSure: true },
  contributions: {
    act: 'contributive',
    article: '43.º',
    since: '2026-01-01',
    readOn: '2026-11-28',
    isSure: true,
  },
  'profit-return': { act: 'circ', article: '120.º, n.º 1', since: '2010-01-01', readOn: '2026-11-28', isSure: true },
  'profit-advance': { act: 'circ', article: '104.º, n.º 1', since: '2010-01-01', readOn: '2026-11-28', isSure: true },
  'company-accounts': { act: 'circ', article: '121.º, n.º 2', since: '2014-01-01', readOn: '2026-11-28', isSure: true },
  owners: { act: 'lei-89-2017', article: '15.º', since: '2019-01-01', readOn: '2026-11-28', isSure: false },
  'work-report': { act: 'portaria-55-2010', article: '4.º', since: '2010-01-21', readOn: '2026-11-28', isSure: false },
  'managers-record': {
    act: 'tvde',
    article: '4.º, n.º 4',
    since: '2026-09-01',
    readOn: '2026-11-22',
    isSure: false,
  },
  'licence-renewal': { act: 'tvde', article: '3.º', since: '2026-09-01', readOn: '2026-11-22', isSure: false },
  august: { act: 'lgt', article: '57.º-A', since: '2022-01-01', readOn: '2026-11-28', isSure: true },
} as const satisfies Record<string, Law>

export type LawId = keyof typeof LAWS

/** `since` and `readOn` are ISO days. */
export type Law = { act: ActOfLaw; article: string; since: string; readOn: string; isSure: boolean }

export const ACTS_OF_LAW = [
  'civa',
  'cirs',
  'circ',
  'lgt',
  'contributive',
  'tvde',
  'dl-198-2012',
  'lei-89-2017',
  'portaria-55-2010',
] as const
export type ActOfLaw = (typeof ACTS_OF_LAW)[number]
