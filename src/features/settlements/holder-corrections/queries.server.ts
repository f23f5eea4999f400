import { sql } from 'kysely'
import { type Tx, inTransaction } from '#db/client.server.ts'
import { type Cents, ZERO, cents, minus, sum } from '#domain/money.ts'
import type { Span } from '#domain/vehicle.ts'
import { type Week, bounds, previousWeek, weekAt } from '#domain/week.ts'
import { type Deed, SYSTEM } from '#features/audit/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { listWeeksWithRows } from '#features/imports/queries.server.ts'
import { type DriverStatement, type WeekView, getWeek } from '#features/settlements/queries.server.ts'
import type { CorrectionPreview, Mover } from './schema.ts'

/** Half a year: who corrects more at once is told how many weeks are older. */
const WEEKS_SHOWN = 26

/**
 * Who moves, and by how much, if `correct` changes who had a car and when. It is carried out and undone. Refuses what it
 * refuses.
 */
export async function previewCorrection(
  now: Temporal.Instant,
  vehicleId: string,
  correct: (deed: Deed) => Promise<unknown>,
): Promise<CorrectionPreview> {
  const found = await undone(async (tx) => {
    const before = await listAssignments(vehicleId, tx)
    await correct({ tx, actor: SYSTEM, now, note: () => {} })
    const after = await listAssignments(vehicleId, tx)
    const touched = (await knownWeeks(now, tx)).filter((week) => heldIn(week, before) !== heldIn(week, after))
    const weeks = touched.slice(0, WEEKS_SHOWN)
    const views: WeekView[] = []
    for (const week of weeks) views.push(await getWeek(week, tx))
    return { views, older: touched.length - weeks.length }
  })
  const movers: Mover[] = []
  const unmatched = { before: ZERO, after: ZERO }
  for (const after of found.views) {
    const before = await getWeek(after.week)
    movers.push(...moversOf(before, after))
    unmatched.before = sum([unmatched.before, cents(before.checks.unmatched)])
    unmatched.after = sum([unmatched.after, cents(after.checks.unmatched)])
  }
  return { movers, unmatched, weeks: found.views.length, older: found.older }
}

function moversOf(before: WeekView, after: WeekView): Mover[] {
  const was = new Map(before.statements.map((one) => [one.driver.id, one]))
  const will = new Map(after.statements.map((one) => [one.driver.id, one]))
  return [...new Set([...was.keys(), ...will.keys()])].flatMap((id) => {
    const [old, fresh] = [was.get(id), will.get(id)]
    const one = fresh ?? old
    const [from, to] = [comesTo(old), comesTo(fresh)]
    if (!one || from === to) return []
    const { id: driverId, name, ref } = one.driver
    return [
      { driver: { id: driverId, name, ref }, week: after.week, isClosed: one.stored !== null, before: from, after: to },
    ]
  })
}

/** What a week is worth to a driver: its statement, with what still waits to be settled of it. */
function comesTo(statement: DriverStatement | undefined): Cents {
  if (!statement?.settlement) return ZERO
  const { settlement, late } = statement
  return sum([settlement.net, late && !late.declined ? late.amount : ZERO])
}

/** Weeks with rows or statements, and the two running, the newest first. */
async function knownWeeks(now: Temporal.Instant, tx: Tx): Promise<Week[]> {
  const frozen = await sql<{ week: Week }>`select distinct week from settlements where state <> 'void'`.execute(tx)
  const running = weekAt(now)
  const known = new Set([
    ...(await listWeeksWithRows(tx)),
    ...frozen.rows.map(({ week }) => week),
    ...[running, previousWeek(running)],
  ])
  return [...known].toSorted().toReversed()
}

/** Who had the car at every minute of a week, as text to be compared. */
function heldIn(week: Week, assignments: readonly (Span & { driverId: string })[]): string {
  const { start, end } = bounds(week)
  return assignments
    .map(({ driverId, from, to }) => ({ driverId, from: later(from, start), to: earlier(to, end) }))
    .filter(({ from, to }) => Temporal.Instant.compare(from, to) < 0)
    .toSorted((a, b) => Temporal.Instant.compare(a.from, b.from))
    .map(({ driverId, from, to }) => [driverId, from, to].join(' '))
    .join('\n')
}

function later(moment: Temporal.Instant | null, edge: Temporal.Instant): Temporal.Instant {
  return moment && Temporal.Instant.compare(moment, edge) > 0 ? moment : edge
}

function earlier(moment: Temporal.Instant | null, edge: Temporal.Instant): Temporal.Instant {
  return moment && Temporal.Instant.compare(moment, edge) < 0 ? moment : edge
}

/** Does something in a transaction that is taken back, and answers what it answered. */
async function undone<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const over = new Error('The rehearsal is over.')
  const kept: Result[] = []
  try {
    await inTransaction(async (tx) => {
      kept.push(await work(tx))
      throw over
    })
  } catch (error) {
    if (error !== over) throw error
  }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- what failed has thrown
  return kept[0]!
}

/** What all drivers together gain or lose: nothing, but for rows that become somebody's or nobody's, and the operator's part. */
export function movedInAll({ movers }: CorrectionPreview): Cents {
  return sum(movers.flatMap(({ before, after }) => [after, minus(before)]))
}
