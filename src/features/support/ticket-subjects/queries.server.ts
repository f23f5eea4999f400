import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { LineCode } from '#domain/settlement-types.ts'
import type { About } from '#domain/ticket.ts'
import { type Week, readWeek } from '#domain/week.ts'
import { listOwnReports } from '#features/fleet/damage-reports/queries.server.ts'
import { listOwnDamages } from '#features/fleet/damages/queries.server.ts'
import type { ReportView } from '#features/fleet/damage-reports/schema.ts'
import { listOwnFines } from '#features/fleet/fines/queries.server.ts'
import { findOpinions } from '#features/statements/disputes/queries.server.ts'
import type { TicketSubject } from './schema.ts'

/** Number of weeks that a driver can choose from; an older one is asked about from its own page. */
const WEEKS_OFFERED = 8

/**
 * Lists what a driver can choose to ask about: weeks, cars, fines, damages, reports and documents, each newest
 * first.
 */
export async function listTicketSubjects(
  driver: OwnDriverId,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<TicketSubject[]> {
  const [weeks, cars, fines, damages, reports, papers] = await Promise.all([
    settledWeeks(driver, on).orderBy('week', 'desc').limit(WEEKS_OFFERED).execute(),
    heldCars(driver, on).execute(),
    listOwnFines(driver, now, on),
    listOwnDamages(driver, on),
    listOwnReports(driver, on),
    ownPapers(driver, on).execute(),
  ])
  return [
    ...weeks.map(({ week }) => ({ kind: 'week' as const, week: week as Week })),
    ...cars.map((car) => ({ kind: 'car' as const, ...car })),
    ...fines.map(({ id, number }) => ({ kind: 'fine' as const, id, number })),
    ...damages.map(({ id, vehicle, type, part }) => ({
      kind: 'damage' as const,
      id,
      vehicle: vehicle.id,
      plate: vehicle.plate,
      type,
      part,
    })),
    ...reports.filter(({ state }) => state !== 'withdrawn').map(reportSubject),
    ...newestOfEach(papers).map(paperSubject),
  ]
}

/** Answers a subject that a driver can ask about. Refuses `record.not-found`, also for somebody else's. */
export async function getTicketSubject(
  driver: OwnDriverId,
  about: About,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<TicketSubject> {
  const found = await findTicketSubject(driver, about, now, on)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/**
 * Whether a driver can still contest the amounts of a subject: only a statement has some, only until its deadline, and a
 * line only while it was not contested before. After the office's answer a question is all that is left.
 */
export async function mayContest(
  driver: OwnDriverId,
  subject: TicketSubject,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<boolean> {
  if (subject.kind !== 'line' && subject.kind !== 'week') return false
  const opinions = await findOpinions(driver, subject.week, now, on)
  if (!opinions?.isOpen) return false
  const dispute = subject.kind === 'line' ? opinions.lines[subject.ordinal]?.dispute : null
  return !dispute || dispute.state === 'withdrawn'
}

async function findTicketSubject(
  driver: OwnDriverId,
  about: About,
  now: Temporal.Instant,
  on: Kysely<DB>,
): Promise<TicketSubject | null> {
  if (about.kind === 'week') {
    const known = await settledWeeks(driver, on).where('week', '=', readWeek(about.week)).executeTakeFirst()
    return known ? { kind: 'week', week: known.week as Week } : null
  }
  if (about.kind === 'line') return findLine(driver, readWeek(about.week), about.line, on)
  const id = readRecordId(about.id)
  if (about.kind === 'fine') {
    const fine = (await listOwnFines(driver, now, on)).find((one) => one.id === id)
    return fine ? { kind: 'fine', id, number: fine.number } : null
  }
  if (about.kind === 'damage') {
    const damage = (await listOwnDamages(driver, on)).find((one) => one.id === id)
    if (!damage) return null
    const { vehicle, type, part } = damage
    return { kind: 'damage', id, vehicle: vehicle.id, plate: vehicle.plate, type, part }
  }
  if (about.kind === 'report') {
    const report = (await listOwnReports(driver, on)).find((one) => one.id === id)
    return report ? reportSubject(report) : null
  }
  if (about.kind === 'car') {
    const car = await heldCars(driver, on).where('vehicles.id', '=', id).executeTakeFirst()
    return car ? { kind: 'car', ...car } : null
  }
  const paper = await ownPapers(driver, on).where('papers.id', '=', id).executeTakeFirst()
  return paper ? paperSubject(paper) : null
}

/** A line of the live statement. */
async function findLine(
  driver: OwnDriverId,
  week: Week,
  ordinal: number,
  on: Kysely<DB>,
): Promise<TicketSubject | null> {
  const line = await settledWeeks(driver, on)
    .innerJoin('settlement_lines', 'settlement_lines.settlement_id', 'settlements.id')
    .leftJoin('adjustments', 'adjustments.id', 'settlement_lines.adjustment_id')
    .select(['settlements.id as settlement', 'code', 'adjustment_id', 'about'])
    .where('settlements.week', '=', week)
    .where('settlement_lines.ordinal', '=', ordinal)
    .executeTakeFirst()
  if (!line) return null
  const adjustment = line.adjustment_id === null ? null : { about: line.about as Week | null }
  return {
    kind: 'line',
    week,
    ordinal,
    settlement: line.settlement,
    line: { code: line.code as LineCode, adjustment },
  }
}

const ownRecords = (driver: OwnDriverId) => sql<string>`(select own_records(${driver}))`

function settledWeeks(driver: OwnDriverId, on: Kysely<DB>) {
  return on
    .selectFrom('settlements')
    .select('settlements.week')
    .where('settlements.driver_id', 'in', ownRecords(driver))
    .where('settlements.state', '<>', 'void')
}

function heldCars(driver: OwnDriverId, on: Kysely<DB>) {
  return on
    .selectFrom('assignments')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['vehicles.id', 'plate'])
    .where('assignments.driver_id', 'in', ownRecords(driver))
    .groupBy(['vehicles.id', 'plate'])
    .orderBy(sql`max(lower(period))`, 'desc')
}

function ownPapers(driver: OwnDriverId, on: Kysely<DB>) {
  return on
    .selectFrom('papers')
    .innerJoin('paper_kinds', 'paper_kinds.code', 'papers.kind')
    .select(['papers.id', 'code', 'name_pt', 'name_en'])
    .where('papers.driver_id', 'in', ownRecords(driver))
    .orderBy('papers.ordinal', 'desc')
}

type PaperRow = { id: string; code: string; name_pt: string; name_en: string }

function newestOfEach(papers: readonly PaperRow[]): PaperRow[] {
  return papers.filter(({ code }, at) => papers.findIndex((paper) => paper.code === code) === at)
}

function reportSubject({ id, vehicle, at }: ReportView): TicketSubject {
  return { kind: 'report', id, vehicle: vehicle.id, plate: vehicle.plate, at }
}

function paperSubject({ id, code, name_pt, name_en }: PaperRow): TicketSubject {
  return { kind: 'paper', id, code, pt: name_pt, en: name_en }
}
