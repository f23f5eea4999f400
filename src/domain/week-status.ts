import { type Cents, ZERO } from './money.ts'
import { type WeekFacts, type WeekState, weekState } from './settlement-state.ts'

/** Next step of a week: files, decisions, approval, bank file, the confirmation that it was paid, or an account to pay to. */
export type WeekStep = 'files' | 'decide' | 'approve' | 'export' | 'confirm' | 'unpayable'

/**
 * Word shown for a week: its step or, where no step waits for the office, that it is still being driven (`driving`),
 * paid with something still open (`left`), or closed.
 */
export type WeekWord = WeekStep | 'driving' | 'left' | 'closed'

/** Number of statements or transfers, and their total in cents. */
export type Counted = { count: number; total: Cents }

export type StatusFacts = {
  /** Whether its Sunday is over in Lisbon. */
  isOver: boolean
  /** Sources with a file, and usual sources without one. */
  sources: WeekFacts['sources']
  settlements: WeekFacts['settlements']
  /** Questions that hold up a decision. */
  toDecide: number
  /** Statements that could be approved now, with their net. */
  toApprove: Counted
  /** Transfers of the next day of payment, of the bank files that wait to be confirmed. */
  asked: Counted | null
  /** Statements that are approved, payable and in no bank file yet. */
  payable: Counted
  /** Statements that are approved and held back: no account, or no receipt. */
  blocked: Counted
  /** Whether the week is before the first week that drivers are paid for: its late movements go to the open week. */
  isBeforeFirstPaid?: boolean
}

export type WeekStatus = Counted & {
  state: WeekState
  word: WeekWord
  /** Whether the office must bring or decide something; shown in amber. */
  asks: boolean
  /** Whether a file came or something was decided: before that there is no sum to show. */
  hasBegun: boolean
  toDecide: number
}

/** Works out the status of a week and what it waits for: the one rule that every page, list, mail and command reads. */
export function weekStatus(facts: StatusFacts): WeekStatus {
  const { sources, settlements, toDecide } = facts
  const { issued, approved, nothingToPay, inBatch, paid } = settlements
  const hasBegun = sources.present > 0 || issued + approved + nothingToPay + inBatch + paid > 0
  // A week that is no longer settled waits for no file, and closes by itself once it has no open question.
  const awaited = facts.isBeforeFirstPaid ? { ...sources, missing: 0 } : sources
  const state =
    facts.isBeforeFirstPaid && toDecide === 0
      ? 'closed'
      : weekState({ sources: awaited, settlements, exceptions: toDecide })
  const word = wordOf(state, facts)
  return {
    state,
    word,
    asks: state !== 'closed' && (toDecide > 0 || (sources.missing > 0 && !facts.isBeforeFirstPaid)),
    hasBegun,
    toDecide,
    ...countedOf(word, facts),
  }
}

/** Chooses the word of a week. Statements that are not approved come first: what they wait for is said before what the others wait for. */
function wordOf(state: WeekState, { isOver, toDecide, asked, payable, blocked }: StatusFacts): WeekWord {
  if (state === 'closed') return 'closed'
  if (state === 'paid') return toDecide > 0 ? 'decide' : 'left'
  if (state === 'approved') {
    // A payment that nobody has asked for would miss its day while the others wait for theirs.
    if (payable.count > 0) return 'export'
    if (asked) return 'confirm'
    return blocked.count > 0 ? 'unpayable' : toDecide > 0 ? 'decide' : 'left'
  }
  if (state === 'data' && isOver) return 'files'
  if (toDecide > 0) return 'decide'
  return isOver ? 'approve' : 'driving'
}

/** Counts the statements that the word of a week is about, with their total: "5 to decide", "12 to export". */
function countedOf(word: WeekWord, { toDecide, toApprove, asked, payable, blocked }: StatusFacts): Counted {
  if (word === 'decide') return { count: toDecide, total: toApprove.total }
  if (word === 'confirm' && asked) return asked
  if (word === 'export') return payable
  if (word === 'unpayable') return blocked
  if (word === 'closed' || word === 'left') return { count: 0, total: ZERO }
  return toApprove
}

/** Whether the office has something to do in a week with this word. */
export function isStep(word: WeekWord): word is WeekStep {
  return word !== 'driving' && word !== 'left' && word !== 'closed'
}
