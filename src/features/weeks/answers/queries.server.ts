import { firstOf, requireValue } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askTogether, listQuestion, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { type DriverName, namesApart } from '#domain/driver.ts'
import { type Trip, drivenBy, heldTimes } from '#domain/driven.ts'
import { showPlate } from '#domain/identifiers.ts'
import { type KeyKind, type RowKind, type Source, USED_BY_CARS } from '#domain/import.ts'
import { type Attribution, attribute, directoryKey, driverAt } from '#domain/matching.ts'
import { cents, sum } from '#domain/money.ts'
import type { Platform } from '#domain/performance.ts'
import type { RowAnswer } from '#domain/row-answer.ts'
import { gapAround } from '#domain/vehicle.ts'
import { type Week, bounds } from '#domain/week.ts'
import { COUNTS, type LiveRow, listRows, isOfRow } from '#features/imports/rows/queries.server.ts'
import { listTripsOfCar } from '#features/imports/trips/queries.server.ts'
import { readDirectory } from '#features/imports/owners/queries.server.ts'
import { evidence } from '#features/imports/evidence/queries.server.ts'
import { type WaivedRent, waivedRents } from '#features/fleet/terms/queries.server.ts'
import { type AcceptedDispute, overlapsIn } from '#features/statements/overlaps/queries.server.ts'
import { unissuedAdjustments } from '#features/adjustments/queries.server.ts'
import type { InfoAnswer } from '#features/weeks/radar/queries.server.ts'
import type { WatchedAnomaly } from '#features/weeks/radar/schema.ts'
import { type WeekView, getWeek, isWeekFrozen } from '#features/settlements/queries.server.ts'
import type { AnswerableRow, Gap, GivenAnswer } from './schema.ts'

/**
 * The answers of this week that can be taken back, the newest first: whose names are and who had a car (both since its
 * first file came), passages, rows, anomalies, terms and late differences.
 */
export async function listAnswers(
  view: WeekView,
  {
    since,
    watched,
    infoAnswers,
    accepted,
  }: {
    since: Temporal.Instant
    watched: readonly WatchedAnomaly[]
    infoAnswers: readonly InfoAnswer[]
    accepted: readonly AcceptedDispute[]
  },
  on: Kysely<DB> = db,
): Promise<GivenAnswer[]> {
  const { keys, passages, holders, answeredRows, waived, agreed, decided } = await askTogether(
    {
      keys: keysSince(since),
      passages: passagesIn(view.week),
      holders: holdersSince(since, view.week),
      answeredRows: rowAnswers(view.week),
      waived: waivedRents([view.week]),
      agreed: agreedTerms(view.week, since),
      decided: unissuedAdjustments('late', view.week),
    },
    on,
  )
  const rows = new Map(
    (
      await listRows(
        [...passages, ...answeredRows].map(({ row }) => String(row)),
        on,
      )
    ).map((row) => [row.id, row]),
  )
  // For each answered name that a row of the week goes by, the label that the file gives its person.
  const answeredKeys = new Set(keys.map(({ source, kind, value }) => `${source}|${kind}|${value}`))
  const labels = new Map<string, string>()
  if (answeredKeys.size > 0) {
    for (const { source, label, keys: own } of allRows(view)) {
      for (const key of own) {
        const name = directoryKey(source, key)
        if (answeredKeys.has(name)) labels.set(name, label)
      }
    }
  }
  const late = decidedLate(decided)
  const people = [...view.statements, ...agreed, ...late].map(({ driver: { ref, name } }) => ({ ref, name }))
  const named = new Map(namesApart([...people, ...keys, ...holders]).map(({ ref, name }) => [ref, name ?? '']))
  const withName = <One extends { driver: DriverName }>(item: One): One => ({
    ...item,
    driver: { ...item.driver, name: requireValue(named, item.driver.ref) },
  })
  const givenAnswers: GivenAnswer[] = [
    ...keys
      .filter(({ source, kind, value }) => labels.has(`${source}|${kind}|${value}`))
      .map(({ id, at, source, kind, value, ref, plate, is_answer }) => ({
        kind: 'key' as const,
        id: `key:${id}`,
        at: momentOf(at),
        source,
        key: { kind, value: kind === 'plate' ? showPlate(value) : value },
        label: labels.get(`${source}|${kind}|${value}`) ?? '',
        owner: ref === null ? plate && showPlate(plate) : requireValue(named, ref),
        isFromNewRecord: !is_answer,
      })),
    ...passages.map(({ id, at, is_same, row }) => ({
      kind: 'passage' as const,
      id: `passage:${id}`,
      at: momentOf(at),
      isSame: is_same,
      row: rows.has(String(row)) ? evidence(requireValue(rows, String(row))) : null,
    })),
    ...answeredRows.flatMap(({ press, at, says, reason, count, total, row }) => {
      const shown = rows.get(row)
      if (!shown) return []
      const words = { says, reason, count, total: cents(total), row: evidence(shown) }
      return [{ kind: 'row' as const, id: `row:${press}`, at: momentOf(at), ...words }]
    }),
    ...holders.map(({ id, vehicle_id, plate, ref, at, from, to, isFromNewRecord }) => ({
      kind: 'holder' as const,
      id: `holder:${vehicle_id}:${id}`,
      at: momentOf(at),
      vehicleId: vehicle_id,
      plate: showPlate(plate),
      driver: requireValue(named, ref),
      from: momentOf(from),
      to: momentOf(to),
      isFromNewRecord,
    })),
    ...anomalyAnswers(watched, view).map(withName),
    ...givenInfoAnswers(view, infoAnswers).map(withName),
    ...waivedRentAnswers(view, waived(view.week)).map(withName),
    ...overlapAnswers(view, accepted).map(withName),
    ...agreed.map(withName),
    ...late.map(withName),
  ]
  return givenAnswers.toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

/** Names whose owner somebody entered since a moment. */
const keysSince = (since: Temporal.Instant) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('source_keys')
        .leftJoin('drivers', 'drivers.id', 'driver_id')
        .leftJoin('vehicles', 'vehicles.id', 'vehicle_id')
        .select(['source_keys.id', 'source', 'kind', 'value', 'ref', 'name', 'plate', 'source_keys.created_at as at'])
        .select('is_answer')
        .where('source_keys.created_at', '>=', sql<Temporal.Instant>`${since.toString()}::timestamptz`)
        .where('source_keys.created_by', 'is not', null)
        .orderBy('is_answer', 'desc')
        .orderBy('source_keys.id', 'desc')
        .limit(MAX_ANSWERS),
    (rows: KeyRow[]) => rows,
  )

type KeyRow = {
  id: number
  source: Source
  kind: KeyKind
  value: string
  ref: string | null
  name: string | null
  plate: string | null
  at: string
  is_answer: boolean
}

/** Answers whether two passages of a week are the same. */
const passagesIn = (week: Week) =>
  listQuestion(
    (on) =>
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
        .where('passage_answers.week', '=', week),
    (rows: { id: number; is_same: boolean; at: string; row: number }[]) => rows,
  )

/** Assignments in a week that somebody entered since a moment. */
const holdersSince = (since: Temporal.Instant, week: Week) =>
  listQuestion(
    (on) => {
      const { start, end } = bounds(week)
      return on
        .selectFrom('assignments')
        .innerJoin('drivers', 'drivers.id', 'driver_id')
        .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
        .select(['assignments.id', 'vehicle_id', 'plate', 'ref', 'name', 'assignments.created_at as at'])
        .select(writtenWithNewRecord('assignments').as('isFromNewRecord'))
        .select([sql`lower(period)`.as('from'), sql`upper(period)`.as('to')])
        .where('assignments.created_at', '>=', sql<Temporal.Instant>`${since.toString()}::timestamptz`)
        .where('created_by', 'is not', null)
        .where(sql<boolean>`period && tstzrange(${start.toString()}, ${end.toString()})`)
        .limit(MAX_ANSWERS)
    },
    (rows: HolderRow[]) => rows,
  )

type HolderRow = {
  id: string
  vehicle_id: string
  plate: string
  ref: string
  name: string
  at: string
  isFromNewRecord: boolean
  from: string | null
  to: string | null
}

/**
 * Answers about rows of a week, press by press, with the row that stands for each movement. Most of these rows count and
 * are looked up one by one; the others are scanned once, and only where one of them has an answer.
 */
const rowAnswers = (week: Week) =>
  listQuestion(
    () => sql`(
    with said as materialized (
      select answer.*, (select id from import_rows row where ${isOfRow('row')} and row.state = 'live') as live
      from row_answers answer where answer.week = ${week}
    ), others as materialized (
      select id, source, report, account, week, key, state, amount_cents from import_rows
      where week = ${week} and state in ('repeated', 'duplicate')
    )
    select press, says, reason, min(answered_at) as at, count(*) as count, sum(amount_cents)::bigint as total, min(id)::text as row
    from (
      select press, says, reason, answered_at, row.id, row.amount_cents from said join import_rows row on row.id = live
      union all (
        select distinct on (answer.id) press, says, reason, answered_at, row.id, row.amount_cents
        from said answer join others row on ${isOfRow('row')}
        where live is null
        order by answer.id, row.state = 'duplicate' desc, row.id)
    ) said group by press, says, reason order by at desc limit ${MAX_ANSWERS})`,
    (rows: SaidRow[]) => rows,
  )

type SaidRow = {
  press: string
  at: string
  says: RowAnswer
  reason: string
  count: number
  total: number
  row: string
}

function givenInfoAnswers({ statements }: WeekView, infoAnswers: readonly InfoAnswer[]) {
  const people = new Map(statements.map((statement) => [statement.driver.id, statement]))
  return infoAnswers.flatMap(({ id, kind, driverId, at, isLasting }) => {
    const statement = people.get(driverId)
    // An answer for every week is listed only in a week where it kept a question from being asked.
    if (!statement || (isLasting && statement.carless === 0)) return []
    const { ref, name } = statement.driver
    const driver = { id: driverId, ref, name }
    return [{ kind: 'info' as const, id: `anomaly:${id}`, at, about: kind, driver, isLasting }]
  })
}

/** Rents of draft statements that the office let go. */
function waivedRentAnswers({ statements }: WeekView, waived: readonly WaivedRent[]) {
  const drafts = new Map(
    statements.flatMap(({ driver: { id, ref, name }, state }) => (state === 'draft' ? [[id, { id, ref, name }]] : [])),
  )
  return waived.flatMap(({ id, driverId, at }) => {
    const driver = drafts.get(driverId)
    return driver ? [{ kind: 'rent' as const, id: `rent:${id}`, at, driver }] : []
  })
}

/**
 * Whether a row was written together with a new record or a list of the fleet: then it is no answer to a question of
 * the week.
 */
function writtenWithNewRecord(table: 'terms' | 'assignments') {
  const at = sql.ref(`${table}.created_at`)
  return sql<boolean>`(${at} in (select born.created_at from drivers born)
    or ${at} in (select born.created_at from vehicles born)
    or exists (select from audit_events e where e.at = ${at} and e.action in ('fleet.list', 'fleet.load')))`
}

/** Terms that somebody agreed from this week on, after its first file came. */
const agreedTerms = (week: Week, since: Temporal.Instant) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('terms')
        .innerJoin('drivers', 'drivers.id', 'driver_id')
        .select(['terms.id', 'terms.created_at as at', 'drivers.id as driverId', 'ref', 'name'])
        .select(writtenWithNewRecord('terms').as('isFromNewRecord'))
        .where('valid_from', '=', week)
        .where('withdrawn_at', 'is', null)
        .where('created_by', 'is not', null)
        .where('terms.created_at', '>=', sql<Temporal.Instant>`${since.toString()}::timestamptz`)
        .where(
          sql<boolean>`not exists (select from settlements s where s.driver_id = drivers.id and s.week = ${week} and s.state <> 'void')`,
        )
        .orderBy('terms.id', 'desc')
        .limit(MAX_ANSWERS),
    (rows: { id: number; at: string; driverId: string; ref: string; name: string; isFromNewRecord: boolean }[]) =>
      rows.map(({ id, at, driverId, ref, name, isFromNewRecord }) => ({
        kind: 'terms' as const,
        id: `terms:${id}`,
        at: momentOf(at),
        termsId: id,
        isFromNewRecord,
        driver: { id: driverId, ref, name },
      })),
  )

/** Differences for this week that were accepted or declined, as long as no statement carries them. */
function decidedLate(decided: ReturnType<ReturnType<typeof unissuedAdjustments>['read']>) {
  return decided.flatMap(({ id, driver, about, amount, state, decidedAt }) => {
    if (about === null || state === 'withdrawn') return []
    const words = { adjustment: id, about, amount, said: state }
    return [{ kind: 'adjustment' as const, id: `adjustment:${id}`, at: decidedAt, driver, ...words }]
  })
}

/** One imported row of a week, with what the office said and can say of it; `null` where the week has no such row. */
export async function findRow(week: Week, id: string, on: Kysely<DB> = db): Promise<AnswerableRow | null> {
  const [row] = /^\d{1,15}$/.test(id) ? await listRows([id], on) : []
  if (!row || row.week !== week) return null
  const [stored, directory, drivers] = await Promise.all([
    on
      .selectFrom('import_rows')
      .select(['state', 'original', 'source', 'report', 'account', 'key', COUNTS.as('counts')])
      .select((of) =>
        of
          .selectFrom('import_rows as first')
          .whereRef('first.import_id', '=', 'import_rows.import_id')
          .whereRef('first.line', '=', 'import_rows.repeats_line')
          .select(sql<string | null>`min(first.id)::text`.as('id'))
          .as('repeats'),
      )
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow(),
    readDirectory(on),
    on.selectFrom('drivers').select(['id', 'ref', 'name']).execute(),
  ])
  const [given, [first]] = await Promise.all([
    on
      .selectFrom('row_answers')
      .leftJoin('users', 'users.uid', 'answered_by')
      .select(['press', 'says', 'reason', 'answered_at as at', personName().as('by')])
      .select((of) =>
        of
          .selectFrom('row_answers as other')
          .whereRef('other.press', '=', 'row_answers.press')
          .select(of.fn.countAll<number>().as('count'))
          .as('count'),
      )
      .where('source', '=', stored.source)
      .where('report', '=', stored.report)
      .where('account', '=', stored.account)
      .where('week', '=', week)
      .where('key', '=', stored.key)
      .where((answer) =>
        answer.or([
          answer('amount_cents', 'is', null),
          answer('amount_cents', '=', row.amount),
          answer('says', 'in', ['once', 'twice']),
        ]),
      )
      .executeTakeFirst(),
    listRows(stored.repeats === null ? [] : [stored.repeats], on),
  ])
  const attribution = attribute(row, directory)
  const isFrozen = attribution.to === 'driver' && (await isWeekFrozen(week, on))
  return {
    row: evidence(row),
    isFrozen,
    source: row.source,
    counts: stored.counts,
    repeats: first ? evidence(first) : null,
    owner:
      attribution.to === 'driver'
        ? (drivers.find((driver) => driver.id === attribution.driverId) ?? null)
        : attribution.to === 'company'
          ? 'company'
          : null,
    original: stored.original,
    answer: given
      ? {
          id: `row:${given.press}`,
          says: given.says as RowAnswer,
          reason: given.reason,
          count: given.count ?? 1,
          at: given.at.toString(),
          by: given.by,
        }
      : null,
    can: given ? [] : answersOf({ ...stored, kind: row.kind }, attribution),
  }
}

/**
 * The answers that a row allows: one printed twice may be two; one that counts may not count; one without an owner may
 * also stay with the company, and so may what a driver's car used while the driver did not have it.
 */
function answersOf(
  { state, counts, kind }: { state: string; counts: boolean; kind: RowKind },
  attribution: Attribution,
): RowAnswer[] {
  if (state === 'duplicate') return ['twice', 'once']
  if (!counts) return []
  const isOfCar = attribution.to === 'driver' && attribution.vehicleId !== null && USED_BY_CARS.has(kind)
  return attribution.to === 'unmatched' || isOfCar ? ['nothing', 'company'] : ['nothing']
}

/** Answers are taken back soon after they are given: older ones than these are on the page of answers. */
const MAX_ANSWERS = 50

function allRows({ statements, unmatched, companyRows }: WeekView): LiveRow[] {
  return [...statements.flatMap(({ rows }) => rows), ...unmatched.map(({ row }) => row), ...companyRows]
}

function anomalyAnswers(watched: readonly WatchedAnomaly[], { statements }: WeekView) {
  const people = new Map(statements.map(({ driver: { id, ref, name } }) => [id, { id, ref, name }]))
  return watched.flatMap(({ anomaly, answer }) => {
    const driver = people.get(anomaly.driverId)
    if (!answer || !driver) return []
    return [{ kind: 'anomaly' as const, id: `anomaly:${answer.id}`, at: answer.at, said: answer.said, driver, anomaly }]
  })
}

/** The answers about corrections that the week makes again. */
function overlapAnswers({ statements }: WeekView, accepted: readonly AcceptedDispute[]) {
  return statements
    .flatMap((statement) => overlapsIn(statement, accepted))
    .flatMap(({ dispute, driver, taken, answer, isOpen }) =>
      answer && !isOpen
        ? [
            {
              kind: 'overlap' as const,
              id: `overlap:${dispute}`,
              at: answer.at,
              dispute,
              driver,
              said: answer.said,
              taken,
            },
          ]
        : [],
    )
}

/**
 * The time around a row in which nobody had its car, within the week, with the rows that fell into it: into all of it,
 * or into the given `part` of it. `null` when the row has an owner by now, or never fell into such a time.
 */
export async function findGap(
  week: Week,
  rowId: string,
  part: { from: Temporal.Instant | null; to: Temporal.Instant | null } | null,
  on: Kysely<DB> = db,
): Promise<Gap | null> {
  const { unmatched, directory, statements } = await getWeek(week, on)
  const found = unmatched.find(({ row }) => row.id === rowId)
  const vehicleId = found?.attribution.vehicleId
  if (!found?.row.at || !vehicleId) return null

  const [drivers, vehicle] = await Promise.all([
    on.selectFrom('drivers').select(['id', 'ref', 'name']).where('is_gone', '=', false).orderBy('name').execute(),
    on.selectFrom('vehicles').select(['id', 'plate']).where('id', '=', vehicleId).executeTakeFirstOrThrow(),
  ])
  const people = namesApart(drivers)
  const at = found.row.at
  const gap = gapAround(directory.held.get(vehicleId) ?? [], at, bounds(week))
  // A person who drives for two platforms is one driver of the car; an unknown name counts as a driver of its own.
  const trips = (await listTripsOfCar(vehicleId, week, on)).map(({ source, driver, ...trip }) => ({
    ...trip,
    driver: driverOf(source, driver) ?? `${source} ${driver}`,
  }))
  const driving = new Set([...directory.held.values()].map((periods) => driverAt(periods, at)))
  const holders = [
    ...drivenIn(gap, trips)
      .map(({ driver, ...time }) => ({ id: driver, side: 'trips' as const, ...spanOf(time) }))
      .filter(({ rows }) => rows.length > 0)
      // Put the driver in whose time this row fell first.
      .toSorted((one, other) => Number(hasRow(other)) - Number(hasRow(one))),
    ...[
      { id: gap.before, side: 'before' as const },
      { id: gap.after, side: 'after' as const },
      // Then whoever has rows in the week and had no car at that moment.
      ...statements
        .filter(({ driver, rows }) => rows.length > 0 && !driving.has(driver.id))
        .map(({ driver: { id } }) => ({ id, side: 'free' as const })),
    ].map((candidate) => ({ ...candidate, ...spanOf(gap) })),
  ].slice(0, MAX_HOLDERS)
  return {
    vehicle: { id: vehicle.id, plate: showPlate(vehicle.plate) },
    ...spanOf(part ?? gap),
    holders: holders.flatMap(({ id, ...holder }, index) => {
      const isListed = holder.side !== 'trips' && holders.findIndex((earlier) => earlier.id === id) < index
      const person = isListed ? undefined : people.find((candidate) => candidate.id === id)
      return person ? [{ ...person, ...holder }] : []
    }),
    people,
  }

  function spanOf({ from, to }: Time) {
    const rows = unmatched
      .filter(({ attribution }) => attribution.vehicleId === vehicleId)
      .filter(({ row }) => row.at && isWithin(row.at, from, to))
      .map(({ row }) => row)
    const ends = { from: from?.toString() ?? null, to: to?.toString() ?? null }
    return { ...ends, rows: rows.map(evidence), total: sum(rows.map(({ amount }) => amount)) }
  }

  function hasRow({ rows }: { rows: readonly { id: string }[] }): boolean {
    return rows.some(({ id }) => id === rowId)
  }

  function driverOf(source: Platform, value: string): string | null {
    const owner = directory.owners.get(directoryKey(source, { kind: 'driver', value }))
    return owner && 'driverId' in owner ? owner.driverId : null
  }
}

type Time = { from: Temporal.Instant | null; to: Temporal.Instant | null }

/** Who drove the car in a gap and when, in whole minutes as a form takes them; nobody where the trips contradict each other. */
function drivenIn(gap: Time, trips: readonly Trip[]): (Time & { driver: string })[] {
  const driven = drivenBy(trips.filter(({ from }) => isWithin(from, gap.from, gap.to)))
  if (driven?.is !== 'clear') return []
  const minute = (at: Temporal.Instant, roundingMode: 'floor' | 'ceil') =>
    at.round({ smallestUnit: 'minute', roundingMode })
  const times: (Time & { driver: string })[] = []
  for (const { driver, from, to } of heldTimes(driven.drives, gap.from ?? firstOf(driven.drives).from)) {
    const before = times.at(-1)?.to
    const begins = minute(from, 'floor')
    times.push({
      driver,
      from: before && Temporal.Instant.compare(begins, before) < 0 ? before : begins,
      to: to ? minute(to, 'ceil') : gap.to,
    })
  }
  return times
}

const MAX_HOLDERS = 6

function isWithin(at: Temporal.Instant, from: Temporal.Instant | null, to: Temporal.Instant | null): boolean {
  return (
    (from === null || Temporal.Instant.compare(from, at) <= 0) && (to === null || Temporal.Instant.compare(at, to) < 0)
  )
}
