import { type Kysely, sql } from 'kysely'
import { type Tx, db, inTransaction } from '#db/client.server.ts'
import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import type { DB } from '#db/types.ts'
import type { Span } from '#domain/vehicle.ts'
import { type Week, bounds, previousWeek, weekAt } from '#domain/week.ts'
import { type Change, SYSTEM } from '#features/audit/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { listUnmatchedRows } from '#features/imports/owners/queries.server.ts'
import { listWeeksWithRows } from '#features/imports/queries.server.ts'
import { readAgreed } from '#features/settlements/gathered/queries.server.ts'
import { type DriverStatement, findStatements } from '#features/settlements/queries.server.ts'
import type { CorrectionPreview, Mover } from './schema.ts'

/** Half a year: who corrects more at once is told how many weeks are older. */
const WEEKS_SHOWN = 26
/** All there are: a sum of some of them would be another one. */
const MOST_ROWS = 1_000_000

/**
 * Who moves, and by how much, if `correct` changes who had a car and when. It is carried out and undone. Refuses what it
 * refuses.
 */
export async function previewCorrection(
  now: Temporal.Instant,
  vehicleId: string,
  correct: (change: Change) => Promise<unknown>,
): Promise<CorrectionPreview> {
  const found = await undone(async (tx) => {
    const before = await listHeld(vehicleId, tx)
    await correct({ tx, actor: SYSTEM, now, note: () => {} })
    const after = await listHeld(vehicleId, tx)
    const touched = (await knownWeeks(now, tx)).filter((week) => heldIn(week, before) !== heldIn(week, after))
    const weeks = touched
      .slice(0, WEEKS_SHOWN)
      .map((week) => ({ week, holders: holdersIn(week, [...before, ...after]) }))
    const agreed = await readAgreed(
      weeks.map(({ week }) => week),
      tx,
      [...new Set(weeks.flatMap(({ holders }) => holders))],
    )
    return {
      agreed,
      statements: await findStatements(pairsOf(weeks), tx, { agreed }),
      unmatched: await unmatchedIn(weeks, tx),
      weeks,
      older: touched.length - weeks.length,
    }
  })
  const { weeks, older, agreed, ...will } = found
  const was = await findStatements(pairsOf(weeks), db, { agreed })
  const movers = weeks.flatMap(({ week, holders }) =>
    holders.flatMap((id) => moverOf(week, was(week, id), will.statements(week, id))),
  )
  return {
    movers: movers.toSorted((a, b) => b.week.localeCompare(a.week) || a.driver.name.localeCompare(b.driver.name, 'pt')),
    unmatched: { before: await unmatchedIn(weeks, db), after: will.unmatched },
    weeks: weeks.length,
    older,
  }
}

/** A time of a car with whoever its rows may be: its holder, and records of theirs that were merged since. */
type Held = Span & { driverId: string; owners: readonly string[] }

async function listHeld(vehicleId: string, tx: Tx): Promise<Held[]> {
  const [spans, former] = await Promise.all([
    listAssignments(vehicleId, tx),
    tx.selectFrom('assignments').select(['id', 'was_of']).where('vehicle_id', '=', vehicleId).execute(),
  ])
  const wasOf = new Map(former.map(({ id, was_of }) => [id, was_of]))
  return spans.map((span) => ({ ...span, owners: [span.driverId, ...(wasOf.get(span.id) ?? [])] }))
}

/** Nobody else's figures of a week rest on who had this car. */
function holdersIn(week: Week, held: readonly Held[]): string[] {
  const { start, end } = bounds(week)
  const inIt = held.filter(({ from, to }) => Temporal.Instant.compare(later(from, start), earlier(to, end)) < 0)
  return [...new Set(inIt.flatMap(({ owners }) => owners))]
}

type Touched = { week: Week; holders: readonly string[] }

function pairsOf(weeks: readonly Touched[]) {
  return weeks.flatMap(({ week, holders }) => holders.map((driverId) => ({ week, driverId })))
}

/** What is nobody's in these weeks. */
async function unmatchedIn(weeks: readonly Touched[], on: Kysely<DB>): Promise<Cents> {
  const asked = new Set(weeks.map(({ week }) => week))
  const [first] = [...asked].toSorted()
  const rows = first === undefined ? [] : await listUnmatchedRows(first, MOST_ROWS, on)
  return sum(rows.filter(({ row }) => asked.has(row.week)).map(({ row }) => row.amount))
}

function moverOf(week: Week, old: DriverStatement | null, fresh: DriverStatement | null): Mover[] {
  const one = fresh ?? old
  const [from, to] = [comesTo(old), comesTo(fresh)]
  if (!one || from === to) return []
  const { id, name, ref } = one.driver
  return [{ driver: { id, name, ref }, week, isClosed: one.stored !== null, before: from, after: to }]
}

/** What a week is worth to a driver: its statement, with what still waits to be settled of it. */
function comesTo(statement: DriverStatement | null): Cents {
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
