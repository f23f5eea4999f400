import { inParts } from '#db/parts.ts'
import { firstOf, lastOf } from '#domain/certain.ts'
import { periodOf } from '#domain/goal.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal, takeEach } from '#domain/refusal.ts'
import { type Week, nextWeek, previousWeek, weekAt } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { getGoal, listGoals, mayReopenGoal } from './queries.server.ts'
import type { GoalDraft, GoalVersion } from './schema.ts'

export type WrittenGoal = GoalDraft & { reason: string }

/**
 * Promises a goal from a week on; returns its id. Refuses `goal.week-past` when it begins before the current period.
 */
export async function addGoal(change: Change, goal: WrittenGoal): Promise<string> {
  if (goal.from < periodOf(goal.period, weekAt(change.now)).first) throw new Refusal('goal.week-past')
  const id = await writeGoal(change, goal)
  change.note({ subject: `goal:${id}`, after: { ...noteOf(goal), reason: goal.reason } })
  return id
}

/**
 * Replaces a goal by a new version from a week on; its promise for earlier weeks stays. Returns the id of the new
 * version. Refuses `goal.week-past` for a week up to the end of the current period, or one in which an earlier
 * version counts; `goal.ended` and `record.not-found`.
 */
export async function changeGoal(change: Change, id: string, goal: WrittenGoal): Promise<string> {
  await lockBalances(change.tx)
  const before = await getGoal(id, change.tx)
  if (before.endReason !== null) throw new Refusal('goal.ended')
  if (goal.from < (await firstChange(change, before, goal.period))) throw new Refusal('goal.week-past')
  await end(change, before, { last: lastBefore(goal.from, before), reason: goal.reason })
  const next = await writeGoal(change, goal, before.line)
  change.note({ subject: `goal:${next}`, before: noteOf(before), after: { ...noteOf(goal), reason: goal.reason } })
  return next
}

/**
 * Ends a goal with the current period; a goal that has not begun never begins. Refuses `goal.ended` and
 * `record.not-found`.
 */
export async function endGoal(change: Change, id: string, reason: string): Promise<void> {
  await lockBalances(change.tx)
  const goal = await getGoal(id, change.tx)
  if (goal.endReason !== null) throw new Refusal('goal.ended')
  const last = previousWeek(earliestEnd(goal, weekAt(change.now)))
  if (goal.until !== null && goal.until <= last) throw new Refusal('goal.ended')
  await end(change, goal, { last, reason })
  change.note({ subject: `goal:${id}`, before: noteOf(goal), after: { until: last, reason } })
}

/**
 * Takes back the end of a goal before it comes: the goal goes on until the week that it had before. Refuses `goal.end-stays` when
 * `mayReopenGoal` says no, and `record.not-found`.
 */
export async function reopenGoal(change: Change, id: string): Promise<void> {
  await lockBalances(change.tx)
  const goal = await getGoal(id, change.tx)
  if (!(await mayReopenGoal(id, change.now, change.tx))) throw new Refusal('goal.end-stays')
  await change.tx
    .updateTable('goals')
    .set({ ends_on: goal.untilBefore, ended_at: null, ended_by: null, end_reason: null, until_before: null })
    .where('id', '=', goal.id)
    .execute()
  change.note({
    subject: `goal:${goal.id}`,
    before: { until: goal.until, reason: goal.endReason },
    after: { until: goal.untilBefore },
  })
}

/** The first week from which a goal may change: after all weeks in which this version or an earlier one counts. */
async function firstChange({ tx, now }: Change, before: GoalVersion, period: GoalDraft['period']): Promise<Week> {
  const week = weekAt(now)
  if (before.from <= week) return earliestEnd(before, week)
  const others = (await listGoals(tx)).filter(({ id, line }) => line === before.line && id !== before.id)
  const ends = others.flatMap(({ until }) => (until === null ? [] : [nextWeek(until)]))
  return lastOf([periodOf(period, week).first, ...ends].toSorted())
}

/**
 * The first week that a goal can still lose: the one after its current period, or its own first week when it has not
 * begun.
 */
function earliestEnd({ from, period }: Pick<GoalDraft, 'from' | 'period'>, now: Week): Week {
  if (from > now) return from
  const { last } = periodOf(period, now)
  return previousWeek(last, -1)
}

/**
 * The last week of a goal whose next version begins in `from`: not after its own end, and not before the week that
 * precedes its start.
 */
function lastBefore(from: Week, before: Pick<GoalDraft, 'from' | 'until'>): Week {
  const last = from > before.from ? previousWeek(from) : previousWeek(before.from)
  return before.until !== null && before.until < last ? before.until : last
}

async function end(
  { tx, now, actor }: Change,
  { id, until }: GoalVersion,
  { last, reason }: { last: Week; reason: string },
) {
  await tx
    .updateTable('goals')
    .set({
      ends_on: last,
      ended_at: now.toString(),
      ended_by: actor.uid,
      end_reason: reason,
      until_before: until ?? 'infinity',
    })
    .where('id', '=', readRecordId(id))
    .execute()
}

/** Saves a goal, even one promised before this installation; with `line`, as the next version of that goal. */
export async function writeGoal(change: Change, goal: WrittenGoal, line: string | null = null): Promise<string> {
  return firstOf(await writeGoals(change, [{ ...goal, line }]))
}

/** Saves several goals at once. */
export async function writeGoals(
  change: Change,
  goals: readonly (WrittenGoal & { line?: string | null })[],
): Promise<string[]> {
  await lockBalances(change.tx)
  const written = takeEach(goals, ({ line, ...goal }) => {
    const id = crypto.randomUUID()
    const { audience } = goal
    const row = {
      id,
      line_id: line ?? id,
      name: goal.name,
      name_en: goal.nameEn,
      criterion: goal.criterion,
      period: goal.period,
      stacking: goal.stacking,
      starts_on: goal.from,
      ends_on: goal.until,
      regimes: [...audience.regimes],
      car: audience.car,
      min_weeks: audience.minWeeks,
      max_weeks: audience.maxWeeks,
      reason: goal.reason,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    }
    const drivers = audience.drivers.map((driver) => ({ goal_id: id, driver_id: readRecordId(driver) }))
    const levels = goal.levels.map(({ threshold, reward }) => ({ goal_id: id, threshold, reward_cents: reward }))
    return { id, row, levels, drivers }
  })
  for (const part of inParts(written.map(({ row }) => row))) await change.tx.insertInto('goals').values(part).execute()
  for (const part of inParts(written.flatMap(({ levels }) => levels)))
    await change.tx.insertInto('goal_levels').values(part).execute()
  for (const part of inParts(written.flatMap(({ drivers }) => drivers)))
    await change.tx.insertInto('goal_drivers').values(part).execute()
  return written.map(({ id }) => id)
}

function noteOf({ name, criterion, period, stacking, levels, from, until, audience }: GoalDraft) {
  return {
    name,
    criterion,
    period,
    stacking,
    from,
    until,
    levels: levels.map(({ threshold, reward }) => `${threshold}: ${reward}`).join(', '),
    regimes: audience.regimes.join(', '),
    car: audience.car,
    drivers: audience.drivers.length,
  }
}
