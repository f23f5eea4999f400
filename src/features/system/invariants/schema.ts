/**
 * The invariants of the books, by number; each is a view of the database with this in its name. The tenth, that the order
 * of rows in a file changes nothing, is no state of tables: `test/invariants.db.test.ts` tests it.
 */
export const INVARIANTS = {
  1: 'ledger-sum',
  2: 'journals-balance',
  3: 'balances-stored',
  4: 'versions-chain',
  5: 'written-once',
  6: 'journals-sealed',
  7: 'one-driver',
  8: 'posted-once',
  9: 'imported-once',
  11: 'difference-alone',
  12: 'reversals-exact',
  13: 'statements-sum',
  14: 'shares-whole',
  15: 'vat-once',
  16: 'payments-move',
  17: 'batches-sum',
  18: 'states-forward',
  19: 'papers-kept',
  20: 'weeks-whole',
  21: 'rows-settled-once',
  22: 'debt-carried-once',
  23: 'past-stable',
  24: 'one-source',
  25: 'referrals-paid-once',
  26: 'referrals-straight',
  27: 'prize-equals-rule',
  28: 'goals-on-statements',
  30: 'bank-once',
} as const
export type Invariant = (typeof INVARIANTS)[keyof typeof INVARIANTS]

/** A row that breaks an invariant: `journal:12`, `settlement:<id>`…, with cents or counts where there are any. */
export type Offender = { offender: string; found: number | null; wanted: number | null }

/** One invariant, the number of rows that break it, and the first of them. */
export type Finding = { number: number; check: Invariant; broken: number; offenders: readonly Offender[] }
