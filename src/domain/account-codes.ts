import type { CompanyAccount, DriverAccount } from './ledger.ts'

/**
 * Usual number in the SNC (the Portuguese chart of accounts) of each account of the books. It is a proposal: the
 * operator's accountant decides, and may change each.
 */
export const USUAL_CODES: Readonly<Record<CompanyAccount | DriverAccount, string>> = {
  'platform:uber': '2111',
  'platform:bolt': '2111',
  'vat:trips': '2433',
  'vat:receipts': '2432',
  'tax:withheld': '242',
  'income:fee': '72',
  'income:rent': '781',
  'income:interest': '791',
  'recovered:fuel': '6242',
  'recovered:tolls': '6251',
  'recovered:other': '6888',
  'costs:written-off': '683',
  'costs:referrals': '6225',
  'costs:bank': '6988',
  'costs:office': '6233',
  'costs:premises': '6261',
  'costs:power': '6241',
  'costs:phone': '6262',
  'costs:software': '6221',
  'costs:advice': '6224',
  'costs:advertising': '6222',
  'costs:repairs': '6226',
  'costs:insurance': '6263',
  'costs:wages': '632',
  'costs:contributions': '635',
  'costs:taxes': '681',
  'costs:interest': '6911',
  'vat:paid': '2436',
  loans: '2511',
  owners: '268',
  opening: '56',
  prizes: '621',
  bank: '12',
  suspense: '2789',
  current: '2781',
  plan: '2782',
  deposit: '2783',
}

/**
 * Other numbers that accountants use for an account: 6511 (impairment of a debt) where 683 (a debt that cannot be
 * collected) is not yet allowed.
 */
export const OTHER_CODES: Partial<Readonly<Record<CompanyAccount | DriverAccount, readonly string[]>>> = {
  'costs:written-off': ['6511'],
}

export type AccountClass = '1' | '2' | '5' | '6' | '7'

/** Answers the SNC class of an account by its usual number: money, what is owed, own funds, costs, income. */
export function classOf(account: CompanyAccount | DriverAccount): AccountClass {
  return USUAL_CODES[account].charAt(0) as AccountClass
}

/** Lists the accounts of one class, in the order of the chart of accounts. */
export function accountsOfClass(accountClass: AccountClass): (CompanyAccount | DriverAccount)[] {
  const accounts = Object.keys(USUAL_CODES) as (CompanyAccount | DriverAccount)[]
  return accounts
    .filter((account) => classOf(account) === accountClass)
    .toSorted((a, b) => (USUAL_CODES[a] < USUAL_CODES[b] ? -1 : 1))
}

/** Whether a text is an account number: digits, perhaps in groups, as `2433` or `62.42.1`. */
export function isAccountCode(text: string): boolean {
  return /^\d{1,12}(\.\d{1,12}){0,5}$/.test(text) && text.length <= 20
}
