import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { ibanState } from '#domain/driver.ts'
import { showPlate } from '#domain/identifiers.ts'
import { type Source, perSource } from '#domain/import.ts'
import { type Cents, sum } from '#domain/money.ts'
import { type Week, bounds } from '#domain/week.ts'
import { type LiveRow, listUnmatchedRows, readDirectory } from '#features/imports/queries.server.ts'
import {
  type DriverStatement,
  type UnmatchedRow,
  type WeekView,
  getWeek,
} from '#features/settlements/queries.server.ts'
import {
  type Evidence,
  type Person,
  type Suggestion,
  type Question,
  type Tick,
  type UnmatchedQuestion,
  isUnusual,
} from './schema.ts'

const ENOUGH_WEEKS = 3

type Known = {
  sources: readonly { source: Source; files: readonly unknown[]; missing: boolean }[]
  past: ReadonlyMap<string, readonly { earnings: Cents; net: Cents }[]>
  now: Temporal.Instant
}

/** What of the week needs a person, the most pressing first, and which sources each driver is in. */
export async function findQuestions(
  view: WeekView,
  known: Known,
  on: Kysely<DB> = db,
): Promise<{ questions: Question[]; ticks: Map<string, Record<Source, Tick>> }> {
  const [unmatched, platforms] = await Promise.all([unmatchedQuestions(view, on), listPlatforms(on)])
  const present = new Set(known.sources.filter(({ files }) => files.length > 0).map(({ source }) => source))
  const ticks = new Map(
    view.statements.map((one) => [one.driver.id, ticksOf(one, platforms.get(one.driver.id), present)]),
  )

  const awaited = new Set(
    unmatched.flatMap(({ source, suggestion }) =>
      suggestion && 'driver' in suggestion ? [`${source} ${suggestion.driver.id}`] : [],
    ),
  )
  const ofDrivers = view.statements.flatMap((one) => questionsOf(one, ticks.get(one.driver.id)!, known, awaited))
  const questions = [...unmatched, ...ofDrivers].toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  return { questions, ticks }
}

const ORDER: readonly Question['kind'][] = [
  'unmatched',
  'no-terms',
  'changed',
  'iban',
  'source-missing',
  'negative',
  'unusual',
]

function questionsOf(
  one: DriverStatement,
  ticks: Record<Source, Tick>,
  { past, now, sources }: Known,
  awaited: ReadonlySet<string>,
): Question[] {
  const { settlement, state, wouldBe, pay } = one
  const driver: Person = { id: one.driver.id, ref: one.driver.ref, name: one.driver.name }
  const questions: Question[] = []
  const id = (kind: string) => `${kind}-${driver.ref}`

  if (!settlement) {
    const total = sum(one.rows.map(({ amount }) => amount))
    return [{ kind: 'no-terms', id: id('no-terms'), driver, total }]
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
  if (state !== 'draft' && state !== 'issued') return questions
  // Half a week of earnings says nothing about what is usual.
  if (sources.some(({ source, missing }) => missing && (source === 'uber' || source === 'bolt'))) return questions

  const before = past.get(driver.id) ?? []
  const silent = (['uber', 'bolt'] as const).filter(
    (source) => ticks[source] === 'question' && !awaited.has(`${source} ${driver.id}`),
  )
  if (silent.length > 0) {
    // It explains what is unusual or negative besides: one question, not three.
    const nets = before.map(({ net }) => net)
    return [
      ...questions,
      { kind: 'source-missing', id: id('missing'), driver, sources: silent, net: settlement.net, past: nets },
    ]
  }
  const earnings = settlement.groups.earnings
  const earned = before.map((week) => week.earnings)
  if (settlement.net < 0) {
    questions.push({
      kind: 'negative',
      id: id('negative'),
      driver,
      net: settlement.net,
      earnings,
      past: before.map(({ net }) => net),
    })
  } else if (earned.length >= ENOUGH_WEEKS) {
    const mean = Math.round(sum(earned) / earned.length)
    const deviation = mean > 0 ? Math.round(((earnings - mean) / mean) * 10_000) : 0
    if (isUnusual(deviation)) {
      questions.push({
        kind: 'unusual',
        id: id('unusual'),
        driver,
        earnings,
        mean: mean as Cents,
        deviation,
        past: earned,
      })
    }
  }
  return questions
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

/** On which platforms each driver is known by name. */
async function listPlatforms(on: Kysely<DB>): Promise<Map<string, Set<string>>> {
  const rows = await on
    .selectFrom('source_keys')
    .select(['driver_id', 'source'])
    .distinct()
    .where('driver_id', 'is not', null)
    .where('kind', 'in', ['driver', 'individual'])
    .execute()
  const platforms = new Map<string, Set<string>>()
  for (const { driver_id, source } of rows)
    platforms.set(driver_id!, (platforms.get(driver_id!) ?? new Set()).add(source))
  return platforms
}

async function unmatchedQuestions(
  view: Pick<WeekView, 'week' | 'unmatched' | 'statements'>,
  on: Kysely<DB>,
): Promise<UnmatchedQuestion[]> {
  if (view.unmatched.length === 0) return []
  const [{ held }, drivers, vehicles] = await Promise.all([
    readDirectory(on),
    on.selectFrom('drivers').select(['id', 'ref', 'name']).orderBy('name').execute(),
    on.selectFrom('vehicles').select(['id', 'plate']).execute(),
  ])
  const names = new Map(drivers.map(({ id, name }) => [id, name]))
  const plates = new Map(vehicles.map(({ id, plate }) => [id, plate]))
  const fraction = fractionOf(view)
  const present = new Set(view.statements.flatMap((one) => one.rows.map(({ source }) => `${source} ${one.driver.id}`)))

  const groups = Map.groupBy(view.unmatched, ({ row, attribution: { reason, key, vehicleId } }) =>
    reason === 'no-driver-at-that-time' ? `${row.source} ${vehicleId}` : `${row.source} ${key.kind} ${key.value}`,
  )
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
      reason,
      key: { ...key, value: key.kind === 'plate' ? showPlate(key.value) : key.value },
      count: rows.length,
      total: sum(rows.map((one) => one.row.amount)),
      rows: rows.slice(0, 5).map((one) => evidence(one.row)),
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
      suggestion: suggest(rows[0]!, drivers, vehicles, present),
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

/** Where it happened, in the provider's own words: "Porto Salvo A5 → Carcavelos A5". */
export function placeOf(facts: Readonly<Record<string, string>>): string | null {
  const { place, entry, station, product } = facts
  if (place) return entry && entry !== place ? `${entry} → ${place}` : place
  if (station) return product ? `${station}, ${product}` : station
  return product ?? null
}

/** A platform's name that reads like a driver who is not in its file this week, or a card that carries a plate. */
function suggest(
  { row, attribution: { reason } }: UnmatchedRow,
  drivers: readonly Person[],
  vehicles: readonly { id: string; plate: string }[],
  present: ReadonlySet<string>,
): Suggestion | null {
  if (reason === 'unknown-card') {
    const letters = row.label.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
    const vehicle = vehicles.find(({ plate }) => letters.includes(plate))
    if (vehicle) return { vehicle: { id: vehicle.id, plate: showPlate(vehicle.plate) } }
  }
  if (reason !== 'unknown-driver' && reason !== 'unknown-card') return null
  const free = drivers.filter(({ id }) => reason === 'unknown-card' || !present.has(`${row.source} ${id}`))
  const scored = free
    .map((driver) => ({ driver, score: likeness(row.label, driver.name) }))
    .toSorted((a, b) => b.score - a.score)
  const [best, second] = scored
  if (!best || best.score < 2 || best.score === second?.score) return null
  return { driver: { id: best.driver.id, ref: best.driver.ref, name: best.driver.name } }
}

/** How many names two spellings share, without case and accents; particles and initials don't count. */
function likeness(one: string, other: string): number {
  const words = (name: string) =>
    new Set(
      name
        .normalize('NFD')
        .replaceAll(/\p{Mn}/gu, '')
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((word) => word.length > 2),
    )
  return words(one).intersection(words(other)).size
}

/** The question one of whose rows this is; `null` when the row has an owner by now, or never was. */
export async function findUnmatched(week: Week, rowId: string, on: Kysely<DB> = db): Promise<UnmatchedQuestion | null> {
  const questions = await unmatchedQuestions(await getWeek(week, on), on)
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
  return unmatchedQuestions({ week: from, unmatched: await listUnmatchedRows(from, MOST_ROWS, on), statements: [] }, on)
}
