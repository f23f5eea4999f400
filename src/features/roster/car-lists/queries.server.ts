import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import type { DB } from '#db/types.ts'
import { showPlate } from '#domain/identifiers.ts'
import { linesLeftOut } from '#domain/listed.ts'
import type { PaperKind } from '#domain/paper.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { listTitles } from '#features/fleet/upkeep/queries.server.ts'
import { type Vehicle, findVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { listKinds } from '#features/papers/kinds/queries.server.ts'
import { papersOfEach } from '#features/papers/queries.server.ts'
import type { PaperView } from '#features/papers/schema.ts'
import { fingerprintOf, listTemplate, textLeftOut, textOfList } from '#features/roster/spreadsheets/queries.server.ts'
import { readListTableInWorker } from '#integrations/worker/read-in-worker.ts'
import type { Language } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { type CarField, RECORD_FIELDS, type RecordField, carColumns, columnsToRead, listedKinds } from './columns.ts'
import { type CarListReading, type ListedCar, isUsualPlate, readCars } from './reading.ts'
import {
  type CarListChange,
  type CarListLine,
  type CarListProblem,
  type CarListProposal,
  type CarListWarning,
  type KeptTitle,
  type TakenList,
  takenCars,
} from './schema.ts'

/** The changes that a list of cars would make, line by line; nothing is stored. */
export async function proposeCarList(
  text: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<CarListProposal> {
  const { proposal } = await proposeCars(text, now, on)
  return proposal
}

/** What a list would do, and the lines as they were understood, by their numbers. */
export async function proposeCars(text: string, now: Temporal.Instant, on: Kysely<DB> = db) {
  const kinds = listedKinds(await listKinds(on))
  const reading = await readCarList(text, kinds, now.toZonedDateTimeISO(ZONE).toPlainDate())
  const fleet = await readFleet(reading.cars, now, on)
  const found: CarListProblem[] = []
  const all = reading.cars.map((car) => lineOf(car, { fleet, kinds, reading, found }))
  const placeOf = ({ column }: CarListProblem) => reading.columns.indexOf(column)
  const problems = [...reading.problems, ...found].toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || placeOf(a) - placeOf(b),
  )
  const left = linesLeftOut(problems)
  const lines = all.filter(({ line }) => !left.includes(line))
  const { unused, unnamed, sums } = reading
  const proposal: CarListProposal = {
    lines,
    left,
    problems,
    unused,
    unnamed,
    sums,
    fingerprint: fingerprintOf(text, lines),
  }
  return { proposal, fleet, cars: new Map(reading.cars.map((car) => [car.line, car])), rows: reading.rows }
}

/** The lines of a list of cars that stay out, under its headings, as they were written; `null` when none does. */
export async function carsLeftOut(text: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<string | null> {
  const { proposal, rows } = await proposeCars(text, now, on)
  return textLeftOut(text, rows, proposal.left)
}

/** The text of an uploaded list of cars. Refuses what `textOfList` refuses. */
export async function textOfCarList(bytes: Uint8Array): Promise<string> {
  return await textOfList(bytes, columnsToRead(carColumns(await listKinds())))
}

/** The headings of a list of cars, in the language of the page. */
export async function carListHeadings(language: Language): Promise<string[]> {
  const t = translator(language)
  return carColumns(await listKinds()).map(({ heading }) => heading(t))
}

/** An empty list of cars to be filled in. Answers the bytes. */
export async function carListTemplate(format: 'csv' | 'xlsx', language: Language): Promise<Uint8Array> {
  return await listTemplate(format, await carListHeadings(language), language)
}

async function readCarList(
  text: string,
  kinds: readonly PaperKind[],
  today: Temporal.PlainDate,
): Promise<CarListReading> {
  const table = await readListTableInWorker(text, columnsToRead(carColumns(kinds)))
  if (!table) throw new Refusal('spreadsheet.unreadable')
  return readCars(table, today)
}

type Fleet = {
  cars: ReadonlyMap<string, Vehicle>
  titles: ReadonlyMap<string, KeptTitle & { hasMore: boolean }>
  papers: ReadonlyMap<string, readonly PaperView[]>
}

/** The cars of the fleet by plate; titles and papers by car. */
async function readFleet(listed: readonly ListedCar[], now: Temporal.Instant, on: Kysely<DB>): Promise<Fleet> {
  const cars = new Map([...(await findVehicles(undefined, on)).values()].map((car) => [car.plate, car]))
  const ids = listed.flatMap(({ plate }) => cars.get(plate)?.id ?? [])
  const [titles, papers] = await Promise.all([listTitles(on), papersOfEach({ holder: 'car', ids }, now, on)])
  return { cars, titles, papers }
}

type Around = {
  fleet: Fleet
  kinds: readonly PaperKind[]
  reading: CarListReading
  found: CarListProblem[]
}

function lineOf(listedCar: ListedCar, { fleet, kinds, reading, found }: Around): CarListLine {
  const { line, plate } = listedCar
  const car = fleet.cars.get(plate) ?? null
  const parts = { fills: [] as CarListChange[], differs: [] as CarListChange[], warnings: [] as CarListWarning[] }
  const report = (field: CarField, code: CarListProblem['code'], what: string) =>
    found.push({ line, column: reading.headingOf(field), code, found: what })
  const compare = (field: CarField, to: string, from: string | null, isSame: boolean) => {
    const change = { field, heading: reading.headingOf(field), to, from }
    if (from === null) parts.fills.push(change)
    else if (!isSame) parts.differs.push(change)
  }
  const warn = (code: CarListWarning['code'], field: CarField, what: string) =>
    parts.warnings.push({ code, field, heading: reading.headingOf(field), found: what })
  if (plate !== '' && !isUsualPlate(plate)) warn('plate-unusual', 'plate', plate)

  for (const field of RECORD_FIELDS) {
    const value = listedCar.record[field]
    if (value === undefined || value === null) continue
    if (field === 'status' && !isOwnStatus()) continue
    const kept = car && keptText(car, field)
    compare(field, String(value), kept, kept !== null && isSameText(String(value), kept))
  }
  const title = (car && fleet.titles.get(car.id)) ?? null
  if (listedCar.title === 'driver' && title?.title !== 'driver') report('title', 'title-of-driver', '')
  else if (listedCar.title !== null && title?.title === 'driver' && listedCar.title !== 'driver')
    warn('title-stays', 'title', '')
  else if (listedCar.title !== null)
    compare('title', listedCar.title, title?.title ?? null, listedCar.title === title?.title)
  const { firstRegisteredOn: first } = listedCar
  if (first !== null) {
    if (title === null && listedCar.title === null) report('firstRegisteredOn', 'title-missing', '')
    compare('firstRegisteredOn', first, title?.firstRegisteredOn ?? null, first === title?.firstRegisteredOn)
  }
  const present = new Map(
    ((car && fleet.papers.get(car.id)) ?? []).flatMap((paper) =>
      paper.state === 'accepted' ? [[paper.kind, paper]] : [],
    ),
  )
  for (const kind of kinds) {
    const paper = listedCar.papers.get(kind.code)
    if (paper) comparePaper(kind, paper, present.get(kind.code) ?? null)
  }
  return { line, plate, vehicleId: car?.id ?? null, ...parts }

  /** A car is sold, and comes back, on its own page: there stands when and for how much. */
  function isOwnStatus(): boolean {
    const { status } = listedCar.record
    const isSold = car?.status === 'sold'
    if (status !== 'sold' && !isSold) return true
    if (status === 'sold' && car === null) report('status', 'sold-new', '')
    else if (status === 'sold' && !isSold) warn('sell-there', 'status', '')
    else if (status !== 'sold') warn('sold', 'status', '')
    return false
  }

  function comparePaper(
    { code, hasExpiry }: PaperKind,
    { until, number }: { until: string | null; number: string | null },
    current: PaperView | null,
  ): void {
    const [days, numbers] = [`until:${code}` as const, `number:${code}` as const]
    const isSameNumber = number === null || number === current?.number
    if (hasExpiry && until === null) {
      if (!isSameNumber) report(numbers, 'paper-end-missing', number ?? '')
      return
    }
    const isLonger = current === null || (until !== null && current.expiresOn !== null && current.expiresOn < until)
    if (isLonger) {
      if (until !== null) compare(days, until, current?.expiresOn ?? null, false)
      if (number !== null) compare(numbers, number, current && (current.number ?? ''), isSameNumber)
      return
    }
    if (until !== null && until !== current.expiresOn) warn('paper-shorter', days, current.expiresOn ?? '')
    else if (!isSameNumber) warn('number-stays', numbers, current.number ?? '')
  }
}

/** What the record says, as text; `null` for what it does not say: no energy, no rent of its own. */
function keptText(car: Vehicle, field: RecordField): string | null {
  const kept = car[field]
  return kept === null || kept === '' || (field === 'rent' && kept === 0) ? null : String(kept)
}

/** Whether a list says what a record does: a sheet keeps no line breaks. */
function isSameText(listedText: string, kept: string): boolean {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  return plain(kept) === plain(listedText)
}

/** Lists that were taken in, the latest first. */
export async function listTakenLists(on: Kysely<DB> = db): Promise<TakenList[]> {
  const rows = await selectTaken(on).orderBy('taken_at', 'desc').limit(SHOWN).execute()
  return rows.map(viewOf)
}

/** Most lists that the page of the next one names. */
const SHOWN = 10

/** A list that was taken in. Refuses `record.not-found`. */
export async function getTakenList(id: string, on: Kysely<DB> = db): Promise<TakenList> {
  const row = await selectTaken(on).where('car_lists.id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return viewOf(row)
}

function selectTaken(on: Kysely<DB>) {
  return on
    .selectFrom('car_lists')
    .leftJoin('users as takers', 'takers.uid', 'taken_by')
    .leftJoin('users as undoers', 'undoers.uid', 'undone_by')
    .select(['car_lists.id', 'taken_at', 'cars', 'papers', 'undone_at'])
    .select([personName('takers').as('taker'), personName('undoers').as('undoer')])
}

type TakenRow = Awaited<ReturnType<ReturnType<typeof selectTaken>['execute']>>[number]

function viewOf({ id, taken_at, cars, papers, undone_at, taker, undoer }: TakenRow): TakenList {
  const all = takenCars
    .parse(cars)
    .map(({ vehicleId, plate, isNew }) => ({ id: vehicleId, plate: showPlate(plate), isNew }))
  const shown = (isNew: boolean) => all.flatMap(({ isNew: isNewCar, ...car }) => (isNewCar === isNew ? [car] : []))
  return {
    id,
    at: taken_at.toString(),
    by: taker,
    created: shown(true),
    changed: shown(false),
    papers: papers.length,
    undone: undone_at && { at: undone_at.toString(), by: undoer },
  }
}

/** The columns of a record that a list changed, as they were. */
export function recordBefore(car: Vehicle, changes: readonly CarListChange[]): Record<string, unknown> {
  const own = new Set<string>(Object.keys(vehicleRecord.fields))
  return Object.fromEntries(
    changes.flatMap(({ field }) => (own.has(field) ? [[field, car[field as RecordField]]] : [])),
  )
}
