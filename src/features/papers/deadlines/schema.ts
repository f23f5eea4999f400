import type { Day, PaperHolder, PaperKind } from '#domain/paper.ts'

/** A paper that ends soon or has ended, or one that somebody was asked for. */
export type Deadline = {
  id: string
  kind: string
  kindName: PaperKind['name']
  holder: PaperHolder
  /** The driver or car; of a record that was merged, the one that stays. Nobody: the operator. */
  ofId: string | null
  of: string
  /**
   * `due`: an instalment of road tax that no document says is paid; `age`: the car is too old from the day after on; `contract`: a driver's
   * own car is ceded until then, and nothing renews it.
   */
  state: 'accepted' | 'asked' | 'due' | 'age' | 'contract'
  /** The last day of one that counts, the day by which one is asked for, or the last day on which something may be paid. */
  on: Day | null
  daysLeft: number | null
  /** The next one was sent and waits to be looked at. */
  isOnItsWay: boolean
}
