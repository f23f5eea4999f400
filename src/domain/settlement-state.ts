/**
 * States of a settlement (`rulings.md` B). A draft is computed; every later state is stored and frozen. The database
 * decides which moves are allowed (`005-settlements.sql`). When a batch is cancelled, or the bank rejects a transfer,
 * the settlement is approved again; one paid by other means goes from approved to paid by hand. Paid and void are
 * final.
 */
export type SettlementState = 'draft' | 'issued' | 'approved' | 'in-batch' | 'paid' | 'void'

/** States of a week: dados, cálculo, revisão, aprovada, paga, fechada. */
export type WeekState = 'data' | 'calculation' | 'review' | 'approved' | 'paid' | 'closed'

export type WeekFacts = {
  /** Sources with a file for the week, and expected sources without one. */
  sources: { present: number; missing: number }
  /**
   * Settlements by state. `calculated` counts the drafts that could be worked out; `nothingToPay` counts the approved
   * ones with a net of 0 or less, which no bank sees.
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
  /** Open questions: rows without a driver, movements that contradict each other. */
  exceptions: number
}

/**
 * Works out the state of a week, which is never stored. `data`: no file yet, or only drafts while a source is missing ·
 * `calculation`: the files are there, and nobody's week could be worked out from them · `review`: drafts to be looked
 * at and approved, or some statements issued or approved while others are not yet, even if a source is missing, because
 * the office has decided to go on · `approved`: every statement approved, money still to be paid · `paid`: nothing left
 * to pay, but a source is missing or a question is open · `closed`: nothing is open. Void settlements do not count: a
 * voided week is a draft again.
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
