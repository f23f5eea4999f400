import { type Kysely, type Selectable, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type RowQuestion, type Waiting, askAlone, askTogether, listQuestion, momentOf } from '#db/together.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB, Papers } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { namesApart } from '#domain/driver.ts'
import { showPlate } from '#domain/identifiers.ts'
import { type Day, type PaperKind, type PaperState, daysUntil, exemptUntil, shownPaperState } from '#domain/paper.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE, weekAt } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { paperQuestions, listKinds } from './kinds/queries.server.ts'
import type { PaperOf, PaperSlot, PaperView, Roadside, WaitingPaper } from './schema.ts'
import { listPlatformReviews } from './platform-reviews/queries.server.ts'

/** The day it is in Lisbon. */
export function dayAt(now: Temporal.Instant): Day {
  return now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}

/** Days that a driver usually gets to send a document. */
const DAYS_TO_SEND = 7

/** The day by which a document that is requested now should be sent. */
export function dayToSendBy(now: Temporal.Instant): Day {
  return Temporal.PlainDate.from(dayAt(now)).add({ days: DAYS_TO_SEND }).toString()
}

/** The open request for one kind of document; `null` where there is none. */
export async function findRequest(driverId: string, code: string, now: Temporal.Instant): Promise<PaperView | null> {
  const papers = await papersOf({ holder: 'driver', id: driverId }, now)
  return papers.find(({ kind, state }) => kind === code && state === 'asked') ?? null
}

/**
 * Every kind that applies to a holder with its present documents, in the order of the list; a kind no longer used only where a
 * document is there.
 */
export async function listSlots(of: PaperOf, now: Temporal.Instant, on: Kysely<DB> = db): Promise<PaperSlot[]> {
  const [kinds, papers, groups] = [await listKinds(on), await papersOf(of, now, on), await groupsOf(of, now, on)]
  const slots = slotsOf({ of, groups, registered: await registeredOn(of, on) }, { kinds, papers }, now)
  return (await readReviews(slots, on))(slots)
}

type Slot = Omit<PaperSlot, 'reviews'>
/** The holder of documents, with the groups that decide which are required of it. */
type Holder = { of: PaperOf; groups: readonly string[]; registered: Day | null }

function slotsOf(
  { of, groups, registered }: Holder,
  { kinds, papers }: { kinds: readonly PaperKind[]; papers: readonly PaperView[] },
  now: Temporal.Instant,
): Slot[] {
  const exemptUntilOf = ({ firstAfterMonths }: PaperKind) => {
    const until = exemptUntil(registered, firstAfterMonths)
    return until !== null && dayAt(now) <= until ? until : null
  }
  const isAsked = ({ appliesTo, isUsed }: PaperKind) =>
    isUsed && (appliesTo.length === 0 || groups.some((group) => appliesTo.includes(group)))
  return kinds
    .filter(({ holder }) => holder === of.holder)
    .map((kind) =>
      slotOf(
        kind,
        { isAsked: isAsked(kind), exemptUntil: exemptUntilOf(kind) },
        papers.filter((paper) => paper.kind === kind.code),
      ),
    )
    .filter(({ isAsked: asked, current, onItsWay }) => asked || current !== null || onItsWay !== null)
}

/** Reads the platforms' reviews of all documents that count at once; answers how to add them to slots. */
async function readReviews(
  slots: readonly Slot[],
  on: Kysely<DB>,
): Promise<(someSlots: readonly Slot[]) => PaperSlot[]> {
  const reviews = await listPlatformReviews(
    slots.flatMap(({ current }) => current?.id ?? []),
    on,
  )
  return (someSlots) =>
    someSlots.map((slot) => ({ ...slot, reviews: reviews.filter(({ paper }) => paper === slot.current?.id) }))
}

/** The slot of one kind; `null` where that kind is neither required of the holder nor there. */
export async function findSlot(of: PaperOf, code: string, now: Temporal.Instant): Promise<PaperSlot | null> {
  return (await listSlots(of, now)).find(({ kind }) => kind.code === code) ?? null
}

/** The slots as their driver sees them, without the names of the office's people who checked a document. */
export async function listOwnSlots(driver: OwnDriverId, now: Temporal.Instant): Promise<PaperSlot[]> {
  return (await listSlots({ holder: 'driver', id: driver }, now)).map(withoutOffice)
}

function withoutOffice(slot: PaperSlot): PaperSlot {
  return { ...slot, current: slot.current && { ...slot.current, answeredBy: null } }
}

/** `papers`: the newest first. */
function slotOf(
  kind: PaperKind,
  requirement: Pick<PaperSlot, 'isAsked' | 'exemptUntil'>,
  papers: readonly PaperView[],
): Slot {
  const current = papers.find(({ state }) => state === 'accepted') ?? null
  const onItsWay = papers.find(({ state }) => state === 'asked' || state === 'sent') ?? null
  const [newest] = papers
  const refusedPaper = newest?.state === 'refused' ? newest : null
  const shownState = current?.shownState ?? (requirement.exemptUntil === null ? 'missing' : 'exempt')
  return { kind, ...requirement, current, onItsWay, refused: refusedPaper, shownState }
}

/** The day a car was first registered; `null` when unknown. */
async function registeredOn(of: PaperOf, on: Kysely<DB>): Promise<Day | null> {
  if (of.holder !== 'car') return null
  const title = await on
    .selectFrom('vehicle_titles')
    .select('first_registered_on')
    .where('vehicle_id', '=', idOf(of))
    .executeTakeFirst()
  return title?.first_registered_on ?? null
}

/** The title of a car; the regime of a driver, and `slot` for a driver who holds a driver's own car. */
async function groupsOf(of: PaperOf, now: Temporal.Instant, on: Kysely<DB>): Promise<string[]> {
  if (of.holder === 'company') return []
  const title = on.selectFrom('vehicle_titles').select('title')
  if (of.holder === 'car') {
    const row = await title.where('vehicle_id', '=', idOf(of)).executeTakeFirst()
    return row ? [row.title] : []
  }
  const slot = await title
    .where('vehicle_id', 'in', heldNow(idOf(of), now, on))
    .where('title', '=', 'driver')
    .executeTakeFirst()
  return [(await askAlone(regimeAt(of.id, now), on)) ?? [], slot ? 'slot' : []].flat()
}

function regimeAt(driver: string, now: Temporal.Instant): RowQuestion<{ regime: string } | null, string | null> {
  return {
    ask: (on) =>
      on
        .selectFrom('terms')
        .select('regime')
        .where('driver_id', '=', readRecordId(driver))
        .where('withdrawn_at', 'is', null)
        .where('valid_from', '<=', weekAt(now))
        .orderBy('valid_from', 'desc')
        .limit(1),
    read: (agreed) => agreed?.regime ?? null,
  }
}

/** Every document of a holder, the newest first; for a driver also those of records merged into this one. */
export async function papersOf(of: PaperOf, now: Temporal.Instant, on: Kysely<DB> = db): Promise<PaperView[]> {
  const rows = await selectPapers(on)
    .$if(of.holder === 'driver', (query) => query.where('papers.driver_id', 'in', sql<string>`(${sameRecord(of)})`))
    .$if(of.holder === 'car', (query) => query.where('papers.vehicle_id', '=', idOf(of)))
    .$if(of.holder === 'company', (query) =>
      query.where('papers.driver_id', 'is', null).where('papers.vehicle_id', 'is', null),
    )
    .orderBy('papers.ordinal', 'desc')
    .execute()
  return rows.map((row) => viewOf(row, dayAt(now)))
}

/** The documents of several drivers or cars, as `papersOf` lists those of one, by holder. */
export async function papersOfEach(
  { holder, ids }: { holder: 'driver' | 'car'; ids: readonly string[] },
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<ReadonlyMap<string, PaperView[]>> {
  if (ids.length === 0) return new Map()
  const merged =
    holder === 'driver'
      ? sql`union select line.asked, d.id from drivers d join line on d.merged_into = line.record`
      : sql``
  const records = sql<{ asked: string; record: string }>`(with recursive line as (
    select asked, asked as record from unnest(${[...ids]}::uuid[]) asked ${merged}) select asked, record from line)`
  const rows = await selectPapers(on)
    .innerJoin(records.as('own'), 'own.record', holder === 'driver' ? 'papers.driver_id' : 'papers.vehicle_id')
    .select('own.asked')
    .orderBy('papers.ordinal', 'desc')
    .execute()
  const ofHolder = Map.groupBy(rows, ({ asked }) => asked)
  return new Map([...ofHolder].map(([holderId, own]) => [holderId, own.map((row) => viewOf(row, dayAt(now)))]))
}

function idOf(of: PaperOf): string {
  return of.holder === 'company' ? '' : readRecordId(of.id)
}

/** The record and all that were merged into it. */
function sameRecord(of: PaperOf) {
  return sql`with recursive line as (
    select id from drivers where id = ${idOf(of)}::uuid
    union select d.id from drivers d join line on d.merged_into = line.id) select id from line`
}

/** One paper. Refuses `record.not-found`. */
export async function getPaper(id: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<WaitingPaper> {
  const row = await selectNamed(on).where('papers.id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return waitingOf(row, dayAt(now))
}

/** The document of the same kind and holder that counts now, which a new one would replace; `null` when there is none. */
export async function findCounting(
  { kind, holder, holderId }: Pick<PaperView, 'kind' | 'holder' | 'holderId'>,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<PaperView | null> {
  const of: PaperOf = holder === 'company' || holderId === null ? { holder: 'company' } : { holder, id: holderId }
  return (await papersOf(of, now, on)).find((paper) => paper.kind === kind && paper.state === 'accepted') ?? null
}

/** The most documents that the office checks at once. */
const MAX_WAITING_PAPERS = 500

/** Documents that wait to be checked, the oldest first. */
export async function listWaiting(now: Temporal.Instant, on: Kysely<DB> = db): Promise<WaitingPaper[]> {
  const rows = await selectNamed(on)
    .where('papers.state', '=', 'sent')
    .orderBy('papers.sent_at')
    .orderBy('papers.ordinal')
    .limit(MAX_WAITING_PAPERS)
    .execute()
  return namesApart(rows).map((row) => waitingOf(row, dayAt(now)))
}

/** The next document to check after one was answered; `null` when none is left. */
export async function nextWaiting(on: Kysely<DB> = db): Promise<string | null> {
  const next = await on
    .selectFrom('papers')
    .select('id')
    .where('state', '=', 'sent')
    .orderBy('sent_at')
    .orderBy('ordinal')
    .limit(1)
    .executeTakeFirst()
  return next?.id ?? null
}

/** Number of documents that wait to be checked, and since when. */
export const waitingPapers = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('papers')
      .select([sql<number>`count(*)`.as('count'), sql`min(sent_at)`.as('since')])
      .where('state', '=', 'sent'),
  read: ({ count, since }: Omit<Waiting, 'only'>) => ({ count, since: momentOf(since) }),
}

/** The file of a paper. Refuses `record.not-found`, also where no file is kept. */
export async function readPaperFile(id: string, on: Kysely<DB> = db) {
  return fileOf(await withFile(id, on).executeTakeFirst())
}

/**
 * The file of a document for a driver: of their own records, of a car they hold at this moment, published by the
 * operator, or of the operator and shown at the roadside. Refuses `record.not-found`, also for anybody else's.
 */
export async function readOwnPaperFile(id: string, driver: OwnDriverId, now: Temporal.Instant, on: Kysely<DB> = db) {
  const ownPaper = withFile(id, on).where(({ or, eb }) =>
    or([
      eb('driver_id', 'in', sql<string>`(${sameRecord({ holder: 'driver', id: driver })})`),
      eb.and([eb('vehicle_id', 'in', heldNow(driver, now, on)), eb('state', '=', 'accepted')]),
      eb.and([eb('published_at', 'is not', null), eb('state', '=', 'accepted')]),
      eb.and([
        ...(['driver_id', 'vehicle_id'] as const).map((holder) => eb(holder, 'is', null)),
        eb('state', '=', 'accepted'),
        eb('kind', 'in', on.selectFrom('paper_kinds').select('code').where('at_roadside', '=', true)),
      ]),
    ]),
  )
  return fileOf(await ownPaper.executeTakeFirst())
}

/** The slots of a driver and of each car they hold at this moment, read together. */
export async function listOwnPapers(
  driver: OwnDriverId,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ slots: PaperSlot[]; cars: { plate: string; slots: PaperSlot[] }[] }> {
  const { kinds, regime, held } = await askTogether(
    { kinds: paperQuestions.kinds, regime: regimeAt(driver, now), held: carsHeldBy(driver, now) },
    on,
  )
  const rows = await selectPapers(on)
    .where((paper) =>
      paper.or([
        paper('papers.driver_id', 'in', sql<string>`(${sameRecord({ holder: 'driver', id: driver })})`),
        paper('papers.vehicle_id', '=', sql<string>`any(${held.map(({ id }) => id)}::uuid[])`),
      ]),
    )
    .orderBy('papers.ordinal', 'desc')
    .execute()
  const papers = rows.map((row) => viewOf(row, dayAt(now)))
  const groups = [regime ?? [], held.some(({ title }) => title === 'driver') ? 'slot' : []].flat()
  const driverSlots = slotsOf(
    { of: { holder: 'driver', id: driver }, groups, registered: null },
    { kinds, papers: papers.filter(({ holder }) => holder === 'driver') },
    now,
  )
  const cars = held.map(({ id, plate, title, registered }) => {
    const of: Holder = { of: { holder: 'car', id }, groups: title === null ? [] : [title], registered }
    const ofCar = papers.filter(({ holder, holderId }) => holder === 'car' && holderId === id)
    return { plate, slots: slotsOf(of, { kinds, papers: ofCar }, now).filter(({ current }) => current !== null) }
  })
  const reviewed = await readReviews([...driverSlots, ...cars.flatMap(({ slots }) => slots)], on)
  const forDriver = (slots: readonly Slot[]) => reviewed(slots).map(withoutOffice)
  return { slots: forDriver(driverSlots), cars: cars.map(({ plate, slots }) => ({ plate, slots: forDriver(slots) })) }
}

/**
 * The documents a driver shows at the roadside: their own, the operator's, and those of each car they hold at this moment.
 */
export async function listRoadside(driver: OwnDriverId, now: Temporal.Instant, on: Kysely<DB> = db): Promise<Roadside> {
  const forRoadside = (slots: readonly PaperSlot[]) =>
    slots.filter(({ kind, isAsked, current }) => kind.atRoadside && (isAsked || current !== null)).map(withoutOffice)
  const cars = await on
    .selectFrom('vehicles')
    .select(['id', 'plate', 'make', 'model'])
    .where('id', 'in', heldNow(driver, now, on))
    .orderBy('plate')
    .execute()
  const ofCars: Roadside['cars'][number][] = []
  for (const { id, plate, make, model } of cars)
    ofCars.push({
      plate,
      name: `${make} ${model}`.trim(),
      slots: forRoadside(await listSlots({ holder: 'car', id }, now, on)),
    })
  return {
    own: forRoadside(await listSlots({ holder: 'driver', id: driver }, now, on)),
    cars: ofCars,
    company: forRoadside(await listSlots({ holder: 'company' }, now, on)),
  }
}

/** The cars that a driver holds at this moment, with their titles. */
const carsHeldBy = (driver: string, now: Temporal.Instant) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('vehicles')
        .leftJoin('vehicle_titles', 'vehicle_titles.vehicle_id', 'vehicles.id')
        .select(['vehicles.id', 'plate', 'title', 'first_registered_on as registered'])
        .where('vehicles.id', 'in', heldNow(driver, now, on))
        .orderBy('plate'),
    (rows: { id: string; plate: string; title: string | null; registered: Day | null }[]) => rows,
  )

function heldNow(driver: string, now: Temporal.Instant, on: Kysely<DB>) {
  return on
    .selectFrom('assignments')
    .select('assignments.vehicle_id')
    .where('assignments.driver_id', '=', driver)
    .where(sql<boolean>`period @> ${now.toString()}::timestamptz`)
}

function withFile(id: string, on: Kysely<DB>) {
  return on
    .selectFrom('papers')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['file_sha256', 'file_name', 'media_type'])
    .where('papers.id', '=', readRecordId(id))
}

async function fileOf(kept: { file_sha256: string | null; file_name: string | null; media_type: string } | undefined) {
  if (!kept?.file_sha256) throw new Refusal('record.not-found')
  return { name: kept.file_name ?? '', mediaType: kept.media_type, bytes: await readKeptFile(kept.file_sha256) }
}

function selectPapers(on: Kysely<DB>) {
  return on
    .selectFrom('papers')
    .innerJoin('paper_kinds', 'paper_kinds.code', 'papers.kind')
    .leftJoin('users', 'users.uid', 'papers.answered_by')
    .selectAll('papers')
    .select(['paper_kinds.holder', ({ fn }) => fn.coalesce('users.display_name', 'users.email').as('answerer')])
}

function selectNamed(on: Kysely<DB>) {
  return selectPapers(on)
    .leftJoin('drivers', 'drivers.id', 'papers.driver_id')
    .leftJoin('vehicles', 'vehicles.id', 'papers.vehicle_id')
    .select(['paper_kinds.name_pt', 'paper_kinds.name_en', 'drivers.ref', 'drivers.name', 'vehicles.plate'])
}

type Row = Selectable<Papers> & { holder: string; answerer: string | null }

function viewOf(row: Row, today: Day): PaperView {
  const state = row.state as PaperState
  const facts = {
    state,
    issuedOn: row.issued_on,
    expiresOn: row.expires_on,
    replacedOn: row.replaced_on,
    sentOn: row.sent_at && dayAt(row.sent_at),
  }
  return {
    id: row.id,
    kind: row.kind,
    holder: row.holder as PaperView['holder'],
    holderId: row.driver_id ?? row.vehicle_id,
    state,
    shownState: shownPaperState(facts, today),
    number: openOf('papers.number', row.id, row.number),
    issuedOn: row.issued_on,
    expiresOn: row.expires_on,
    daysLeft: row.expires_on === null ? null : daysUntil(row.expires_on, today),
    fileName: row.file_name,
    dueOn: row.due_on,
    words: row.words,
    reason: row.reason,
    askedAt: row.asked_at?.toString() ?? null,
    sentAt: row.sent_at?.toString() ?? null,
    answeredAt: row.answered_at?.toString() ?? null,
    answeredBy: row.answerer,
    publishedAt: row.published_at?.toString() ?? null,
  }
}

function waitingOf(
  row: Row & { name_pt: string; name_en: string; name: string | null; plate: string | null },
  today: Day,
): WaitingPaper {
  return {
    ...viewOf(row, today),
    kindName: { pt: row.name_pt, en: row.name_en },
    of: row.name ?? (row.plate ? showPlate(row.plate) : ''),
    ofId: row.driver_id ?? row.vehicle_id,
  }
}
