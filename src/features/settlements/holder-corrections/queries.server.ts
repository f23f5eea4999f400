import { type Kysely, sql } from 'kysely'
import { type Tx, db, inTransaction } from '#db/client.server.ts'
import { askAlone, askTogether, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { driversApart } from '#domain/driver.ts'
import type { Interval } from '#domain/matching.ts'
import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import type { Span } from '#domain/vehicle.ts'
import { type Week, bounds, previousWeek, weekAt } from '#domain/week.ts'
import { type Change, SYSTEM } from '#features/audit/commands.server.ts'
import { listUnmatchedRows } from '#features/imports/owners/queries.server.ts'
import { weeksWithRows } from '#features/imports/queries.server.ts'
import { type UnmatchedRow, readTermsAndDecisions, withHolders } from '#features/settlements/gathered/queries.server.ts'
import { type DriverStatement, gatherStatements, settleGathered } from '#features/settlements/queries.server.ts'
import type { CorrectionPreview, Mover } from './schema.ts'

/** Half a year: a longer correction is shown with the number of older weeks. */
const WEEKS_SHOWN = 26
/** More than all rows, as a sum of only some would be wrong. */
const MAX_ROWS = 1_000_000

/**
 * Previews which drivers gain or lose, and how much, if `correct` changes who had a car and when: the change is carried
 * out and rolled back. Refuses what `correct` refuses.
 */
export async function previewCorrection(
  now: Temporal.Instant,
  vehicleId: string,
  correct: (change: Change) => Promise<unknown>,
): Promise<CorrectionPreview> {
  const after = await rolledBack(async (tx) => {
    const before = await askAlone(heldOf(vehicleId), tx)
    await correct({ tx, actor: SYSTEM, now, note: () => {} })
    const { held, weeks: known } = await readKnown(now, vehicleId, tx)
    const touched = known.filter((week) => heldIn(week, before) !== heldIn(week, held))
    const weeks = touched
      .slice(0, WEEKS_SHOWN)
      .map((week) => ({ week, holders: holdersIn(week, [...before, ...held]) }))
    const holders = [...new Set(weeks.flatMap((week) => week.holders))]
    const agreed = await readTermsAndDecisions(
      weeks.map(({ week }) => week),
      tx,
      holders,
    )
    const gathered = await gatherStatements(pairsOf(weeks), tx, { agreed, cars: [vehicleId] })
    const unmatched = await unmatchedIn(weeks, tx)
    const find = await settleGathered(gathered, tx)
    return { before, weeks, older: touched.length - weeks.length, gathered, unmatched, find }
  })
  const { weeks, older } = after
  const gathered = after.gathered.map((gatheredWeek) =>
    withHolders(gatheredWeek, vehicleId, intervalsOf(after.before, gatheredWeek.frozen)),
  )
  const find = await settleGathered(gathered, db)
  const movers = weeks.flatMap(({ week, holders }) =>
    holders.flatMap((id) => moverOf(week, find(week, id), after.find(week, id))),
  )
  // Only rows of this car change between somebody and nobody, and all of them were gathered.
  const before = sum([after.unmatched, nobodysIn(gathered), minus(nobodysIn(after.gathered))])
  return {
    movers: driversApart(movers).toSorted(
      (a, b) => b.week.localeCompare(a.week) || a.driver.name.localeCompare(b.driver.name, 'pt'),
    ),
    unmatched: { before, after: after.unmatched },
    weeks: weeks.length,
    older,
  }
}

function nobodysIn(weeks: readonly { unmatched: readonly UnmatchedRow[] }[]): Cents {
  return sum(weeks.flatMap(({ unmatched }) => unmatched.map(({ row }) => row.amount)))
}

/** A time in which a driver held a car, with records of theirs that were merged since (`wasOf`). */
type HeldPeriod = Span & { driverId: string; wasOf: readonly string[]; order: number }

/** The holders of a car, the newest first. */
const heldOf = (vehicleId: string) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('assignments')
        .select(['driver_id as driverId', 'was_of as wasOf', 'ordinal as order'])
        .select([sql`lower(period)`.as('from'), sql`upper(period)`.as('to')])
        .where('vehicle_id', '=', readRecordId(vehicleId))
        .orderBy(sql`lower(period)`, (order) => order.desc().nullsLast()),
    (rows: (Omit<HeldPeriod, 'from' | 'to'> & { from: string | null; to: string | null })[]): HeldPeriod[] =>
      rows.map(({ from, to, ...holding }) => ({ ...holding, from: instantOf(from), to: instantOf(to) })),
  )

function instantOf(moment: string | null): Temporal.Instant | null {
  return moment === null ? null : Temporal.Instant.from(moment)
}

/**
 * Holders as `readDirectories` has them in a week: a merged record holds the car where it has a statement of the week.
 */
function intervalsOf(held: readonly HeldPeriod[], frozen: ReadonlyMap<string, unknown>): Interval[] {
  return held
    .map(({ driverId, wasOf, from, to, order }) => ({
      driverId: wasOf.find((owner) => frozen.has(owner)) ?? driverId,
      from,
      to,
      order,
    }))
    .toReversed()
}

/** The drivers who held the car in a week: nobody else's figures depend on it. */
function holdersIn(week: Week, held: readonly HeldPeriod[]): string[] {
  const { start, end } = bounds(week)
  const inIt = held.filter(
    ({ from, to }) => Temporal.Instant.compare(laterMoment(from, start), earlierMoment(to, end)) < 0,
  )
  return [...new Set(inIt.flatMap(({ driverId, wasOf }) => [driverId, ...wasOf]))]
}

type Touched = { week: Week; holders: readonly string[] }

function pairsOf(weeks: readonly Touched[]) {
  return weeks.flatMap(({ week, holders }) => holders.map((driverId) => ({ week, driverId })))
}

/** The sum of the rows without an owner in these weeks. */
async function unmatchedIn(weeks: readonly Touched[], on: Kysely<DB>): Promise<Cents> {
  const touchedWeeks = new Set(weeks.map(({ week }) => week))
  const [first] = [...touchedWeeks].toSorted()
  const rows = first === undefined ? [] : await listUnmatchedRows(first, MAX_ROWS, on)
  return sum(rows.filter(({ row }) => touchedWeeks.has(row.week)).map(({ row }) => row.amount))
}

function moverOf(week: Week, old: DriverStatement | null, current: DriverStatement | null): Mover[] {
  const statement = current ?? old
  const [from, to] = [worthOf(old), worthOf(current)]
  if (!statement || from === to) return []
  const { id, name, ref } = statement.driver
  return [{ driver: { id, name, ref }, week, isClosed: statement.stored !== null, before: from, after: to }]
}

/** The worth of a week to a driver: the net of its statement, with the difference that still waits to be settled. */
function worthOf(statement: DriverStatement | null): Cents {
  if (!statement?.settlement) return ZERO
  const { settlement, late } = statement
  return sum([settlement.net, late && !late.declined ? late.amount : ZERO])
}

/**
 * The holders of the car, and the weeks to look at: those with rows or statements, and the current and last one, the
 * newest first.
 */
async function readKnown(
  now: Temporal.Instant,
  vehicleId: string,
  tx: Tx,
): Promise<{ weeks: Week[]; held: HeldPeriod[] }> {
  const { frozen, brought, held } = await askTogether(
    { frozen: frozenWeeks, brought: weeksWithRows, held: heldOf(vehicleId) },
    tx,
  )
  const running = weekAt(now)
  const known = new Set([...brought, ...frozen, ...[running, previousWeek(running)]])
  return { weeks: [...known].toSorted().toReversed(), held }
}

const frozenWeeks = listQuestion(
  (on) => on.selectFrom('settlements').select('week').distinct().where('state', '<>', 'void'),
  (rows: { week: Week }[]) => rows.map(({ week }) => week),
)

/** The holders of the car at every minute of a week, as text to compare by. */
function heldIn(week: Week, assignments: readonly (Span & { driverId: string })[]): string {
  const { start, end } = bounds(week)
  return assignments
    .map(({ driverId, from, to }) => ({ driverId, from: laterMoment(from, start), to: earlierMoment(to, end) }))
    .filter(({ from, to }) => Temporal.Instant.compare(from, to) < 0)
    .toSorted((a, b) => Temporal.Instant.compare(a.from, b.from))
    .map(({ driverId, from, to }) => [driverId, from, to].join(' '))
    .join('\n')
}

function laterMoment(moment: Temporal.Instant | null, edge: Temporal.Instant): Temporal.Instant {
  return moment && Temporal.Instant.compare(moment, edge) > 0 ? moment : edge
}

function earlierMoment(moment: Temporal.Instant | null, edge: Temporal.Instant): Temporal.Instant {
  return moment && Temporal.Instant.compare(moment, edge) < 0 ? moment : edge
}

/** Does something in a transaction that is rolled back, and answers its result. */
async function rolledBack<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const endOfRehearsal = new Error('The rehearsal is over.')
  const kept: Result[] = []
  try {
    await inTransaction(async (tx) => {
      kept.push(await work(tx))
      throw endOfRehearsal
    })
  } catch (error) {
    if (error !== endOfRehearsal) throw error
  }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- what failed has thrown
  return kept[0]!
}
