import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { requireValue } from '#domain/certain.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { CarTitle } from '#domain/vehicle.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { type ListedTitle, removeListedTitles, saveListedTitles } from '#features/fleet/upkeep/commands.server.ts'
import { listTitles } from '#features/fleet/upkeep/queries.server.ts'
import { createVehicles, removeVehicles, saveVehicles } from '#features/fleet/vehicles/commands.server.ts'
import { findVehicles, namedPlates } from '#features/fleet/vehicles/queries.server.ts'
import { type NewVehicleInput, vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { type ListedPaper, removeListedPapers, takeListedPapers } from '#features/papers/commands.server.ts'
import { proposeCars, recordBefore } from './queries.server.ts'
import type { ListedCar } from './reading.ts'
import { type CarListLine, type TakeCarListInput, type TakenCar, takenCars } from './schema.ts'

/**
 * Takes a list of cars in as it was shown; answers the id under which it can be taken back, `null` if it changed nothing.
 * All of the lines that are understood or nothing; the others stay out (`carsLeftOut`). Where the list differs from a
 * record, `differences` says which of the two counts.
 *
 * Refuses `spreadsheet.problems` while no line is understood, `spreadsheet.changed` when it would do something else than
 * was shown, and whatever the commands of cars and papers do.
 */
export async function takeCarListIn(
  change: Change,
  { text, fingerprint, differences }: TakeCarListInput,
): Promise<string | null> {
  await lockLists(change)
  const { proposal, fleet, cars } = await proposeCars(text, change.now, change.tx)
  if (proposal.lines.length === 0) throw new Refusal('spreadsheet.problems', { count: proposal.problems.length })
  if (proposal.fingerprint !== fingerprint) throw new Refusal('spreadsheet.changed')
  const effective = proposal.lines.map((line) => ({
    line,
    listed: requireValue(cars, line.line),
    car: fleet.cars.get(line.plate) ?? null,
    changes: differences === 'list' ? [...line.fills, ...line.differs] : line.fills,
  }))
  const newOnes = effective.filter(({ car }) => car === null)
  const createdIds = await createVehicles(
    change,
    newOnes.map(({ listed }) => recordOf(listed)),
  )
  const idOf = new Map(newOnes.map(({ line }, at) => [line.plate, createdIds[at] ?? '']))
  const takenLines = effective.map((effectiveLine) => ({
    ...effectiveLine,
    id: effectiveLine.car?.id ?? requireValue(idOf, effectiveLine.line.plate),
  }))
  const saved = takenLines.flatMap(({ car, changes, listed, id }) => {
    const before = car && recordBefore(car, changes)
    if (!car || !before || Object.keys(before).length === 0) return []
    const values = Object.keys(before).map((field) => [field, Reflect.get(listed.record, field)])
    return [{ id, input: { ...car, ...Object.fromEntries(values) } }]
  })
  await saveVehicles(change, saved)
  const titles = takenLines.flatMap(({ id, changes, listed }) => titleAfter(id, changes, listed, fleet.titles.get(id)))
  await saveListedTitles(change, titles)
  const papers = takenLines.flatMap(({ id, changes, listed }) => papersOf(id, changes, listed))
  const paperIds = (await takeListedPapers(change, papers)).filter((id) => id !== null)

  const titleOf = new Map(titles.map(({ vehicleId, ...title }) => [vehicleId, title]))
  const withPapers = new Set(papers.flatMap(({ of }) => (of.holder === 'car' ? [of.id] : [])))
  const kept = takenLines.flatMap(({ id, car, changes, line }): TakenCar[] => {
    const before = car && recordBefore(car, changes)
    const isSaved = before !== null && Object.keys(before).length > 0
    const [after, titleBefore] = [titleOf.get(id), fleet.titles.get(id)]
    if (car && !isSaved && !after && !withPapers.has(id)) return []
    return [
      {
        vehicleId: id,
        plate: line.plate,
        isNew: car === null,
        version: car === null ? 1 : car.version + (isSaved ? 1 : 0),
        record: isSaved ? before : null,
        title: after
          ? {
              before: titleBefore
                ? { title: titleBefore.title, firstRegisteredOn: titleBefore.firstRegisteredOn }
                : null,
              after,
            }
          : null,
      },
    ]
  })
  if (kept.length === 0) return null
  const id = randomUUID()
  await change.tx
    .insertInto('car_lists')
    .values({
      id,
      taken_at: change.now.toString(),
      taken_by: change.actor.uid,
      cars: JSON.stringify(kept),
      papers: paperIds,
    })
    .execute()
  const created = newOnes.length
  change.note({ subject: 'fleet', after: { listed: takenLines.length, created, known: takenLines.length - created } })
  return id
}

/**
 * Takes a list back as a whole: the cars that it created go, and what it changed is as before. Refuses `car-list.undone`,
 * `car-list.changed-since` when somebody changed one of its cars since, `vehicle.in-use` when anything else mentions a car
 * that it created, and `paper.answered` when one of its papers was replaced since.
 */
export async function undoCarList(change: Change, listId: string): Promise<void> {
  await lockLists(change)
  const list = await change.tx
    .selectFrom('car_lists')
    .selectAll()
    .where('id', '=', readRecordId(listId))
    .forUpdate()
    .executeTakeFirst()
  if (!list) throw new Refusal('record.not-found')
  if (list.undone_at !== null) throw new Refusal('car-list.undone')
  await change.tx
    .updateTable('car_lists')
    .set({ undone_at: change.now.toString(), undone_by: change.actor.uid })
    .where('id', '=', list.id)
    .execute()
  const cars = takenCars.parse(list.cars)
  const found = await findVehicles(
    cars.map(({ vehicleId }) => vehicleId),
    change.tx,
  )
  const titles = await listTitles(change.tx)
  const changed = cars.filter(({ vehicleId, version, title }) => {
    const now = titles.get(vehicleId)
    const isTitleAsListed =
      title === null ||
      (now?.title === title.after.title &&
        now.firstRegisteredOn === title.after.firstRegisteredOn &&
        (title.before !== null || !now.hasMore))
    return found.get(vehicleId)?.version !== version || !isTitleAsListed
  })
  if (changed.length > 0)
    throw new Refusal('car-list.changed-since', {
      plates: namedPlates(changed.map(({ plate }) => plate)),
      count: changed.length,
    })
  await removeListedPapers(change, list.papers)
  await removeListedTitles(
    change,
    cars.flatMap(({ vehicleId, title }) => (title && title.before === null ? [vehicleId] : [])),
  )
  await saveListedTitles(
    change,
    cars.flatMap(({ vehicleId, title }): ListedTitle[] =>
      title?.before ? [{ vehicleId, ...title.before, title: title.before.title as CarTitle }] : [],
    ),
  )
  await saveVehicles(
    change,
    cars.flatMap(({ vehicleId, record }) =>
      record === null ? [] : [{ id: vehicleId, input: { ...requireValue(found, vehicleId), ...record } }],
    ),
  )
  await removeVehicles(
    change,
    cars.flatMap(({ vehicleId, isNew }) => (isNew ? [vehicleId] : [])),
  )
  change.note({ subject: 'fleet', before: { listed: cars.length }, after: null })
}

/** Lists come and go one after the other: each is held against the fleet that the one before left. */
async function lockLists({ tx }: Change): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('car lists'))`.execute(tx)
}

function recordOf({ plate, record }: ListedCar): NewVehicleInput {
  return { ...vehicleRecord.nothing, ...record, plate }
}

type Changes = CarListLine['fills']

function titleAfter(
  vehicleId: string,
  changes: Changes,
  listedCar: ListedCar,
  before: { title: CarTitle; firstRegisteredOn: string | null } | undefined,
): ListedTitle[] {
  const says = (field: string) => changes.some((change) => change.field === field)
  if (!says('title') && !says('firstRegisteredOn')) return []
  const title = says('title') ? listedCar.title : (before?.title ?? null)
  const { firstRegisteredOn } = says('firstRegisteredOn') ? listedCar : (before ?? { firstRegisteredOn: null })
  return title === null ? [] : [{ vehicleId, title, firstRegisteredOn }]
}

function papersOf(vehicleId: string, changes: Changes, { papers }: ListedCar): ListedPaper[] {
  return [...papers].flatMap(([kind, { until, number }]): ListedPaper[] => {
    const isTaken = changes.some(({ field }) => field === `until:${kind}` || field === `number:${kind}`)
    return isTaken
      ? [{ of: { holder: 'car', id: vehicleId }, kind, number: number ?? '', issuedOn: null, expiresOn: until }]
      : []
  })
}
