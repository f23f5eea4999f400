import type { OnProgress } from '#domain/progress.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, bounds, monday, nextWeek, weekName } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { startRun } from '#features/runs/commands.server.ts'
import { type Approval, approveWeek } from '#features/settlements/commands.server.ts'
import { approveLongWeek } from './jobs.ts'
import type { ApprovalInput } from './schema.ts'

/** Up to this number of drivers a request waits for the approval: a thousand take a second or two. */
const DRIVERS_AT_ONCE = 1_000

/**
 * Approves a week as it was looked at; when it is long, has the queue do it and answers the run that shows the progress.
 * Refuses as `approveFinished` does.
 */
export async function takeApproval(change: Change, week: Week, input: ApprovalInput): Promise<{ run: string | null }> {
  if (input.drivers <= DRIVERS_AT_ONCE) {
    await approve(change, week, input)
    return { run: null }
  }
  // Check before the run begins: nobody reads a refusal in the queue.
  refuseUnfinished(week, change.now)
  const run = await startRun(change, { kind: 'week-approval', subject: week, input, job: approveLongWeek })
  change.note({ subject: `week:${week}`, after: { run } })
  return { run }
}

/** Approves exactly what was looked at, and answers the number of statements. */
export async function approve(
  change: Change,
  week: Week,
  { drivers, net, leaveUnmatched }: ApprovalInput,
  onProgress?: OnProgress,
): Promise<{ approved: number }> {
  const { approved } = await approveFinished(change, week, {
    leaveUnmatched: leaveUnmatched === 'on',
    expected: { drivers, net },
    ...(onProgress ? { onProgress } : {}),
  })
  return { approved: approved.length }
}

/**
 * Approves a week that is over: before that a renter would owe the rent of days that nobody has driven yet. Refuses
 * `week.not-over` before the Monday in Lisbon after it, and whatever `approveWeek` refuses.
 */
export function approveFinished(
  change: Change,
  week: Week,
  choices: Parameters<typeof approveWeek>[2],
): Promise<Approval> {
  refuseUnfinished(week, change.now)
  return approveWeek(change, week, choices)
}

function refuseUnfinished(week: Week, now: Temporal.Instant) {
  if (Temporal.Instant.compare(now, bounds(week).end) < 0)
    throw new Refusal('week.not-over', { week: weekName(week), day: monday(nextWeek(week)).toString() })
}
