import { firstOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type KnownPerson, findCandidate } from '#domain/candidate.ts'
import type { DriverName } from '#domain/driver.ts'
import { normalEmail, normalPhone, showPlate } from '#domain/identifiers.ts'
import { type Source, sourcesToShow } from '#domain/import.ts'
import { type Directory, driverAt, movesNoMoney } from '#domain/matching.ts'
import { sum } from '#domain/money.ts'
import { isSureReason } from '#domain/sure-reason.ts'
import { type Week, bounds, previousWeek, weekAt } from '#domain/week.ts'
import { listWeeksWithRows } from '#features/imports/queries.server.ts'
import { MAX_EVIDENCE, evidence } from '#features/imports/evidence/queries.server.ts'
import { listUnmatchedRows, readDirectory } from '#features/imports/owners/queries.server.ts'
import type { UnmatchedRow } from '#features/settlements/gathered/queries.server.ts'
import { type DriverStatement, type WeekView, getWeek } from '#features/settlements/queries.server.ts'
import type { RecognisedQuestion, Suggestion, UnmatchedQuestion } from './schema.ts'

/** Asks about the rows without an owner, one question for each cause, each with a suggested owner. */
export async function askUnmatched(
  view: Pick<WeekView, 'week' | 'unmatched' | 'statements'>,
  directory: Directory,
  on: Kysely<DB>,
): Promise<UnmatchedQuestion[]> {
  if (view.unmatched.length === 0) return []
  const { held } = directory
  const [drivers, vehicles] = await Promise.all([
    on
      .selectFrom('drivers')
      .select(['id', 'ref', 'name', 'email', 'phone'])
      .where('is_gone', '=', false)
      .orderBy('name')
      .execute(),
    on.selectFrom('vehicles').select(['id', 'plate']).execute(),
  ])
  const names = new Map(drivers.map(({ id, name }) => [id, name]))
  const plates = new Map(vehicles.map(({ id, plate }) => [id, plate]))
  const fraction = fractionOf(view)

  const groups = Map.groupBy(view.unmatched, causeOf)
  const suggest = suggester(view, directory, drivers, vehicles)
  return [...groups.values()].map((group): UnmatchedQuestion => {
    // Put rows with money first: they say more than a report of trips and hours.
    const rows = group.toSorted((a, b) => Number(b.row.amount !== 0) - Number(a.row.amount !== 0))
    const { row, attribution } = firstOf(rows)
    const { reason, key, vehicleId } = attribution
    const plate = vehicleId === null ? undefined : plates.get(vehicleId)
    return {
      kind: 'unmatched',
      id: `row-${row.id}`,
      source: row.source,
      account: row.facts['source'] ?? '',
      reason,
      key: { ...key, value: key.kind === 'plate' ? showPlate(key.value) : key.value },
      count: rows.length,
      total: sum(rows.map((unmatchedRow) => unmatchedRow.row.amount)),
      tellsNothing: rows.every((unmatchedRow) => movesNoMoney(unmatchedRow.row)),
      rows: rows.slice(0, MAX_EVIDENCE).map((unmatchedRow) => evidence(unmatchedRow.row)),
      moments: rows.flatMap((unmatchedRow) => (unmatchedRow.row.at ? [fraction(unmatchedRow.row.at)] : [])),
      vehicle: vehicleId !== null && plate !== undefined ? { id: vehicleId, plate: showPlate(plate) } : null,
      held: (held.get(vehicleId ?? '') ?? [])
        .map(({ driverId, from, to }) => ({
          from: from ? fraction(from) : 0,
          to: to ? fraction(to) : 1,
          driver: names.get(driverId) ?? '',
        }))
        .filter(({ from, to }) => to > 0 && from < 1 && to > from)
        .toSorted((a, b) => a.from - b.from),
      suggestion: suggest(firstOf(rows)),
      stay: null,
    }
  })
}

/** The cause by which rows are asked about and answered together: a car that nobody had, or one name. */
export function causeOf({ row, attribution: { reason, key, vehicleId } }: UnmatchedRow): string {
  return reason === 'no-driver-at-that-time' ? `${row.source} ${vehicleId}` : `${row.source} ${key.kind} ${key.value}`
}

function fractionOf({ week }: Pick<WeekView, 'week'>): (at: Temporal.Instant) => number {
  const { start, end } = bounds(week)
  const length = end.epochMilliseconds - start.epochMilliseconds
  return (at) => Math.min(1, Math.max(0, (at.epochMilliseconds - start.epochMilliseconds) / length))
}

type PlatformsOf = ReadonlyMap<string, ReadonlySet<string>>

/** Keeps the platforms by the directory of owners, which stays the same object until an owner changes. */
const platformsKept = new WeakMap<Directory['owners'], PlatformsOf>()

/** For each driver, the platforms that have an identifier of theirs. */
export function platformsOf({ owners }: Directory): PlatformsOf {
  const known = platformsKept.get(owners)
  if (known) return known
  const platforms = new Map<string, Set<string>>()
  for (const [name, owner] of owners) {
    const [source, kind] = name.split('|', 2)
    if (!('driverId' in owner) || (kind !== 'driver' && kind !== 'individual')) continue
    // oxlint-disable-next-line typescript/no-non-null-assertion -- a key is written source|kind|value
    platforms.set(owner.driverId, (platforms.get(owner.driverId) ?? new Set()).add(source!))
  }
  platformsKept.set(owners, platforms)
  return platforms
}

type DriverRecord = DriverName & { email: string | null; phone: string | null }

/** Makes a function that suggests the owner of a row, with the reason. */
function suggester(
  { statements, unmatched }: Pick<WeekView, 'statements' | 'unmatched'>,
  directory: Directory,
  drivers: readonly DriverRecord[],
  vehicles: readonly { id: string; plate: string }[],
): (of: UnmatchedRow) => Suggestion | null {
  // For rows of cars there is no suggestion: most weeks have no other rows, and need none of this.
  const needsSuggestions = unmatched.some(
    ({ attribution: { reason } }) => reason === 'unknown-driver' || reason === 'unknown-card',
  )
  if (!needsSuggestions) return () => null
  const people = knownPeople(statements, directory, drivers)
  const platforms = platformsOf(directory)
  const present = new Set<string>()
  for (const { driver, rows } of statements) {
    for (const { kind, source } of rows) if (kind !== 'activity') present.add(`${source} ${driver.id}`)
  }
  const countUnknownDrivers = (source: Source) =>
    new Set(
      unmatched
        .filter(({ row, attribution }) => row.source === source && attribution.reason === 'unknown-driver')
        .map(({ attribution }) => attribution.key.value),
    ).size

  return ({ row, attribution: { reason } }) => {
    if (reason === 'unknown-card') {
      const vehicle = vehicles.find(({ plate }) => lettersOf(row.label).includes(plate))
      if (vehicle) {
        const holder = row.at && driverAt(directory.held.get(vehicle.id) ?? [], row.at)
        const heldBy = drivers.find(({ id }) => id === holder)?.name ?? null
        return { vehicle: { id: vehicle.id, plate: showPlate(vehicle.plate) }, heldBy }
      }
    }
    if (reason !== 'unknown-driver' && reason !== 'unknown-card') return null
    const free = drivers.filter(({ id }) => reason === 'unknown-card' || !present.has(`${row.source} ${id}`))
    const lacking =
      reason === 'unknown-driver' && countUnknownDrivers(row.source) === 1
        ? statements.filter(
            ({ driver: { id }, settlement }) =>
              settlement && platforms.get(id)?.has(row.source) && !present.has(`${row.source} ${id}`),
          )
        : []
    const found = findCandidate(row, people, {
      free: new Set(free.map(({ id }) => id)),
      lacking: lacking.map(({ driver }) => driver.id),
    })
    const driver = drivers.find(({ id }) => id === found?.id)
    return found && driver
      ? { driver: { id: driver.id, ref: driver.ref, name: driver.name }, because: found.because }
      : null
  }
}

function lettersOf(label: string): string {
  return label.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

/** The names, e-mails and phones of each driver in our records, in other platforms' keys and in this week's files. */
function knownPeople(
  statements: readonly DriverStatement[],
  { owners }: Directory,
  drivers: readonly DriverRecord[],
): KnownPerson[] {
  const keys = [...owners].flatMap(([name, owner]) => {
    const [source, kind, value] = name.split('|', 3)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- a key is written source|kind|value
    return 'driverId' in owner ? [{ id: owner.driverId, kind, value: value!, source: readSource(source!) }] : []
  })
  const keysOf = Map.groupBy(keys, ({ id }) => id)
  const rowsOf = new Map(statements.map(({ driver, rows }) => [driver.id, rows]))
  return drivers.map(({ id, name, email, phone }) => {
    const keysOfKind = (kind: string) => (keysOf.get(id) ?? []).filter((key) => key.kind === kind)
    const labels = (rowsOf.get(id) ?? []).filter(({ kind, label }) => kind === 'earning' && label !== '')
    return {
      id,
      emails: [...(email ? [{ value: normalEmail(email), source: null }] : []), ...keysOfKind('email')],
      phones: [...(phone ? [{ value: normalPhone(phone), source: null }] : []), ...keysOfKind('phone')],
      names: [{ value: name, source: null }, ...labels.map(({ label, source }) => ({ value: label, source }))],
    }
  })
}

function readSource(text: string): Source | null {
  return sourcesToShow(() => true).find((source) => source === text) ?? null
}

/** The question of which this row is the first; `null` when the row has an owner by now, or always had one. */
export async function findUnmatched(week: Week, rowId: string, on: Kysely<DB> = db): Promise<UnmatchedQuestion | null> {
  const view = await getWeek(week, on)
  const questions = await askUnmatched(view, view.directory, on)
  return questions.find((question) => question.id === `row-${rowId}`) ?? null
}

/** Drivers who were not merged or removed, and vehicles, as a list of choices for the owner of a key. */
export async function listOwners(on: Kysely<DB> = db) {
  const [drivers, vehicles] = await Promise.all([
    on.selectFrom('drivers').select(['id', 'ref', 'name']).where('is_gone', '=', false).orderBy('name').execute(),
    on.selectFrom('vehicles').select(['id', 'plate']).orderBy('plate').execute(),
  ])
  return { drivers, vehicles: vehicles.map(({ id, plate }) => ({ id, plate: showPlate(plate) })) }
}

/** The most rows that a person can place in one sitting; others follow when these are placed. */
const MAX_ROWS = 2_000

/** Half a year: older rows without an owner are no work for a Monday. */
const WEEKS_ASKED = 26

/** The first week that the queue asks about: `WEEKS_ASKED` before the newest week with rows. */
export async function oldestAsked(now: Temporal.Instant, on: Kysely<DB> = db): Promise<Week> {
  const [newest = weekAt(now)] = await listWeeksWithRows(on)
  return previousWeek(newest, WEEKS_ASKED)
}

/**
 * The rows without an owner of all weeks from one on, the newest first, at most as many as are asked about at a time.
 */
export async function listOpenRows(from: Week, on: Kysely<DB> = db): Promise<UnmatchedRow[]> {
  return listUnmatchedRows(from, MAX_ROWS, on)
}

/** The rows without an owner of all weeks from one on, as one question for each cause, the newest first. */
export async function listOpenQuestions(from: Week, on: Kysely<DB> = db): Promise<UnmatchedQuestion[]> {
  const [unmatched, directory] = await Promise.all([listOpenRows(from, on), readDirectory(on)])
  return askUnmatched({ week: from, unmatched, statements: [] }, directory, on)
}

/**
 * Lists the questions whose owner the fleet probably has, from one week on, to be answered together. A car's plate is
 * sure, and a driver by the rule of `isSureReason`. Left to a person are two names of one platform that suggest the
 * same driver, and a name whose driver has earnings of that platform and week already: two people may have one name.
 */
export async function listRecognised(from: Week, on: Kysely<DB> = db): Promise<RecognisedQuestion[]> {
  const [unmatched, directory, { drivers }] = await Promise.all([
    listOpenRows(from, on),
    readDirectory(on),
    listOwners(on),
  ])
  const questions = await askUnmatched({ week: from, unmatched, statements: [] }, directory, on)
  const recognised = questions.flatMap((question) => {
    const { suggestion } = question
    return suggestion ? [{ ...question, suggestion }] : []
  })
  const ownerOf = ({ source, reason, suggestion }: (typeof recognised)[number]) =>
    `${source} ${reason} ${'driver' in suggestion ? suggestion.driver.id : suggestion.vehicle.id}`
  const questionsOf = Map.groupBy(recognised, ownerOf)
  const paidAlready = await listPaidAlready(recognised, { unmatched, directory }, on)
  return recognised.map((question) => ({
    ...question,
    isSure:
      ('vehicle' in question.suggestion ||
        (isSureReason(question.suggestion.because, { label: question.rows[0]?.label ?? '', drivers }) &&
          questionsOf.get(ownerOf(question))?.length === 1)) &&
      !paidAlready.has(question.id),
  }))
}

/**
 * The questions, by id, of a name in a report for whose week the suggested driver has earnings under an identifier of their
 * own.
 */
async function listPaidAlready(
  recognised: readonly (UnmatchedQuestion & { suggestion: Suggestion })[],
  { unmatched, directory }: { unmatched: readonly UnmatchedRow[]; directory: Directory },
  on: Kysely<DB>,
): Promise<ReadonlySet<string>> {
  const causes = Map.groupBy(unmatched, causeOf)
  const causeById = new Map([...causes].flatMap(([cause, rows]) => rows.map(({ row }) => [`row-${row.id}`, cause])))
  const own = Map.groupBy(
    [...directory.owners].flatMap(([name, owner]) => {
      const [source = '', kind = '', value = ''] = name.split('|', 3)
      return 'driverId' in owner ? [{ driver: owner.driverId, source, kind, value }] : []
    }),
    ({ driver, source }) => `${driver} ${source}`,
  )
  const asked = recognised.flatMap(({ id, source, suggestion }) => {
    if (!('driver' in suggestion) || suggestion.because.by !== 'name') return []
    const weeks = new Set((causes.get(causeById.get(id) ?? '') ?? []).map(({ row }) => row.week))
    return (own.get(`${suggestion.driver.id} ${source}`) ?? []).flatMap(({ kind, value }) =>
      [...weeks].map((week) => ({ id, source, week, key: { kind, value } })),
    )
  })
  if (asked.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select distinct asked.id from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      asked (id text, source text, week date, key jsonb)
    where exists (select from import_rows row where row.source = asked.source and row.week = asked.week
      and row.state = 'live' and row.kind = 'earning' and row.keys @> jsonb_build_array(asked.key))`.execute(on)
  return new Set(rows.map(({ id }) => id))
}
