import { type Kysely, type SqlBool, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type Waiting } from '#db/together.server.ts'
import { moment } from '#db/moment.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import { type OwnDriverId, hasPower, roleFrom, scopesFrom } from '#domain/access.ts'
import { shownRef } from '#domain/driver.ts'
import type { DamageType, Part } from '#domain/inspection.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { LineCode } from '#domain/settlement-types.ts'
import type { TicketSide, TicketState, TicketTopic } from '#domain/ticket.ts'
import { type Week, ZONE } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import type { TicketSubject } from '#features/support/ticket-subjects/schema.ts'
import type { PromiseCounts, TicketMessage, TicketRow, TicketView } from './schema.ts'

/** Every ticket: first those that wait for the office, by the day of the promised answer; then the newest. */
export async function listTickets(now: Temporal.Instant, on: Kysely<DB> = db): Promise<TicketRow[]> {
  return readTickets(selectTickets(on), now)
}

/** A driver's own tickets, also those of records merged into this one; waiting ones first, then the newest. */
export async function listOwnTickets(
  driver: OwnDriverId,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<TicketRow[]> {
  return readTickets(selectTickets(on).where(isOf(driver)), now)
}

/** The tickets of a driver's record. */
export async function listTicketsOfDriver(driver: string, now: Temporal.Instant, on: Kysely<DB> = db) {
  return readTickets(selectTickets(on).where(isOf(readRecordId(driver))), now)
}

/** The tickets about a car: about the car itself, its damages, reports of damage, and its fines. */
export async function listTicketsOfCar(vehicle: string, now: Temporal.Instant, on: Kysely<DB> = db) {
  const id = readRecordId(vehicle)
  return readTickets(
    selectTickets(on).where((row) =>
      row.or([
        ...(['tickets.vehicle_id', 'damage.vehicle_id', 'fine.vehicle_id', 'report.vehicle_id'] as const).map((car) =>
          row(car, '=', id),
        ),
      ]),
    ),
    now,
  )
}

/** The tickets about a driver's report of damage, and about the damage that it became. */
export async function listTicketsOfReport(report: string, now: Temporal.Instant, on: Kysely<DB> = db) {
  return readTickets(
    selectTickets(on).where((row) =>
      row.or([row('tickets.damage_report_id', '=', report), row('damage.report_id', '=', report)]),
    ),
    now,
  )
}

/** One ticket with all its messages. Refuses `record.not-found`. */
export async function getTicket(id: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<TicketView> {
  return withMessages(await readTickets(selectTickets(on).where('tickets.id', '=', readRecordId(id)), now), on)
}

/**
 * One ticket for its driver, without names of the office's people. Refuses `record.not-found`, also for somebody else's.
 */
export async function getOwnTicket(
  driver: OwnDriverId,
  id: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<TicketView> {
  const ownTicket = selectTickets(on).where('tickets.id', '=', readRecordId(id)).where(isOf(driver))
  const ticket = await withMessages(await readTickets(ownTicket, now), on)
  return { ...ticket, assignee: null, messages: ticket.messages.map((message) => ({ ...message, author: null })) }
}

/** A file of a ticket; with `driver`, only of that person. Refuses `record.not-found`, also for somebody else's. */
export async function readTicketFile(ticket: string, file: string, driver: OwnDriverId | null, on: Kysely<DB> = db) {
  const row = await on
    .selectFrom('ticket_files')
    .innerJoin('ticket_messages', 'ticket_messages.id', 'message_id')
    .innerJoin('tickets', 'tickets.id', 'ticket_id')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['sha256', 'ticket_files.name', 'media_type'])
    .where('ticket_files.id', '=', readRecordId(file))
    .where('tickets.id', '=', readRecordId(ticket))
    .$if(driver !== null, (query) => query.where(isOf(driver as OwnDriverId)))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: row.name, mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}

/**
 * Number of tickets that wait for the office, the day by which the first is to be answered, and its id when there is
 * only one.
 */
export const waitingTickets = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('tickets')
      .where('state', '=', 'open')
      .select([
        sql<number>`count(*)`.as('count'),
        sql<string | null>`min(answer_by)::text`.as('by'),
        sql<string | null>`min(id::text)`.as('only'),
      ]),
  read: ({ count, by, only }: Omit<Waiting, 'since'> & { by: string | null }) => ({
    count,
    by,
    only: count === 1 ? only : null,
  }),
}

/** Number of a driver's own tickets with an unread answer. */
export async function countUnreadTickets(driver: OwnDriverId, on: Kysely<DB> = db): Promise<number> {
  const { count } = await on
    .selectFrom('tickets')
    .where(isOf(driver))
    .where(
      sql<SqlBool>`exists (select from ticket_messages m where m.ticket_id = tickets.id and m.side = 'office' and m.id > tickets.driver_read)`,
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Number of last days over which kept promises are counted. */
export const DAYS_COUNTED = 30

/** Number of answers in the last days by the promised day, and after it. */
export async function countPromises(now: Temporal.Instant, on: Kysely<DB> = db): Promise<PromiseCounts> {
  const { kept, late } = await on
    .selectFrom('ticket_messages')
    .where('answered_at', '>=', moment(now.subtract({ hours: DAYS_COUNTED * 24 })))
    .select([
      sql<number>`count(*) filter (where (answered_at at time zone ${ZONE})::date <= answer_by)`.as('kept'),
      sql<number>`count(*) filter (where (answered_at at time zone ${ZONE})::date > answer_by)`.as('late'),
    ])
    .executeTakeFirstOrThrow()
  return { kept, late }
}

/** People of the office to whom a ticket can be assigned: those who may answer one. */
export async function listAssignees(on: Kysely<DB> = db): Promise<{ uid: string; name: string }[]> {
  const users = await on
    .selectFrom('users')
    .select(['uid', 'display_name', 'email', 'role', 'scopes'])
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .orderBy('email')
    .execute()
  return users
    .filter(({ role, scopes }) => hasPower({ role: roleFrom(role), scopes: scopesFrom(scopes) }, 'operations'))
    .map(({ uid, display_name, email }) => ({ uid, name: display_name?.trim() || email }))
}

/** The condition that a ticket is of this driver, with all records of the person. */
function isOf(driver: string) {
  return sql<SqlBool>`tickets.driver_id in (select own_records(${driver}))`
}

function selectTickets(on: Kysely<DB>) {
  return on
    .selectFrom('tickets')
    .innerJoin('drivers', 'drivers.id', 'tickets.driver_id')
    .leftJoin('users as assignee', 'assignee.uid', 'assigned_to')
    .leftJoin('vehicles as vehicle', 'vehicle.id', 'tickets.vehicle_id')
    .leftJoin('fines as fine', 'fine.id', 'tickets.fine_id')
    .leftJoin('damages as damage', 'damage.id', 'tickets.damage_id')
    .leftJoin('vehicles as damaged', 'damaged.id', 'damage.vehicle_id')
    .leftJoin('damage_reports as report', 'report.id', 'tickets.damage_report_id')
    .leftJoin('vehicles as reported', 'reported.id', 'report.vehicle_id')
    .leftJoin('papers as paper', 'paper.id', 'tickets.paper_id')
    .leftJoin('paper_kinds as kind', 'kind.code', 'paper.kind')
    .leftJoin('settlements as settlement', 'settlement.id', 'tickets.settlement_id')
    .leftJoin('settlement_lines as line', (join) =>
      join.onRef('line.settlement_id', '=', 'tickets.settlement_id').onRef('line.ordinal', '=', 'tickets.line'),
    )
    .leftJoin('adjustments as adjustment', 'adjustment.id', 'line.adjustment_id')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('ticket_messages as said')
          .whereRef('said.ticket_id', '=', 'tickets.id')
          .select((row) => [
            sql<Buffer>`(array_agg(said.words order by said.id))[1]`.as('first_words'),
            row.fn.max('said.at').as('last_at'),
            sql<number>`count(*) filter (where said.side = 'driver' and said.id > tickets.office_read)::int`.as(
              'unread_office',
            ),
            sql<number>`count(*) filter (where said.side = 'office' and said.id > tickets.driver_read)::int`.as(
              'unread_driver',
            ),
          ])
          .as('messages'),
      (join) => join.onTrue(),
    )
    .selectAll('tickets')
    .select(['drivers.ref', 'drivers.name', 'assignee.display_name', 'assignee.email as assignee_email'])
    .select(['vehicle.plate', 'fine.number as fine_number', 'damage.type as damage_type', 'damage.part as damage_part'])
    .select(['damage.vehicle_id as damaged_id', 'damaged.plate as damaged_plate', 'kind.code as paper_kind'])
    .select(['report.vehicle_id as reported_id', 'reported.plate as reported_plate', 'report.happened_at'])
    .select(['kind.name_pt', 'kind.name_en', 'settlement.week as line_week', 'line.code', 'line.adjustment_id'])
    .select(['adjustment.about', 'first_words', 'last_at', 'unread_office', 'unread_driver'])
    .orderBy(sql`tickets.answer_by is null`)
    .orderBy('tickets.answer_by')
    .orderBy('last_at', 'desc')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTickets>['execute']>>[number]

async function readTickets(selected: ReturnType<typeof selectTickets>, now: Temporal.Instant): Promise<TicketRow[]> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return (await selected.execute()).map((row) => ({
    id: row.id,
    number: row.number,
    driver: { id: row.driver_id, ref: shownRef(row.ref), name: row.name },
    topic: row.topic as TicketTopic,
    about: subjectOfRow(row),
    state: row.state as TicketState,
    assignee:
      row.assigned_to === null
        ? null
        : { uid: row.assigned_to, name: row.display_name?.trim() || (row.assignee_email ?? row.assigned_to) },
    openedAt: row.opened_at.toString(),
    answerBy: row.answer_by,
    isLate: row.answer_by !== null && row.answer_by < today,
    closedAt: row.closed_at?.toString() ?? null,
    closedBy: row.closed_side as TicketSide | null,
    days: Math.floor((row.closed_at ?? now).since(row.opened_at).total('hours') / 24),
    words: openOf('ticket_messages.words', row.id, row.first_words),
    lastAt: row.last_at.toString(),
    unread: { office: row.unread_office, driver: row.unread_driver },
  }))
}

function subjectOfRow(row: Row): TicketSubject | null {
  if (row.week !== null) return { kind: 'week', week: row.week as Week }
  if (row.line !== null && row.code !== null)
    return {
      kind: 'line',
      week: row.line_week as Week,
      ordinal: row.line,
      settlement: row.settlement_id ?? '',
      line: {
        code: row.code as LineCode,
        adjustment: row.adjustment_id === null ? null : { about: row.about as Week | null },
      },
    }
  if (row.vehicle_id !== null) return { kind: 'car', id: row.vehicle_id, plate: row.plate ?? '' }
  if (row.fine_id !== null) return { kind: 'fine', id: row.fine_id, number: row.fine_number ?? '' }
  if (row.paper_id !== null)
    return {
      kind: 'paper',
      id: row.paper_id,
      code: row.paper_kind ?? '',
      pt: row.name_pt ?? '',
      en: row.name_en ?? '',
    }
  if (row.damage_report_id !== null)
    return {
      kind: 'report',
      id: row.damage_report_id,
      vehicle: row.reported_id ?? '',
      plate: row.reported_plate ?? '',
      at: row.happened_at?.toString() ?? '',
    }
  if (row.damage_id === null) return null
  return {
    kind: 'damage',
    id: row.damage_id,
    vehicle: row.damaged_id ?? '',
    plate: row.damaged_plate ?? '',
    type: row.damage_type as DamageType,
    part: row.damage_part as Part,
  }
}

async function withMessages([ticket]: readonly TicketRow[], on: Kysely<DB>): Promise<TicketView> {
  if (!ticket) throw new Refusal('record.not-found')
  const messages = await on
    .selectFrom('ticket_messages')
    .leftJoin('users', 'users.uid', 'said_by')
    .selectAll('ticket_messages')
    .select(['display_name', 'email'])
    .where('ticket_id', '=', ticket.id)
    .orderBy('ticket_messages.id')
    .execute()
  const files = await on
    .selectFrom('ticket_files')
    .select(['id', 'message_id', 'name'])
    .where('message_id', '=', sql<number>`any(${messages.map(({ id }) => id)}::bigint[])`)
    .execute()
  return {
    ...ticket,
    messages: messages.map((row): TicketMessage => ({
      id: row.id,
      at: row.at.toString(),
      side: row.side as TicketSide,
      author: row.side === 'office' ? row.display_name?.trim() || row.email : null,
      words: openOf('ticket_messages.words', ticket.id, row.words),
      files: files.filter(({ message_id }) => message_id === row.id).map(({ id, name }) => ({ id, name })),
      promise: row.answer_by === null ? null : { by: row.answer_by, kept: wasKept(row.answer_by, row.answered_at) },
    })),
  }
}

function wasKept(by: string, answeredAt: Temporal.Instant | null): boolean | null {
  return answeredAt === null ? null : answeredAt.toZonedDateTimeISO(ZONE).toPlainDate().toString() <= by
}
