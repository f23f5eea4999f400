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
  state: 'accepted' | 'asked'
  /** The last day of one that counts, or the day by which one is asked for. */
  on: Day | null
  daysLeft: number | null
  /** The next one was sent and waits to be looked at. */
  isOnItsWay: boolean
}
