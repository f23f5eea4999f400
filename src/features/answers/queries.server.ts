import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { KeyKind, Source } from '#domain/import.ts'
import { driverAt } from '#domain/matching.ts'
import { sum } from '#domain/money.ts'
import { gapAround } from '#domain/vehicle.ts'
import { type Week, bounds } from '#domain/week.ts'
import { type LiveRow, listRows } from '#features/imports/queries.server.ts'
import { evidence } from '#features/evidence/queries.server.ts'
import type { WatchedAnomaly } from '#features/radar/schema.ts'
import { type WeekView, getWeek } from '#features/settlements/queries.server.ts'
import type { Gap, GivenAnswer } from './schema.ts'

/** What was answered in this week and can be taken back: the newest first: keys its rows go by and who had a car
 * (since its first file came), passages, and what was said of anomalies.
 */
export async function listAnswers(
  view: WeekView,
  { since, watched }: { since: Temporal.Instant; watched: readonly WatchedAnomaly[] },
  on: Kysely<DB> = db,
): Promise<GivenAnswer[]> {
  const { start, end } = bounds(view.week)
  const [keys, passages, holders] = await Promise.all([
    on
      .selectFrom('source_keys')
      .leftJoin('drivers', 'drivers.id', 'driver_id')
      .leftJoin('vehicles', 'vehicles.id', 'vehicle_id')
      .select(['source_keys.id', 'source', 'kind', 'value', 'drivers.name', 'plate', 'source_keys.created_at as at'])
      .where('source_keys.created_at', '>=', sql<Temporal.Instant>`${since.toString()}::timestamptz`)
      .where('source_keys.created_by', 'is not', null)
      .orderBy('source_keys.id', 'desc')
      .limit(MOST_ANSWERS)
      .execute(),
    on
      .selectFrom('passage_answers')
      .innerJoin('import_rows', (join) =>
        join
          .onRef('import_rows.source', '=', 'passage_answers.source')
          .onRef('import_rows.week', '=', 'passage_answers.week')
          .onRef('import_rows.key', '=', 'other_key')
          .on('state', '=', 'live'),
      )
      .select(['passage_answers.id', 'is_same', 'answered_at as at', 'import_rows.id as row'])
      .where('passage_answers.week', '=', view.week)
      .execute(),
    on
      .selectFrom('assignments')
      .innerJoin('drivers', 'drivers.id', 'driver_id')
      .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
      .select(['assignments.id', 'vehicle_id', 'plate', 'drivers.name', 'assignments.created_at as at'])
      .select(sql<Temporal.Instant | null>`lower(period)`.as('from'))
      .select(sql<Temporal.Instant | null>`upper(period)`.as('to'))
      .where('assignments.created_at', '>=', sql<Temporal.Instant>`${since.toString()}::timestamptz`)
      .where('created_by', 'is not', null)
      .where(sql<boolean>`period && tstzrange(${start.toString()}, ${end.toString()})`)
      .limit(MOST_ANSWERS)
      .execute(),
  ])
  const rows = new Map(
    (
      await listRows(
        passages.map(({ row }) => String(row)),
        on,
      )
    ).map((row) => [row.id, row]),
  )
  const used = new Set(
    allRows(view).flatMap(({ source, keys: own }) => own.map(({ kind, value }) => `${source}|${kind}|${value}`)),
  )
  const given: GivenAnswer[] = [
    ...keys
      .filter(({ source, kind, value }) => used.has(`${source}|${kind}|${value}`))
      .map(({ id, at, source, kind, value, name, plate }) => ({
        kind: 'key' as const,
        id: `key:${id}`,
        at: at.toString(),
        source: source as Source,
        key: { kind: kind as KeyKind, value: kind === 'plate' ? showPlate(value) : value },
        owner: name ?? (plate === null ? null : showPlate(plate)),
      })),
    ...passages.map(({ id, at, is_same, row }) => ({
      kind: 'passage' as const,
      id: `passage:${id}`,
      at: at.toString(),
      isSame: is_same,
      row: rows.has(String(row)) ? evidence(rows.get(String(row))!) : null,
    })),
    ...holders.map(({ id, vehicle_id, plate, name, at, from, to }) => ({
      kind: 'holder' as const,
      id: `holder:${vehicle_id}:${id}`,
      at: at.toString(),
      vehicleId: vehicle_id,
      plate: showPlate(plate),
      driver: name,
      from: from?.toString() ?? null,
      to: to?.toString() ?? null,
    })),
    ...anomalyAnswers(watched, view),
  ]
  return given.toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

/** What is taken back is taken back soon after: more than these are for the page of answers. */
const MOST_ANSWERS = 50

function allRows({ statements, unmatched, companyRows }: WeekView): LiveRow[] {
  return [...statements.flatMap(({ rows }) => rows), ...unmatched.map(({ row }) => row), ...companyRows]
}

function anomalyAnswers(watched: readonly WatchedAnomaly[], { statements }: WeekView): GivenAnswer[] {
  const people = new Map(statements.map(({ driver: { id, ref, name } }) => [id, { id, ref, name }]))
  return watched.flatMap(({ anomaly, answer }) => {
    const driver = people.get(anomaly.driverId)
    if (!answer || !driver) return []
    return [{ kind: 'anomaly' as const, id: `anomaly:${answer.id}`, at: answer.at, said: answer.said, driver, anomaly }]
  })
}

/**
 * The time around a row in which nobody had its car, within the week, with the rows that fell into it: into all of it, or
 * into the part that is `asked` about. `null` when somebody has the row by now, or it never was such a row.
 */
export async function findGap(
  week: Week,
  rowId: string,
  asked: { from: Temporal.Instant | null; to: Temporal.Instant | null } | null,
  on: Kysely<DB> = db,
): Promise<Gap | null> {
  const { unmatched, directory, statements } = await getWeek(week, on)
  const found = unmatched.find(({ row }) => row.id === rowId)
  const vehicleId = found?.attribution.vehicleId
  if (!found?.row.at || !vehicleId) return null

  const [people, vehicle] = await Promise.all([
    on.selectFrom('drivers').select(['id', 'ref', 'name']).orderBy('name').execute(),
    on.selectFrom('vehicles').select(['id', 'plate']).where('id', '=', vehicleId).executeTakeFirstOrThrow(),
  ])
  const gap = gapAround(directory.held.get(vehicleId) ?? [], found.row.at, bounds(week))
  const [from, to] = asked ? [asked.from, asked.to] : [gap.from, gap.to]
  const at = found.row.at
  const driving = new Set([...directory.held.values()].map((periods) => driverAt(periods, at)))
  const holders = [
    { id: gap.before, side: 'before' as const },
    { id: gap.after, side: 'after' as const },
    // Whoever worked and had no car then.
    ...statements
      .filter(({ driver, rows }) => rows.length > 0 && !driving.has(driver.id))
      .map(({ driver: { id } }) => ({ id, side: 'free' as const })),
  ].slice(0, MOST_HOLDERS)
  const moving = unmatched
    .filter(({ attribution }) => attribution.vehicleId === vehicleId)
    .filter(({ row }) => row.at && isWithin(row.at, from, to))
    .map(({ row }) => row)
  return {
    vehicle: { id: vehicle.id, plate: showPlate(vehicle.plate) },
    from: from?.toString() ?? null,
    to: to?.toString() ?? null,
    holders: holders.flatMap(({ id, side }, index) => {
      const person =
        holders.findIndex((one) => one.id === id) === index ? people.find((one) => one.id === id) : undefined
      return person ? [{ ...person, side }] : []
    }),
    people,
    rows: moving.map(evidence),
    total: sum(moving.map(({ amount }) => amount)),
  }
}

const MOST_HOLDERS = 6

function isWithin(at: Temporal.Instant, from: Temporal.Instant | null, to: Temporal.Instant | null): boolean {
  return (
    (from === null || Temporal.Instant.compare(from, at) <= 0) && (to === null || Temporal.Instant.compare(at, to) < 0)
  )
}
