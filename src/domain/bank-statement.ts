import { type Cents, cents } from './money.ts'

/** Bank of a file. `camt` is the message of any bank, `other` a list that has all that is needed and names no bank. */
export const BANKS = [
  'camt',
  'cgd',
  'millennium',
  'santander',
  'bpi',
  'novobanco',
  'activobank',
  'credito-agricola',
  'montepio',
  'revolut',
  'wise',
  'other',
] as const
export type Bank = (typeof BANKS)[number]

/** One payment of several that the bank booked as one. */
export type MovementDetail = {
  endToEndId: string | null
  /** Signed as the movement, in cents; `null` where the bank does not give it in the currency of the account. */
  amount: Cents | null
  party: string | null
  partyIban: string | null
}

/** One movement of an account, as the bank booked it. */
export type BankMovement = {
  /** Line of the file, from 1. */
  line: number
  booked: string
  value: string
  /** In cents: + came in, − went out. */
  amount: Cents
  /** Fee charged on top of the amount, in cents, 0 or more: the balance moves by both. */
  fee: Cents
  /** Part of the amount that is the bank's fee, in cents, 0 or more. */
  feeWithin: Cents
  /** Balance of the account after the movement; `null` where neither the file nor its opening balance shows it. */
  balance: Cents | null
  /** The bank's own number of the movement. */
  id: string | null
  text: string
  /** Name of the other side, where the file gives it apart from the text. */
  party: string | null
  partyIban: string | null
  endToEndId: string | null
  /** File of payments that the movement carried out. */
  batch: { messageId: string | null; paymentId: string | null; count: number | null } | null
  details: readonly MovementDetail[]
  /** Why a payment came back, in the bank's own code. */
  returnReason: string | null
  isReturn: boolean
}

/** A line of the file that moves no money, or not yet. */
export type IgnoredLine = { line: number; state: string; text: string }

export type BankStatement = {
  bank: Bank
  account: { iban: string | null; number: string | null; name: string | null }
  currency: string
  period: { from: string; to: string } | null
  opening: Cents | null
  closing: Cents | null
  /** Movements, the oldest first. */
  movements: readonly BankMovement[]
  ignored: readonly IgnoredLine[]
  /**
   * Proof that no movement is missing and none is there twice: every `balance`, the bank's own `ids`, or `nothing`, so
   * that somebody has to confirm it.
   */
  proof: 'balances' | 'ids' | 'nothing'
}

/** Answer of a bank to a file of payments (pain.002). */
export type PaymentAnswer = {
  messageId: string
  originalMessageId: string
  /** Status of the whole file, as ISO 20022 says it: `ACCP`, `PART`, `RJCT`… `null` where only payments are answered. */
  status: string | null
  reason: string | null
  payments: readonly { line: number; endToEndId: string; status: string; reason: string | null }[]
}

/** Works out by how much a movement changes the balance, in cents. */
export function movedBy({ amount, fee }: Pick<BankMovement, 'amount' | 'fee'>): Cents {
  return cents(amount - fee)
}

/** Works out what the other side gave or got, in cents: the amount without the bank's fee. */
export function paidBy({ amount, feeWithin }: Pick<BankMovement, 'amount' | 'feeWithin'>): Cents {
  return cents(amount + feeWithin)
}

type Step = { line: number; moved: number; balance: number; day: string }
export type ChainBreak = { line: number; found: number; expected: number }

/**
 * Finds the order of a list of movements by its balances: each balance is the one before plus its own movement. Files
 * come in both orders. Where a list fits both ways its days decide. If neither fits, it answers where the chain breaks,
 * in the order in which it holds longer.
 */
export function balanceChain(
  steps: readonly Step[],
): { order: 'oldest-first' | 'newest-first' } | { breaks: ChainBreak } {
  const down = firstBreak(steps)
  const up = firstBreak(steps.toReversed())
  const isDescending = (steps.at(0)?.day ?? '') > (steps.at(-1)?.day ?? '')
  if (down === null && (up !== null || !isDescending)) return { order: 'oldest-first' }
  if (up === null) return { order: 'newest-first' }
  return { breaks: isDescending || down === null || up.at > down.at ? up.found : down.found }
}

function firstBreak(steps: readonly Step[]): { at: number; found: ChainBreak } | null {
  for (let at = 1; at < steps.length; at += 1) {
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    const { line, moved, balance } = steps[at]!
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    const expected = steps[at - 1]!.balance + moved
    if (balance !== expected) return { at, found: { line, found: balance, expected } }
  }
  return null
}

/** Reasons for which banks send a payment back or refuse it, by what is to be done; other codes are shown as they are. */
export const RETURN_ADVICE = {
  AC01: 'iban',
  AC03: 'iban',
  RC01: 'iban',
  AC04: 'iban',
  AC06: 'iban',
  AG01: 'iban',
  AM04: 'funds',
  AM05: 'duplicate',
  DUPL: 'duplicate',
  BE04: 'complete',
  BE05: 'complete',
  MD07: 'stop',
  AG02: 'file',
  RR01: 'never',
  RR02: 'never',
  RR03: 'never',
  RR04: 'never',
} as const satisfies Record<string, string>
export type ReturnAdvice = (typeof RETURN_ADVICE)[keyof typeof RETURN_ADVICE] | 'call'

/** Whether we have advice for this code; others are shown as they are. */
export function isReturnCode(reason: string | null): reason is keyof typeof RETURN_ADVICE {
  return reason !== null && Object.hasOwn(RETURN_ADVICE, reason)
}

/**
 * The refused payments of a file that did not reach an account because of the account itself, by end-to-end id. If a whole file of
 * several payments has one reason, it is the operator's: the account that pays, or the file.
 */
export function refusedByAccount(refused: ReadonlyMap<string, string>, sent: number): Set<string> {
  const isWhole = sent > 1 && refused.size >= sent && new Set(refused.values()).size === 1
  return new Set(isWhole ? [] : [...refused].flatMap(([id, reason]) => (adviceFor(reason) === 'iban' ? [id] : [])))
}

/** Whether money may have come back because of the account that it was for: a bank that gives no reason may mean it. */
export function mayBeAccount(reason: string | null): boolean {
  const advice = adviceFor(reason)
  return advice === 'iban' || advice === 'call'
}

export function adviceFor(reason: string | null): ReturnAdvice {
  return (RETURN_ADVICE as Record<string, ReturnAdvice>)[reason ?? ''] ?? 'call'
}
