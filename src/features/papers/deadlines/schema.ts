import type { Day, PaperHolder, PaperKind } from '#domain/paper.ts'

/** A document that ends soon or has ended, or that somebody was asked to send. */
export type Deadline = {
  id: string
  kind: string
  kindName: PaperKind['name']
  holder: PaperHolder
  /** The driver or car; for a merged record the one that stays. `null`: the operator. */
  ofId: string | null
  of: string
  /**
   * `due`: an instalment of road tax that no document shows as paid; `age`: the car is too old from the day after;
   * `contract`: a driver's own car is ceded until then, and nothing renews it.
   */
  state: 'accepted' | 'asked' | 'due' | 'age' | 'contract'
  /** The last day of a document that counts, the day by which one is requested, or the last day for a payment. */
  on: Day | null
  daysLeft: number | null
  /** The next document was sent and waits to be checked. */
  isOnItsWay: boolean
}
