import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Platform } from '#domain/anomaly.ts'
import { type KnownPerson, findCandidate } from '#domain/candidate.ts'
import { ibanState } from '#domain/driver.ts'
import { normalEmail, normalPhone, showPlate } from '#domain/identifiers.ts'
import { type Source, perSource, sourcesToShow } from '#domain/import.ts'
import { type Directory, driverAt } from '#domain/matching.ts'
import { type Cents, sum } from '#domain/money.ts'
import { type PossibleTwin, findPossibleTwins } from '#domain/same-passage.ts'
import { type Week, bounds } from '#domain/week.ts'
import { type LiveRow, listUnmatchedRows, readDirectory } from '#features/imports/queries.server.ts'
import { type PastFigures, watchWeek } from '#features/radar/queries.server.ts'
import type { WatchedAnomaly } from '#features/radar/schema.ts'
import {
  type DriverStatement,
  type UnmatchedRow,
  type WeekView,
  getWeek,
} from '#features/settlements/queries.server.ts'
import type { Evidence, Person, Question, Suggestion, Tick, UnmatchedQuestion, UsualTerms } from './schema.ts'

type Known = {
  sources: readonly { source: Source; files: readonly unknown[]; missing: boolean }[]
  past: ReadonlyMap<string, readonly PastFigures[]>
  now: Temporal.Instant
}

type Found = {
  questions: Question[]
  /** All that is out of the ordinary, answered or not. */
  watched: WatchedAnomaly[]
  ticks: Map<string, Record<Source, Tick>>
}

/** What of the week needs a person, the most pressing first, what is out of the ordinary, and which sources each driver is in. */
export async function findQuestions(view: WeekView, known: Known, on: Kysely<DB> = db): Promise<Found> {
  const platforms = platformsOf(view.directory)
  const present = new Set(known.sources.filter(({ files }) => files.length > 0).map(({ source }) => source))
  const ticks = new Map(
    view.statements.map((one) => [one.driver.id, ticksOf(one, platforms.get(one.driver.id), present)]),
  )
  const [unmatched, twins] = await Promise.all([unmatchedQuestions(view, view.directory, on), twinQuestions(view, on)])
  const awaited = new Set(
    unmatched.flatMap(({ source, suggestion }) =>
      suggestion && 'driver' in suggestion ? [`${source} ${suggestion.driver.id}`] : [],
    ),
  )
  const isIncomeWhole = !known.sources.some(
    ({ source, missing }) => missing && (source === 'uber' || source === 'bolt'),
  )
  const expected = (driverId: string): ReadonlySet<Platform> =>
    new Set(
      (['uber', 'bolt'] as const).filter(
        (platform) =>
          present.has(platform) && platforms.get(driverId)?.has(platform) && !awaited.has(`${platform} ${driverId}`),
      ),
    )
  const watched = await watchWeek(view, { past: known.past, isIncomeWhole, expected }, on)

  const usual = usualTerms(view)
  const told = Map.groupBy(watched, ({ anomaly }) => anomaly.driverId)
  const rowOf = new Map(view.statements.flatMap(({ rows }) => rows.map((row) => [row.id, row])))
  const names = new Map(view.statements.map(({ driver }) => [driver.id, driver.name]))
  const ofDrivers = view.statements.flatMap((one) => {
    const own = told.get(one.driver.id) ?? []
    const asked = questionsOf(one, known, usual, own, isIncomeWhole)
    return [
      ...asked,
      ...own.filter(isUnsettled).map((anomaly) => anomalyQuestion(one, anomaly, known.past, rowOf, names)),
    ]
  })
  const questions = [...unmatched, ...twins, ...ofDrivers]
  return {
    questions: questions.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)),
    watched,
    ticks,
  }
}

const ORDER: readonly Question['kind'][] = ['unmatched', 'twin', 'no-terms', 'changed', 'iban', 'negative', 'anomaly']

function personOf({ driver: { id, ref, name } }: DriverStatement): Person {
  return { id, ref, name }
}

function questionsOf(
  one: DriverStatement,
  { past, now }: Known,
  usual: UsualTerms | null,
  anomalies: readonly WatchedAnomaly[],
  isIncomeWhole: boolean,
): Question[] {
  const { settlement, state, wouldBe, pay } = one
  const driver = personOf(one)
  const questions: Question[] = []
  const id = (kind: string) => `${kind}-${driver.ref}`

  if (!settlement) {
    const total = sum(one.rows.map(({ amount }) => amount))
    return [{ kind: 'no-terms', id: id('no-terms'), driver, total, usual }]
  }
  if (wouldBe !== null)
    questions.push({ kind: 'changed', id: id('changed'), driver, was: settlement.net, wouldBe, state })
  const iban = ibanState(pay?.iban ? pay : null, now)
  if (iban !== 'ready' && settlement.payable > 0 && state !== 'paid' && state !== 'in-batch') {
    questions.push({
      kind: 'iban',
      id: id('iban'),
      driver,
      state: iban,
      until: pay?.heldUntil?.toString() ?? null,
      amount: settlement.payable,
    })
  }
  // A platform that says nothing, and the first debt, are told by the radar; half a week of earnings tells nothing.
  const isTold = anomalies.some(({ anomaly: { kind } }) => kind === 'first-negative' || kind === 'silent-platform')
  if ((state === 'draft' || state === 'issued') && settlement.net < 0 && isIncomeWhole && !isTold) {
    const nets = (past.get(driver.id) ?? []).map(({ net }) => net)
    const { net, groups } = settlement
    questions.push({ kind: 'negative', id: id('negative'), driver, net, earnings: groups.earnings, past: nets })
  }
  return questions
}

function isUnsettled({ answer }: WatchedAnomaly): boolean {
  return answer === null || answer.said === 'talk'
}

function anomalyQuestion(
  one: DriverStatement,
  { anomaly, answer }: WatchedAnomaly,
  past: Known['past'],
  rowOf: ReadonlyMap<string, LiveRow>,
  names: ReadonlyMap<string, string>,
): Question {
  const driver = personOf(one)
  const ids = 'rows' in anomaly ? anomaly.rows : []
  return {
    kind: 'anomaly',
    id: `a-${anomaly.id.replaceAll(/[^\w-]/g, '-')}`,
    driver,
    anomaly,
    other: anomaly.kind === 'two-drivers' ? (names.get(anomaly.other) ?? null) : null,
    rows: ids.slice(0, MOST_EVIDENCE).flatMap((id) => (rowOf.has(id) ? [evidence(rowOf.get(id)!)] : [])),
    past: [...(past.get(driver.id) ?? []).map(({ earnings }) => earnings), one.settlement!.groups.earnings],
    isFollowedUp: answer !== null,
  }
}

const MOST_EVIDENCE = 5

/** The terms most drivers of the week have: what a new one is offered with one press. */
function usualTerms({ statements }: WeekView): UsualTerms | null {
  const agreed = statements.flatMap(({ driver, terms }) => (terms ? [{ like: driver.id, terms: terms.terms }] : []))
  const alike = [...Map.groupBy(agreed, ({ terms }) => JSON.stringify(terms)).values()]
  const [most] = alike.toSorted((a, b) => b.length - a.length)
  return most ? { like: most[0]!.like, regime: most[0]!.terms.regime, count: most.length } : null
}

/** A platform that knows the driver and says nothing, in a week whose file is there, is a question. */
function ticksOf(
  { rows, state }: DriverStatement,
  platforms: ReadonlySet<string> | undefined,
  present: ReadonlySet<Source>,
): Record<Source, Tick> {
  const has = new Set(rows.filter(({ kind }) => kind !== 'activity').map(({ source }) => source))
  const tick = (source: Source): Tick => {
    if (has.has(source)) return 'yes'
    const isOpen = state === 'draft' || state === 'issued'
    return isOpen && platforms?.has(source) && present.has(source) ? 'question' : 'none'
  }
  return perSource(tick)
}

/** On which platforms each driver is known by an identifier of theirs. */
function platformsOf({ owners }: Directory): Map<string, Set<string>> {
  const platforms = new Map<string, Set<string>>()
  for (const [name, owner] of owners) {
    const [source, kind] = name.split('|', 2)
    if (!('driverId' in owner) || (kind !== 'driver' && kind !== 'individual')) continue
    platforms.set(owner.driverId, (platforms.get(owner.driverId) ?? new Set()).add(source!))
  }
  return platforms
}

/** Passages that two files may tell twice, and of which nobody has said whether they are one. */
async function twinQuestions(view: WeekView, on: Kysely<DB>): Promise<Question[]> {
  const pairs = possibleTwins(view)
  if (pairs.length === 0) return []
  const answered = await answeredTwins(pairs, view.week, on)
  const owners = new Map(view.statements.flatMap((one) => one.rows.map((row) => [row.id, personOf(one)])))
  return pairs
    .filter(({ kept, other }) => !answered.has(`${kept.id} ${other.id}`))
    .map(({ kept, other }) => ({
      kind: 'twin' as const,
      id: `twin-${kept.id}-${other.id}`,
      plate: showPlate(kept.plate),
      driver: owners.get(kept.id) ?? null,
      kept: evidence(kept.row),
      other: evidence(other.row),
    }))
}

type Passage = { id: string; importId: number; plate: string; at: Temporal.Instant; amount: Cents; row: LiveRow }

/** Pairs of rows that may be one passage; both count. */
export function possibleTwins({
  statements,
  unmatched,
}: Pick<WeekView, 'statements' | 'unmatched'>): PossibleTwin<Passage>[] {
  const rows = [...statements.flatMap((one) => one.rows), ...unmatched.map(({ row }) => row)]
  return findPossibleTwins(
    rows.flatMap((row): Passage[] => {
      const plate = row.keys.find(({ kind }) => kind === 'plate')?.value
      if ((row.kind !== 'toll' && row.kind !== 'parking') || !row.at || plate === undefined) return []
      return [{ id: row.id, importId: row.importId, plate, at: row.at, amount: row.amount, row }]
    }),
  )
}

/** The pairs, by their row ids, of which the office has spoken; an answer holds whichever of the two came first. */
async function answeredTwins(pairs: readonly PossibleTwin<Passage>[], week: Week, on: Kysely<DB>) {
  const ids = pairs.flatMap(({ kept, other }) => [kept.id, other.id])
  const [keys, answers] = await Promise.all([
    on
      .selectFrom('import_rows')
      .select(['id', 'key'])
      .where('id', '=', sql<number>`any(${ids.map(Number)})`)
      .execute(),
    on.selectFrom('passage_answers').select(['kept_key', 'other_key']).where('week', '=', week).execute(),
  ])
  const keyOf = new Map(keys.map(({ id, key }) => [String(id), key]))
  const said = new Set(
    answers.flatMap((one) =>
      [
        [one.kept_key, one.other_key],
        [one.other_key, one.kept_key],
      ].map(String),
    ),
  )
  return new Set(
    pairs
      .filter(({ kept, other }) => said.has(String([keyOf.get(kept.id), keyOf.get(other.id)])))
      .map(({ kept, other }) => `${kept.id} ${other.id}`),
  )
}

async function unmatchedQuestions(
  view: Pick<WeekView, 'week' | 'unmatched' | 'statements'>,
  directory: Directory,
  on: Kysely<DB>,
): Promise<UnmatchedQuestion[]> {
  if (view.unmatched.length === 0) return []
  const { held } = directory
  const [drivers, vehicles] = await Promise.all([
    on.selectFrom('drivers').select(['id', 'ref', 'name', 'email', 'phone']).orderBy('name').execute(),
    on.selectFrom('vehicles').select(['id', 'plate']).execute(),
  ])
  const names = new Map(drivers.map(({ id, name }) => [id, name]))
  const plates = new Map(vehicles.map(({ id, plate }) => [id, plate]))
  const fraction = fractionOf(view)

  const groups = Map.groupBy(view.unmatched, ({ row, attribution: { reason, key, vehicleId } }) =>
    reason === 'no-driver-at-that-time' ? `${row.source} ${vehicleId}` : `${row.source} ${key.kind} ${key.value}`,
  )
  const suggest = suggester(view, directory, drivers, vehicles)
  return [...groups.values()].map((group): UnmatchedQuestion => {
    // Rows with money say more than a report of trips and hours.
    const rows = group.toSorted((a, b) => Number(b.row.amount !== 0) - Number(a.row.amount !== 0))
    const { row, attribution } = rows[0]!
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
      total: sum(rows.map((one) => one.row.amount)),
      rows: rows.slice(0, MOST_EVIDENCE).map((one) => evidence(one.row)),
      moments: rows.flatMap((one) => (one.row.at ? [fraction(one.row.at)] : [])),
      vehicle: vehicleId !== null && plate !== undefined ? { id: vehicleId, plate: showPlate(plate) } : null,
      held: (held.get(vehicleId ?? '') ?? [])
        .map(({ driverId, from, to }) => ({
          from: from ? fraction(from) : 0,
          to: to ? fraction(to) : 1,
          driver: names.get(driverId) ?? '',
        }))
        .filter(({ from, to }) => to > 0 && from < 1 && to > from)
        .toSorted((a, b) => a.from - b.from),
      suggestion: suggest(rows[0]!),
    }
  })
}

function fractionOf({ week }: Pick<WeekView, 'week'>): (at: Temporal.Instant) => number {
  const { start, end } = bounds(week)
  const length = end.epochMilliseconds - start.epochMilliseconds
  return (at) => Math.min(1, Math.max(0, (at.epochMilliseconds - start.epochMilliseconds) / length))
}

export function evidence(row: LiveRow): Evidence {
  return {
    id: row.id,
    importId: row.importId,
    file: row.file.split('/').at(-1) ?? row.file,
    line: row.line,
    week: row.week,
    at: row.at?.toString() ?? null,
    place: placeOf(row.facts),
    label: row.label,
    amount: row.amount,
  }
}

/** Where it happened, in the provider's own words: "Porto Salvo A5 → Carcavelos A5"; of a list the operator taught, its source first. */
export function placeOf(facts: Readonly<Record<string, string>>): string | null {
  const { source, place, entry, station, product, description } = facts
  if (source) return [source, place, product ?? description].filter(Boolean).join(', ')
  if (place) return entry && entry !== place ? `${entry} → ${place}` : place
  if (station) return product ? `${station}, ${product}` : station
  return product ?? null
}

type DriverRecord = Person & { email: string | null; phone: string | null }

/** Says of a row without an owner whose it probably is, and why. */
function suggester(
  { statements, unmatched }: Pick<WeekView, 'statements' | 'unmatched'>,
  directory: Directory,
  drivers: readonly DriverRecord[],
  vehicles: readonly { id: string; plate: string }[],
): (of: UnmatchedRow) => Suggestion | null {
  const people = knownPeople(statements, directory, drivers)
  const platforms = platformsOf(directory)
  const present = new Set(
    statements.flatMap((one) =>
      one.rows.filter(({ kind }) => kind !== 'activity').map(({ source }) => `${source} ${one.driver.id}`),
    ),
  )
  const asking = (source: Source) =>
    new Set(
      unmatched
        .filter(({ row, attribution }) => row.source === source && attribution.reason === 'unknown-driver')
        .map(({ attribution }) => attribution.key.value),
    ).size

  return ({ row, attribution: { reason } }) => {
    if (reason === 'unknown-card') {
      const vehicle = vehicles.find(({ plate }) => letters(row.label).includes(plate))
      if (vehicle) {
        const holder = row.at && driverAt(directory.held.get(vehicle.id) ?? [], row.at)
        const heldBy = drivers.find(({ id }) => id === holder)?.name ?? null
        return { vehicle: { id: vehicle.id, plate: showPlate(vehicle.plate) }, heldBy }
      }
    }
    if (reason !== 'unknown-driver' && reason !== 'unknown-card') return null
    const free = drivers.filter(({ id }) => reason === 'unknown-card' || !present.has(`${row.source} ${id}`))
    const lacking =
      reason === 'unknown-driver' && asking(row.source) === 1
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

function letters(label: string): string {
  return label.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

/** All that our records, the other platforms' keys and this week's files say of each driver. */
function knownPeople(
  statements: readonly DriverStatement[],
  { owners }: Directory,
  drivers: readonly DriverRecord[],
): KnownPerson[] {
  const keys = [...owners].flatMap(([name, owner]) => {
    const [source, kind, value] = name.split('|', 3)
    return 'driverId' in owner ? [{ id: owner.driverId, kind, value: value!, source: readSource(source!) }] : []
  })
  const keysOf = Map.groupBy(keys, ({ id }) => id)
  const rowsOf = new Map(statements.map(({ driver, rows }) => [driver.id, rows]))
  return drivers.map(({ id, name, email, phone }) => {
    const own = (kind: string) => (keysOf.get(id) ?? []).filter((key) => key.kind === kind)
    const labels = (rowsOf.get(id) ?? []).filter(({ kind, label }) => kind === 'earning' && label !== '')
    return {
      id,
      emails: [...(email ? [{ value: normalEmail(email), source: null }] : []), ...own('email')],
      phones: [...(phone ? [{ value: normalPhone(phone), source: null }] : []), ...own('phone')],
      names: [{ value: name, source: null }, ...labels.map(({ label, source }) => ({ value: label, source }))],
    }
  })
}

function readSource(text: string): Source | null {
  return sourcesToShow(() => true).find((source) => source === text) ?? null
}

/** The question one of whose rows this is; `null` when the row has an owner by now, or never was. */
export async function findUnmatched(week: Week, rowId: string, on: Kysely<DB> = db): Promise<UnmatchedQuestion | null> {
  const view = await getWeek(week, on)
  const questions = await unmatchedQuestions(view, view.directory, on)
  return questions.find((question) => question.id === `row-${rowId}`) ?? null
}

/** Whom a key can be given to: drivers and vehicles, as a list of choices. */
export async function listOwners(on: Kysely<DB> = db) {
  const [drivers, vehicles] = await Promise.all([
    on.selectFrom('drivers').select(['id', 'ref', 'name']).orderBy('name').execute(),
    on.selectFrom('vehicles').select(['id', 'plate']).orderBy('plate').execute(),
  ])
  return { drivers, vehicles: vehicles.map(({ id, plate }) => ({ id, plate: showPlate(plate) })) }
}

/** As many rows as a person can place in one sitting; the rest comes up when these are placed. */
const MOST_ROWS = 2_000

/** The unmatched rows of all weeks from one on, as one question per cause: the newest first. */
export async function listOpenQuestions(from: Week, on: Kysely<DB> = db): Promise<UnmatchedQuestion[]> {
  const [unmatched, directory] = await Promise.all([listUnmatchedRows(from, MOST_ROWS, on), readDirectory(on)])
  return unmatchedQuestions({ week: from, unmatched, statements: [] }, directory, on)
}
