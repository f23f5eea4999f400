import { requireValue, lastOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptEach } from '#db/kept-by-tables.server.ts'
import { listQuestion, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import {
  type Filling,
  type PastWeek,
  type Platform,
  type SharedCar,
  INFO_KINDS,
  type InfoKind,
  type TollPassage,
  type WorkshopMovement,
  WEEKS_COMPARED,
  findAnomalies,
} from '#domain/anomaly.ts'
import { type Source, USED_BY_CARS } from '#domain/import.ts'
import type { Settlement } from '#domain/settlement-types.ts'
import { type Directory, attribute, carOf } from '#domain/matching.ts'
import { cents, minus, sum } from '#domain/money.ts'
import { haveSameItems } from '#domain/very-same.ts'
import { type WorkshopStay, stayAround } from '#domain/vehicle.ts'
import { type Week, ZONE, previousWeek } from '#domain/week.ts'
import type { LiveRow } from '#features/imports/rows/queries.server.ts'
import type { DriverStatement, WeekView } from '#features/settlements/queries.server.ts'
import { ANOMALY_ANSWERS, type ShownAnomaly, type WatchedAnomaly } from './schema.ts'

/**
 * A past week, with whether its statement spent anything on fuel and on charging: missing energy is judged for each.
 */
export type PastFigures = PastWeek & { usesFuel: boolean; usesCharging: boolean }

/** Answers a function that finds the weeks before one of `weeks`, by driver, oldest first, from the frozen statements. */
export async function listPastWeeks(
  weeks: readonly Week[],
  on: Kysely<DB> = db,
): Promise<(week: Week) => ReadonlyMap<string, PastFigures[]>> {
  const weeksBefore = (week: Week) =>
    Array.from({ length: WEEKS_COMPARED }, (_, place) => previousWeek(week, WEEKS_COMPARED - place))
  const figures = await figuresOfStatements([...new Set(weeks.flatMap(weeksBefore))].toSorted(), on)
  return (week) => byDriver(weeksBefore(week).map((weekBefore) => requireValue(figures, weekBefore)))
}

type FiguresOfWeek = ReadonlyMap<string, PastFigures>
type PastOfAll = ReadonlyMap<string, PastFigures[]>

/** Keeps the weeks of each driver by the newest week, until the figures of one of the weeks are another object. */
const pastKept = new WeakMap<FiguresOfWeek, { weeks: readonly FiguresOfWeek[]; past: PastOfAll }>()

function byDriver(weeks: readonly FiguresOfWeek[]): PastOfAll {
  const newest = lastOf(weeks)
  const before = pastKept.get(newest)
  if (before && haveSameItems(before.weeks, weeks)) return before.past
  const past = new Map<string, PastFigures[]>()
  for (const week of weeks) {
    for (const [driver, own] of week) {
      const known = past.get(driver)
      if (known) known.push(own)
      else past.set(driver, [own])
    }
  }
  pastKept.set(newest, { weeks, past })
  return past
}

/** Number of weeks whose figures are kept: the list of weeks asks for those before its newest three. */
const FIGURES_KEPT = 16

/**
 * The figures of the statements of each week, by driver: kept while none of them is issued, voided or changes its
 * state.
 */
export const figuresOfStatements = keptEach(
  { shared: [], ofWeek: ['settlements'], weekOf: (week: Week) => week },
  readFigures,
  FIGURES_KEPT,
)

async function readFigures(weeks: readonly Week[], on: Kysely<DB>) {
  const figure = (name: string) => sql<number>`coalesce((sources ->> ${sql.lit(name)})::bigint, 0)`
  // One JSON list for each week: a row for each driver and week costs more to send and to parse than to read.
  const rows = await on
    .selectFrom('settlements')
    .select('week')
    .select(
      sql<
        PastRow[]
      >`json_agg(json_build_array(driver_id, earnings_cents, net_cents, ${figure('uberPaid')}, ${figure('boltPayout')},
        ${figure('fuel')}, ${figure('electric')}))`.as('drivers'),
    )
    .where('week', '=', sql<string>`any(${weeks}::date[])`)
    .where('state', '<>', 'void')
    .groupBy('week')
    .execute()
  const found = new Map(rows.map(({ week, drivers }) => [week as Week, drivers]))
  return new Map(
    weeks.map((week) => [week, new Map((found.get(week) ?? []).map((row) => [row[0], pastFigures(week, row)]))]),
  )
}

type PastRow = [
  driver: string,
  earnings: number,
  net: number,
  uber: number,
  bolt: number,
  fuel: number,
  charging: number,
]

function pastFigures(week: Week, [, earnings, net, uber, bolt, fuel, charging]: PastRow): PastFigures {
  return {
    week,
    earnings: cents(earnings),
    net: cents(net),
    platforms: new Set([...(uber === 0 ? [] : ['uber' as const]), ...(bolt === 0 ? [] : ['bolt' as const])]),
    energy: minus(cents(fuel + charging)),
    usesFuel: fuel !== 0,
    usesCharging: charging !== 0,
  }
}

/** An answer to a question that only informs; `anomaly` is the key under which it is kept. */
export type InfoAnswer = {
  id: number
  kind: InfoKind
  anomaly: string
  driverId: string
  at: string
  /** The answer holds for this driver in every week, until it is taken back. */
  isLasting: boolean
}

/** An answer to an anomaly, or to a question that only informs. */
export type AnomalyAnswer = {
  id: number
  week: Week
  anomaly: string
  kind: string
  driverId: string
  answer: string
  at: string
}

/** The answers given in some weeks, and those that hold for every week. */
export const anomalyAnswers = (weeks: readonly Week[]) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('anomaly_answers')
        .select(['id', 'week', 'anomaly', 'kind', 'driver_id as driverId', 'answer', 'answered_at as at'])
        .where((of) => of.or([of('week', '=', sql<string>`any(${weeks}::date[])`), of('answer', '=', 'always')])),
    (rows: AnomalyAnswer[]) => {
      const answers = rows.map((row) => ({ ...row, at: momentOf(row.at) }))
      return (week: Week) => answers.filter((answer) => answer.week === week || answer.answer === 'always')
    },
  )

/** The answers to questions that only inform. */
export function infoAnswersOf(answers: readonly AnomalyAnswer[]): InfoAnswer[] {
  return answers.flatMap(({ id, kind, anomaly, driverId, at, answer }) => {
    const infoKind = INFO_KINDS.find((candidate) => candidate === kind)
    return infoKind ? [{ id, kind: infoKind, anomaly, driverId, at, isLasting: answer === 'always' }] : []
  })
}

type Known = {
  past: ReadonlyMap<string, readonly PastFigures[]>
  /** Whether all income files of the week are here. */
  isIncomeWhole: boolean
  /**
   * Platforms that know the driver and whose file is here, unless one of their rows without an owner looks like the
   * driver's.
   */
  expected: (driverId: string) => ReadonlySet<Platform>
  answers: readonly AnomalyAnswer[]
  /** The stays of cars in a workshop, by car. */
  stays: ReadonlyMap<string, readonly WorkshopStay[]>
}

/** All anomalies of the week's statements that are not approved yet, each with its answer. */
export function watchWeek(view: WeekView, known: Known): WatchedAnomaly[] {
  const open = view.statements.filter(({ state }) => state === 'draft' || state === 'issued')
  const hasRowsOf = { fuel: hasKind(view, 'fuel'), charging: hasKind(view, 'charging') }
  const found = open.flatMap((statement) => anomaliesOf(statement, view, known, hasRowsOf))
  const byId = new Map(known.answers.map((answer) => [answer.anomaly, answer]))
  const lastingAnswers = new Map(
    known.answers
      .filter(({ answer }) => answer === 'always')
      .map((answer) => [`${answer.kind} ${answer.driverId}`, answer]),
  )
  return found.map((anomaly) => {
    const answer = lastingAnswers.get(`${anomaly.kind} ${anomaly.driverId}`) ?? byId.get(anomaly.id)
    if (!answer) return { anomaly, answer: null }
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the database keeps no other answer
    const given = ANOMALY_ANSWERS.find((anomalyAnswer) => anomalyAnswer === answer.answer)!
    return { anomaly, answer: { id: answer.id, said: given, at: answer.at } }
  })
}

function hasKind({ statements, unmatched }: WeekView, kind: LiveRow['kind']): boolean {
  return (
    statements.some(({ rows }) => rows.some((row) => row.kind === kind)) ||
    unmatched.some(({ row }) => row.kind === kind)
  )
}

function anomaliesOf(
  { driver, settlement, rows }: DriverStatement,
  { week, directory }: WeekView,
  { past, isIncomeWhole, expected, stays }: Known,
  hasRowsOf: { fuel: boolean; charging: boolean },
): ShownAnomaly[] {
  if (!settlement) return []
  const before = past.get(driver.id) ?? []
  // Who has left earns less, or nothing, for that reason.
  const isAllHere = isIncomeWhole && driver.status !== 'inactive'
  const awaited = isAllHere ? expected(driver.id) : new Set<Platform>()
  const inWorkshop = stays.size === 0 ? [] : rows.flatMap((row) => workshopMovementOf(row, directory, stays))
  const otherInput = JSON.stringify([week, isAllHere, [...awaited], hasRowsOf, inWorkshop])
  const known = anomaliesKept.get(settlement)
  const isSame = known?.seen === otherInput && known.directory === directory && haveSameItems(known.rows, rows)
  if (isSame && haveSameItems(known.before, before)) return known.anomalies
  // While the file of a kind of energy is not here, nothing is concluded about drivers who usually are in it.
  const lacksFile =
    (!hasRowsOf.fuel && before.some(({ usesFuel }) => usesFuel)) ||
    (!hasRowsOf.charging && before.some(({ usesCharging }) => usesCharging))
  const energy = rows.filter(({ kind }) => kind === 'fuel' || kind === 'charging')
  const anomalies = findAnomalies({
    driverId: driver.id,
    week,
    earnings: settlement.groups.earnings,
    net: settlement.net,
    platforms: new Set((['uber', 'bolt'] as const).filter((platform) => isIn(platform, rows))),
    expected: awaited,
    isIncomeWhole: isAllHere,
    energy: lacksFile ? null : minus(sum(energy.map(({ amount }) => amount))),
    tolls: rows.flatMap(passageOf),
    fillings: rows.flatMap(fillingOf),
    shared: rows.flatMap((row) => sharedOf(row, driver.id, directory)),
    inWorkshop,
    past: before,
  }).map((anomaly) => (anomaly.kind === 'double-toll' ? { ...anomaly, at: anomaly.at.toString() } : anomaly))
  anomaliesKept.set(settlement, { seen: otherInput, rows, before, directory, anomalies })
  return anomalies
}

/**
 * The anomalies of a settlement, with all else they were found in: for the very same input nothing is searched twice.
 */
const anomaliesKept = new WeakMap<
  Settlement,
  {
    seen: string
    rows: readonly LiveRow[]
    before: readonly PastFigures[]
    directory: Directory
    anomalies: ShownAnomaly[]
  }
>()

function isIn(platform: Source, rows: readonly LiveRow[]): boolean {
  return rows.some(({ source, kind }) => source === platform && kind !== 'activity')
}

function plateOf({ keys }: LiveRow): string | undefined {
  return keys.find(({ kind }) => kind === 'plate')?.value
}

function passageOf(row: LiveRow): TollPassage[] {
  const plate = plateOf(row)
  if (row.kind !== 'toll' || !row.at || plate === undefined) return []
  return [{ row: row.id, plate, place: row.facts['place'] ?? '', at: row.at, amount: minus(row.amount) }]
}

function fillingOf(row: LiveRow): Filling[] {
  const plate = plateOf(row)
  const [km, centilitres] = [Number(row.facts['km']), row.measures['centilitres']]
  if (row.kind !== 'fuel' || !row.at || plate === undefined || !centilitres || !(km > 0)) return []
  return [{ at: row.at, plate, km, centilitres }]
}

const WITH_CAR: ReadonlySet<LiveRow['kind']> = new Set(['fuel', 'charging', 'toll'])

/**
 * A row whose card or device is this driver's, while its plate was with somebody else at that minute; or the other way
 * round.
 */
function sharedOf(row: LiveRow, driverId: string, directory: Directory): SharedCar[] {
  const plate = plateOf(row)
  if (!WITH_CAR.has(row.kind) || plate === undefined || row.keys.length < 2) return []
  for (const key of row.keys) {
    const owner = attribute({ ...row, keys: [key] }, directory)
    if (owner.to === 'driver' && owner.driverId !== driverId)
      return [{ row: row.id, plate, other: owner.driverId, amount: minus(row.amount) }]
  }
  return []
}

/** A row of a car that stood in a workshop on that day. */
function workshopMovementOf(
  row: LiveRow,
  directory: Directory,
  stays: ReadonlyMap<string, readonly WorkshopStay[]>,
): WorkshopMovement[] {
  if (!USED_BY_CARS.has(row.kind) || !row.at) return []
  const car = carOf(row.source, row.keys, directory)
  const stay = car && stayAround(stays.get(car) ?? [], row.at.toZonedDateTimeISO(ZONE).toPlainDate().toString())
  if (!stay) return []
  // A card's row does not say the plate of its car.
  const plate = [...directory.plates].find(([, id]) => id === car)?.[0]
  return plate === undefined ? [] : [{ row: row.id, plate, amount: minus(row.amount) }]
}
