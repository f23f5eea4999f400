import { type Cents, minus, sum } from './money.ts'
import type { Line, LineCode, Settlement } from './settlement-types.ts'

/**
 * Accounts of the company (`rulings.md` E; interest: `docs/decisions/033`; tax and what is given up: 043; referrals:
 * 092; ordinary expenses and the opening balance of the bank: 171). The sum over all accounts is always 0.
 */
export const COMPANY_ACCOUNTS = [
  'platform:uber',
  'platform:bolt',
  'vat:trips',
  'vat:receipts',
  'tax:withheld',
  'income:fee',
  'income:rent',
  'income:interest',
  'recovered:fuel',
  'recovered:tolls',
  'recovered:other',
  'costs:written-off',
  'costs:referrals',
  'costs:bank',
  'costs:office',
  'costs:premises',
  'costs:power',
  'costs:phone',
  'costs:software',
  'costs:advice',
  'costs:advertising',
  'costs:repairs',
  'costs:insurance',
  'costs:wages',
  'costs:contributions',
  'costs:taxes',
  'costs:interest',
  'vat:paid',
  'loans',
  'owners',
  'opening',
  'prizes',
  'bank',
  'suspense',
] as const
export type CompanyAccount = (typeof COMPANY_ACCOUNTS)[number]

/** Accounts of a driver: + is what the company owes the driver and − what the driver owes. */
export const DRIVER_ACCOUNTS = ['current', 'plan', 'deposit'] as const
export type DriverAccount = (typeof DRIVER_ACCOUNTS)[number]

/** Whether an account is a driver's, not the company's. */
export function isDriverAccount(account: CompanyAccount | DriverAccount): account is DriverAccount {
  return DRIVER_ACCOUNTS.some((driverAccount) => driverAccount === account)
}

/** One entry of a journal, in cents. */
export type Posting = { account: CompanyAccount | DriverAccount; amount: Cents }

/**
 * Account that each line is settled against. The carried balance is in the ledger already and moves nothing. A line
 * that corrects an earlier week uses the accounts that its changes would have used then.
 */
const COUNTERPARTS = {
  'income.uber': 'platform:uber',
  'income.bolt': 'platform:bolt',
  'vat.trips': 'vat:trips',
  'fee.fixed': 'income:fee',
  'fee.percent': 'income:fee',
  'fee.split': 'income:fee',
  'fee.employer': 'income:fee',
  'vehicle.rent': 'income:rent',
  'vehicle.kilometres': 'income:rent',
  'energy.fuel': 'recovered:fuel',
  'energy.charging': 'recovered:fuel',
  'energy.adblue': 'recovered:fuel',
  'car.wash': 'recovered:other',
  tolls: 'recovered:tolls',
  parking: 'recovered:tolls',
  'balance.carried': null,
  // A deferred debt stays on the current account: it only waits.
  'balance.deferred': null,
  'adjustment.fine': 'recovered:other',
  'adjustment.damage': 'recovered:other',
  // How the advance was paid out is not known here: it waits in suspense to be matched.
  'adjustment.advance': 'suspense',
  'adjustment.other': 'suspense',
  'adjustment.prize': 'prizes',
  'adjustment.referral': 'costs:referrals',
  'adjustment.goal': 'prizes',
  'adjustment.late': 'suspense',
  'adjustment.settled': 'suspense',
  'adjustment.plan': 'plan',
  'adjustment.interest': 'income:interest',
  // Input VAT can be deducted, and withheld tax must be handed over: each has its own declaration.
  'receipt.vat': 'vat:receipts',
  'receipt.withholding': 'tax:withheld',
} as const satisfies Record<LineCode, Posting['account'] | null>

/**
 * Makes the journal of an approved settlement: every line but the carried balance moves the driver's current account by
 * its amount and one other account by the opposite. The other account is the company's, or for an instalment the
 * driver's plans. There is one posting per account, none of 0, and together they are 0; a settlement of nothing has no
 * postings.
 */
export function settlementPostings({ lines }: Pick<Settlement, 'lines'>): Posting[] {
  return mergePostings(
    lines.flatMap(partsOf).flatMap(({ code, amount }): Posting[] => {
      const account = COUNTERPARTS[code]
      if (account === null) return []
      return [
        { account: 'current', amount },
        { account, amount: minus(amount) },
      ]
    }),
  )
}

function partsOf({ code, amount, steps }: Line): { code: LineCode; amount: Cents }[] {
  const changes = steps.flatMap((step) => (step.kind === 'change' ? [{ code: step.term, amount: step.amount }] : []))
  return changes.length > 0 ? changes : [{ code, amount }]
}

/** Makes the journal of a confirmed payment, in cents. Throws `RangeError` for a payment of nothing or less. */
export function paymentPostings(amount: Cents): Posting[] {
  if (amount <= 0) throw new RangeError(`${amount} is not a payment`)
  return [
    { account: 'current', amount: minus(amount) },
    { account: 'bank', amount },
  ]
}

/** Makes the journal that settles a leaver's debt, in cents: the driver paid it into the bank, or the company bears it as a cost. */
export function finalPostings(kind: 'received' | 'write-off', amount: Cents): Posting[] {
  return [
    { account: 'current', amount },
    { account: kind === 'received' ? 'bank' : 'costs:written-off', amount: minus(amount) },
  ]
}

/**
 * Makes the journal of a bank movement, in cents, + in and − out: to or from a driver's balance, a platform, or
 * `suspense` until somebody classifies it.
 */
export function bankPostings(account: CompanyAccount | 'current', amount: Cents): Posting[] {
  return [
    { account, amount },
    { account: 'bank', amount: minus(amount) },
  ]
}

/** Accounts to which an amount in `suspense` can be moved. */
export const CLASSES = COMPANY_ACCOUNTS.filter((account) => account !== 'suspense' && account !== 'opening')

/** Moves an amount from `suspense` to the account it belongs to, in cents as it was booked: + a credit, − a debit. */
export function reclassPostings(account: (typeof CLASSES)[number], amount: Cents): Posting[] {
  return [
    { account: 'suspense', amount: minus(amount) },
    { account, amount },
  ]
}

/** Answers the exact negative of a journal: both together leave every account as it was. */
export function reversal(postings: readonly Posting[]): Posting[] {
  return postings.map(({ account, amount }) => ({ account, amount: minus(amount) }))
}

function mergePostings(postings: readonly Posting[]): Posting[] {
  return [...Map.groupBy(postings, ({ account }) => account)]
    .map(([account, ofAccount]) => ({ account, amount: sum(ofAccount.map(({ amount }) => amount)) }))
    .filter(({ amount }) => amount !== 0)
}
