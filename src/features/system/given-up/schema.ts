import { text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** How soon the schedule orders the same work again. */
export type Rhythm = 'minute' | 'quarter' | 'day'

/**
 * Work that the schedule orders again, by its name in the queue; any other is ordered by a person or an event
 * (`src/jobs.ts`; a test compares).
 */
const TASKS_BY_RHYTHM: Readonly<Record<Rhythm, readonly string[]>> = {
  minute: ['positions.watch', 'deliveries.watch-folder'],
  quarter: [
    ...['backups.make-due', 'mail.wake', 'contracts.stamp', 'digests.send'],
    ...['reports.send', 'connections.collect-due', 'connections.acts', 'connections.weigh-debts'],
    ...['mondays.run', 'mailboxes.look-due', 'positions.sweep', 'months.check-deliveries'],
  ],
  day: [
    ...['departures.end-stays', 'papers.warn-of-ends', 'upkeep.warn-holders', 'disputes.remind'],
    ...['forecasts.warn', 'receipts.remind', 'contracts.remind', 'invariants.prove-books'],
    ...['audit-chain.anchor', 'consent.purge-answers', 'vitals.purge-counts', 'applications.forget'],
    ...['personal-data.forget', 'retention.sweep', 'positions.count-days', 'files.read-signatures'],
    ...['drops.forget', 'runs.forget-files', 'backups.hold-due-drill', 'working-times.weigh-averages'],
  ],
}
const RHYTHMS = ['minute', 'quarter', 'day'] as const

/** How soon the schedule orders a task again; `null`: never. */
export function rhythmOf(task: string): Rhythm | null {
  return RHYTHMS.find((rhythm) => TASKS_BY_RHYTHM[rhythm].includes(task)) ?? null
}

/**
 * Given-up work. `endedAt`: when it was last tried, or left undone; `task`: its name in the queue; `tries`: how often
 * it failed; `error`: the last error message.
 */
export type GivenUp = {
  id: string
  task: string
  orderedAt: string
  endedAt: string
  tries: number
  error: string | null
  comes: Rhythm | null
}

/** The reason why work is left undone. */
export const leaveRecord = record({ reason: text(200, { required: true }) }, () => 'page.givenUp.leave.reason')
