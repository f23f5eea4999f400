/**
 * The life of a settlement (`rulings.md` B). A draft is computed, everything after it is stored and frozen; which moves there
 * are, the database says (`005-settlements.sql`). A batch that is cancelled, or a transfer the bank rejects, gives the
 * settlement back as approved; one paid by other means goes from approved to paid by hand. Paid and void are for ever.
 */
export type SettlementState = 'draft' | 'issued' | 'approved' | 'in-batch' | 'paid' | 'void'

/** Where a week stands: dados, cálculo, revisão, aprovada, paga, fechada. */
export type WeekState = 'data' | 'calculation' | 'review' | 'approved' | 'paid' | 'closed'

export type WeekFacts = {
  /** Sources with a file for the week, and expected ones without. */
  sources: { present: number; missing: number }
  /**
   * Settlements by state; of the drafts, those that could be worked out are `calculated`; of the approved ones,
   * `nothingToPay` counts those with a net of 0 or less, which no bank sees.
   */
  settlements: {
    draft: number
    calculated: number
    issued: number
    approved: number
    nothingToPay: number
    inBatch: number
    paid: number
  }
  /** Questions open: rows without a driver, movements that contradict each other. */
  exceptions: number
}

/**
 * The state of a week, computed and never stored.
 *
 * `data` no file yet, or only drafts while a source is missing · `calculation` the files are there, and nobody's week
 * could be worked out from them · `review` drafts to be looked at and approved, or some statements issued or approved
 * while others are not approved yet, whatever is missing: the office has decided to go on · `approved` every statement
 * approved, money still to leave · `paid` no money left to leave, but a source or a question is open · `closed` nothing is.
 * Void settlements count for nothing: a voided week is a draft again.
 */
export function weekState({ sources, settlements, exceptions }: WeekFacts): WeekState {
  const { draft, calculated, issued, approved, nothingToPay, inBatch, paid } = settlements
  const decided = issued + approved + nothingToPay + inBatch + paid
  if (decided === 0) {
    if (sources.present === 0 || sources.missing > 0 || (draft === 0 && exceptions === 0)) return 'data'
    return calculated === 0 ? 'calculation' : 'review'
  }
  if (draft + issued > 0) return 'review'
  if (approved + inBatch > 0) return 'approved'
  return sources.missing > 0 || exceptions > 0 ? 'paid' : 'closed'
}
